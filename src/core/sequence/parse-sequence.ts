import type { FieldError } from '../problem/problem.ts';
import { quoted, readNumber } from '../recipe/number-text.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import type { Recipe } from '../recipe/values.ts';

/** A sequence as it is asked for. */
export interface SequenceRecipe {
  readonly recipe: Recipe;
  /** s from one frame to the next; null: not said */
  readonly interval_s: number | null;
}

/** How many frames a sequence has. */
export const sequenceFrames = { min: 2, max: 100_000 };
const INTERVAL_S = { min: 1e-9, max: 1e7 };

/**
 * The fields of a reconstruction and `interval_s`; what comes out is at native sampling off-axis, and at full in-line.
 * @throws Problem INVALID_INPUT naming everything that is wrong
 */
export function parseSequence(
  fields: Readonly<Record<string, unknown>>,
  otherErrors: readonly FieldError[] = [],
): SequenceRecipe {
  const { interval_s: given, output_sampling, outputs, ...others } = fields;
  const errors = [...otherErrors];
  const interval_s = given === undefined ? null : readNumber(given);
  if (interval_s !== null && !(typeof interval_s === 'number' && isInterval(interval_s))) {
    const { min, max } = INTERVAL_S;
    errors.push({
      pointer: '/interval_s',
      message: `is ${quoted(readNumber(given))}; it is from ${min} to ${max} s`,
    });
  }
  const isInline = others['holography_mode'] === 'inline';
  const sampling = isInline ? 'full' : 'native';
  if (output_sampling !== undefined && output_sampling !== sampling)
    errors.push({
      pointer: '/output_sampling',
      message: `is ${quoted(output_sampling)}; a sequence comes at ${sampling} sampling`,
    });
  if (others['stack_z_mm'] !== undefined)
    errors.push({ pointer: '/stack_z_mm', message: 'is given; the frames of a sequence have one distance' });
  if (isInline && others['phase_retrieval'] === 'none')
    errors.push({
      pointer: '/phase_retrieval',
      message: 'is none; the phase of an in-line sequence is retrieved',
    });
  if (others['demodulation'] === 'likelihood')
    errors.push({ pointer: '/demodulation', message: 'is likelihood; sequences are demodulated linearly' });
  if (others['lens_distortion'] === 'correct')
    errors.push({
      pointer: '/lens_distortion',
      message: 'is correct; frames of a sequence are not resampled',
    });
  if (outputs !== undefined)
    errors.push({ pointer: '/outputs', message: 'is given; what a sequence’s package holds is fixed' });
  const recipe = parseRecipe({ ...others, output_sampling: sampling }, { otherErrors: errors });
  return { recipe, interval_s: interval_s as number | null };
}

/**
 * The fields of a sequence whose frames are still to come: `frames` says how many.
 * @returns the fields without it
 * @throws Problem INVALID_INPUT naming everything that is wrong
 */
export function parseFutureSequence(
  fields: Readonly<Record<string, unknown>>,
  otherErrors: readonly FieldError[] = [],
): { readonly frames: number; readonly fields: Readonly<Record<string, unknown>> } {
  const { frames: given, ...others } = fields;
  const frames = readNumber(given);
  const { min, max } = sequenceFrames;
  const isCount = Number.isInteger(frames) && (frames as number) >= min && (frames as number) <= max;
  const said = given === undefined ? 'is missing; it is' : `is ${quoted(given)}; it is`;
  const message = `${said} how many frames there will be, a whole number from ${min} to ${max}`;
  parseSequence(others, isCount ? otherErrors : [...otherErrors, { pointer: '/frames', message }]);
  return { frames: frames as number, fields: others };
}

function isInterval(value: number): boolean {
  return value >= INTERVAL_S.min && value <= INTERVAL_S.max;
}
