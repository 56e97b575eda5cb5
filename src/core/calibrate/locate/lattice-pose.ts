import { medianInPlace } from '../../fit/median.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { Point } from '../../targets/shape.ts';
import type { Lattice } from '../../targets/target-model.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Nominal } from '../model/nominal.ts';
import { fastMultiple, frequencyOf, transformed } from '../model/spectrum.ts';
import type { Pose, Stretch } from '../model/state.ts';

/** Orders that are looked for: with only the first, half a period and a whole one would be alike. */
const ORDERS = [1, 2, 3];
/** Spectra are made on a grid this many times as fine as the frame's own. */
const FINER = 2;

/** The power of a frame's structure, and where a frequency lies in it. */
function powerOf(kernels: Kernels, { rows, cols, re, im, weight }: MeasuredLight) {
  const [fullRows, fullCols] = [fastMultiple(FINER * rows, 2), fastMultiple(FINER * cols, 2)];
  const real = new Float32Array(fullRows * fullCols);
  const imaginary = new Float32Array(fullRows * fullCols);
  const used = weight.reduce((sum, w) => sum + w, 0);
  const mean = (v: Float64Array | null) => (v ? v.reduce((sum, x, i) => sum + x * weight[i]!, 0) / used : 0);
  const [mr, mi] = [mean(re), mean(im)];
  const hann = (k: number, count: number) => 0.5 - 0.5 * kernels.wasm.cos((2 * Math.PI * (k + 0.5)) / count);
  for (let row = 0; row < rows; row += 1) {
    const wy = hann(row, rows);
    for (let col = 0; col < cols; col += 1) {
      const from = row * cols + col;
      const w = wy * hann(col, cols) * weight[from]!;
      real[row * fullCols + col] = w * (re[from]! - mr);
      imaginary[row * fullCols + col] = w * ((im?.[from] ?? 0) - mi);
    }
  }
  const { re: a, im: b } = transformed(kernels, { re: real, im: imaginary }, fullRows, fullCols);
  const power = a.map((v, i) => v * v + b[i]! * b[i]!);
  return { power, rows: fullRows, cols: fullCols };
}

/** How strong a lattice’s orders are in the spectrum of a frame, over what lies as far from DC. */
function ordersIn(kernels: Kernels, measured: MeasuredLight, { a, b }: Lattice, pitch_um: number) {
  const { power, rows, cols } = powerOf(kernels, measured);
  const sorted = ringMedians(power, rows, cols);
  const nominal = (measured.cell * pitch_um) / lengthOf(a);
  const at = (fx: number, fy: number): number => {
    if (Math.abs(fx) > 0.49 || Math.abs(fy) > 0.49) return 0;
    const value = interpolated(power, rows, cols, fx * cols, fy * rows);
    return kernels.wasm.log(1 + value / sorted(Math.sqrt(fx * fx + fy * fy)));
  };
  const score = (angle: number, scale: number): number => {
    const f = nominal / scale;
    const c = f * kernels.wasm.cos(angle);
    const s = f * kernels.wasm.sin(angle);
    let sum = 0;
    for (const n of ORDERS) {
      sum += (at(n * c, n * s) + at(-n * c, -n * s)) / 2;
      if (b) sum += (at(-n * s, n * c) + at(n * s, -n * c)) / 2;
    }
    return sum / (ORDERS.length * (b ? 2 : 1));
  };
  const turn = b ? Math.PI / 2 : Math.PI;
  return { at, score, nominal, turn, reach: ORDERS.at(-1)! * nominal * Math.max(rows, cols), rows, cols };
}

function lengthOf({ x_um, y_um }: Point): number {
  return Math.sqrt(x_um * x_um + y_um * y_um);
}

/** From half of it to one and a half, and from there to three times as large. */
const OTHER_SIZES = [
  { about: 1, range: 0.5 },
  { about: 2.25, range: 1 / 3 },
];

/** How many times as large as said a lattice is that stands out most of the spectrum of a frame, from half of it to three times. */
export function sizeOfLattice(
  kernels: Kernels,
  measured: MeasuredLight,
  lattice: Lattice,
  pitch_um: number,
): number {
  const { score, turn, reach } = ordersIn(kernels, measured, lattice, pitch_um);
  const found = OTHER_SIZES.map(({ about, range }) => {
    const { scale, strength } = strongest(
      (angle, by) => score(angle, about * by),
      turn,
      reach / about,
      range,
    );
    return { size: about * scale, strength };
  });
  return found.reduce((a, b) => (b.strength > a.strength ? b : a)).size;
}

/**
 * Turn and size of a lattice from where its orders lie in the spectrum of a frame. Diffraction changes the strength of
 * an order and not its place, so the frame need not be in focus.
 */
export function findLattice(
  kernels: Kernels,
  measured: MeasuredLight,
  lattice: Lattice,
  { pitch_um, allowed }: Nominal,
): Omit<Pose, 'x' | 'y'> {
  const { a, b } = lattice;
  const { at, score, nominal, turn, reach, rows, cols } = ordersIn(kernels, measured, lattice, pitch_um);
  const drawnAngle = kernels.wasm.atan2(a.y_um, a.x_um);
  const best = strongest(score, turn, reach, allowed.scale);
  const pose = { rotation: best.angle - drawnAngle, scale: best.scale, mirrored: false };
  // a frequency along the lattice's own vector means that it points there
  if (!b) return pose;
  const ofOne = (fx: number, fy: number) =>
    ORDERS.reduce((sum, n) => sum + at(n * fx, n * fy) + at(-n * fx, -n * fy), 0);
  const alike = frequencyAt(nominal / best.scale, best.angle, kernels.wasm);
  const halfStep = 1 / (2 * ORDERS.at(-1)! * Math.max(rows, cols));
  const own = [alike, turned(alike)].map((from) => apart(ofOne, from, allowed.ratio, halfStep));
  const [first, second] = own as [Frequency, Frequency];
  const halfFrame = Math.max(measured.rows, measured.cols) / 2;
  const off = Math.max(distance(first, alike), distance(second, turned(alike))) * ORDERS.at(-1)! * halfFrame;
  return off < PERIODS_OFF ? pose : { ...pose, stretch: stretchOf(alike, first, second) };
}

/**
 * Periods of the highest order by which a similarity may miss a lattice at the frame's edge: from there a fit finds the rest
 * by itself. Pixels that are not square, or a shear, put a large frame of a fine lattice off by more.
 */
const PERIODS_OFF = 0.25;

/** Cycles per cell along x and y. */
type Frequency = readonly [x: number, y: number];

function frequencyAt(f: number, angle: number, { cos, sin }: Kernels['wasm']): Frequency {
  return [f * cos(angle), f * sin(angle)];
}

function turned([x, y]: Frequency): Frequency {
  return [-y, x];
}

function distance([p, q]: Frequency, [r, s]: Frequency): number {
  return Math.sqrt((p - r) * (p - r) + (q - s) * (q - s));
}

/**
 * Where one of a lattice's vectors is seen by itself, near where it is with the other one.
 * @param reach share of itself by which it may be longer or shorter, or lie aside
 */
function apart(
  score: (fx: number, fy: number) => number,
  from: Frequency,
  reach: number,
  step: number,
): Frequency {
  const [x, y] = from;
  const steps = Math.ceil((reach * Math.sqrt(x * x + y * y)) / step);
  let best = { at: from, strength: score(x, y) };
  const tryAt = (fx: number, fy: number) => {
    const strength = score(fx, fy);
    if (strength > best.strength) best = { at: [fx, fy], strength };
  };
  for (let k = -steps; k <= steps; k += 1)
    for (let l = -steps; l <= steps; l += 1) tryAt(x + k * step, y + l * step);
  for (let finer = step / 2, round = 0; round < 4; round += 1, finer /= 2) {
    const [u, v] = best.at;
    tryAt(u - finer, v);
    tryAt(u + finer, v);
    tryAt(u, v - finer);
    tryAt(u, v + finer);
  }
  return best.at;
}

/** What takes periods as a similarity has them to those of two frequencies: the inverse of these times its own. */
function stretchOf(alike: Frequency, [p, q]: Frequency, [r, s]: Frequency): Stretch {
  const [[a, b], [c, d]] = [alike, turned(alike)];
  const det = p * s - q * r;
  return [(s * a - q * c) / det, (s * b - q * d) / det, (p * c - r * a) / det, (p * d - r * b) / det];
}

interface Peak {
  readonly angle: number;
  readonly scale: number;
  readonly strength: number;
}

/**
 * @param reach of the highest order, samples of the spectrum: steps are half of one there
 * @param range of sizes, to both sides
 */
function strongest(
  score: (angle: number, scale: number) => number,
  turn: number,
  reach: number,
  range: number,
): Peak {
  const angles = Math.ceil(2 * turn * reach);
  const sizes = Math.max(3, Math.ceil(4 * range * reach));
  let best: Peak = { angle: 0, scale: 1, strength: -1 };
  const tryAt = (angle: number, scale: number) => {
    const strength = score(angle, scale);
    if (strength > best.strength) best = { angle, scale, strength };
  };
  for (let k = 0; k < angles; k += 1)
    for (let m = 0; m <= sizes; m += 1) tryAt((turn * k) / angles, 1 - range + (2 * range * m) / sizes);
  let [dAngle, dScale] = [turn / angles, (2 * range) / sizes];
  for (let round = 0; round < 6; round += 1) {
    const { angle, scale } = best;
    tryAt(angle - dAngle, scale);
    tryAt(angle + dAngle, scale);
    tryAt(angle, scale - dScale);
    tryAt(angle, scale + dScale);
    [dAngle, dScale] = [dAngle / 2, dScale / 2];
  }
  return best;
}

function interpolated(power: Float32Array, rows: number, cols: number, x: number, y: number): number {
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const u = x - x0;
  const v = y - y0;
  const at = (col: number, row: number) =>
    power[(((row % rows) + rows) % rows) * cols + (((col % cols) + cols) % cols)]!;
  return (
    (1 - v) * ((1 - u) * at(x0, y0) + u * at(x0 + 1, y0)) +
    v * ((1 - u) * at(x0, y0 + 1) + u * at(x0 + 1, y0 + 1))
  );
}

const RINGS = 64;
/** Of the strongest peak's power: what is weaker is no order of a lattice. */
const LEAST_POWER = 1e-5;

/** Median power at a distance from DC, cycles per cell. */
function ringMedians(power: Float32Array, rows: number, cols: number): (radius: number) => number {
  const ringOf = new Uint8Array(rows * cols);
  const counts = new Float64Array(RINGS + 1);
  for (let row = 0, i = 0; row < rows; row += 1) {
    const fy = frequencyOf(row, rows);
    for (let col = 0; col < cols; col += 1, i += 1) {
      const fx = frequencyOf(col, cols);
      const ring = Math.min(RINGS, Math.floor(Math.sqrt(fx * fx + fy * fy) * 2 * RINGS));
      ringOf[i] = ring;
      counts[ring]! += 1;
    }
  }
  const rings = Array.from({ length: RINGS + 1 }, (_, k) => new Float64Array(counts[k]!));
  const filled = new Int32Array(RINGS + 1);
  let most = 1e-30;
  for (let i = 0; i < ringOf.length; i += 1) {
    const ring = ringOf[i]!;
    rings[ring]![filled[ring]!] = power[i]!;
    filled[ring]! += 1;
    if (power[i]! > most) most = power[i]!;
  }
  // beyond a filter there is nothing, and what leaks there would stand out of it
  const floor = LEAST_POWER * most;
  const medians = rings
    .slice(0, RINGS)
    .map((values) => (values.length === 0 ? floor : Math.max(floor, medianInPlace(values))));
  return (radius) => medians[Math.min(RINGS - 1, Math.floor(radius * 2 * RINGS))]!;
}
