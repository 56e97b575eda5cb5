import type { CalibratedRig } from '../../core/rig/calibrated-rig.ts';
import type { Calibration } from '../../core/rig/calibration.ts';
import type { Recipe } from '../../core/recipe/values.ts';
import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';
import type { Certificate } from '../../core/targets/target-model.ts';
import type { ResultPackage } from '../../formats/package/build-package.ts';
import type { PackageContext } from '../../formats/report/package-context.ts';
import type { ReadFile, SequenceResults, SequenceSteps } from './sequence-work.ts';
import type { ReceivedFile } from './received-file.ts';

/** Where reconstructions are computed: beside the caller, never in its way. */
export interface Compute {
  /** why no job can be done at present, as far as is known; the next one tries again */
  readonly fault: Error | null;
  /**
   * @param waiting runs that were accepted and will come here later
   * @throws Overloaded when the queue is full: callers ask before they accept an upload
   */
  checkRoom(waiting?: number): void;
  /**
   * Of what waits for a thread one client may have as much as there is room left, so that others find some.
   * @throws Overloaded
   */
  checkShare(client: string, waiting?: number): void;
  /**
   * Takes the files' memory over: they are empty afterwards.
   * @throws Problem where the data do not allow it; Overloaded; the signal's reason after an abort
   */
  reconstruct(job: ReconstructionJob, options: ComputeOptions): Promise<ReconstructionResult>;
  /** The same for the frame of a target. */
  calibrate(job: CalibrationJob, options: ComputeOptions): Promise<CalibrationResult>;
  /** One step of a sequence. @param read is asked for parts of its files @throws what `read` throws, too */
  sequence<Step extends keyof SequenceSteps>(
    job: SequenceSteps[Step],
    read: ReadFile,
    options: ComputeOptions,
  ): Promise<SequenceResults[Step]>;
}

export interface ComputeOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  /** told the picture of the phase, a PNG, before the package is complete; never where no pictures are asked for */
  readonly onPicture?: ((png: Uint8Array) => void) | undefined;
  /**
   * told the first parts of the package, one after the other, before it is complete: its `chunks` are the rest; and whether
   * its SHA-256 is computed there
   */
  readonly onChunks?: ((chunks: Uint8Array[], isSummed: boolean) => void) | undefined;
  /** told how much processor time it took, ms, whatever came of it */
  readonly onComputed?: ((ms: number) => void) | undefined;
  /** for whom: account id or `public`; absent: for nobody that is counted */
  readonly requester?: string;
  /** whose turn it is: an account, or where a request without one came from; absent: the requester’s */
  readonly client?: string | undefined;
  /** it was accepted before, so there is room for it */
  readonly accepted?: boolean;
}

/** One reconstruction with everything it needs: it can be sent to another thread as it is. */
export interface ReconstructionJob {
  readonly hologram: ReceivedFile;
  readonly background: ReceivedFile | null;
  readonly recipe: Recipe;
  /** what a profile knows of the rig; null: no profile was named */
  readonly calibration: CalibratedRig | null;
  /** what the package says of its making, apart from the files */
  readonly identity: Omit<PackageContext, 'input' | 'background' | 'calibration'>;
}

export interface ReconstructionResult extends ResultPackage {
  /** how long each stage took, ms */
  readonly stages: Readonly<Record<string, number>>;
}

/** What one frame of a target tells by itself. */
export interface FrameFound {
  readonly input_sha256: string;
  readonly fit: Calibration['fit'];
  readonly pixel_pitch_um: Calibration['corrections']['pixel_pitch_um'];
  readonly z_mm: Calibration['corrections']['z_mm'];
}

/** One calibration with everything it needs: it can be sent to another thread as it is. */
export interface CalibrationJob {
  readonly hologram: ReceivedFile;
  /** more frames of the same rig and target */
  readonly further: readonly ReceivedFile[];
  readonly background: ReceivedFile | null;
  readonly target_id: string;
  readonly certificate: Certificate | null;
  readonly wavelength_tolerance_nm: number | null;
  readonly repeatability: number | null;
  readonly recipe: Recipe;
}

export interface CalibrationResult {
  readonly found: Pick<
    Calibration,
    | 'corrections'
    | 'fit'
    | 'budget'
    | 'expanded'
    | 'coverage'
    | 'distortion'
    | 'residuals'
    | 'quality'
    | 'warnings'
    | 'frame'
  > & {
    readonly frames: readonly FrameFound[];
  };
  /** PNG: what was found, and the model as it was fitted, on the amplitude; frame below frame */
  readonly overlay: Uint8Array<ArrayBuffer>;
  /** how long each stage took, ms */
  readonly stages: Readonly<Record<string, number>>;
}
