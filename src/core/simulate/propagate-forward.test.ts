import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { propagateForward, propagateIsolated } from './propagate-forward.ts';
import { emptyWave, type Wave } from './wave.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const medium = { wavelength_um: 0.6328, pixel_pitch_um: 3.45 };
const side = 192;
const k = (2 * Math.PI) / medium.wavelength_um;

/** Waist w at the frame's middle, optionally tilted by `fx` cycles per pixel, on pixels wider than high by `ratio`; z µm after the waist (Siegman, Lasers, 16.7). */
function gaussianBeam(waist: number, z: number, fx = 0, ratio = 1): Wave {
  const wave = emptyWave(side, side);
  const rayleigh = (k * waist * waist) / 2;
  const width = waist * Math.sqrt(1 + (z / rayleigh) ** 2);
  const curvature = z / (z * z + rayleigh * rayleigh);
  for (let row = 0; row < side; row += 1) {
    for (let col = 0; col < side; col += 1) {
      const x = (col + 0.5 - side / 2) * medium.pixel_pitch_um * Math.sqrt(ratio);
      const y = ((row + 0.5 - side / 2) * medium.pixel_pitch_um) / Math.sqrt(ratio);
      const modulus = (waist / width) * Math.exp(-(x * x + y * y) / (width * width));
      const phase = (k * (x * x + y * y) * curvature) / 2 - Math.atan(z / rayleigh) + 2 * Math.PI * fx * col;
      wave.re[row * side + col] = modulus * Math.cos(phase);
      wave.im[row * side + col] = modulus * Math.sin(phase);
    }
  }
  return wave;
}

function largestDifference(a: Wave, b: Wave): number {
  let largest = 0;
  for (let i = 0; i < a.re.length; i += 1) {
    largest = Math.max(largest, Math.hypot(a.re[i]! - b.re[i]!, a.im[i]! - b.im[i]!));
  }
  return largest;
}

const energy = ({ re, im }: Wave) => re.reduce((sum, value, i) => sum + value * value + im[i]! * im[i]!, 0);

function centroidX({ re, im, cols }: Wave): number {
  let moment = 0;
  for (let i = 0; i < re.length; i += 1) moment += (re[i]! ** 2 + im[i]! ** 2) * (i % cols);
  return moment / energy({ re, im, rows: cols, cols });
}

describe('propagateIsolated', () => {
  it.each([2, 10, 20])('takes a Gaussian beam %i mm from its waist to the analytic wave', (z_mm) => {
    const moved = propagateIsolated(kernels, gaussianBeam(80, 0), z_mm, medium);
    expect(largestDifference(moved, gaussianBeam(80, z_mm * 1000))).toBeLessThan(1e-5);
  });

  it('diffracts alike in all directions, whatever the shape of the pixels', () => {
    const [ratio, start] = [1.3, gaussianBeam(80, 0, 0, 1.3)];
    const arrived = gaussianBeam(80, 20_000, 0, ratio);
    const moved = propagateIsolated(kernels, start, 20, { ...medium, pitch_ratio: ratio });
    expect(largestDifference(moved, arrived)).toBeLessThan(1e-5);
    expect(largestDifference(propagateIsolated(kernels, start, 20, medium), arrived)).toBeGreaterThan(0.02);
  });

  it('diverges forward and converges backward: −z undoes z', () => {
    const start = gaussianBeam(60, 0);
    const there = propagateIsolated(kernels, start, 10, medium);
    expect(largestDifference(there, start)).toBeGreaterThan(0.3);
    expect(largestDifference(propagateIsolated(kernels, there, -10, medium), start)).toBeLessThan(1e-5);
  });

  it('moves a beam with growing phase along +x towards +x, by z · tan θ', () => {
    const fx = 0.02;
    const moved = propagateIsolated(kernels, gaussianBeam(80, 0, fx), 20, medium);
    const sine = (fx / medium.pixel_pitch_um) * medium.wavelength_um;
    const shift = (20_000 * sine) / Math.sqrt(1 - sine * sine) / medium.pixel_pitch_um;
    expect(centroidX(moved) - (side - 1) / 2).toBeCloseTo(shift, 2);
  });

  it('keeps the energy of what stays in the frame', () => {
    const start = gaussianBeam(80, 0);
    expect(energy(propagateIsolated(kernels, start, 20, medium)) / energy(start)).toBeCloseTo(1, 6);
  });

  it('loses what leaves the frame instead of letting it in on the other side', () => {
    const steep = propagateIsolated(kernels, gaussianBeam(80, 0, 0.12), 40, medium);
    expect(energy(steep) / energy(gaussianBeam(80, 0))).toBeLessThan(1e-4);
  });
});

describe('propagateForward', () => {
  it('leaves the undisturbed beam as it is, up to the border', () => {
    const flat = emptyWave(side, side);
    flat.re.fill(1);
    expect(largestDifference(propagateForward(kernels, flat, 50, medium), flat)).toBeLessThan(1e-6);
  });

  it('adds the propagated disturbance to the beam', () => {
    const sum = gaussianBeam(80, 0);
    sum.re.forEach((value, i) => (sum.re[i] = value + 1));
    const expected = gaussianBeam(80, 10_000);
    expected.re.forEach((value, i) => (expected.re[i] = value + 1));
    expect(largestDifference(propagateForward(kernels, sum, 10, medium), expected)).toBeLessThan(1e-5);
  });
});
