import type { Sampling } from '../../propagate/transfer.ts';
import type { RetrievalFrame } from './sensor-model.ts';

export interface RetrievalInput {
  /** one exposure, or several at different distances */
  readonly frames: readonly RetrievalFrame[];
  readonly rows: number;
  readonly cols: number;
  readonly sampling: Sampling;
  /** µm, in the medium of propagation */
  readonly wavelength: number;
  /** standard deviation of the amplitude: 1/(2√N) for N photo-electrons */
  readonly noiseSigma: number;
  /** iterations at full resolution */
  readonly maxIterations?: number;
  /** λ of λ · total variation, in place of the one chosen from the noise */
  readonly regularisation?: number;
  /**
   * Look for what the optics pass, default where `maxIterations` is not given: whoever limits the iterations compares
   * objectives
   */
  readonly findsPupil?: boolean;
  /** Try whether the sample absorbs only, default where `maxIterations` is not given. */
  readonly triesAbsorbing?: boolean;
  /** also find how the phase depends on λ, for {@link inlineUncertainty} */
  readonly probe?: boolean;
}
