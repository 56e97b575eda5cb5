import type { BudgetLine, Calibration, Corrections, LensDistortion } from './calibration.ts';
import type { Recipe } from '../recipe/values.ts';

/** The rig as it was described when a target was recorded with it. */
export type NominalRig = Pick<
  Recipe,
  | 'holography_mode'
  | 'wavelength_um'
  | 'pixel_pitch_um'
  | 'pixel_pitch_basis'
  | 'magnification'
  | 'z_mm'
  | 'z_min_mm'
  | 'z_max_mm'
> & {
  /** absent: 1 */
  readonly refractive_index_immersion?: number | undefined;
};

/** What of a profile a reconstruction needs. Plain data: it goes into the job, and into the evidence report. */
export interface CalibratedRig {
  readonly profile_id: string;
  readonly nominal: NominalRig;
  readonly corrections: Corrections;
  /** of the distance alone; absent in older profiles: nobody knows what of its uncertainty is whose */
  readonly budget?: readonly BudgetLine[] | undefined;
  /** what a lens does to places; null: there is none, or nothing was found of it; absent in older profiles */
  readonly distortion?: LensDistortion | null | undefined;
  /** the frame of the target */
  readonly frame: Calibration['frame'];
  /** where on that frame (the whole of it) the one to be corrected begins; absent: both have the same middle */
  readonly origin_px?: { readonly x: number; readonly y: number } | undefined;
}

/** One thing that a profile changed; lists are distances of a stack, null is what was not known before. */
export interface AppliedCorrection {
  readonly name: string;
  readonly before: number | readonly number[] | null;
  readonly after: number | readonly number[];
  readonly unit: string;
  /** standard uncertainty of `after`, in its unit */
  readonly sigma?: number;
}

/** What the evidence report says of a profile: what it changed, and all that is needed to do it again. */
export interface AppliedCalibration {
  readonly profile_id: string;
  readonly corrections: readonly AppliedCorrection[];
  readonly profile: CalibratedRig;
}
