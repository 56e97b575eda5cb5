import { z } from 'zod';
import { limits } from '../limits/limits.ts';
import { choicesOf } from '../problem/in-words-of.ts';
import { Problem, type FieldError } from '../problem/problem.ts';
import { magnificationRange } from '../recipe/recipe.ts';
import { notANumber, quoted } from '../recipe/number-text.ts';

export const geometries = ['inline', 'off-axis', 'phase-shifting', 'other'] as const;
export const fileFormats = [
  ...(['png', 'tiff', 'bmp', 'npy', 'npz', 'jpg', 'raw', 'hdf5', 'mat', 'video', 'other'] as const),
] as const;
export const referenceMeasurements = [
  'none',
  'profilometer',
  'interferometer',
  'afm',
  'calibration_target',
  'bead_standard',
  'other',
] as const;

function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: ({ input }) => `is ${shown(input)}; it is one of ${choicesOf(values)}` });
}

const shown = (input: unknown) => (input === undefined ? 'missing' : quoted(input));
const number = z.number({ error: ({ input }) => notANumber(input) });

/** A whole number that no frame could have otherwise; what the service takes is a rule's business. */
function whole(min: number, max: number, unit: string) {
  const error = ({ input }: { input?: unknown }) =>
    `is ${quoted(input)}; it is a whole number from ${min} to ${max}${unit}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

const { min: leastMagnification, max: mostMagnification } = magnificationRange;
const magnification = number
  .min(leastMagnification, { error: outside })
  .max(mostMagnification, { error: outside });

function outside({ input }: { input?: unknown }): string {
  return `is ${quoted(input)}; it is from ${leastMagnification} to ${mostMagnification}`;
}

const FRAME_SIDE = whole(limits.frame_side_px.min, 1_000_000, ' px');
const recorded = z
  .boolean({ error: ({ input }) => `is ${quoted(input)}; it is true or false` })
  .default(false);

/** Every field of a fit check (specification 4.9). */
export const workflowFitSchema = z
  .strictObject({
    geometry: choice(geometries).describe('how the hologram is recorded'),
    file_format: choice(fileFormats).describe('what the camera’s frames are saved as'),
    wavelength_um: number.nullable().default(null).describe('µm; null: unknown'),
    pixel_pitch_um: number.nullable().default(null).describe('µm; null: unknown'),
    pixel_pitch_basis: choice(['sensor', 'object_space'])
      .default('sensor')
      .describe('what the pitch is measured on; object_space requires magnification'),
    magnification: magnification.optional().describe('of the optics between sample and sensor'),
    z_mm: number.optional().describe('sample to sensor, mm'),
    z_min_mm: number.optional().describe('start of the focus search range, mm; together with z_max_mm'),
    z_max_mm: number.optional().describe('end of the focus search range, mm; together with z_min_mm'),
    bit_depth: whole(1, 64, ' bits').optional().describe('bits per pixel'),
    frame_width_px: FRAME_SIDE.optional().describe('px; together with frame_height_px'),
    frame_height_px: FRAME_SIDE.optional().describe('px; together with frame_width_px'),
    metadata: z
      .strictObject({
        wavelength_recorded: recorded,
        pixel_pitch_recorded: recorded,
        distance_recorded: recorded,
        exposure_recorded: recorded,
        blank_reference_frame: recorded.describe('a frame of the same rig without a sample exists'),
      })
      .optional()
      .describe('what is on record beside the frames'),
    reference_measurement: choice(referenceMeasurements)
      .default('none')
      .describe('by what the sample was measured independently'),
  })
  .meta({ title: 'Workflow-fit request' });

export type WorkflowFitRequest = z.output<typeof workflowFitSchema>;

/** @throws Problem INVALID_INPUT that lists everything that is wrong */
export function parseWorkflowFit(input: unknown): WorkflowFitRequest {
  const result = workflowFitSchema.safeParse(input);
  const against = contradictions(input);
  if (result.success && against.length === 0) return result.data;
  const errors = result.success ? [] : result.error.issues.flatMap(fieldErrors);
  const named = new Set(errors.map(({ pointer }) => pointer));
  errors.push(...against.filter(({ pointer }) => !named.has(pointer)));
  const detail = errors.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`.trim()).join('; ');
  throw new Problem('INVALID_INPUT', detail, errors);
}

/** What zod found, as fields with messages. */
export function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path
    .map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      message: 'is not a field of this request',
    }));
  }
  if (issue.code === 'invalid_type' && issue.expected === 'object') {
    return [{ pointer: path, message: 'is not a JSON object' }];
  }
  return [{ pointer: path, message: issue.message }];
}

const pairs = [
  ['z_min_mm', 'z_max_mm'],
  ['frame_width_px', 'frame_height_px'],
] as const;

/** What is right field by field but does not go together: reconstruction refuses the same. */
function contradictions(input: unknown): FieldError[] {
  if (typeof input !== 'object' || input === null) return [];
  const fields = input as Readonly<Record<string, unknown>>;
  const given = (name: string) => fields[name] !== undefined;
  const errors: FieldError[] = [];
  const add = (name: string, message: string) => errors.push({ pointer: `/${name}`, message });
  for (const [one, other] of pairs) {
    if (given(one) && !given(other)) add(other, `is missing: ${one} comes together with it`);
    if (given(other) && !given(one)) add(one, `is missing: ${other} comes together with it`);
  }
  if (given('z_mm')) {
    for (const name of pairs[0]) {
      if (given(name)) add(name, 'contradicts z_mm: give a distance or a range');
    }
  }
  const { z_min_mm: from, z_max_mm: to } = fields;
  if (typeof from === 'number' && typeof to === 'number' && from >= to) {
    add('z_max_mm', `is ${to}; it must be above z_min_mm, ${from}`);
  }
  if (fields['pixel_pitch_basis'] === 'object_space' && !given('magnification')) {
    add('magnification', 'is missing: pixel_pitch_basis=object_space needs it');
  }
  return errors;
}
