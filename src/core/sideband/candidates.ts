import { medianInPlace } from '../fit/median.ts';
import { parabolaTop } from '../fit/parabola-top.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { Frequency } from '../field/frequency.ts';
import { CELLS, type CellMap, type PowerSpectrum } from '../spectrum/power-spectrum.ts';
import type { SidebandSettings } from './sideband-settings.ts';

type CandidateSettings = Pick<SidebandSettings, 'candidates' | 'leastCarrier'>;

/** A place in the half plane where power gathers beyond what its distance from DC explains. */
export interface Candidate {
  /** cycles/px, fx ≥ 0 */
  readonly x: number;
  readonly y: number;
  /** power above the median of its ring, summed over its surroundings */
  readonly excess: number;
}

/** cycles/px: nearer to an axis, a cell and its neighbours, is on it. */
export const AXIS_WIDTH = 1.5 / CELLS;
/** So many are looked at: a frame that needs more has none. */
const MOST = 6;
const RINGS = 96;
/** Beyond the corner of the spectrum, √½ cycles/px. */
const CORNER = 0.7072;

/**
 * The strongest gatherings of power in the half plane, largest first, at least twice their reach apart.
 * The median over each ring around DC is taken off first, so the autocorrelation term and the rings of an
 * inline hologram, which depend on the distance from DC alone, do not count.
 */
export function findCandidates(spectrum: PowerSpectrum, settings: CandidateSettings): Candidate[] {
  const { reach } = settings.candidates;
  const map = spectrum.cells;
  const excess = excessCells(map, settings);
  const gathered = boxSum(excess, map.rows, map.cols, reach);
  const found: Candidate[] = [];
  // the most of each row, as only few rows change from one to the next
  const most = new Int32Array(map.rows);
  const largestIn = (j: number) => {
    const first = j * map.cols;
    const best = largestOf(gathered.subarray(first, first + map.cols));
    most[j] = best < 0 ? -1 : first + best;
  };
  for (let j = 0; j < map.rows; j++) largestIn(j);
  while (found.length < MOST) {
    let best = -1;
    for (const at of most) if (at >= 0 && (best < 0 || gathered[at]! > gathered[best]!)) best = at;
    if (best < 0) break;
    const j = Math.floor(best / map.cols);
    const i = best % map.cols;
    found.push({ x: map.fx(i), y: map.fy(j), excess: gathered[best]! });
    forEachNear(map, j, i, 2 * reach, (at) => (gathered[at] = 0));
    for (let y = Math.max(0, j - 2 * reach); y <= Math.min(map.rows - 1, j + 2 * reach); y++) largestIn(y);
  }
  return found;
}

/** Where the first of the largest positive values is; −1: there is none. */
function largestOf(values: Float64Array): number {
  let best = -1;
  let most = 0;
  for (let i = 0; i < values.length; i++)
    if (values[i]! > most) {
      most = values[i]!;
      best = i;
    }
  return best;
}

/** Power less some medians of its ring around DC, at least 0; 0 near DC, little on the axes. */
export function excessCells(map: CellMap, { candidates, leastCarrier }: CandidateSettings): Float64Array {
  const ringOf = new Int16Array(map.rows * map.cols).fill(-1);
  const counts = new Int32Array(RINGS);
  for (let j = 0; j < map.rows; j++) {
    const fy = map.fy(j);
    for (let i = 0; i < map.cols; i++) {
      const fx = map.fx(i);
      const radius = Math.sqrt(fx * fx + fy * fy);
      if (radius < leastCarrier) continue;
      const ring = Math.min(RINGS - 1, Math.floor((radius / CORNER) * RINGS));
      ringOf[j * map.cols + i] = ring;
      counts[ring]!++;
    }
  }
  const medians = ringMedians(map, ringOf, counts);
  const out = new Float64Array(map.power.length);
  for (let j = 0; j < map.rows; j++) {
    for (let i = 0; i < map.cols; i++) {
      const at = j * map.cols + i;
      const ring = ringOf[at]!;
      if (ring < 0) continue;
      const onAxis = Math.abs(map.fx(i)) < AXIS_WIDTH || Math.abs(map.fy(j)) < AXIS_WIDTH;
      out[at] =
        (onAxis ? candidates.axisWeight : 1) *
        Math.max(0, map.power[at]! - candidates.medians * medians[ring]!);
    }
  }
  return out;
}

function ringMedians(map: CellMap, ringOf: Int16Array, counts: Int32Array): Float64Array {
  const rings = Array.from(counts, (count) => new Float64Array(count));
  const filled = new Int32Array(counts.length);
  for (let at = 0; at < ringOf.length; at++) {
    const ring = ringOf[at]!;
    if (ring >= 0) rings[ring]![filled[ring]!++] = map.power[at]!;
  }
  return Float64Array.from(rings, (values) => (values.length ? medianInPlace(values) : 0));
}

/** Sums over (2 reach + 1)² cells; cells beyond the map count as empty. */
function boxSum(values: Float64Array, rows: number, cols: number, reach: number): Float64Array {
  const along = new Float64Array(values.length);
  const out = new Float64Array(values.length);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < cols; i++) {
      let sum = 0;
      for (let k = Math.max(0, i - reach); k <= Math.min(cols - 1, i + reach); k++)
        sum += values[j * cols + k]!;
      along[j * cols + i] = sum;
    }
  }
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < cols; i++) {
      let sum = 0;
      for (let k = Math.max(0, j - reach); k <= Math.min(rows - 1, j + reach); k++)
        sum += along[k * cols + i]!;
      out[j * cols + i] = sum;
    }
  }
  return out;
}

function forEachNear(map: CellMap, j: number, i: number, reach: number, visit: (at: number) => void): void {
  for (let y = Math.max(0, j - reach); y <= Math.min(map.rows - 1, j + reach); y++) {
    for (let x = Math.max(0, i - reach); x <= Math.min(map.cols - 1, i + reach); x++) visit(y * map.cols + x);
  }
}

/** The peak near a candidate by a parabola through the log power (a Hann window's lobe is nearly Gaussian), or the centre of power. */
export function refineCarrier(
  kernels: Kernels,
  spectrum: PowerSpectrum,
  near: Frequency,
  { reach, peakShare }: SidebandSettings['candidates'],
): Frequency {
  const { rows, cols } = spectrum;
  const v0 = Math.round(near.y * rows);
  const u0 = Math.round(near.x * cols);
  // within what was gathered, and a cell more
  const within = (reach + 1) / CELLS;
  const reachV = Math.ceil(within * rows);
  const reachU = Math.ceil(within * cols);
  const at = (v: number, u: number) => kernels.wasm.readPower(spectrum.power, { frameCols: cols, v, u });
  let best = { v: v0, u: u0, power: -1 };
  let sum = 0;
  let sumV = 0;
  let sumU = 0;
  for (let v = v0 - reachV; v <= v0 + reachV; v++) {
    for (let u = Math.max(0, u0 - reachU); u <= u0 + reachU; u++) {
      const power = at(v, u);
      sum += power;
      sumV += v * power;
      sumU += u * power;
      if (power > best.power) best = { v, u, power };
    }
  }
  let peak = 0;
  for (let dv = -1; dv <= 1; dv++) for (let du = -1; du <= 1; du++) peak += at(best.v + dv, best.u + du);
  if (!isPeak(peak, sum, { peakShare })) return inHalfPlane({ x: sumU / sum / cols, y: sumV / sum / rows });
  const log = (v: number, u: number) => kernels.wasm.log(at(v, u) + 1e-30);
  const centre = log(best.v, best.u);
  const y = (best.v + parabolaTop(log(best.v - 1, best.u), centre, log(best.v + 1, best.u))) / rows;
  const x = (best.u + parabolaTop(log(best.v, best.u - 1), centre, log(best.v, best.u + 1))) / cols;
  return inHalfPlane({ x, y });
}

/** Whether what a bin and its neighbours hold of the power around is a peak of it, and not speckle. */
export function isPeak(
  own: number,
  around: number,
  { peakShare }: Pick<SidebandSettings['candidates'], 'peakShare'>,
): boolean {
  return own >= peakShare * around;
}

/** Of the two twins, the one with fx > 0, or fy > 0 where fx is 0 to within half a thousandth. */
export function inHalfPlane(f: Frequency): Frequency {
  const onAxis = Math.abs(f.x) < 5e-4;
  return (onAxis ? f.y < 0 : f.x < 0) ? { x: -f.x, y: -f.y } : f;
}
