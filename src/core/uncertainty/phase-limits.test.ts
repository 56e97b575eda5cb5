import { describe, expect, it } from 'vitest';
import { cramerRaoLimit, linearPhaseLimit } from './phase-limits.ts';

describe('phase limits', () => {
  it('average the Fisher information of a Poisson pixel over the fringe (numerical integral)', () => {
    for (const visibility of [0.1, 0.5, 0.9, 0.99]) {
      let information = 0;
      const steps = 20_000;
      for (let i = 0; i < steps; i += 1) {
        const phase = (2 * Math.PI * (i + 0.5)) / steps;
        const mean = 1 + visibility * Math.cos(phase);
        information += (visibility * Math.sin(phase)) ** 2 / mean / steps;
      }
      expect(cramerRaoLimit(1, visibility, 1)).toBeCloseTo(1 / Math.sqrt(information), 6);
    }
  });

  it('agree at low visibility and differ by √2 at full visibility', () => {
    const ratio = (visibility: number) =>
      linearPhaseLimit(5000, visibility, 0.02) / cramerRaoLimit(5000, visibility, 0.02);
    expect(ratio(0.01)).toBeCloseTo(1, 4);
    expect(ratio(1)).toBeCloseTo(Math.SQRT2, 12);
  });

  it('fall with the square root of the light and rise with read noise and coarse counts', () => {
    const base = linearPhaseLimit(10_000, 0.8, 0.02);
    expect(linearPhaseLimit(40_000, 0.8, 0.02)).toBeCloseTo(base / 2, 12);
    expect(linearPhaseLimit(10_000, 0.8, 0.02, 100)).toBeCloseTo(base * Math.SQRT2, 12);
    expect(linearPhaseLimit(10_000, 0.8, 0.02, 0, Math.sqrt(12) * 100)).toBeCloseTo(base * Math.SQRT2, 12);
  });

  it('linear demodulation of noisy fringes spreads as stated (direct simulation of one sample in 16 pixels)', () => {
    // Least-squares fit of cos and sin over 16 pixels keeps 2 of 16 degrees of freedom: η = 1/16 per complex sample.
    let state = 1;
    const uniform = () => (state = (state * 16807) % 2147483647) / 2147483647;
    const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    const [photons, visibility, pixels, trials] = [10_000, 0.5, 16, 20_000];
    let sumOfSquares = 0;
    for (let trial = 0; trial < trials; trial += 1) {
      let [re, im] = [0, 0];
      for (let pixel = 0; pixel < pixels; pixel += 1) {
        const angle = (2 * Math.PI * pixel) / 4;
        const mean = photons * (1 + visibility * Math.cos(angle));
        const value = mean + Math.sqrt(mean) * normal();
        re += value * Math.cos(angle);
        im += value * Math.sin(angle);
      }
      sumOfSquares += Math.atan2(im, re) ** 2;
    }
    const found = Math.sqrt(sumOfSquares / trials);
    expect(Math.abs(found / linearPhaseLimit(photons, visibility, 1 / pixels) - 1)).toBeLessThan(0.02);
  });
});
