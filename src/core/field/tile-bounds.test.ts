import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tileBounds } from './tile-bounds.ts';

it('cuts a side into shares that follow each other and differ by one sample at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 0, max: 2000 }), (tiles, more) => {
      const count = tiles + more;
      const bounds = Array.from({ length: tiles }, (_, t) => tileBounds(t, tiles, count));
      expect(bounds[0]!.from).toBe(0);
      expect(bounds.at(-1)!.to).toBe(count);
      bounds.slice(1).forEach(({ from }, t) => expect(from).toBe(bounds[t]!.to));
      for (const { from, to } of bounds) {
        expect(to - from).toBeGreaterThanOrEqual(Math.floor(count / tiles));
        expect(to - from).toBeLessThanOrEqual(Math.ceil(count / tiles));
      }
    }),
    { seed: 1 },
  );
});

it('gives every tile a sample inside the side where there are fewer samples than tiles', () => {
  for (let t = 0; t < 12; t++) {
    const { from, to } = tileBounds(t, 12, 5);
    expect(to).toBe(from + 1);
    expect(from).toBeGreaterThanOrEqual(0);
    expect(to).toBeLessThanOrEqual(5);
  }
});
