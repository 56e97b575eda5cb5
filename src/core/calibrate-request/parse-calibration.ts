import { z } from 'zod';
import { readNumber } from '../recipe/number-text.ts';
import { insteadOfMicrometres, unitSlip } from '../recipe/unit-slip.ts';
import { Problem, type FieldError } from '../problem/problem.ts';
import type { Recipe } from '../recipe/values.ts';
import { invalidInput, parseRecipe, recipeFields } from '../recipe/recipe.ts';
import { findTarget, targets } from '../targets/catalogue.ts';
import type { Certificate } from '../targets/target-model.ts';
import type { Target } from '../targets/target.ts';

/** Fields of a reconstruction that describe the rig of a calibration as well. */
const rigFields = [
  ...(['holography_mode', 'wavelength_um', 'pixel_pitch_um', 'pixel_pitch_basis'] as const),
  ...(['magnification', 'refractive_index_immersion', 'z_mm', 'z_min_mm', 'z_max_mm'] as const),
] as const;
const LONGEST_NAME = 100;
/** A certificate that is further off from the catalogue than this is of another part, or in another unit. */
const WIDEST_CERTIFICATE = 20;

const size = z.number({ error: 'is not a number such as 10.05' }).positive('must be above 0');
const numeric = (schema: z.ZodNumber, description: string) =>
  z.preprocess(readNumber, schema.describe(description));

const share = z
  .number({ error: 'is not a number such as 0.001' })
  .min(0, 'must not be below 0')
  .max(0.5, 'is above 0.5');
/** \P{Cc} in words that readers of patterns other than JavaScript’s know, too: it stands in the API document. */
const NO_CONTROLS = /^[^\u0000-\u001f\u007f-\u009f]*$/u;

const text = (description: string) =>
  z
    .string()
    .trim()
    .min(1, 'is empty: leave it out')
    .max(LONGEST_NAME, `is longer than ${LONGEST_NAME} characters`)
    .regex(NO_CONTROLS, 'holds control characters')
    .describe(description);

/** Every field of a calibration request but its files. */
export const calibrationFields = {
  target_id: z.string().describe('which target the frame shows, from GET /calibration/targets'),
  ...(Object.fromEntries(rigFields.map((name) => [name, recipeFields[name]])) as Pick<
    typeof recipeFields,
    (typeof rigFields)[number]
  >),
  feature_size_um: numeric(
    size,
    'from the certificate of the very part: what the target’s page says that it measures',
  ),
  feature_tolerance_um: numeric(size, 'from the certificate, ±'),
  part_tolerance: numeric(
    share,
    'of your own part, a share: ±0.001 of what any of its lengths, of a hole every diameter, is said to be; instead of what its maker states',
  ),
  certificate: text('the number of your part’s certificate; it is kept with the profile'),
  certificate_k: numeric(
    z.number({ error: 'is not a number such as 2' }).min(1, 'is below 1').max(10, 'is above 10'),
    'of how many standard uncertainties the tolerance is, as certificates say; absent: it is a limit, and any value inside it is as likely as another',
  ),
  maker: text(
    'who made your part, where makers state different tolerances: lbtek, thorlabs or other for USAF charts',
  ),
  wavelength_tolerance_nm: numeric(
    z.number({ error: 'is not a number such as 0.5' }).min(0, 'must not be below 0').max(50, 'is above 50'),
    '± of wavelength_um: 0.01 for a gas laser, 5 for a laser diode or an LED; absent: 1 % of the wavelength',
  ),
  repeatability: numeric(
    z
      .number({ error: 'is not a number such as 0.0002' })
      .min(0, 'must not be below 0')
      .max(0.1, 'is above 0.1'),
    'one standard deviation of the pitch over repeated recordings of this rig, a share, where you have measured it; several frames tell it themselves',
  ),
  name: text('what you call this rig'),
};

export interface CheckedCalibration {
  readonly target: Target;
  readonly certificate: Certificate | null;
  readonly name: string | null;
  readonly wavelength_tolerance_nm: number | null;
  readonly repeatability: number | null;
  /** with the best guess of the distance, the range to search, or both */
  readonly recipe: Recipe;
}

/**
 * @param fields as they were sent
 * @param found what else is wrong already, e.g. with the files
 * @throws Problem INVALID_INPUT with everything that is wrong; TARGET_UNKNOWN; TARGET_MODE_MISMATCH
 */
export function parseCalibration(
  fields: Readonly<Record<string, unknown>>,
  found: readonly FieldError[],
): CheckedCalibration {
  const errors = [...found];
  const own = ownValues(fields, errors);
  const target = typeof own.target_id === 'string' ? findTarget(own.target_id) : null;
  const unknown = own.target_id !== undefined && !target ? unknownTarget(String(own.target_id)) : null;
  const certificate = certificateOf(own, target, errors);
  const recipe = recipeOf(fields, errors, unknown);
  if (unknown) throw new Problem('TARGET_UNKNOWN', `target_id ${unknown.message}.`, [unknown]);
  checkMode(target!, recipe);
  const { name = null, wavelength_tolerance_nm = null, repeatability = null } = own;
  return { target: target!, certificate, name, wavelength_tolerance_nm, repeatability, recipe };
}

interface OwnValues {
  target_id?: string;
  feature_size_um?: number;
  feature_tolerance_um?: number;
  part_tolerance?: number;
  certificate?: string;
  certificate_k?: number;
  maker?: string;
  wavelength_tolerance_nm?: number;
  repeatability?: number;
  name?: string;
}

const OWN = [
  ...(['target_id', 'feature_size_um', 'feature_tolerance_um', 'part_tolerance', 'certificate'] as const),
  ...(['certificate_k', 'maker'] as const),
  ...(['wavelength_tolerance_nm', 'repeatability', 'name'] as const),
] as const;

function ownValues(fields: Readonly<Record<string, unknown>>, errors: FieldError[]): OwnValues {
  const values: Record<string, unknown> = {};
  for (const name of OWN) {
    if (fields[name] === undefined) continue;
    const result = calibrationFields[name].safeParse(fields[name]);
    if (result.success) values[name] = result.data;
    else errors.push(...result.error.issues.map(({ message }) => ({ pointer: `/${name}`, message })));
  }
  if (fields.target_id === undefined) {
    errors.push({ pointer: '/target_id', message: 'is missing: GET /calibration/targets lists them' });
  }
  return values;
}

function unknownTarget(given: string): FieldError {
  const shown = given.length > 60 ? `${given.slice(0, 60)}…` : given;
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const near = targets.find(({ entry }) => plain(entry.target_id) === plain(given));
  const hint = near ? `: did you mean ${near.entry.target_id}?` : '; GET /calibration/targets lists them';
  return { pointer: '/target_id', message: `is "${shown}", which is no target of the catalogue${hint}` };
}

function certificateOf(
  {
    feature_size_um,
    feature_tolerance_um,
    part_tolerance,
    certificate: number,
    certificate_k: k,
    maker,
  }: OwnValues,
  target: Target | null,
  errors: FieldError[],
): Certificate | null {
  const said = { feature_size_um, feature_tolerance_um, part_tolerance, number, k, maker };
  errors.push(...partErrors(said, target));
  if (Object.values(said).every((value) => value === undefined)) return null;
  if (feature_tolerance_um !== undefined && part_tolerance !== undefined) {
    errors.push({ pointer: '/part_tolerance', message: 'says the same as feature_tolerance_um: give one' });
  }
  const nominal = target?.entry.feature_size_um;
  if (feature_size_um !== undefined && nominal !== undefined) {
    const { min_um, max_um } = target?.described ?? {};
    const range = {
      min: min_um ?? nominal / WIDEST_CERTIFICATE,
      max: max_um ?? nominal * WIDEST_CERTIFICATE,
    };
    if (feature_size_um < range.min || feature_size_um > range.max) {
      const slip = unitSlip(feature_size_um, range, insteadOfMicrometres);
      const message = `is ${feature_size_um}; that of ${target!.entry.target_id} is ${nominal} µm${slip}`;
      errors.push({ pointer: '/feature_size_um', message });
    }
  }
  const whole = feature_size_um ?? nominal;
  if (feature_tolerance_um !== undefined && whole !== undefined && feature_tolerance_um >= whole) {
    const message = `is ${feature_tolerance_um}; it must be below the size itself, ${whole} µm`;
    errors.push({ pointer: '/feature_tolerance_um', message });
  }
  return said;
}

/** What a user's own part lacks, and what is said of it without need. */
function partErrors(
  { feature_size_um, feature_tolerance_um, part_tolerance, k, maker }: Certificate,
  target: Target | null,
): FieldError[] {
  const errors: FieldError[] = [];
  if (target?.described && feature_size_um === undefined) {
    const message = `is missing: ${target.entry.target_id} is your own part, say ${target.sizeIs}`;
    errors.push({ pointer: '/feature_size_um', message });
  }
  if (k !== undefined && feature_tolerance_um === undefined && part_tolerance === undefined) {
    const message = 'is of a tolerance: give part_tolerance or feature_tolerance_um with it';
    errors.push({ pointer: '/certificate_k', message });
  }
  if (maker !== undefined && target && !target.makers?.includes(maker)) {
    const known = target.makers
      ? `one of ${target.makers.join(', ')}`
      : 'no matter for this target: leave it out';
    errors.push({ pointer: '/maker', message: `is "${maker}"; it is ${known}` });
  }
  return errors;
}

/** The rig as a recipe; here, unlike there, a best guess may come along with the range around it. */
function recipeOf(
  fields: Readonly<Record<string, unknown>>,
  errors: FieldError[],
  unknown: FieldError | null,
): Recipe {
  const rig: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || (OWN as readonly string[]).includes(name)) continue;
    if (!(rigFields as readonly string[]).includes(name) && Object.hasOwn(recipeFields, name)) {
      errors.push({ pointer: `/${name}`, message: 'is not a field of a calibration' });
    } else rig[name] = value;
  }
  const range = rig.z_min_mm !== undefined || rig.z_max_mm !== undefined;
  if (rig.z_mm === undefined && !range) {
    errors.push({
      pointer: '/z_mm',
      message: 'is missing: a best guess of the distance; or give z_min_mm and z_max_mm',
    });
  }
  const guess = range ? guessOf(rig, errors) : null;
  if (range) delete rig.z_mm;
  const wrong = errors.length > 0 && unknown ? [...errors, unknown] : errors;
  let recipe;
  try {
    recipe = parseRecipe(rig, { otherErrors: wrong });
  } catch (error) {
    // with other mistakes an unknown target is one of them
    if (!(error instanceof Problem) || !unknown || error.errors.includes(unknown)) throw error;
    throw invalidInput([...error.errors, unknown]);
  }
  return guess === null ? recipe : { ...recipe, z_mm: guess };
}

function guessOf(rig: Readonly<Record<string, unknown>>, errors: FieldError[]): number | null {
  if (rig.z_mm === undefined) return null;
  const result = recipeFields.z_mm.safeParse(rig.z_mm);
  if (!result.success) {
    errors.push(...result.error.issues.map(({ message }) => ({ pointer: '/z_mm', message })));
    return null;
  }
  const z = result.data as number;
  const [min, max] = [readNumber(rig.z_min_mm), readNumber(rig.z_max_mm)];
  if (typeof min === 'number' && typeof max === 'number' && (z < min || z > max)) {
    errors.push({ pointer: '/z_mm', message: `is ${z}, outside of z_min_mm and z_max_mm, ${min} to ${max}` });
  }
  return z;
}

function checkMode({ entry }: Target, { holography_mode }: Recipe): void {
  if (entry.applicable_modes.includes(holography_mode)) return;
  const modes = entry.applicable_modes.join(', ');
  const message = `is ${holography_mode}; ${entry.target_id} can be used for ${modes}`;
  throw new Problem('TARGET_MODE_MISMATCH', `holography_mode ${message}.`, [
    { pointer: '/holography_mode', message },
  ]);
}
