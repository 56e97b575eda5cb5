import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { KernelExports } from '../kernel/exports.ts';
import type { RealPlane } from '../kernel/plane.ts';

/** Pixels to either side that one is made of. */
const REACH = 16;
/** Steps of half a cycle per pixel in which the filter's taps are summed up. */
const STEPS = 256;
/** What hardly passed is left as it is: along an axis nothing grows to more than nine times, half the reciprocal of the root of this. */
const LEAST_PASSED_SQUARED = 0.003;

/**
 * A frame before it was blurred alike in all places. Beyond its edges it is taken for mirrored.
 * @param passed what the blur left of a frequency along one axis, cycles/px
 * @param scope owns the plane that is returned
 */
export function unblurred(
  kernels: Kernels,
  scope: Scope,
  { ptr, rows, cols, pitch }: RealPlane,
  passed: (frequency: number) => number,
): RealPlane {
  const taps = tapsFor(passed, kernels.wasm);
  const plane = scope.real(rows, cols);
  const from = kernels.floats(ptr, rows * pitch);
  const to = kernels.floats(plane.ptr, rows * plane.pitch);
  const line = new Float64Array(Math.max(rows, cols) + 2 * REACH);
  for (let y = 0; y < rows; y++) {
    mirrored(line, cols, (x) => from[y * pitch + x]!);
    for (let x = 0; x < cols; x++) to[y * plane.pitch + x] = filteredAt(line, x, taps);
  }
  for (let x = 0; x < cols; x++) {
    mirrored(line, rows, (y) => to[y * plane.pitch + x]!);
    for (let y = 0; y < rows; y++) to[y * plane.pitch + x] = filteredAt(line, y, taps);
  }
  return plane;
}

function mirrored(line: Float64Array, count: number, value: (at: number) => number): void {
  const within = (at: number) => (at < 0 ? -1 - at : at >= count ? 2 * count - 1 - at : at);
  for (let k = -REACH; k < count + REACH; k++)
    line[k + REACH] = value(Math.min(count - 1, Math.max(0, within(k))));
}

function filteredAt(line: Float64Array, at: number, taps: Float64Array): number {
  let sum = taps[0]! * line[at + REACH]!;
  for (let n = 1; n <= REACH; n++) sum += taps[n]! * (line[at + REACH - n]! + line[at + REACH + n]!);
  return sum;
}

/** Taps 0 to {@link REACH}, which add up to 1 with those of the other side. */
function tapsFor(passed: (frequency: number) => number, { cos }: Pick<KernelExports, 'cos'>): Float64Array {
  const taps = new Float64Array(REACH + 1);
  for (let k = 0; k < STEPS; k++) {
    const frequency = (k + 0.5) / (2 * STEPS);
    const share = passed(frequency);
    const gain = share / (share * share + LEAST_PASSED_SQUARED);
    for (let n = 0; n <= REACH; n++) taps[n]! += gain * cos(2 * Math.PI * frequency * n);
  }
  const all = taps.reduce((sum, tap, n) => sum + (n === 0 ? tap : 2 * tap), 0);
  return taps.map((tap) => tap / all);
}
