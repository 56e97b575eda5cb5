import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);
const finiteOrNull = z.number().nullable();
const positive = z.number().positive();

const measured = z
  .union([finiteOrNull, z.string(), z.boolean(), z.array(finiteOrNull)])
  .describe('the unit is the suffix of the name; null: not a finite number');

const input = z.object({
  sha256: sha256.describe('of the bytes as they were sent'),
  bytes: count,
  format: z.string(),
  width_px: count,
  height_px: count,
  bit_depth: count.describe('bits of a sample'),
});

const regionPx = z.object({ x: count, y: count, width: count, height: count });

const flag = z.object({
  code: z.string(),
  level: z.enum(['info', 'needs_review', 'warning']),
  detail: z.string(),
  regions_px: z
    .array(regionPx)
    .optional()
    .describe('places that it is about, at most 64, the largest first: pixels of the used part of the frame'),
});

const step = z.object({
  name: z.string(),
  method: z.string(),
  source: z.string().describe('DOI or section the method comes from'),
  metrics: z.record(z.string(), measured),
});

const output = z.object({
  path: z.string().describe('inside the package'),
  sha256,
  quantity: z.string(),
  unit: z.string().nullable().describe('of the values; 1: a ratio; null: a picture for people'),
  shape: z.array(count).describe('rows, columns; of a sequence’s images frames, rows, columns'),
  dtype: z.enum(['float32', 'complex64', 'uint8']),
  pixel_size_um: z
    .object({ x: positive, y: positive })
    .nullable()
    .describe('in the sample (object space); null: a picture for people'),
});

const uncertaintyComponent = z.object({
  name: z.string(),
  type: z
    .enum(['A', 'B'])
    .describe('A: from the scatter of the frame itself; B: from what is known otherwise'),
  median_rad: finiteOrNull.describe(
    'one standard deviation where the amplitude is that of the background, or the root mean square over the frame where `method` says so; null: not known',
  ),
  rms_rad: z
    .number()
    .optional()
    .describe('root mean square over the frame, of what is known of single places: most may have none of it'),
  correlation_length_um: finiteOrNull.describe(
    'in the sample, where its autocorrelation has fallen to 1/e: the mean over an area A much larger than its square ℓ² has the variance u² π ℓ² / A from it; null: it does not average out',
  ),
  method: z.string(),
});

const focusCurve = z.object({
  metric: z.string(),
  extremum: z.enum(['min', 'max']).describe('whether the focus is where the metric is smallest or largest'),
  z_mm: z.array(z.number()),
  value: z.array(finiteOrNull).describe('of the metric, at each distance'),
  best_z_mm: z.number(),
});

const focus = z.object({
  z_mm: z.number(),
  sigma_mm: finiteOrNull.describe('one standard deviation'),
  depth_of_field_mm: finiteOrNull,
  kind: z.string().nullable().describe('what is in focus there: absorbing or phase; null: not told apart'),
  share: finiteOrNull.describe('of the frame’s structure that focuses there'),
  region_px: regionPx.describe('the part of the reconstructed frame that holds what focuses there'),
});

const appliedCorrection = z.object({
  name: z.string(),
  before: z
    .union([z.number(), z.array(z.number())])
    .nullable()
    .describe('as it was sent; null: it was not known'),
  after: z.union([z.number(), z.array(z.number())]),
  unit: z.string().describe('1: a ratio'),
  sigma: z.number().optional().describe('standard uncertainty of what was measured, in the same unit'),
});

/** What the evidence report holds. The JSON Schema beside this file is made from it. */
export const evidenceReportSchema = z
  .object({
    evidence_report_id: z.string(),
    archive_id: z.string(),
    created_at: z.iso.datetime(),
    requester: z.string().describe('account id, or public'),
    software: z.object({ name: z.string(), version: z.string(), kernel_sha256: sha256 }),
    input: input.extend({
      crop_px: z
        .object({ x: count, y: count, width: count, height: count })
        .describe('the part of the frame that was reconstructed'),
    }),
    background: input.nullable(),
    parameters: z.object({
      requested: z.record(z.string(), z.unknown()),
      used: z.record(z.string(), z.unknown()).describe('with every default and every found value filled in'),
    }),
    calibration: z
      .object({
        profile_id: z.string(),
        corrections: z.array(appliedCorrection).describe('everything that the profile changed'),
        profile: z
          .record(z.string(), z.unknown())
          .describe('what was known of the rig, as it was used: with it the result can be made again'),
      })
      .nullable()
      .describe('null: no profile was given'),
    sequence: z
      .object({
        frames: count,
        unreadable: count.describe('that no decoder could read'),
        marked: count.describe('that do not belong, the unreadable ones among them'),
        interval_s: positive.nullable().describe('from one frame to the next; null: not said'),
        reference_frames: z.array(count).describe('those that the mean was made of, where they agree'),
        frames_sha256_root: sha256.describe(
          'Merkle root (RFC 9162) over the digests in frames.csv, in their order; it is input.sha256',
        ),
      })
      .optional()
      .describe('absent: one reconstruction'),
    steps: z.array(step),
    focus_curves: z.array(focusCurve),
    foci: z
      .array(focus)
      .describe('every distinct focus that was found, the one used first; empty: none was searched'),
    quality: z.object({ flags: z.array(flag), metrics: z.record(z.string(), measured) }),
    uncertainty: z
      .object({
        method: z.string(),
        median_phase_sigma_rad: finiteOrNull,
        total_median_rad: finiteOrNull
          .optional()
          .describe('rad, median of phase_uncertainty; the components are what it is made of'),
        components: z
          .array(uncertaintyComponent)
          .optional()
          .describe('the budget of the phase’s uncertainty'),
        lasting_share: z
          .object({
            rows: count.describe('cells'),
            cols: count.describe('cells'),
            values: z.array(z.number().min(0).max(1)).describe('row by row, over the whole of the maps'),
          })
          .optional()
          .describe(
            'of the square of phase_uncertainty, place by place, what the mean over a region keeps; the rest averages out as the components with a correlation length do. Absent: the components alone say it',
          ),
      })
      .catchall(z.union([finiteOrNull, z.string()]).describe('the unit is the suffix of the name')),
    outputs: z.array(output),
    payload_sha256: sha256.describe(
      'SHA-256 over one line per output, sorted by path: its digest, two spaces, its path, a line feed',
    ),
    limitations: z.array(z.string()),
  })
  .meta({
    title: 'Leith evidence report',
    description: 'How one reconstruction came about, how good it is, and what it consists of.',
  });

export type EvidenceReport = z.infer<typeof evidenceReportSchema>;
export type Output = EvidenceReport['outputs'][number];

/** The JSON Schema (draft 2020-12) of the report, as served and committed. Later versions may add fields. */
export function evidenceReportJsonSchema(): object {
  return z.toJSONSchema(evidenceReportSchema, { target: 'draft-2020-12', io: 'input' });
}
