import { NOISE_TILES } from '../../demodulate/demodulate-pair.ts';
import { tileBounds } from '../../field/tile-bounds.ts';
import { bytesIn, corner, type ComplexPlane } from '../../kernel/plane.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { propagate } from '../../propagate/propagate.ts';
import type { Recipe } from '../../recipe/values.ts';
import { propagationOf, type FieldToFocus, type FocusFieldSettings } from './focus-field.ts';
import type { TwinChoice } from './choose-twin.ts';

/**
 * By how much the phase changes, to the square and per noise tile, where the distance that was found is off by its uncertainty:
 * the field is taken that much further and compared with itself, the bright places counting as they carry phase.
 * @param focused the field in focus, 1 (or `outside`) where there is no sample
 * @returns rad²; null where the distance was given
 */
export function foundDistanceDoubt(
  kernels: Kernels,
  focused: FieldToFocus,
  { focus }: TwinChoice,
  recipe: Recipe,
  settings: FocusFieldSettings,
): Float64Array | null {
  if (!focus || !(focus.uncertainty > 0)) return null;
  const { plane, rows, cols } = focused.field;
  using scope = kernels.scope();
  const moved = scope.complex(plane.rows, plane.cols);
  const bytes = Math.min(bytesIn(plane), bytesIn(moved));
  kernels.bytes(moved.ptr, bytes).set(kernels.bytes(plane.ptr, bytes));
  propagate(kernels, moved, rows, cols, {
    ...propagationOf(focused, recipe, settings),
    z: focus.uncertainty,
  });
  return changesOfPhase(kernels, corner(plane, rows, cols), corner(moved, rows, cols));
}

/** Mean square of Im(b a*) over that of |a|², per noise tile: b's phase less a's, where both are nearly alike. */
function changesOfPhase(kernels: Kernels, a: ComplexPlane, b: ComplexPlane): Float64Array {
  const [here, there] = [a, b].map((plane) => kernels.floats(plane.ptr, floatsIn(plane))) as [
    Float32Array,
    Float32Array,
  ];
  const pitch = floatsPerRow(a);
  return Float64Array.from({ length: NOISE_TILES * NOISE_TILES }, (_, t) => {
    const y = tileBounds(Math.floor(t / NOISE_TILES), NOISE_TILES, a.rows);
    const x = tileBounds(t % NOISE_TILES, NOISE_TILES, a.cols);
    let [across, along] = [0, 0];
    for (let row = y.from; row < y.to; row++)
      for (let col = x.from; col < x.to; col++) {
        const k = row * pitch + inRow(col);
        const [re, im] = [here[k]!, here[k + TO_IMAGINARY]!];
        const turned = there[k + TO_IMAGINARY]! * re - there[k]! * im;
        const power = re * re + im * im;
        across += turned * turned;
        along += power * power;
      }
    return across / (along + 1e-300);
  });
}
