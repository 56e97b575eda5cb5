/** A target as the catalogue lists it (specification 2.1). What is not known about a part is left out. */
export interface CatalogueEntry {
  readonly target_id: string;
  readonly display_name: string;
  readonly use_case: Mode;
  readonly geometry_summary: string;
  readonly polygonal_faces?: number;
  readonly internal_angles_deg?: readonly number[];
  readonly feature_size_um: number;
  /** ±, as its maker states it */
  readonly feature_tolerance_um?: number;
  readonly thickness_um?: number;
  readonly buy_url: string;
  /** another shop, or another page of it that leads there */
  readonly backup_buy_url: string;
  readonly cad_source_url: string;
  readonly cad_format: string;
  readonly ground_truth_kind: 'parametric';
  /** a budgeting estimate, not a price seen at a vendor */
  readonly price_usd_range: readonly [low: number, high: number];
  readonly matte: boolean;
  readonly opaque: boolean;
  readonly applicable_modes: readonly Mode[];
}

export type Mode = 'off-axis' | 'inline';

/** The same for every target here: there is no CAD file, the model in this folder is the geometry. */
export const parametric = {
  cad_source_url: 'parametric: no CAD file; the drawing is made from the model that the fit uses',
  cad_format: 'SVG drawing, dimensions in µm',
  ground_truth_kind: 'parametric',
} as const;
