import { evidenceSettings } from '../../evidence/evidence-settings.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import { responseVariance, varianceApart } from '../response/response-variance.ts';

interface DoubtedDistance {
  /** µm, to the sensor, and by how much that may be off: one standard deviation */
  readonly z: number;
  readonly off: number;
  /** whether it is worth the time of another field */
  readonly isOpen: boolean;
  readonly tiles: number;
  /** 1 for each tile that holds sample */
  readonly sample: Uint8Array;
}

/**
 * Phase variance over equal shares of the frame, rad², that a distance in doubt leaves of a field that was retrieved there. A frame
 * records φ sin χ, χ = πλz f², so that a weak broad phase is off by the share of itself that the distance is; where that is more
 * than a person may overlook, it is what the field of a distance one standard deviation farther has otherwise. Beside the sample
 * two fields differ by what is seen there anyway.
 * @param otherField the field retrieved at a distance (µm); the scope owns it
 */
export function doubtedPlane(
  kernels: Kernels,
  field: ComplexPlane,
  { z, off, isOpen, tiles, sample }: DoubtedDistance,
  otherField: (scope: Scope, z: number) => ComplexPlane,
): Float64Array {
  const share = responseVariance(kernels, field, tiles, off / Math.abs(z));
  const most = share.reduce((a, b) => Math.max(a, b), 0);
  if (!isOpen || most <= evidenceSettings.phase * evidenceSettings.phase) return share;
  using scope = kernels.scope();
  const other = otherField(scope, z + Math.sign(z) * off);
  const apart = varianceApart(kernels, field, other, tiles);
  return share.map((variance, t) => (sample[t] ? apart[t]! : variance));
}
