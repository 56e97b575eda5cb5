import { medianInPlace } from '../fit/median.ts';
import { CELLS, type CellMap } from '../spectrum/cell-map.ts';
import type { PowerSpectrum } from '../spectrum/power-spectrum.ts';

/** A place in the half plane where power gathers beyond what its distance from DC explains. */
export interface Candidate {
  /** cycles/px, fx ≥ 0 */
  readonly x: number;
  readonly y: number;
  /** power above the median of its ring, summed over its surroundings */
  readonly excess: number;
}

/** A carrier below this can't be told from the autocorrelation term around DC. */
const LEAST_CARRIER = 0.03;
/** Beyond this, sampling artefacts of the camera sit on the Nyquist lines. */
const NYQUIST_BORDER = 0.487;
/** Cells (half width) over which excess is summed: a few bins for a sharp carrier, more for a curved one. */
const SURROUNDINGS = 3;
const RINGS = 96;
/** Cells on an axis hold stripes of the camera and of the frame's edges: a carrier there must be this much stronger. */
const AXIS_WEIGHT = 0.05;

/**
 * The strongest gatherings of power in the half plane, largest first, at least 2 · SURROUNDINGS cells apart.
 * The median over each ring around DC is taken off first, so the autocorrelation term and the rings of an
 * inline hologram, which depend on the distance from DC alone, do not count.
 */
export function findCandidates(spectrum: PowerSpectrum, count: number): Candidate[] {
  const map = spectrum.cells;
  const excess = aboveRingMedian(map);
  const gathered = boxSum(excess, map.rows, map.cols, SURROUNDINGS);
  const found: Candidate[] = [];
  const taken = new Uint8Array(gathered.length);
  while (found.length < count) {
    let best = -1;
    for (let i = 0; i < gathered.length; i++) {
      if (!taken[i] && gathered[i]! > 0 && (best < 0 || gathered[i]! > gathered[best]!)) best = i;
    }
    if (best < 0) break;
    const j = Math.floor(best / map.cols);
    const i = best % map.cols;
    found.push({ x: map.fx(i), y: map.fy(j), excess: gathered[best]! });
    forEachNear(map, j, i, 2 * SURROUNDINGS, (at) => (taken[at] = 1));
  }
  return found;
}

/** Power less twice the median of its ring around DC, at least 0; 0 near DC and at the border, little on the axes. */
function aboveRingMedian(map: CellMap): Float64Array {
  const ringOf = new Int16Array(map.rows * map.cols).fill(-1);
  const counts = new Int32Array(RINGS);
  for (let j = 0; j < map.rows; j++) {
    const fy = map.fy(j);
    for (let i = 0; i < map.cols; i++) {
      const fx = map.fx(i);
      const radius = Math.sqrt(fx * fx + fy * fy);
      const onBorder = Math.abs(fx) > NYQUIST_BORDER || Math.abs(fy) > NYQUIST_BORDER;
      if (radius < LEAST_CARRIER || onBorder) continue;
      const ring = Math.min(RINGS - 1, Math.floor((radius / 0.7072) * RINGS));
      ringOf[j * map.cols + i] = ring;
      counts[ring]!++;
    }
  }
  const medians = ringMedians(map, ringOf, counts);
  const out = new Float64Array(map.power.length);
  const guard = 1.5 / CELLS;
  for (let j = 0; j < map.rows; j++) {
    for (let i = 0; i < map.cols; i++) {
      const at = j * map.cols + i;
      const ring = ringOf[at]!;
      if (ring < 0) continue;
      const onAxis = Math.abs(map.fx(i)) < guard || Math.abs(map.fy(j)) < guard;
      out[at] = (onAxis ? AXIS_WEIGHT : 1) * Math.max(0, map.power[at]! - 2 * medians[ring]!);
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
