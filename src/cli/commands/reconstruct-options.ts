import { recipeFields } from '../../core/recipe/recipe.ts';
import { fieldsOf, optionOf } from '../field-options.ts';
import { modeTwice, readArguments } from '../read-arguments.ts';

export interface ReconstructOptions {
  readonly hologram: string;
  readonly background: string | undefined;
  /** the file of a profile */
  readonly calibration: string | undefined;
  /** where on the calibrated frame this one begins, as text */
  readonly origin: string | undefined;
  readonly output: string;
  readonly json: boolean;
  readonly quiet: boolean;
  /** the recipe's fields, as texts */
  readonly fields: Readonly<Record<string, string>>;
}

/** Fields with an option of another name as well. */
export const shorterOptions = { holography_mode: 'mode' } as const;
const fieldNames = Object.keys(recipeFields);

const fieldOptions = Object.fromEntries(
  fieldNames.map((name) => [optionOf(name).slice(2), { type: 'string' }] as const),
);

const options = {
  ...fieldOptions,
  mode: { type: 'string' },
  background: { type: 'string' },
  calibration: { type: 'string' },
  'calibration-origin-px': { type: 'string' },
  output: { type: 'string', short: 'o' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** What the arguments ask for, or what is wrong with their form; values are judged by the recipe. */
export function reconstructOptions(
  args: string[],
): ReconstructOptions | 'help' | { readonly problem: string } {
  const read = readArguments(args, options);
  if (read === 'help' || 'problem' in read) return read;
  const { values, positionals } = read;
  const [hologram, ...others] = positionals;
  if (hologram === undefined) return { problem: 'the hologram’s file is missing' };
  if (others.length > 0) return { problem: `one hologram at a time; what is "${others.join(' ')}"?` };
  if (typeof values.output !== 'string') return { problem: 'say where the result goes: -o result.zip' };
  if (values['calibration-origin-px'] !== undefined && values.calibration === undefined) {
    return { problem: '--calibration-origin-px is of a profile: give --calibration with it' };
  }
  const twice = modeTwice(values);
  if (twice) return twice;
  return {
    hologram,
    background: values.background as string | undefined,
    calibration: values.calibration as string | undefined,
    origin: values['calibration-origin-px'] as string | undefined,
    output: values.output,
    json: values.json === true,
    quiet: values.quiet === true,
    fields: fieldsOf(values, fieldNames, shorterOptions),
  };
}
