import type { RigCorrection } from '../../rig/rig-correction.ts';
import type { CameraImage } from '../../field/camera.ts';
import type { Frame } from '../../field/frame.ts';
import type { SmoothBackground } from '../../phase/background.ts';
import type { Undone } from '../../undistort/undistort.ts';
import type { Maps } from '../../maps/maps.ts';
import type { PowerSpectrum } from '../../spectrum/power-spectrum.ts';
import type { Recipe } from '../../recipe/values.ts';
import type { BackPropagation } from '../../reconstruction/reconstruction.ts';
import type { InlineFocus } from '../focus/autofocus-inline.ts';
import type { FoundHeights } from '../heights/find-heights.ts';
import type { Aligned } from '../align/align-exposures.ts';
import type { UncertaintySettings } from '../uncertainty/uncertainty-settings.ts';
import type { BroadPhase } from '../uncertainty/broad-phase.ts';
import type { InlineUncertainty } from '../uncertainty/inline-uncertainty.ts';
import type { NormalisedInline } from '../../light/normalise-inline.ts';
import type { CameraResponse } from '../response/judge-response.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';

/** rad², of equal shares of the frame: what a power of the light, and a distance, that are in doubt leave open; null: none is */
export type StatedUncertainty = InlineUncertainty & {
  readonly responseVariance: Float64Array | null;
  readonly distanceVariance: Float64Array | null;
  /** µm, by which the distances may be off together: one standard deviation */
  readonly distanceOff: number;
  /** and how far the frames of a stack lie beside each other; null of a single one */
  readonly shiftVariance: Float64Array | null;
  /** and what light may have blurred; null: nothing says that it did */
  readonly blurVariance: Float64Array | null;
  /** null: none that a person should know of, or nothing tells; counts unless it falls */
  readonly broad: BroadPhase | null;
};

/** What the stages of an inline reconstruction found out. */
export interface InlineFindings {
  readonly recipe: Recipe;
  readonly rig: RigCorrection;
  /** as it was uploaded, and what of it was used */
  readonly hologram: Frame;
  readonly image: CameraImage;
  readonly spectrum: PowerSpectrum;
  readonly background: CameraImage | null;
  /** from where on a person is told */
  readonly uncertainty: UncertaintySettings;
  /** one for each frame */
  readonly normalised: readonly NormalisedInline[];
  /** null where the distances were given */
  readonly focus: InlineFocus | null;
  /** µm, sample to sensor, of each frame */
  readonly distances: readonly number[];
  /** what the frames of a stack say of their distances; null where they were not asked */
  readonly heights: FoundHeights | null;
  /** null: nothing says that counts are not in proportion to the light */
  readonly response: CameraResponse | null;
  readonly aligned: Aligned;
  /** null: nobody asked for its pictures */
  readonly backPropagation: BackPropagation | null;
  /** cycles/µm, where pitch and distances are measured: phase that varies more slowly is hardly recorded */
  readonly blindBelow: number;
  /** what was taken out of the phase; null: nothing */
  readonly removed: SmoothBackground | null;
  /** null for plain back-propagation */
  readonly retrieval: Retrieval | null;
  /** null for plain back-propagation */
  readonly stated: StatedUncertainty | null;
  readonly maps: Maps;
  /** null: no distortion was undone */
  readonly straight: Undone | null;
}
