import type { Sampling } from '../../propagate/transfer.ts';

/** A sensor's samples and the light on them. */
export interface SensorOptics {
  readonly rows: number;
  readonly cols: number;
  readonly sampling: Sampling;
  /** µm, in the medium of propagation */
  readonly wavelength: number;
}
