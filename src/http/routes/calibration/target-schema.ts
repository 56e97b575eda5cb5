import { z } from 'zod';
import type { ListedTarget, TargetCatalogue } from '../../../services/calibration/list-targets.ts';

const mode = z.enum(['off-axis', 'inline']);

/** A target as it is listed (specification 2.1, and feature_tolerance_um and drawing_url). */
export const targetSchema = z.strictObject({
  target_id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  display_name: z.string().min(1),
  use_case: mode.describe('the mode it serves best'),
  geometry_summary: z.string().min(1),
  polygonal_faces: z.int().min(3).exactOptional().describe('sides of the polygon'),
  internal_angles_deg: z.array(z.number().gt(0).lt(360)).exactOptional(),
  feature_size_um: z.number().positive(),
  feature_tolerance_um: z
    .number()
    .positive()
    .exactOptional()
    .describe('±, as its maker states it; absent where none is known'),
  thickness_um: z.number().positive().exactOptional(),
  buy_url: z.url({ protocol: /^https$/ }),
  backup_buy_url: z.url({ protocol: /^https$/ }),
  cad_source_url: z.string().min(1).describe('a URL, or a note that the geometry is parametric'),
  cad_format: z.string().min(1),
  ground_truth_kind: z.literal('parametric'),
  price_usd_range: z
    .tuple([z.number().min(0), z.number().min(0)])
    .describe('low and high; an estimate for budgeting, not a vendor’s price'),
  matte: z.boolean(),
  opaque: z.boolean(),
  applicable_modes: z.array(mode).min(1),
  drawing_url: z.string().describe('an SVG made from the model that the fit uses'),
  page_url: z.string().describe('what it is and how to use it, a page for people'),
}) satisfies z.ZodType<ListedTarget>;

export const catalogueSchema = z.object({
  count: z.int().describe('of targets'),
  targets: z.array(targetSchema),
  doc: z.string(),
  workflow: z.array(z.string()).describe('the five steps from an account to corrected reconstructions'),
  next_step: z.string(),
}) satisfies z.ZodType<TargetCatalogue>;
