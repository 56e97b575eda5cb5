import { fft2, ifft2 } from '../../../fft/fft2.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../../kernel/complex-layout.ts';
import type { Kernels } from '../../../kernel/kernels.ts';
import type { ComplexPlane, RealPlane } from '../../../kernel/plane.ts';
import type { RetrievalGrid } from '../../optics/retrieval-grid.ts';
import type { SensorOptics } from '../../optics/sensor-optics.ts';
import { putRows, takeRows } from './coarse-sensor.ts';
import { placeBetween } from './place-between.ts';
import { solveCoupled, type FreeSolution, type VariationSolver } from './coupled-model.ts';
import type { CoupledSettings } from './coupled-settings.ts';
import {
  emptyRows,
  near,
  coupledParts,
  smoothed,
  type FieldRows,
  type CoupledParts,
} from './coupled-parts.ts';

/**
 * Of the sample, by Σ q²: where most of it delays light only, what absorbs in the rest are edges that are too sharp. Measured: a phase
 * chart 0.02, dyed cells 0.85 and more.
 */
const MOST = 1 / 2;

/** How what a frame does not record of a field differs where absorption and phase of each part go together. */
export interface CoupledChange {
  readonly rows: number;
  readonly cols: number;
  /** camera's samples from one of these to the next */
  readonly factor: number;
  /** rad, and of −ln |x|; row by row over the sensor */
  readonly phase: Float32Array;
  readonly loss: Float32Array;
}

/**
 * What a coupled model of the sample has of what the frame does not record, in place of what a total variation put there. A frame records
 * 2 (φ̂ sin χ − â cos χ), χ = πλz f², so of the difference of two fields that explain it (cos χ, sin χ) is what counts, up to
 * χ = π/2, where what is not recorded is absorption.
 * @param coupled with below which objective over that of any sample it is one: as much as is asked of a sample that absorbs only
 * @returns null where the sample is no such thing
 */
export function coupledChange(
  kernels: Kernels,
  solved: FreeSolution,
  solver: VariationSolver,
  coupled: CoupledSettings & { readonly sure: number },
  onWork: (samples: number) => void = () => {},
): CoupledChange | null {
  const { grid, optics, factor } = solved;
  const { z, amplitude } = solved.frame;
  const free = fieldRows(kernels, solved.x, grid);
  const wave =
    Math.sqrt(optics.wavelength * Math.abs(z)) / Math.min(optics.sampling.pitchX, optics.sampling.pitchY);
  const parts = coupledParts(free, coupled.least, coupled.reach);
  if (parts.count === 0) return null;
  const first = firstAngles(kernels, free, parts, near(free, coupled.least, Math.round(wave / 2)), coupled);
  const given = { parts, first, recorded: rowsOf(kernels, amplitude), z };
  const found = solveCoupled(kernels, solved, given, solver, coupled, onWork);
  const ratio = found.objective / solved.objective;
  const mixes = Uint8Array.from(found.angles, (angle) => (angle > coupled.leastAngle ? 1 : 0));
  if (!(ratio < coupled.sure && shareOf(found.sizes, mixes) > MOST)) return null;
  const change = differenceOf(kernels, free, found.field);
  const around = near(free, coupled.least, Math.round(wave)).map((one, i) => one * mixes[parts.nearest[i]!]!);
  smoothed(free, around, Math.round(wave / 2)).forEach((share, i) => {
    change.re[i]! *= share;
    change.im[i]! *= share;
  });
  unrecorded(kernels, change, optics, z);
  return { ...overTheSensor(change, grid, optics), factor };
}

/** Share of the parts that are marked. */
function shareOf(sizes: Float64Array, marks: Uint8Array): number {
  const sum = (weight: (part: number) => number) =>
    sizes.reduce((total, size, part) => total + weight(part) * size, 0);
  return sum((part) => marks[part]!) / sum(() => 1);
}

function fieldRows(kernels: Kernels, x: ComplexPlane, { rows, cols }: RetrievalGrid): FieldRows {
  const field = emptyRows(rows, cols);
  takeRows(kernels, x, field);
  return field;
}

function rowsOf(kernels: Kernels, { ptr, rows, cols, pitch }: RealPlane): Float32Array {
  const samples = kernels.floats(ptr, rows * pitch);
  const out = new Float32Array(rows * cols);
  for (let y = 0; y < rows; y += 1) out.set(samples.subarray(y * pitch, y * pitch + cols), y * cols);
  return out;
}

/**
 * Of each part the angle to begin with: that of the light missing in and about it to its phase, within bounds. Where a total variation has
 * lowered the phase it is too large, which is the better side to begin on: with too small ones the model ends with too broad a phase and
 * much light missing beside it.
 * @param counts 1 for each place that does
 */
function firstAngles(
  { wasm }: Kernels,
  { re, im }: FieldRows,
  parts: CoupledParts,
  counts: Uint8Array,
  { leastAngle, mostFirst }: CoupledSettings,
): Float64Array {
  const [lost, delayed] = [new Float64Array(parts.count), new Float64Array(parts.count)];
  counts.forEach((one, i) => {
    if (!one) return;
    const part = parts.nearest[i]!;
    lost[part]! += 1 - Math.sqrt(re[i]! * re[i]! + im[i]! * im[i]!);
    delayed[part]! += Math.abs(wasm.atan2(im[i]!, re[i]!));
  });
  return lost.map((sum, part) => Math.min(mostFirst, Math.max(leastAngle, wasm.atan2(sum, delayed[part]!))));
}

/** keeps the logarithm of what is dark from nothing */
const DARK = 0.05;

/** Phase (re) and loss (im) of `b` less those of `a`. */
function differenceOf({ wasm }: Kernels, a: FieldRows, b: FieldRows): FieldRows {
  const lossOf = (re: number, im: number) => -wasm.log(Math.max(DARK, Math.sqrt(re * re + im * im)));
  const [phase, loss] = [new Float32Array(a.re.length), new Float32Array(a.re.length)];
  for (let i = 0; i < phase.length; i += 1) {
    const [ar, ai, br, bi] = [a.re[i]!, a.im[i]!, b.re[i]!, b.im[i]!];
    phase[i] = wasm.atan2(bi * ar - br * ai, br * ar + bi * ai);
    loss[i] = lossOf(br, bi) - lossOf(ar, ai);
  }
  return { rows: a.rows, cols: a.cols, re: phase, im: loss };
}

/** Leaves of a phase (re) and a loss (im) what a frame does not record of the two. */
function unrecorded(kernels: Kernels, change: FieldRows, optics: SensorOptics, z: number): void {
  using scope = kernels.scope();
  const { rows, cols } = change;
  const plane = scope.complex(rows, cols);
  const parts = (['phase', 'both', 'loss'] as const).map((which) => {
    const part = emptyRows(rows, cols);
    putRows(kernels, change, plane);
    fft2(kernels, plane);
    weigh(kernels, plane, optics, z, which);
    ifft2(kernels, plane);
    takeRows(kernels, plane, part);
    return part;
  }) as [FieldRows, FieldRows, FieldRows];
  const [ofPhase, ofBoth, ofLoss] = parts;
  for (let i = 0; i < rows * cols; i += 1) {
    change.re[i] = ofPhase.re[i]! + ofBoth.im[i]!;
    change.im[i] = ofBoth.re[i]! + ofLoss.im[i]!;
  }
}

function weigh(
  kernels: Kernels,
  plane: ComplexPlane,
  { sampling, wavelength }: SensorOptics,
  z: number,
  which: 'phase' | 'both' | 'loss',
): void {
  const { wasm } = kernels;
  const { rows, cols } = plane;
  const pitch = floatsPerRow(plane);
  const samples = kernels.floats(plane.ptr, floatsIn(plane));
  const frequency = (k: number, count: number, step: number) =>
    (k < count / 2 ? k : k - count) / (count * step);
  for (let y = 0; y < rows; y += 1) {
    const fy = frequency(y, rows, sampling.pitchY);
    for (let x = 0; x < cols; x += 1) {
      const fx = frequency(x, cols, sampling.pitchX);
      const chi = Math.PI * wavelength * z * (fx * fx + fy * fy);
      const at = y * pitch + inRow(x);
      const [c, s] = Math.abs(chi) < Math.PI / 2 ? [wasm.cos(chi), wasm.sin(chi)] : [0, 0];
      const factor = which === 'phase' ? c * c : which === 'loss' ? s * s : c * s;
      samples[at]! *= factor;
      samples[at + TO_IMAGINARY]! *= factor;
    }
  }
}

function overTheSensor(
  { cols, re, im }: FieldRows,
  { firstRow, firstCol }: RetrievalGrid,
  sensor: SensorOptics,
) {
  const size = sensor.rows * sensor.cols;
  const [phase, loss] = [new Float32Array(size), new Float32Array(size)];
  for (let y = 0; y < sensor.rows; y += 1) {
    const from = (firstRow + y) * cols + firstCol;
    phase.set(re.subarray(from, from + sensor.cols), y * sensor.cols);
    loss.set(im.subarray(from, from + sensor.cols), y * sensor.cols);
  }
  return { rows: sensor.rows, cols: sensor.cols, phase, loss };
}

/** Changes a field of full resolution; it amplifies nothing. */
export function changeField(
  kernels: Kernels,
  field: ComplexPlane,
  { rows, cols, factor, phase, loss }: CoupledChange,
): void {
  const { wasm } = kernels;
  const pitch = floatsPerRow(field);
  const samples = kernels.floats(field.ptr, floatsIn(field));
  const across = Array.from({ length: field.cols }, (_, x) => placeBetween(x, factor, cols));
  for (let y = 0; y < field.rows; y += 1) {
    const down = placeBetween(y, factor, rows);
    const [upper, lower] = [down.first * cols, down.next * cols];
    for (let x = 0; x < field.cols; x += 1) {
      const { first, next, share } = across[x]!;
      const of = (values: Float32Array) =>
        (1 - down.share) * ((1 - share) * values[upper + first]! + share * values[upper + next]!) +
        down.share * ((1 - share) * values[lower + first]! + share * values[lower + next]!);
      const at = y * pitch + inRow(x);
      const [turn, passes] = [of(phase), wasm.exp(-of(loss))];
      const [c, s] = [passes * wasm.cos(turn), passes * wasm.sin(turn)];
      const [re, im] = [samples[at]!, samples[at + TO_IMAGINARY]!];
      const [a, b] = [re * c - im * s, re * s + im * c];
      const over = Math.max(1, Math.sqrt(a * a + b * b));
      samples[at] = a / over;
      samples[at + TO_IMAGINARY] = b / over;
    }
  }
}
