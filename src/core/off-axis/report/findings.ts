import type { SeenOfFringes } from '../noise/fringes.ts';
import type { RigCorrection } from '../../rig/rig-correction.ts';
import type { SmoothPhase } from '../../phase/smooth-phase.ts';
import type { SmoothBackground } from '../../phase/background.ts';
import type { Frame } from '../../field/frame.ts';
import type { Recipe } from '../../recipe/values.ts';
import type { UnsharedStructure } from '../reference/unshared-structure.ts';
import type { SmoothedBackground } from '../reference/smooth-background.ts';
import type { Flattened } from '../flatten/flatten.ts';
import type { MeasuredNoise } from '../noise/measure-noise.ts';
import type { UncertaintyBudget } from '../noise/budget.ts';
import type { LikelihoodFields } from '../likelihood/refine-fields.ts';
import type { OverlapFit } from '../overlap/resolve-overlap.ts';
import type { TwinChoice } from '../focus/choose-twin.ts';
import type { NativeField } from '../../demodulate/demodulate.ts';
import type { Undone } from '../../undistort/undistort.ts';
import type { Maps } from '../../maps/maps.ts';
import type { MeasuredFrame } from '../../sideband/measure-frame.ts';
import type { Sideband } from '../../sideband/sideband.ts';

/** Everything the stages found out, for the report. */
export interface Findings extends SeenOfFringes {
  readonly recipe: Recipe;
  readonly rig: RigCorrection;
  /** µm in the sample, geometric mean of x and y */
  readonly pixelSize: number;
  readonly hologram: MeasuredFrame;
  readonly background: MeasuredFrame | null;
  readonly sideband: Sideband;
  /** radius of the first filter, cycles per camera pixel; that of `sideband` where it stayed */
  readonly firstRadius: number;
  /** the smooth phase that bent the carrier; null: it was straight */
  readonly bentBy: SmoothPhase | null;
  readonly field: NativeField;
  /** absent or null: it was not tried */
  readonly overlapFit?: OverlapFit | null;
  /** absent or null: there is no background frame, or it was not smoothed */
  readonly smoothed?: SmoothedBackground | null;
  /** absent or null: not asked for, or the field was fitted to the intensity */
  readonly likelihood?: LikelihoodFields | null;
  readonly noise: MeasuredNoise;
  readonly budget: UncertaintyBudget;
  readonly flat: Flattened;
  readonly twin: TwinChoice;
  readonly levelled: SmoothBackground | null;
  /** the hologram as it was sent, and what of it was used; absent: all */
  readonly uploaded?: Pick<Frame, 'width' | 'height' | 'recorded'>;
  /** share of the frame that holds one value all over */
  readonly blank: number;
  /** of these, the share of the frame that holds its largest value; absent: none */
  readonly blankFull?: number;
  /** whether the background frame holds the hologram’s own samples; absent: it does not */
  readonly dividedByItself?: boolean;
  /** structure of the background frame that the hologram lacks; absent or null: there is no such frame */
  readonly unshared?: UnsharedStructure | null;
  readonly maps: Maps;
  /** null: no distortion was undone */
  readonly straight: Undone | null;
}
