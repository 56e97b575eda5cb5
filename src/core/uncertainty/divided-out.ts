import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { ComplexPlane } from '../kernel/plane.ts';

/**
 * What a background frame has beside its light: fringes of a reflection, speckle, dust, and its noise. Each is a field of which half is
 * along the light, so that its modulus tells, however the phase runs.
 */
export interface DividedStructure {
  /** tiles along a side of the frame */
  readonly tiles: number;
  /** E|s|² over the light's, row by row */
  readonly power: Float64Array;
}

/** Row by row, of so many samples a side, from a sample of the field on. */
interface SquareTiles {
  readonly tilesX: number;
  readonly top: number;
  readonly left: number;
  readonly side: number;
}

/** Times its mean that a tile may show of stray light: of squares that scatter as those of two normal numbers do, 5 % of the sum lie beyond. */
const MOST_SHOWN = 3;

/**
 * rad² per tile, of what a background frame divided out: that was right where the sample left the light as it was. Where it turned it, u,
 * a wave that passes beside it is left with s (1 − u), and one that went through it with nothing. As much of the first counts as the
 * modulus shows over all such tiles.
 * @param plane a levelled field, 1 where there is no sample
 * @param divided E|s|² of what was divided out, per tile; 0: nothing
 * @param shown what the modulus has beyond what is known
 */
export function leftDividedOut(
  kernels: Kernels,
  plane: ComplexPlane,
  { tilesX, top, left, side }: SquareTiles,
  divided: Float64Array,
  shown: Float64Array,
): Float64Array {
  const pitch = floatsPerRow(plane);
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  let [most, seen] = [0, 0];
  const light = new Float64Array(divided.length);
  const powers = divided.map((stray, t) => {
    if (stray === 0) return 0;
    const [row, col] = [top + side * Math.floor(t / tilesX), left + side * (t % tilesX)];
    let turned = 0;
    for (let y = row; y < row + side; y++)
      for (let x = col; x < col + side; x++) {
        const at = y * pitch + inRow(x);
        const [re, im] = [values[at]!, values[at + TO_IMAGINARY]!];
        turned += (1 - re) * (1 - re) + im * im;
        light[t]! += (re * re + im * im) / (side * side);
      }
    const power = (0.5 * stray * turned) / (side * side);
    most += power * turned;
    seen += Math.min(shown[t]!, MOST_SHOWN * power) * turned;
    return power;
  });
  const share = most > 0 ? Math.min(1, seen / most) : 0;
  // a phase knows the less of a field the dimmer that is, and nothing where it is no brighter than what strays
  return powers.map((power, t) => (power > 0 ? (share * power) / Math.max(light[t]!, divided[t]!) : 0));
}
