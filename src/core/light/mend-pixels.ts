import type { RealPlane } from '../kernel/plane.ts';
import { medianInPlace } from '../fit/median.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { LightSettings } from './light-settings.ts';

/**
 * Gives pixels that stay bright or dark whatever light they get the median of those around them. Diffracted light is never that
 * sharp: a pixel counts as broken where it stands out from that median by many times the noise, and by more than a few times what
 * those around it differ among themselves, but for one that is broken as well. Frames in which many do hold something else, and stay as they are.
 * @param amplitude changed
 * @param sigma standard deviation of its noise
 * @returns which were mended, as places among the plane's floats
 */
export function mendPixels(
  kernels: Kernels,
  amplitude: RealPlane,
  sigma: number,
  { evidence, pixels: { around } }: Pick<LightSettings, 'evidence' | 'pixels'>,
): readonly number[] {
  const { rows, cols, pitch } = amplitude;
  const least = evidence.sure * sigma;
  const values = kernels.floats(amplitude.ptr, rows * pitch);
  // all around one
  const ring = new Float64Array(8);
  const [places, mended]: [number[], number[]] = [[], []];
  for (let row = 0; row < rows; row += 1) {
    // beyond the frame it goes back as it came
    const [up, down] = [row > 0 ? -pitch : pitch, row < rows - 1 ? pitch : -pitch];
    // three neighbours differ too little to say anything of a corner
    const corner = row === 0 || row === rows - 1 ? 1 : 0;
    for (let col = corner; col < cols - corner; col += 1) {
      const at = row * pitch + col;
      const value = values[at]!;
      const [left, right] = [col > 0 ? -1 : 1, col < cols - 1 ? 1 : -1];
      // the four beside it tell nearly always that it is none
      if (!standsOut(values, at, { left, right, up, down }, least)) continue;
      let k = 0;
      for (const dy of [up, 0, down])
        for (const dx of [left, 0, right]) if (dx !== 0 || dy !== 0) ring[k++] = values[at + dy + dx]!;
      const middle = medianInPlace(ring);
      const out = Math.abs(value - middle);
      if (!(out > least)) continue;
      // what goes back into the frame counts twice there
      const isInside = left !== right && up !== down;
      if (!(out > around * rangeOf(ring) || (isInside && out > around * besidePair(ring, middle, around))))
        continue;
      places.push(at);
      mended.push(middle);
    }
  }
  if (places.length > evidence.spoilt * rows * cols) return [];
  places.forEach((at, k) => (values[at] = mended[k]!));
  return places;
}

/** Whether a pixel is brighter, or darker, than three of the four beside it: the fourth may be broken, too. */
function standsOut(
  values: Float32Array,
  at: number,
  { left, right, up, down }: Readonly<Record<'left' | 'right' | 'up' | 'down', number>>,
  by: number,
): boolean {
  const value = values[at]!;
  const [a, b] = [value - values[at + left]!, value - values[at + right]!];
  // whoever is like both beside it in its row is like two
  if (!(Math.abs(a) > by) && !(Math.abs(b) > by)) return false;
  const [c, d] = [value - values[at + up]!, value - values[at + down]!];
  const brighter = Number(a > by) + Number(b > by) + Number(c > by) + Number(d > by);
  const darker = Number(a < -by) + Number(b < -by) + Number(c < -by) + Number(d < -by);
  return Math.max(brighter, darker) >= 3;
}

/**
 * What the others of a ring must be outdone by where the one that is farthest from their middle is broken as well: as two hide a line's
 * end, they must stand out so much more. Infinity: that one is like the others.
 */
function besidePair(ring: Float64Array, middle: number, around: number): number {
  ring.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  const least = around * rangeOf(ring, ring.length - 1);
  return Math.abs(ring[ring.length - 1]! - middle) > around * least ? least : Infinity;
}

/** Without a spread: as arguments of a call these few values took a twentieth of a calibration's time. */
function rangeOf(values: Float64Array, count = values.length): number {
  let [low, high] = [Infinity, -Infinity];
  for (let k = 0; k < count; k += 1) {
    low = Math.min(low, values[k]!);
    high = Math.max(high, values[k]!);
  }
  return high - low;
}
