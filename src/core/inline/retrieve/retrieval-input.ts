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
  /** also find how the phase depends on λ, for {@link inlineUncertainty} */
  readonly probe?: boolean;
  /** whether pixels that contradict what explains the others stay in where that is asked for; default: they are left out */
  readonly keepsAll?: boolean;
  /** one frame of a sample that both absorbs and delays light is also taken for one in which the two go together; see {@link coupledChange} */
  readonly couples?: boolean;
  /** what the constraints pulled at the phase is taken off it, by as much as the frames say; see {@link undoPull} */
  readonly undoesPull?: boolean;
  /** whether the light of the frames is only estimated, so that some may be left in them; see {@link lightLeft} */
  readonly evensLight?: boolean;
}
