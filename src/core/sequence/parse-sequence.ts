import type { FieldError } from '../problem/problem.ts';
import { readNumber } from '../recipe/number-text.ts';
import { invalidInput, parseRecipe } from '../recipe/recipe.ts';
import type { Recipe } from '../recipe/values.ts';

/** A sequence as it is asked for. */
export interface SequenceRecipe {
  readonly recipe: Recipe;
  /** s from one frame to the next; null: not said */
  readonly interval_s: number | null;
}

const INTERVAL_S = { min: 1e-9, max: 1e7 };

/**
 * The fields of a reconstruction and `interval_s`; what comes out is at native sampling.
 * @throws Problem INVALID_INPUT naming everything that is wrong
 */
export function parseSequence(fields: Readonly<Record<string, unknown>>): SequenceRecipe {
  const { interval_s: given, ...others } = fields;
  const errors: FieldError[] = [];
  const interval_s = given === undefined ? null : readNumber(given);
  if (interval_s !== null && !(typeof interval_s === 'number' && isInterval(interval_s))) {
    const { min, max } = INTERVAL_S;
    errors.push({ pointer: '/interval_s', message: `is ${String(given)}; it is from ${min} to ${max} s` });
  }
  if (others['holography_mode'] === 'inline')
    errors.push({ pointer: '/holography_mode', message: 'is inline; sequences are off-axis' });
  if (others['output_sampling'] === 'full')
    errors.push({ pointer: '/output_sampling', message: 'is full; a sequence comes at native sampling' });
  if (others['outputs'] !== undefined)
    errors.push({ pointer: '/outputs', message: 'is given; what a sequence’s package holds is fixed' });
  if (errors.length > 0) throw invalidInput(errors);
  return {
    recipe: parseRecipe({ ...others, output_sampling: 'native' }),
    interval_s: interval_s as number | null,
  };
}

function isInterval(value: number): boolean {
  return value >= INTERVAL_S.min && value <= INTERVAL_S.max;
}
