import type { Kernels } from '../../kernel/kernels.ts';
import { lightField, lightTables } from '../model/light.ts';
import type { MeasuredLight } from '../model/measured.ts';
import { delayAt, type Path } from '../model/path-response.ts';
import { pathOf, predict } from '../model/predict.ts';
import { emptyComplex, fastMultiple, frequencyOf, transformed, type Complex } from '../model/spectrum.ts';
import type { FinalFit } from './final-fit.ts';

/** Cells around a frame, as a share of a side: what is found beyond it explains what comes from there. */
const MARGIN = 0.1;
/** Steps, each down the slope of what is left, carried on by the last (Nesterov); so many leave what noise leaves. */
const STEPS = 24;

/** A wave this weak points nowhere. */
const DARK = 1e-3;

/** Cells of a frame with a margin. */
interface Grid {
  readonly rows: number;
  readonly cols: number;
  readonly top: number;
  readonly left: number;
}

/**
 * What else stands on a scale’s slide, as figures do, beyond its lines: how much light less than clear glass each cell there lets through, from −1 to 0, that
 * explains best what the fit leaves of the frame. What the frame shows between the ends of lines has no say in it.
 * @param isBetween whether a cell lies where lines do, from one end to the other
 * @returns what was measured without what that does to it
 */
export function withoutBeside(
  { fit, subject, optics }: FinalFit,
  measured: MeasuredLight,
  isBetween: (row: number, col: number) => boolean,
  onStep: () => void,
): MeasuredLight {
  const { kernels } = subject;
  const { rows, cols } = measured;
  const field = predict(subject, optics, fit.state);
  const { re: lit } = lightField(fit.light, lightTables(measured, fit.light.amplitudeDegree), kernels.wasm);
  const grid = gridOf(measured);
  const carry = carrier(
    kernels,
    grid,
    measured.cell,
    pathOf(subject, fit.state),
    subject.medium_wavelength_um,
  );
  const stands = standsOn(grid, isBetween);
  const counts = new Float64Array(rows * cols);
  for (let row = 0, i = 0; row < rows; row += 1)
    for (let col = 0; col < cols; col += 1, i += 1) counts[i] = isBetween(row, col) ? 0 : measured.weight[i]!;
  const seen = { measured, grid, field, lit, counts };
  const most = lit.reduce((a, b) => Math.max(a, b * b), 0);
  let [found, ahead, pace] = [new Float32Array(stands.length), new Float32Array(stands.length), 1];
  for (let step = 0; step < STEPS; step += 1) {
    onStep();
    const slope = carry(slopeAt(seen, carry({ re: ahead, im: new Float32Array(ahead.length) }, 1)), -1).re;
    const next = new Float32Array(found.length);
    for (let i = 0; i < next.length; i += 1)
      next[i] = stands[i] ? Math.max(-1, Math.min(0, ahead[i]! - slope[i]! / most)) : 0;
    const faster = (1 + Math.sqrt(1 + 4 * pace * pace)) / 2;
    const on = (pace - 1) / faster;
    ahead = next.map((v, i) => v + on * (v - found[i]!));
    [found, pace] = [next, faster];
  }
  return less(seen, carry({ re: found, im: new Float32Array(found.length) }, 1));
}

interface Seen {
  readonly measured: MeasuredLight;
  readonly grid: Grid;
  /** what the fit has arrive, per unit of light */
  readonly field: Complex;
  readonly lit: Float32Array;
  readonly counts: Float64Array;
}

/** By which the squares of amplitudes that are left rise with a unit of the wave, less a half. */
function slopeAt({ measured, grid, field, lit, counts }: Seen, wave: Complex): Complex {
  const out = emptyComplex(grid.rows * grid.cols);
  for (let row = 0, i = 0; row < measured.rows; row += 1) {
    let at = (row + grid.top) * grid.cols + grid.left;
    for (let col = 0; col < measured.cols; col += 1, i += 1, at += 1) {
      if (counts[i] === 0) continue;
      const [re, im] = [field.re[i]! + wave.re[at]!, field.im[i]! + wave.im[at]!];
      const size = Math.sqrt(re * re + im * im);
      const left = lit[i]! * size - measured.re[i]!;
      const by = (counts[i]! * left * lit[i]!) / Math.max(DARK, size);
      out.re[at] = by * re;
      out.im[at] = by * im;
    }
  }
  return out;
}

/** What was measured less what a wave adds to the intensity of the fit. */
function less({ measured, grid, field, lit }: Seen, wave: Complex): MeasuredLight {
  const re = measured.re.slice();
  for (let row = 0, i = 0; row < measured.rows; row += 1) {
    let at = (row + grid.top) * grid.cols + grid.left;
    for (let col = 0; col < measured.cols; col += 1, i += 1, at += 1) {
      const [a, b, c, d] = [field.re[i]!, field.im[i]!, wave.re[at]!, wave.im[at]!];
      const more = lit[i]! * lit[i]! * (2 * (a * c + b * d) + c * c + d * d);
      const own = re[i]! * Math.abs(re[i]!) - more;
      re[i] = own < 0 ? -Math.sqrt(-own) : Math.sqrt(own);
    }
  }
  return { ...measured, re };
}

function gridOf({ rows, cols }: MeasuredLight): Grid {
  const [high, wide] = [rows, cols].map((side) => fastMultiple(Math.ceil((1 + 2 * MARGIN) * side), 2)) as [
    number,
    number,
  ];
  return { rows: high, cols: wide, top: (high - rows) >> 1, left: (wide - cols) >> 1 };
}

/** 1 where something else may stand. */
function standsOn(grid: Grid, isBetween: (row: number, col: number) => boolean): Uint8Array {
  const out = new Uint8Array(grid.rows * grid.cols);
  for (let row = 0, i = 0; row < grid.rows; row += 1)
    for (let col = 0; col < grid.cols; col += 1, i += 1)
      out[i] = isBetween(row - grid.top, col - grid.left) ? 0 : 1;
  return out;
}

/** Carries a wave from the target to the sensor (1) or back (−1). */
function carrier(
  kernels: Kernels,
  { rows, cols }: Grid,
  cell: number,
  path: Path,
  wavelength_um: number,
): (wave: Complex, way: 1 | -1) => Complex {
  const { sin, cos } = kernels.wasm;
  const turnAt = delayAt(path, wavelength_um);
  const turns = emptyComplex(rows * cols);
  for (let row = 0, i = 0; row < rows; row += 1) {
    const fy = frequencyOf(row, rows) / cell;
    for (let col = 0; col < cols; col += 1, i += 1) {
      const turn = turnAt(frequencyOf(col, cols) / cell, fy);
      if (turn === null) continue;
      turns.re[i] = cos(turn);
      turns.im[i] = -sin(turn);
    }
  }
  return (wave, way) => {
    const { re, im } = transformed(kernels, wave, rows, cols);
    for (let i = 0; i < re.length; i += 1) {
      const [a, b, c, d] = [re[i]!, im[i]!, turns.re[i]!, way * turns.im[i]!];
      re[i] = a * c - b * d;
      im[i] = a * d + b * c;
    }
    return transformed(kernels, { re, im }, rows, cols, true);
  };
}
