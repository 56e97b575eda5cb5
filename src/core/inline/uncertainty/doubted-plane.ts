import { evidenceSettings } from '../../evidence/evidence-settings.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import { defocusDoubt } from '../../uncertainty/defocus-doubt.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';
import { responseVariance, varianceApart } from '../response/response-variance.ts';

interface DoubtedDistance {
  /** µm, to the sensor, and by how much that may be off: one standard deviation */
  readonly z: number;
  readonly off: number;
  /** whether it is worth the time of another field */
  readonly isOpen: boolean;
  readonly optics: SensorOptics;
  readonly tiles: number;
  /** 1 for each tile that holds sample */
  readonly sample: Uint8Array;
}

/**
 * Phase variance over equal shares of the frame, rad², that a distance in doubt leaves of a field that was retrieved there. A frame
 * records φ sin χ, χ = πλz f², so that a weak broad phase is off by the share of itself that the distance is, and detail by what the
 * field loses on the way; where that is more than a person may overlook, it is what the field of a distance one standard deviation
 * farther has otherwise. Beside the sample
 * two fields differ by what is seen there anyway.
 * @param otherField the field retrieved at a distance (µm); the scope owns it
 */
export function doubtedPlane(
  kernels: Kernels,
  field: ComplexPlane,
  { z, off, isOpen, optics, tiles, sample }: DoubtedDistance,
  otherField: (scope: Scope, z: number) => ComplexPlane,
): Float64Array {
  const { rows, cols, sampling, wavelength } = optics;
  const share = responseVariance(kernels, field, tiles, off / Math.abs(z));
  const radius = 1 / (2 * Math.min(sampling.pitchX, sampling.pitchY));
  const beyond = { re: 1, im: 0 };
  const way = { sampling, wavelength, radius, outside: beyond, taper: 0 };
  const plane = { plane: field, rows, cols };
  const moved = defocusDoubt(kernels, plane, tiles, { distance: off, wavelength: 0 }, way).distance!;
  const first = share.map((variance, t) => variance + sample[t]! * moved[t]!);
  const most = first.reduce((a, b) => Math.max(a, b), 0);
  if (!isOpen || most <= evidenceSettings.phase * evidenceSettings.phase) return first;
  using scope = kernels.scope();
  const other = otherField(scope, z + Math.sign(z) * off);
  const apart = varianceApart(kernels, field, other, tiles);
  return share.map((variance, t) => (sample[t] ? apart[t]! : variance));
}
