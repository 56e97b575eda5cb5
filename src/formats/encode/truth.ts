import type { RealMap } from '../../core/reconstruction.ts';
import type { Truth } from '../../core/simulate/truth.ts';
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
  });
}
