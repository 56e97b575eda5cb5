import type { PhaseAberration } from './calibration.ts';
import type { Frequency } from '../field/frequency.ts';

/** A smooth phase of the rig, and where the frame at hand lies in the one that it was measured on. */
export interface AberrationToSubtract {
  readonly aberration: PhaseAberration;
  /** cycles per px of the sideband whose wave has this phase; its twin has the opposite one. null: the same sideband */
  readonly carrier: Frequency | null;
  /** camera pixels, the domain of the polynomials: −1 to 1 from edge to edge */
  readonly measuredOn: { readonly width: number; readonly height: number };
  /** of the first used pixel in there; half pixels where sizes differ by an odd number */
  readonly offset: { readonly x: number; readonly y: number };
}

/** How well a profile knows the distances that it corrects. */
export interface CalibratedDistance {
  /** mm, of the target that it was measured with */
  readonly z_mm: number;
  /** mm, standard uncertainty of z λ / pitch², as one of the distance */
  readonly own_mm: number;
  /** shares of a distance, standard uncertainties: twice that of the scale, and that of the wavelength */
  readonly scale: number;
  readonly wavelength: number;
}

/** What a lens does to places, beside the scale that a profile states, and where the frame at hand lies in there. */
export interface DistortionToCorrect {
  /** of {@link distortionTerms}, shares of `radius_px` */
  readonly terms: readonly number[];
  /** one standard uncertainty of each */
  readonly sigmas: readonly number[];
  readonly radius_px: number;
  /** see `linear` of {@link LensDistortion} */
  readonly linear: readonly [xx: number, xy: number, yx: number, yy: number];
  /** the middle of the calibrated frame, in pixels of the one at hand, (0, 0) at the centre of its first used pixel */
  readonly middle: { readonly x: number; readonly y: number };
}

/** What a profile changes that a recipe has no word for. */
export interface RigCorrection {
  /** of the pixel pitch along x and y to that of the recipe, which is their geometric mean */
  readonly pitchRatio: { readonly x: number; readonly y: number };
  /** off-axis only */
  readonly aberration: AberrationToSubtract | null;
  /** null: distances are as they are sent */
  readonly distance: CalibratedDistance | null;
  /** null: things stay where the camera saw them */
  readonly distortion: DistortionToCorrect | null;
  /** cycles per px: the sideband that a target showed to be the object's; null, or far from both of a frame: that is open */
  readonly own: Frequency | null;
}

/** The same for frames whose used part begins so many px later. */
export function beginningAt(
  { x, y }: { readonly x: number; readonly y: number },
  rig: RigCorrection,
): RigCorrection {
  const { aberration, distortion } = rig;
  return {
    ...rig,
    aberration: aberration && {
      ...aberration,
      offset: { x: aberration.offset.x + x, y: aberration.offset.y + y },
    },
    distortion: distortion && {
      ...distortion,
      middle: { x: distortion.middle.x - x, y: distortion.middle.y - y },
    },
  };
}

/** Square pixels, nothing to subtract. */
export const uncorrected: RigCorrection = {
  ...{ pitchRatio: { x: 1, y: 1 }, aberration: null },
  ...{ distance: null, distortion: null, own: null },
};
