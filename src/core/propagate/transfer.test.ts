import { describe, expect, it } from 'vitest';
import { bandLimit, depthOfField, lateralSpread } from './transfer.ts';

const wavelength = 0.6328;

describe('bandLimit', () => {
  it('is where the phase of the transfer function turns by half a turn from one frequency to the next', () => {
    // the derivative of z √(1/λ² − f²) by f, by differences, times the frequency step of the grid
    for (const [extent, z] of [
      [2000, 5000],
      [3533, 20_000],
      [3533, -400_000],
    ] as const) {
      const limit = bandLimit(wavelength, extent, z);
      const turns = (f: number) => z * Math.sqrt(1 / wavelength ** 2 - f * f);
      const step = 1e-7;
      const perBin = (turns(limit + step) - turns(limit - step)) / (2 * step) / extent;
      expect(Math.abs(perBin)).toBeCloseTo(0.5, 5);
    }
  });

  it('lets everything that travels pass at z = 0', () => {
    expect(bandLimit(wavelength, 1000, 0)).toBe(1 / wavelength);
  });
});

describe('lateralSpread', () => {
  it('is the tangent of the angle whose sine is wavelength times frequency', () => {
    expect(lateralSpread(0.5, 1, 100)).toBeCloseTo(100 * Math.tan(Math.PI / 6), 9);
    expect(lateralSpread(0.5, 1, -100)).toBeCloseTo(100 * Math.tan(Math.PI / 6), 9);
    expect(lateralSpread(0.5, 0, 100)).toBe(0);
  });

  it('has no end for a frequency that does not travel', () => {
    expect(lateralSpread(0.5, 2, 100)).toBe(Infinity);
    expect(lateralSpread(0.5, 3, 100)).toBe(Infinity);
  });
});

it('depthOfField is λ / NA² with NA = λ · radius', () => {
  const radius = 0.05;
  const aperture = wavelength * radius;
  expect(depthOfField(wavelength, radius)).toBeCloseTo(wavelength / aperture ** 2, 9);
});
