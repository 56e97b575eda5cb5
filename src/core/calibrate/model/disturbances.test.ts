import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { rimSlopes } from './disturbances.ts';
import type { MeasuredLight } from './measured.ts';
import { Optics } from './optics.ts';
import type { Path } from './path-response.ts';
import { emptyComplex } from './spectrum.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const side = 64;
const measured: MeasuredLight = {
  ...{ rows: side, cols: side, cell: 1, im: null, filter: null },
  ...{ re: new Float64Array(side * side), weight: new Float64Array(side * side).fill(1) },
};
const path: Path = { zeta: 0, pitch_um: 10, ratio: 1, blur: 0, pupil: 0.3 };

/** Waves of 1 at some frequencies along x, and how strong they arrive. */
function slopesAt(frequencies: readonly number[], own = path) {
  const optics = new Optics(kernels, measured, 0.6328, 32, 1);
  const { rows, cols, left } = optics.canvas;
  const wave = emptyComplex(rows * cols);
  const whole = frequencies.map((f) => Math.round(f * cols));
  for (let i = 0; i < wave.re.length; i += 1)
    for (const k of whole) wave.re[i]! += Math.cos((2 * Math.PI * k * (i % cols)) / cols);
  const spectrum = optics.spectrumOf(wave);
  const arrived = optics.arrived(spectrum, own);
  const slopes = rimSlopes({ wave, spectrum, path: own, arrived }, optics, 0.01);
  return { slopes, cols, left, sizes: slopes.map(({ re }) => Math.max(...re.map(Math.abs))) };
}

it('changes what lies next to the rim of a disc with its radius, and nothing that lies well inside or outside', () => {
  const [inside, outside] = [slopesAt([0.2]), slopesAt([0.4])];
  for (const { sizes } of [inside, outside]) for (const size of sizes) expect(size).toBeLessThan(1e-5);
  const { sizes } = slopesAt([38 / 128], { ...path, pupil: 38 / 128 });
  expect(sizes[0]).toBeGreaterThan(0.4);
  expect(sizes[0]).toBeLessThanOrEqual(0.5 + 1e-5);
});

it.each([
  ['takes from a wave just inside', 0.988, -1],
  ['leaves one at the rim as it is', 1, 0],
  ['gives to one just outside', 1.012, 1],
])('a softer rim %s', (_, share, sign) => {
  const k = 38;
  const { slopes, cols, left } = slopesAt([k / 128], { ...path, pupil: k / 128 / share });
  expect(cols).toBe(128);
  const along = slopes[1]!.re
    .slice(0, side)
    .reduce((sum, value, col) => sum + value * Math.cos((2 * Math.PI * k * (col + left)) / cols), 0);
  const mean = (2 * along) / side;
  if (sign === 0) expect(Math.abs(mean)).toBeLessThan(0.02);
  else expect(sign * mean).toBeGreaterThan(0.05);
});

it('has nothing to say where no disc is known', () => {
  expect(slopesAt([0.2], { ...path, pupil: null }).slopes).toEqual([]);
});
