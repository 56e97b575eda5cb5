import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { Optics } from '../model/optics.ts';
import type { Complex } from '../model/spectrum.ts';
import { copySlopes } from './copies.ts';
import { fitSettings } from './fit-settings.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const side = 72;
const path = { zeta: 80, pitch_um: 3, ratio: 1, blur: 0, pupil: null };

/** Numbers between −½ and ½ that look like chance and are the same each time. */
function chance(i: number): number {
  return ((Math.imul(i + 1, 2654435761) >>> 8) % 1000) / 1000 - 0.5;
}

/** A frame of dark squares that lie anywhere, seen in-line; nothing of it is periodic. */
function frame() {
  const even = new Float64Array(side * side).fill(1);
  const measured = { rows: side, cols: side, cell: 1, re: even, im: null, weight: even, filter: null };
  const optics = new Optics(kernels, measured, 0.6328, 16, 1);
  const { rows, cols } = optics.canvas;
  const spectrum = optics.spectrumFrom((re, im) => {
    re.fill(1);
    im.fill(0);
    for (let k = 0; k < 60; k += 1) {
      const [x, y] = [0.5 + chance(2 * k), 0.5 + chance(2 * k + 1)].map((v) => Math.floor(v * (rows - 6)));
      for (let i = 0; i < 25; i += 1) re[(y! + Math.floor(i / 5)) * cols + x! + (i % 5)] = 0;
    }
  });
  const field = optics.field(spectrum, path);
  const lit = { re: new Float32Array(side * side).fill(1), im: new Float32Array(side * side) };
  const gauge = field.re.map((a, i) => 0.5 / Math.sqrt(Math.max(0.01, a * a + field.im[i]! * field.im[i]!)));
  return { kernels, optics, spectrum, path, measured, weight: even, gauge, field, lit };
}

/** What is left of residuals once changes of a field are fitted to them, as a share of their sum of squares. */
function left({ field, gauge }: ReturnType<typeof frame>, residual: Float64Array, slopes: Complex[]): number {
  const rows = slopes.map(({ re, im }) =>
    Float64Array.from(re, (v, i) => 2 * gauge[i]! * (field.re[i]! * v + field.im[i]! * im[i]!)),
  );
  let now = residual.slice();
  const dot = (p: Float64Array, q: Float64Array) => p.reduce((sum, v, i) => sum + v * q[i]!, 0);
  for (let round = 0; round < 50; round += 1)
    for (const row of rows) {
      const size = dot(row, now) / dot(row, row);
      now = now.map((v, i) => v - size * row[i]!);
    }
  return dot(now, now) / dot(residual, residual);
}

/** What copies leave in a frame, with little noise. */
function leftBy(
  { optics, spectrum, field, gauge }: ReturnType<typeof frame>,
  copies: readonly { amplitude: number; turn: number; x: number; y: number }[],
): Float64Array {
  const present = copies.map(({ x, y, ...copy }) => ({ ...copy, ...optics.copied(spectrum, path, x, y) }));
  return Float64Array.from(field.re, (a, i) => {
    const b = field.im[i]!;
    let [re, im] = [a, b];
    for (const { amplitude, turn, re: p, im: q } of present) {
      const [c, s] = [amplitude * Math.cos(turn), amplitude * Math.sin(turn)];
      re += c * p[i]! - s * q[i]!;
      im += s * p[i]! + c * q[i]!;
    }
    return gauge[i]! * (re * re + im * im - a * a - b * b) + 0.004 * chance(i);
  });
}

it('finds two copies, between pixels, by what they leave in a frame, and no more than are there', () => {
  const seen = frame();
  const residual = leftBy(seen, [
    { amplitude: 0.02, turn: 1, x: 9.4, y: -4.7 },
    { amplitude: 0.012, turn: 4, x: -6.2, y: -11.3 },
  ]);
  const slopes = copySlopes(seen, residual, { worth: 0.02 });
  expect(slopes).toHaveLength(4);
  const noise = residual.reduce((sum, v) => sum + v * v, 0);
  const white = residual.length * 0.004 * 0.004 * (1 / 12);
  expect(left(seen, residual, slopes) * noise).toBeLessThan(1.5 * white);
});

it('finds four of six', () => {
  const seen = frame();
  const residual = leftBy(
    seen,
    [4, 1, 5, 2, 3, 6].map((turn, k) => ({ amplitude: 0.02, turn, x: 4 * turn - 14, y: 5 * k - 12.5 })),
  );
  expect(copySlopes(seen, residual, { worth: fitSettings.evidence.worth })).toHaveLength(8);
});

it('finds none in noise', () => {
  const seen = frame();
  expect(
    copySlopes(
      seen,
      Float64Array.from(seen.field.re, (_, i) => chance(i)),
      { worth: fitSettings.evidence.worth },
    ),
  ).toEqual([]);
});
