import { describe, expect, it } from 'vitest';
import { shownOf } from './features.ts';

describe('a picture of many parts', () => {
  const listed = (count: number, rejected: readonly number[] = []) =>
    Array.from({ length: count }, (_, k) => {
      const at = { x: k % 40, y: Math.floor(k / 40) };
      const name = `n${k}`;
      return { kind: 'lattice', name, found_px: at, fitted_px: at, rejected: rejected.includes(k) } as const;
    });
  const shown = (count: number, rejected?: readonly number[]) =>
    shownOf({ features: listed(count, rejected) });

  it.each([
    [400, 400],
    [401, 201],
    [1346, 337],
  ])('of %i shows %i, as many below as above', (count, expected) => {
    const all = shown(count);
    expect(all.length).toBe(expected);
    const below = all.filter(({ found_px }) => found_px.y >= count / 80).length;
    expect(Math.abs(below - expected / 2)).toBeLessThan(0.1 * expected);
  });

  it('shows each that lies too far off', () => {
    const off = shown(1346, [1, 2, 1345]).filter(({ rejected }) => rejected);
    expect(off.map(({ name }) => name)).toEqual(['n1', 'n2', 'n1345']);
  });
});
