import { expect, it } from 'vitest';
import { widestDoubt } from './unseen-lens.ts';

it('takes the disc that leaves most of a distance open, of all that are wider than what is seen', () => {
  const WIDTH = 0.126;
  for (const known of [0.0005, 0.004, 0.05]) {
    // a disc wider by √x: what a frame tells of the term falls as x², what looks like a distance as x
    const information = 1 / (known * known);
    const doubts = Array.from({ length: 20_000 }, (_, k) => {
      const x = 1 + k / 200;
      return 1 / x / Math.sqrt(1 / (WIDTH * WIDTH) + information / x ** 4);
    });
    expect(widestDoubt(known, WIDTH) / Math.max(...doubts)).toBeCloseTo(1, 4);
  }
});

it('adds nothing where the frame tells nothing of the term: all of it is in doubt already', () => {
  expect(widestDoubt(0.126, 0.126)).toBe(0);
  expect(widestDoubt(0.2, 0.126)).toBe(0);
});
