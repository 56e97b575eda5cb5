import { describe, expect, it } from 'vitest';
import { normalisedErrors, rigs } from './phase-spread.fixture.ts';

describe('phase_uncertainty is the spread that the phase has', () => {
  it.each([8, 12, 16] as const)(
    'with %i bits, over twenty holograms with and without a background frame',
    (bit_depth) => {
      for (const divided of [false, true]) {
        const { total: ratio } = normalisedErrors({ bit_depth }, {}, divided, 20);
        expect(ratio).toBeGreaterThan(0.93);
        expect(ratio).toBeLessThan(1.07);
      }
    },
  );

  it.each(rigs)('with %s', (name, input, recipe) => {
    const { total: ratio } = normalisedErrors(input, recipe, true, 10);
    // what propagation spoils at the edges counts as scatter of a frame so small
    expect(ratio).toBeGreaterThan(name === 'propagation' ? 0.8 : 0.9);
    expect(ratio).toBeLessThan(1.1);
  });
});
