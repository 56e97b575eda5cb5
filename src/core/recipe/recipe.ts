import { z } from 'zod';
import { limits } from '../limits/limits.ts';
import { choicesOf } from '../problem/in-words-of.ts';
import { Problem, type FieldError } from '../problem/problem.ts';
import { contradictions } from './contradictions.ts';
import { defaults } from './defaults.ts';
import { notANumber, quoted, readNumber, readNumbers } from './number-text.ts';
import { outputNames, readOutputs } from './outputs.ts';
import { readRectangles } from './rectangles.ts';
import { insteadOfMicrometres, insteadOfMillimetres, unitSlip, type Range } from './unit-slip.ts';
import { inUnitOf, type InUnit } from './with-unit.ts';
import type { Recipe, RecipeValues } from './values.ts';

/** What is plausible for visible light and real optics; the specification sets no limits here. */
export const magnificationRange = { min: 1e-3, max: 1e4 };
const refractiveIndexRange = { min: 1, max: 5 };
/** Air to the densest immersion oils. */
const immersionRange = { min: 1, max: 2 };
/** nm; an LED has no more. */
const toleranceRange = { min: 0, max: 50 };
/** Screens take 2.2; as far beyond it as that lies beyond 1, and as much the other way. */
const gammaRange = { min: 0.2, max: 5 };
const carrierRange = { min: -0.5, max: 0.5 };

function choice<const Values extends readonly [string, ...string[]]>(values: Values, description: string) {
  const error = ({ input }: { input?: unknown }) => `is ${quoted(input)}; it is one of ${choicesOf(values)}`;
  return z.enum(values, { error }).describe(description);
}

const finite = z.number({ error: ({ input }) => notANumber(input) });

function inRange({ min, max }: Range, unit: string, hint: (value: number) => string = () => '') {
  const error = ({ input }: { input?: unknown }) =>
    `is ${input}; it is from ${min} to ${max}${unit}${hint(input as number)}`;
  return finite.min(min, { error }).max(max, { error });
}

function wholeNumber({ min, max }: Range) {
  return inRange({ min, max }, '').int({ error: ({ input }) => `is ${input}; it is a whole number` });
}

function number(schema: z.ZodNumber, description: string, meta: { default?: number } = {}) {
  return z.preprocess(readNumber, schema.describe(description).meta(meta));
}

const backgroundDegreeRange = { min: 1, max: 6 };
const MOST_RECTANGLES = 32;
const fromZero = wholeNumber({ min: 0, max: limits.frame_side_px.max });
const fromOne = wholeNumber({ min: 1, max: limits.frame_side_px.max });

const aboveZero = finite.positive({ error: ({ input }) => `is ${input}; it must be above 0` });
const millimetres = inRange(limits.z_mm, ' mm', (value) =>
  unitSlip(value, limits.z_mm, insteadOfMillimetres),
);
const micrometres = (range: Range) =>
  inRange(range, ' µm', (value) => unitSlip(value, range, insteadOfMicrometres));

const carrier = z
  .preprocess(
    readNumbers,
    z.tuple([inRange(carrierRange, ' cycles/px'), inRange(carrierRange, ' cycles/px')], {
      error: 'must be two numbers, fx,fy, such as 0.18,0.15',
    }),
  )
  .describe('off-axis, expert: where the sideband is, as fx,fy, instead of looking for it');

const { min: fewestFrames, max: mostFrames } = limits.stack_frames;
const stackLength = ({ input }: { input?: unknown }) =>
  `holds ${(input as unknown[]).length} distances; it holds ${fewestFrames} to ${mostFrames}`;
const stack = z
  .preprocess(
    readNumbers,
    z
      .array(millimetres, { error: 'must be numbers separated by commas, such as 1.0,1.2' })
      .min(fewestFrames, { error: stackLength })
      .max(mostFrames, { error: stackLength })
      .refine((distances) => new Set(distances).size === distances.length, 'holds the same distance twice'),
  )
  .describe(
    'inline: one distance (mm) per frame of the stack, separated by commas; the frames are the pages of one TIFF, or one NPY or NPZ of (frames, rows, columns), sent as the hologram',
  );

/** Every field of a reconstruction request: what is checked, and what the OpenAPI document says. */
export const recipeFields = {
  holography_mode: choice(['off-axis', 'inline'], 'how the hologram was recorded'),
  wavelength_um: number(micrometres(limits.wavelength_um), 'wavelength of the light in vacuum, µm'),
  wavelength_tolerance_nm: number(
    inRange(toleranceRange, ' nm'),
    '± of wavelength_um: 0.01 for a gas laser, 5 for a laser diode or an LED; off-axis it counts in the uncertainty of the phase, ' +
      'as far as light travels to the sensor. Absent: the wavelength is exact, or as a calibration profile states it',
  ),
  pixel_pitch_um: number(
    aboveZero,
    `distance between pixels, µm; on the sensor ${limits.sensor_pixel_pitch_um.min} to ` +
      `${limits.sensor_pixel_pitch_um.max} and above the wavelength`,
  ),
  pixel_pitch_basis: choice(
    ['sensor', 'object_space'],
    'what pixel_pitch_um and the distances are measured on: the sensor, or the sample (requires magnification)',
  ).meta({ default: defaults.pixel_pitch_basis }),
  magnification: number(inRange(magnificationRange, ''), 'of the optics between sample and sensor', {
    default: defaults.magnification,
  }),
  z_mm: number(
    millimetres,
    'distance from the sample (or its image) to the sensor, mm; positive: the sample lies before the sensor',
  ),
  z_tolerance_mm: number(
    inRange({ min: 0, max: limits.z_mm.max }, ' mm'),
    '± of z_mm, or of all of stack_z_mm together; it counts in the uncertainty of the phase. Absent: the distance is exact, or as a calibration profile states it',
  ),
  z_min_mm: number(
    millimetres,
    'start of the focus search range, mm; together with z_max_mm, instead of z_mm',
  ),
  z_max_mm: number(
    millimetres,
    `end of the focus search range, mm; at most ${limits.focus_range_width_mm.max} above z_min_mm`,
  ),
  sample_type: choice(['transmission', 'reflection'], 'how phase becomes height').meta({
    default: defaults.sample_type,
  }),
  refractive_index_sample: number(
    inRange(refractiveIndexRange, ''),
    'transmission: with refractive_index_medium, adds a height map',
  ),
  refractive_index_medium: number(
    inRange(refractiveIndexRange, ''),
    'transmission: index of what surrounds the sample',
  ),
  refractive_index_immersion: number(
    inRange(immersionRange, ''),
    'index of what lies between the sample and its image, e.g. 1.518 for oil: light propagates there with ' +
      'wavelength_um / n',
    { default: defaults.refractive_index_immersion },
  ),
  sideband: choice(
    ['auto', 'conjugate'],
    'off-axis: which of the two twin sidebands; conjugate takes the one that auto does not',
  ).meta({ default: defaults.sideband }),
  carrier_cycles_per_px: carrier,
  filter_radius_cycles_per_um: number(aboveZero, 'off-axis, expert: radius of the filter, cycles/µm'),
  demodulation: choice(
    ['linear', 'likelihood'],
    'off-axis: how the field is taken from the fringes; linear: a filter around the sideband; likelihood: and then a step ' +
      'that lets dark pixels count for more, where the residual allows it',
  ).meta({ default: defaults.demodulation }),
  lens_distortion: choice(
    ['keep', 'correct'],
    'correct: what the calibration profile says of the lens’s distortion is undone by resampling; pixels that the camera saw ' +
      'nothing of are marked as not known. Needs a profile that states it',
  ).meta({ default: defaults.lens_distortion }),
  phase_retrieval: choice(['constrained', 'none'], 'inline: whether the twin image is removed').meta({
    default: defaults.phase_retrieval,
  }),
  camera_gamma: number(
    inRange(gammaRange, ''),
    'inline: the light is the camera’s counts to this power: 1 for a camera that is known to be linear, 2.2 for one that gives frames ' +
      'the gamma of screens. Absent: frames of 8 bits are asked, and what they leave open counts in the uncertainty',
  ),
  stack_z_mm: stack,
  phase_background: choice(
    ['auto', 'none', 'tilt', 'polynomial'],
    'what is removed from the phase; the report lists the removed terms',
  ).meta({ default: defaults.phase_background }),
  background_degree: number(
    wholeNumber(backgroundDegreeRange),
    'with phase_background=polynomial: its degree, instead of the lowest one that suffices',
  ),
  background_region: z
    .preprocess(
      readRectangles,
      z
        .array(
          z.tuple([fromZero, fromZero, fromOne, fromOne], {
            error: 'must be four numbers, x,y,width,height, such as 0,0,200,150',
          }),
          { error: 'must be rectangles x,y,width,height, separated by semicolons' },
        )
        .min(1, { error: 'holds no rectangle' })
        .max(MOST_RECTANGLES, { error: `holds more than ${MOST_RECTANGLES} rectangles` }),
    )
    .describe(
      'rectangles of the uploaded frame that hold no sample, as x,y,width,height in px from its upper left corner, ' +
        'separated by semicolons: the background is fitted to these alone',
    ),
  output_sampling: choice(
    ['full', 'native'],
    'full: one output pixel per camera pixel; native: the sampling that the recorded bandwidth carries',
  ).meta({ default: defaults.output_sampling }),
  outputs: z
    .preprocess(
      readOutputs,
      z
        .array(
          z.enum(outputNames, {
            error: ({ input }) => `is ${quoted(input)}; it is one of ${choicesOf(outputNames)}`,
          }),
          { error: 'must be names separated by commas, such as phase,phase_uncertainty' },
        )
        .min(1, { error: 'is empty: leave it out for everything' })
        .refine((names) => new Set(names).size === names.length, 'holds the same name twice'),
    )
    .describe(
      `what the package holds, separated by commas, out of ${choicesOf(outputNames)}; height only where the request ` +
        'allows it. The phase alone is a seventh of the whole, at native sampling a thirtieth or less',
    )
    .meta({ default: defaults.outputs.join(',') }),
  channel: choice(
    ['red', 'green', 'blue'],
    'which channel of a colour frame holds the hologram; a frame that is grey needs none',
  ),
} satisfies Record<keyof Recipe, z.ZodType>;

export interface ParseOptions {
  /** problems the caller has found already, e.g. a missing file: they are listed with the recipe's own */
  readonly otherErrors?: readonly FieldError[];
}

/**
 * The recipe that a request's fields describe: texts as they arrive in forms and on command lines, or numbers.
 * A field that is undefined counts as not given.
 * @throws Problem INVALID_INPUT that lists everything that is wrong
 */
export function parseRecipe(input: Readonly<Record<string, unknown>>, options: ParseOptions = {}): Recipe {
  const errors: FieldError[] = [...(options.otherErrors ?? [])];
  const names = new Set<string>();
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    names.add(name);
    const field = Object.hasOwn(recipeFields, name) ? recipeFields[name as keyof Recipe] : undefined;
    if (field === undefined) {
      errors.push({ pointer: pointerTo(name), message: `is not a field of this request${similarTo(name)}` });
      continue;
    }
    const result = field.safeParse(value);
    const length = typeof value === 'string' ? inUnitOf(name, value) : null;
    if (result.success) values[name] = result.data;
    else if (length) errors.push({ pointer: pointerTo(name), message: withUnit(value, length) });
    else errors.push(...result.error.issues.map((issue) => fieldError(name, issue)));
  }
  const valid = values as Partial<RecipeValues>;
  errors.push(...contradictions({ names, values: valid }));
  if (errors.length > 0) throw invalidInput(errors);
  return { ...defaults, ...valid } as Recipe;
}

/** Nothing is guessed for a program: it is told the number that it would have had to send. */
function withUnit(value: unknown, { text, unit }: InUnit): string {
  const what = unit === '' ? 'a plain number' : `a number in ${unit}, without its unit`;
  return `is ${quoted(value)}; it is ${what}: did you mean ${text}?`;
}

function fieldError(name: string, { path, message }: z.core.$ZodIssue): FieldError {
  return { pointer: [name, ...path.map(String)].map(pointerTo).join(''), message };
}

/** One step of a JSON pointer (RFC 6901). */
function pointerTo(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Parameters of the address, which people send as they do all others. */
const inAddress: readonly string[] = ['calibration_profile_id', 'calibration_origin_px'];

function similarTo(name: string): string {
  if (inAddress.includes(name)) return ': it belongs in the address, after a question mark';
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '');
  const stem = plain(name);
  const fields = Object.keys(recipeFields);
  const meant =
    stem.length > 2 && fields.find((field) => plain(field).startsWith(stem) || stem === plain(field));
  return meant ? `: did you mean ${meant}?` : '';
}

/** The refusal of a request, in one sentence and field by field. */
export function invalidInput(errors: readonly FieldError[]): Problem {
  const detail = errors.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`.trim()).join('; ');
  return new Problem('INVALID_INPUT', detail, errors);
}
