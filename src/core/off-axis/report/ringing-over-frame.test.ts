import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { phaseSigma, type NoiseMap } from '../../uncertainty/phase-sigma.ts';
import { ringingOverFrame } from './ringing-over-frame.ts';

const kernels = await loadKernels();
const [rows, cols] = [30, 41];

/** Falls off from both ends. */
const fade = (count: number) =>
  Float32Array.from({ length: count }, (_, k) => Math.max(0, 0.5 - 0.12 * Math.min(k, count - 1 - k)));
const ringing = {
  ...{ places: 2, power: Float64Array.of(0.02, 0.3, 0, 0.08) },
  ...{ byX: fade(cols), byY: fade(rows) },
};
const amplitude = Float32Array.from({ length: rows * cols }, (_, i) => 0.6 + 0.4 * Math.cos(i));
const noise: NoiseMap = {
  ...{ tiles: 2, fieldVariance: new Float64Array(4).fill(0.002), extraPhaseVariance: new Float64Array(4) },
  ...{ noisierX: new Float32Array(cols).fill(1), noisierY: new Float32Array(rows).fill(1) },
};

function varianceWith(more: Partial<NoiseMap>): Float64Array {
  using scope = kernels.scope();
  const [modulus, sigma] = [scope.real(rows, cols), scope.real(rows, cols)];
  const at = (i: number) => Math.floor(i / cols) * modulus.pitch + (i % cols);
  const values = kernels.floats(modulus.ptr, rows * modulus.pitch);
  amplitude.forEach((value, i) => (values[at(i)] = value));
  phaseSigma(kernels, modulus, { ...noise, ...more }, sigma);
  const all = kernels.floats(sigma.ptr, rows * sigma.pitch);
  return Float64Array.from(amplitude, (_, i) => all[at(i)]! ** 2);
}

it('is what the map of the uncertainty has more for it, over the frame', () => {
  const [without, all] = [varianceWith({}), varianceWith({ ringing })];
  const more = all.reduce((sum, v, i) => sum + v - without[i]!, 0) / all.length;
  expect(more).toBeGreaterThan(0.001);
  expect(ringingOverFrame(ringing, { rows, cols, data: amplitude })).toBeCloseTo(Math.sqrt(more), 4);
});

it('leaves out samples of which no phase is left', () => {
  const some = (end: number) => ({
    ...ringing,
    byX: Float32Array.from({ length: cols }, (_, x) => (x === 0 ? end : 0.1)),
    byY: new Float32Array(rows),
    power: new Float64Array(4).fill(0.02),
  });
  const even = { rows, cols, data: new Float32Array(rows * cols).fill(1) };
  expect(ringingOverFrame(some(Infinity), even)).toBeCloseTo(0.01, 8);
  expect(ringingOverFrame(some(1000), even)).toBeCloseTo(0.01, 8);
});
