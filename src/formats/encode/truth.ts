import type { RealMap } from '../../core/reconstruction/reconstruction.ts';
import type { PlacedTarget } from '../../core/simulate/place-target.ts';
import type { Truth } from '../../core/simulate/truth.ts';
import { outline } from '../../core/targets/shape.ts';
import { asciiBytes } from './bytes.ts';
import type { EncodedFile } from './encoded-file.ts';
import { encodeNpyArray } from './npy-array.ts';
import { encodeNpz } from './npz.ts';

/** The truth of a simulation as NPZ: maps as float32, the field as complex64, numbers as float64 arrays. */
export function encodeTruth(truth: Truth): Promise<EncodedFile> {
  const { field } = truth;
  const map = ({ rows, cols, data }: RealMap) => encodeNpyArray(data, [rows, cols]);
  const numbers = (...values: number[]) => encodeNpyArray(Float64Array.from(values), [values.length]);
  return encodeNpz({
    field: encodeNpyArray(field.data, [field.rows, field.cols], true),
    amplitude: map(truth.amplitude),
    phase: map(truth.phase),
    unwrapped_phase: map(truth.unwrappedPhase),
    continuous_phase: map(truth.continuousPhase),
    pupil_radius_cycles_per_px: numbers(truth.pupil_radius_cycles_per_px),
    eta: numbers(truth.eta),
    photoelectrons: numbers(truth.photoelectrons),
    gain_counts_per_electron: numbers(truth.gain),
    ...(truth.carrier_cycles_per_px && { carrier_cycles_per_px: numbers(...truth.carrier_cycles_per_px) }),
    ...(truth.visibility !== null && { visibility: numbers(truth.visibility) }),
    ...(truth.target && targetArrays(truth.target)),
  });
}

/**
 * The geometry of a target: `target_id` (ASCII), how it lies, the maps [copies, 2, 3] from µm on the target to pixel
 * coordinates that count centres, and what lies in the view, in µm on the target: [area, x, y] for every corner and
 * [area, x, y, radius] for every circle. A line without ends is cut beyond the view.
 */
function targetArrays(target: PlacedTarget): Record<string, EncodedFile> {
  const { placement, affines, pitch_um, window, model } = target;
  const table = (rows: readonly (readonly number[])[], columns: number) =>
    encodeNpyArray(Float64Array.from(rows.flat()), [rows.length, columns]);
  const toPixels = affines.flatMap(({ xx, xy, x0, yx, yy, y0 }) => [
    ...[xx / pitch_um, xy / pitch_um, x0 / pitch_um - 0.5],
    ...[yx / pitch_um, yy / pitch_um, y0 / pitch_um - 0.5],
  ]);
  const shapes = model.areas(window).map(({ shape }) => shape);
  const corners = shapes.flatMap((shape, i) =>
    shape.kind === 'circle' ? [] : outline(shape, window).map(({ x_um, y_um }) => [i, x_um, y_um]),
  );
  const circles = shapes.flatMap((shape, i) =>
    shape.kind === 'circle' ? [[i, shape.centre.x_um, shape.centre.y_um, shape.radius_um]] : [],
  );
  const { rotation_deg, shift_x_um, shift_y_um, anisotropy, shear } = placement;
  const id = asciiBytes(target.target_id);
  return {
    target_id: encodeNpyArray(id, [id.length]),
    target_feature_size_um: table([[target.feature_size_um]], 1),
    target_placement: table([[rotation_deg, shift_x_um, shift_y_um, anisotropy, shear]], 5),
    target_to_px: encodeNpyArray(Float64Array.from(toPixels), [affines.length, 2, 3]),
    target_corners_um: table(corners, 3),
    target_circles_um: table(circles, 4),
  };
}
