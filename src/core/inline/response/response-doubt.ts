import { evidenceSettings } from '../../evidence/evidence-settings.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import type { CameraResponse } from './judge-response.ts';
import { responseVariance, varianceApart } from './response-variance.ts';

interface Doubted {
  readonly response: CameraResponse;
  readonly tiles: number;
  /** 1 for each tile that holds sample */
  readonly sample: Uint8Array;
}

/**
 * Phase variance over equal shares of the frame, rad², that a power in doubt leaves. A weak phase is off by a share of itself; where
 * that comes to more than a person may overlook and nothing was undone, it is what the field with the other power has otherwise:
 * one standard deviation off. Beside the sample two fields differ by what is seen there anyway.
 * @param otherField the field with the counts taken to a power; the scope owns it
 */
export function responseDoubt(
  kernels: Kernels,
  field: ComplexPlane,
  { response, tiles, sample }: Doubted,
  otherField: (scope: Scope, power: number) => ComplexPlane,
): Float64Array {
  const { power, best, doubt } = response;
  const share = responseVariance(kernels, field, tiles, doubt);
  const most = share.reduce((a, b) => Math.max(a, b), 0);
  if (power !== 1 || most <= evidenceSettings.phase * evidenceSettings.phase) return share;
  using scope = kernels.scope();
  const other = otherField(scope, 1 + Math.sign(best - 1) * doubt);
  const apart = varianceApart(kernels, field, other, tiles);
  return share.map((variance, t) => (sample[t] ? apart[t]! : variance));
}
