import type { RigCorrection } from '../../rig/rig-correction.ts';
import type { SmoothBackground } from '../../phase/background.ts';
import type { Recipe } from '../../recipe/recipe.ts';
import type { CameraNoise } from '../../uncertainty/camera-noise.ts';
import type { TwinChoice } from '../focus/choose-twin.ts';
import type { NativeField } from '../../demodulate/demodulate.ts';
import type { Maps } from '../../maps/maps.ts';
import type { MeasuredFrame } from '../../sideband/measure-frame.ts';
import type { Sideband } from '../../sideband/sideband.ts';

/** What the camera's noise is in both frames, and what it makes of the demodulated fields, per noise tile. */
export interface MeasuredNoise {
  readonly hologram: CameraNoise;
  /** E|n|² of the demodulated hologram over the squared modulus of the background frame (counts² without one) */
  readonly fieldVariance: Float64Array;
  /** rad² */
  readonly backgroundPhaseVariance: Float64Array;
}

/** The field after its smooth background was taken out. */
export interface Flattened {
  readonly fit: SmoothBackground | null;
  /** amplitude the field was divided by, per noise tile */
  readonly amplitude: Float64Array;
  /** what the field is where there is no sample */
  readonly outside: { readonly re: number; readonly im: number };
}

/** Everything the stages found out, for the report. */
export interface Findings {
  readonly recipe: Recipe;
  readonly rig: RigCorrection;
  /** µm in the sample, geometric mean of x and y */
  readonly pixelSize: number;
  readonly hologram: MeasuredFrame;
  readonly background: MeasuredFrame | null;
  readonly sideband: Sideband;
  readonly field: NativeField;
  readonly noise: MeasuredNoise;
  readonly flat: Flattened;
  readonly twin: TwinChoice;
  readonly levelled: SmoothBackground | null;
  /** 2 |u| / mean intensity where there is no sample: 1 for two equal, fully coherent beams */
  readonly visibility: number;
  readonly maps: Maps;
}
