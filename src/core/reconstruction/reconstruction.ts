import type { AppliedCalibration } from '../rig/calibrated-rig.ts';
import type { Recipe } from '../recipe/values.ts';

/** Where a result's number came from: enough to print, check and cite it. */
export interface Step {
  /** e.g. `sideband`, `filter`, `background`, `propagation`, `focus`, `aberration`, `unwrap`, `uncertainty` */
  readonly name: string;
  /** one sentence: what was done */
  readonly method: string;
  /** DOI or section the method comes from */
  readonly source: string;
  /** unit-suffixed numbers, flat */
  readonly metrics: Readonly<Record<string, number | string | boolean | null | readonly number[]>>;
}

export type FlagLevel = 'info' | 'needs_review' | 'warning';

export interface Flag {
  /** lower snake case, e.g. `distance_unknown`, `phase_sign_by_convention`, `focus_ambiguous` */
  readonly code: string;
  readonly level: FlagLevel;
  readonly detail: string;
  /** places that it is about, where it is about places: pixels of the used part of the frame */
  readonly regions_px?: readonly RegionPx[];
}

export interface RegionPx {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One focus metric over the search range. */
export interface FocusCurve {
  readonly metric: string;
  /** whether the focus is where the metric is smallest or largest */
  readonly extremum: 'min' | 'max';
  readonly z_mm: readonly number[];
  readonly value: readonly number[];
  readonly best_z_mm: number;
}

/** A distance at which something in the sample is in focus. */
export interface FocusFound {
  readonly z_mm: number;
  /** one standard deviation */
  readonly sigma_mm: number;
  readonly depth_of_field_mm: number;
  /** what is in focus there, e.g. `absorbing` or `phase`, where the method can tell */
  readonly kind: string | null;
  /** share of the frame's structure that focuses there */
  readonly share: number;
  /** the smallest part of the reconstructed frame that holds what focuses there */
  readonly region_px: RegionPx;
}

/** What plain back-propagation gives, twin image and all: to see what the retrieval gained. */
export interface BackPropagation {
  readonly amplitude: RealMap;
  /** rad, (-π, π] */
  readonly phase_wrapped: RealMap;
}

/** A float32 map in row-major order, contiguous: `rows * cols` values copied out of the kernels' memory once. */
export interface RealMap {
  readonly rows: number;
  readonly cols: number;
  readonly data: Float32Array;
}

/** Interleaved re, im: NumPy's complex64. `2 * rows * cols` values. */
export interface ComplexMap {
  readonly rows: number;
  readonly cols: number;
  readonly data: Float32Array;
}

/** log10 of the spectrum's magnitude, DC in the middle, reduced to at most 1024 px a side, and what was taken from it. */
export interface SpectrumPicture {
  readonly rows: number;
  readonly cols: number;
  readonly data: Float32Array;
  /** cycles per camera pixel along x and y from one picture pixel to the next; the picture's centre pixel is (rows >> 1, cols >> 1) */
  readonly step_cycles_per_px: { readonly x: number; readonly y: number };
  readonly carrier_cycles_per_px: { readonly x: number; readonly y: number } | null;
  /** radius of the filter; an ellipse in cycles/px is impossible, pixels are square */
  readonly filter_radius_cycles_per_px: number | null;
}

/** A line of the phase's uncertainty budget (JCGM 100:2008). */
export interface UncertaintyComponent {
  readonly name: string;
  /** A: from the scatter of the frame itself; B: from what is known otherwise */
  readonly type: 'A' | 'B';
  /** rad, one standard deviation where the amplitude is that of the background; null: not known */
  readonly median_rad: number | null;
  /** rad, root mean square over the frame, of what is known of single places: most may have none; absent: it is much the same everywhere */
  readonly rms_rad?: number;
  /** µm in the sample: where its autocorrelation has fallen to 1/e; null: it does not average out */
  readonly correlation_length_um: number | null;
  readonly method: string;
}

/** Of σ², place by place, what the mean over a region keeps whatever the region's size. */
export interface LastingShare {
  readonly rows: number;
  readonly cols: number;
  /** 0 to 1, row by row: cell (j, i) covers the rows from j / rows to (j + 1) / rows of a map */
  readonly values: readonly number[];
}

/** Everything one reconstruction yields. Maps share rows × cols and the pixel size. */
export interface Reconstruction {
  readonly rows: number;
  readonly cols: number;
  /** size of one output pixel in the sample (object space): µm along x and y (they differ a little at `native`) */
  readonly pixel_size_um: { readonly x: number; readonly y: number };
  readonly crop_px: RegionPx;
  /** unwrapped, rad; NaN nowhere: untrusted pixels are listed in `trusted` */
  readonly phase: RealMap;
  /** rad, (-π, π] */
  readonly phase_wrapped: RealMap;
  /** relative to the background, 1 = no sample */
  readonly amplitude: RealMap;
  /** rad, one standard deviation */
  readonly phase_uncertainty: RealMap;
  /** rad, one standard deviation of what the camera's noise does; null: not asked for */
  readonly phase_noise: RealMap | null;
  /** nm, where the recipe allows it */
  readonly height: RealMap | null;
  readonly field: ComplexMap;
  readonly spectrum: SpectrumPicture;
  readonly focus_curves: readonly FocusCurve[];
  /** every distinct distance the search found, the one that was used first; empty where none was searched */
  readonly foci: readonly FocusFound[];
  /** inline only */
  readonly back_propagation: BackPropagation | null;
  readonly steps: readonly Step[];
  readonly flags: readonly Flag[];
  /** flat, unit-suffixed: carrier, bandwidth, SNR, visibility, saturation, … */
  readonly metrics: Readonly<Record<string, number | string | boolean | null>>;
  readonly uncertainty: {
    readonly method: string;
    readonly median_phase_sigma_rad: number;
    readonly total_median_rad: number;
    readonly components: readonly UncertaintyComponent[];
    /** absent: what averages out is not told from what does not, place by place */
    readonly lasting_share?: LastingShare;
    readonly [key: string]: number | string | readonly UncertaintyComponent[] | LastingShare | undefined;
  };
  /** absent: no profile was given */
  readonly calibration?: AppliedCalibration;
  /** the recipe with every default and every found value filled in */
  readonly used: Readonly<Record<string, unknown>> & { readonly recipe: Recipe };
}

/** Called between stages; throwing from it cancels the reconstruction. */
export type OnProgress = (stage: string, fraction: number) => void;
