import { recipeFields } from '../../core/recipe/recipe.ts';
import { fieldsOf, optionOf, type OptionValues } from '../field-options.ts';
import { modeTwice, readArguments } from '../read-arguments.ts';
import { shorterOptions } from './reconstruct-options.ts';

/** What leith sequence and leith watch are both told. */
export interface MakingOptions {
  readonly background: string | undefined;
  /** the file of a profile */
  readonly calibration: string | undefined;
  /** where on the calibrated frame these begin, as text */
  readonly origin: string | undefined;
  readonly output: string;
  /** the phase as a file for programs that do not read OME-Zarr, beside the package */
  readonly alsoOmeTiff: boolean;
  /** null: one for each core */
  readonly threads: number | null;
  /** a file; undefined: the package is not signed */
  readonly signingKey: string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
  /** the fields of a sequence, as texts */
  readonly fields: Readonly<Record<string, string>>;
}

export interface SequenceOptions extends MakingOptions {
  /** files and folders */
  readonly frames: readonly string[];
}

type Wrong = { readonly problem: string };

const MOST_THREADS = 256;
const text = { type: 'string' } as const;
const fieldNames = [...Object.keys(recipeFields), 'interval_s'];

/** The options of {@link MakingOptions}. */
export const makingOptions = {
  ...Object.fromEntries(fieldNames.map((name) => [optionOf(name).slice(2), text] as const)),
  ...{ mode: text, background: text, as: text, threads: text, 'signing-key': text },
  ...{ calibration: text, 'calibration-origin-px': text },
  output: { type: 'string', short: 'o' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** What the arguments ask for, or what is wrong with their form; values are judged where they are used. */
export function sequenceOptions(args: string[]): SequenceOptions | 'help' | Wrong {
  const read = readArguments(args, makingOptions);
  if (read === 'help' || 'problem' in read) return read;
  const { values, positionals: frames } = read;
  if (frames.length === 0) return { problem: 'the frames are missing: a folder, or files' };
  const making = makingOf(values);
  return 'problem' in making ? making : { ...making, frames };
}

export function makingOf(values: OptionValues): MakingOptions | Wrong {
  if (typeof values.output !== 'string') return { problem: 'say where the result goes: -o cells.zip' };
  if (values['calibration-origin-px'] !== undefined && values.calibration === undefined)
    return { problem: '--calibration-origin-px is of a profile: give --calibration with it' };
  const twice = modeTwice(values);
  if (twice) return twice;
  if (values.as !== undefined && values.as !== 'ome-tiff')
    return { problem: `--as is ${String(values.as)}; it is ome-tiff` };
  const threads = values.threads === undefined ? null : Number(values.threads);
  if (threads !== null && !(Number.isInteger(threads) && threads >= 1 && threads <= MOST_THREADS))
    return {
      problem: `--threads is ${String(values.threads)}; it is a whole number from 1 to ${MOST_THREADS}`,
    };
  return {
    threads,
    alsoOmeTiff: values.as === 'ome-tiff',
    ...{ output: values.output, json: values.json === true, quiet: values.quiet === true },
    background: values.background as string | undefined,
    calibration: values.calibration as string | undefined,
    origin: values['calibration-origin-px'] as string | undefined,
    signingKey: values['signing-key'] as string | undefined,
    fields: fieldsOf(values, fieldNames, shorterOptions),
  };
}
