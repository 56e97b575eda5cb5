import { tileBounds } from '../field/tile-bounds.ts';
import { bytesIn, corner, type ComplexPlane } from '../kernel/plane.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { propagate, type PropagateOptions } from '../propagate/propagate.ts';
import type { StatedDefocus } from '../rig/stated-defocus.ts';

/** What a field in the wrong plane does to the phase, rad² per tile; null: it is in the right one. */
export interface DefocusDoubt {
  readonly distance: Float64Array | null;
  readonly wavelength: Float64Array | null;
}

/**
 * By how much the phase changes, to the square, where the distance and the wavelength are off by their uncertainties: the
 * field is taken that much further and compared with itself, the bright places counting as they carry phase.
 * @param field rows × cols used of its plane, in focus; left as it is
 * @param tiles a side of the grid that is averaged over
 */
export function defocusDoubt(
  kernels: Kernels,
  field: { readonly plane: ComplexPlane; readonly rows: number; readonly cols: number },
  tiles: number,
  { distance, wavelength }: StatedDefocus,
  propagation: Omit<PropagateOptions, 'z'>,
): DefocusDoubt {
  const both = Math.sqrt(distance * distance + wavelength * wavelength);
  if (!(both > 0)) return { distance: null, wavelength: null };
  const moved = changesOnTheWay(kernels, field, tiles, [{ ...propagation, z: both }]).phase;
  // a small defocus changes the phase in proportion to it
  const part = (z: number) => (z > 0 ? moved.map((v) => v * (z / both) * (z / both)) : null);
  return { distance: part(distance), wavelength: part(wavelength) };
}

/** By how much a field changes across its own phase, per tile: of its phase where it is bright, and of itself. */
export interface Changes {
  /** rad² */
  readonly phase: Float64Array;
  /** E|n|² of noise that does as much */
  readonly field: Float64Array;
}

/**
 * What changes where a field is taken further, step by step.
 * @param wanted whether a tile is looked at; others stay 0
 */
export function changesOnTheWay(
  kernels: Kernels,
  { plane, rows, cols }: { readonly plane: ComplexPlane; readonly rows: number; readonly cols: number },
  tiles: number,
  further: readonly PropagateOptions[],
  wanted: (tile: number) => boolean = () => true,
): Changes {
  using scope = kernels.scope();
  const moved = scope.complex(plane.rows, plane.cols);
  const bytes = Math.min(bytesIn(plane), bytesIn(moved));
  kernels.bytes(moved.ptr, bytes).set(kernels.bytes(plane.ptr, bytes));
  for (const step of further) propagate(kernels, moved, rows, cols, step);
  return changesAcross(kernels, corner(plane, rows, cols), corner(moved, rows, cols), tiles, wanted);
}

/**
 * Per tile the mean square of Im(b a*) over that of |a|²: b's phase less a's, where both are nearly alike. And twice the mean
 * square of Im(b a*) / |a|: noise has as much along the phase as across it.
 */
function changesAcross(
  kernels: Kernels,
  a: ComplexPlane,
  b: ComplexPlane,
  tiles: number,
  wanted: (tile: number) => boolean,
): Changes {
  const [here, there] = [a, b].map((plane) => kernels.floats(plane.ptr, floatsIn(plane))) as [
    Float32Array,
    Float32Array,
  ];
  const pitch = floatsPerRow(a);
  const changes = { phase: new Float64Array(tiles * tiles), field: new Float64Array(tiles * tiles) };
  for (let t = 0; t < tiles * tiles; t++) {
    if (!wanted(t)) continue;
    const y = tileBounds(Math.floor(t / tiles), tiles, a.rows);
    const x = tileBounds(t % tiles, tiles, a.cols);
    let [across, along, noise] = [0, 0, 0];
    for (let row = y.from; row < y.to; row++)
      for (let col = x.from; col < x.to; col++) {
        const k = row * pitch + inRow(col);
        const [re, im] = [here[k]!, here[k + TO_IMAGINARY]!];
        const turned = there[k + TO_IMAGINARY]! * re - there[k]! * im;
        const power = re * re + im * im;
        across += turned * turned;
        along += power * power;
        noise += (turned * turned) / (power + 1e-300);
      }
    changes.phase[t] = across / (along + 1e-300);
    changes.field[t] = (2 * noise) / ((y.to - y.from) * (x.to - x.from));
  }
  return changes;
}
