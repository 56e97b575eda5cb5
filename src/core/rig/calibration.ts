import type { TargetModel } from '../targets/target-model.ts';

/** A number with its standard uncertainty (one σ), both in the unit that the field's name says. */
export interface Measured {
  readonly value: number;
  readonly sigma: number;
}

/** Phase that the rig adds over the frame, rad at the sensor: Σ coefficient · P_i(x) · P_j(y), with x and y from −1 to 1 over the frame. */
export interface PhaseAberration {
  readonly basis: 'legendre';
  /** highest i + j */
  readonly degree: number;
  /** the order of each coefficient: [i, j] */
  readonly orders: readonly (readonly [number, number])[];
  readonly coefficients_rad: readonly number[];
  /** standard uncertainty of the whole sum, root mean square over the frame */
  readonly sigma_rad: number;
}

/** What the rig really is. Lengths are in the space the nominal pitch was given in; null: the target doesn't tell. */
export interface Corrections {
  /** geometric mean of both directions */
  readonly pixel_pitch_um: Measured | null;
  /** by how many µm the pitch is larger for each mm of distance; absent: no frames from several distances told it */
  readonly pixel_pitch_per_mm?: Measured | undefined;
  readonly pixel_pitch_x_um: Measured | null;
  readonly pixel_pitch_y_um: Measured | null;
  /** pitch in x over pitch in y */
  readonly scale_anisotropy: Measured | null;
  /** how far the angle between the pixel axes is from a right one, as the target shows it */
  readonly shear_rad: Measured | null;
  readonly z_mm: Measured | null;
  /** measured minus nominal distance: what is added to the distances of later requests */
  readonly z_offset_mm: Measured | null;
  readonly phase_aberration: PhaseAberration | null;
  readonly carrier_cycles_per_px: { readonly x: number; readonly y: number } | null;
  /** true phase over measured phase */
  readonly phase_scale: Measured | null;
}

/** What a calibration states one number of each for, with its uncertainty; the pitches of both directions follow. */
export const measuredQuantities = [
  'pixel_pitch_um',
  'pixel_pitch_per_mm',
  'scale_anisotropy',
  'shear_rad',
  'z_mm',
  'phase_scale',
] as const;
export type MeasuredQuantity = (typeof measuredQuantities)[number];

/** Two standard uncertainties: about 95 % where many sources of about one size add up (GUM, 6.3.3). */
export const COVERAGE = 2;

/** One source of a quantity's uncertainty: a standard uncertainty, from the frame (A) or from what is known besides (B). */
export interface BudgetLine {
  readonly quantity: string;
  readonly source: string;
  readonly type: 'A' | 'B';
  readonly u: number;
  readonly unit: string;
  /** rectangular: limits are all that is known of it; absent in profiles from before it was said */
  readonly distribution?: 'normal' | 'rectangular' | undefined;
}

/** What the fit leaves at the middle of a part of the frame, camera pixels. */
export interface ResidualPlace {
  readonly x_px: number;
  readonly y_px: number;
  /** how far parts of the target around it were found from where a fit without distortion has them; null: there are none */
  readonly seen: {
    readonly dx_px: number;
    readonly dy_px: number;
    readonly parts: number;
    /** of single parts; null: there is but one */
    readonly scatter_px: number | null;
  } | null;
}

/** What a lens does to places. */
export interface DistortionPlace extends ResidualPlace {
  /** by which the fitted terms move what lies there */
  readonly dx_px: number;
  readonly dy_px: number;
  /** one standard uncertainty of that vector */
  readonly sigma_px: number;
}

/**
 * Radial and tangential terms of a lens: with u and v from the middle of the frame in units of `radius_px`, things lie off
 * by radial · r² (u, v) + tangential_x · (3u² + v², 2uv) + tangential_y · (2uv, u² + 3v²) of that radius.
 */
export interface LensDistortion {
  readonly radial: Measured;
  readonly tangential_x: Measured;
  readonly tangential_y: Measured;
  readonly radius_px: number;
  /** larger than noise would make it; values are those of a lens without it, and what they would differ by is in their budget */
  readonly significant: boolean;
  /**
   * What goes with these terms: with them the straight part of what a fit without them found, pitch, ratio and turn, would be
   * this much larger, [dx/dx, dx/dy, dy/dx, dy/dy] from the middle of the frame. Absent in profiles from before it was kept.
   */
  readonly linear?: readonly [xx: number, xy: number, yx: number, yy: number] | undefined;
}

/** The same with what it does to places. */
export interface Distortion extends LensDistortion {
  /** row by row, over the frame */
  readonly field: readonly DistortionPlace[];
}

/** How well the model lies on what was found. */
export interface CalibrationFit {
  /** root mean square distance between found features and the fitted model */
  readonly residual_px: number;
  readonly features_found: number;
  readonly features_expected: number;
  /** turn of the target against the pixel axes; positive from x towards y, which points downwards; null: it looks alike however it is turned */
  readonly rotation_deg: Measured | null;
  /** where the target's origin lies, from the middle of the (cropped) frame */
  readonly shift_um: { readonly x: number; readonly y: number };
  readonly mirrored: boolean;
}

/** A feature as found in the frame, and where the fitted model puts it: camera pixels of the cropped frame, (0, 0) at the centre of its first pixel. */
export interface FoundFeature {
  readonly kind: 'edge' | 'corner' | 'circle' | 'lattice';
  readonly name: string;
  readonly found_px: { readonly x: number; readonly y: number };
  readonly fitted_px: { readonly x: number; readonly y: number };
  /** left out of the fit as an outlier */
  readonly rejected: boolean;
}

/** From the target's drawing (µm) to the cropped frame (px): x_px = a · x_um + b · y_um + c, y_px = d · x_um + e · y_um + f. */
export type TargetToFrame = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Everything one calibration yields. */
export interface Calibration {
  readonly corrections: Corrections;
  readonly fit: CalibrationFit;
  /** sources are independent of each other: those of one quantity add up in squares */
  readonly budget: readonly BudgetLine[];
  /** k times the standard uncertainty of what was found, by its name */
  readonly expanded: { readonly k: number } & Readonly<Record<string, number>>;
  /** by how many standard uncertainties 95 of 100 values lie off at most, by the laws of the lines of its budget, by its name */
  readonly coverage: Readonly<Record<string, number>>;
  readonly quality: 'good' | 'needs_review';
  /** null: there is no lens, or the frame tells nothing of it */
  readonly distortion: Distortion | null;
  /** what the fit leaves, row by row over the frame, lens or none */
  readonly residuals: readonly ResidualPlace[];
  /** share of the structure in the frame that the fitted drawing explains */
  readonly explained: number;
  /** what a person should know before using it, a sentence each */
  readonly warnings: readonly string[];
  readonly features: readonly FoundFeature[];
  readonly target_to_frame: TargetToFrame;
  readonly model: TargetModel;
  /** focused amplitude on the cropped frame's pixels, for the overlay */
  readonly amplitude: { readonly rows: number; readonly cols: number; readonly data: Float32Array };
  readonly frame: {
    readonly width_px: number;
    readonly height_px: number;
    readonly crop_px: {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    };
  };
}
