import type { BytesAt } from '../kernel/addresses.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';
import type { UnwrappingSettings } from './unwrapping-settings.ts';

interface RimPlanes {
  readonly wrapped: RealPlane;
  readonly modulus: RealPlane;
  /** stated uncertainty of the phase, rad; absent: next to nothing */
  readonly sigma?: RealPlane;
}

/**
 * What a sharp step of a quarter turn leaves of the amplitude, cos(π/4), and how fast the phase runs there, as a share of the
 * filter's rim: half of what it does in the step's middle, 4 tan(π/4) / 2π.
 */
const QUARTER_TURN = { dip: Math.SQRT1_2, slope: 1 / Math.PI };

/** Bytes: 1 where a sample tells nothing of turns. @param scope owns them @returns null where there are too few to part anything */
export function rimsOf(
  kernels: Kernels,
  scope: Scope,
  { wrapped, modulus, sigma }: RimPlanes,
  samplesPerCycle: { readonly x: number; readonly y: number },
  reach: number,
  settings: UnwrappingSettings,
): Uint8Array | null {
  const samples = wrapped.rows * wrapped.cols;
  const rims = scope.bytes(samples);
  const slope = (share: number, perCycle: number) => (share * 2 * Math.PI) / perCycle;
  const found = kernels.wasm.markRims(wrapped, modulus, rims, {
    reach,
    dip: QUARTER_TURN.dip,
    slopeX: slope(QUARTER_TURN.slope, samplesPerCycle.x),
    slopeY: slope(QUARTER_TURN.slope, samplesPerCycle.y),
    steepX: slope(settings.steepShare, samplesPerCycle.x),
    steepY: slope(settings.steepShare, samplesPerCycle.y),
  });
  const unsure = sigma ? alsoRims(kernels, rims, sigma, settings.usefulSigma) : 0;
  // a ring around the smallest disc that the filter resolves has more
  return found + unsure < 2 * Math.PI * reach ? null : kernels.bytes(rims, samples);
}

/** Samples whose phase is so uncertain that wraps and noise can't be told apart become rims. @returns how many did */
function alsoRims(
  kernels: Kernels,
  rims: BytesAt,
  { ptr, rows, cols, pitch }: RealPlane,
  most: number,
): number {
  const sigma = kernels.floats(ptr, rows * pitch);
  const marks = kernels.bytes(rims, rows * cols);
  let found = 0;
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < cols; x++) {
      if (sigma[y * pitch + x]! < most || marks[y * cols + x] !== 0) continue;
      marks[y * cols + x] = 1;
      found++;
    }
  return found;
}

/**
 * Rims with all that lies within a cycle of the frame's edges, or less than another cycle from there to a rim's end.
 * @param beyond samples more at each edge that light from beyond the frame has a say in
 */
export function withoutEdges(
  rims: Uint8Array,
  rows: number,
  cols: number,
  reach: number,
  beyond: number,
): Uint8Array {
  const inside = (of: Uint8Array, from: Uint8Array, edge: number) => {
    for (let y = edge; y < rows - edge; y++)
      of.set(from.subarray(y * cols + edge, (y + 1) * cols - edge), y * cols + edge);
    return of;
  };
  const framed = inside(new Uint8Array(rims.length).fill(1), rims, reach + beyond);
  return inside(gapsClosed(framed, rows, cols, reach), rims, 2 * reach + beyond);
}

/** Rims without gaps of fewer samples than `width`: closed by a square of that width. */
export function gapsClosed(rims: Uint8Array, rows: number, cols: number, width: number): Uint8Array {
  const spread = (from: Uint8Array, value: number, by: 1 | -1) => {
    const across = followed(from, value, { lines: rows, next: cols, count: cols, step: 1, by, width });
    return followed(across, value, { lines: cols, next: 1, count: rows, step: cols, by, width });
  };
  return spread(spread(rims, 1, 1), 0, -1);
}

/** Samples along lines: so many lines from one to the next, of so many samples, gone through forwards or backwards. */
interface Along {
  readonly lines: number;
  readonly next: number;
  readonly count: number;
  readonly step: number;
  readonly by: 1 | -1;
  readonly width: number;
}

/** What follows a value along its line, by less than `width`, becomes that value. */
function followed(
  from: Uint8Array,
  value: number,
  { lines, next, count, step, by, width }: Along,
): Uint8Array {
  const out = from.slice();
  for (let line = 0; line < lines; line++) {
    let at = line * next + (by > 0 ? 0 : (count - 1) * step);
    let left = 0;
    for (let k = 0; k < count; k++, at += by * step) {
      if (from[at] === value) left = width;
      else if (left > 1) {
        left--;
        out[at] = value;
      } else left = 0;
    }
  }
  return out;
}
