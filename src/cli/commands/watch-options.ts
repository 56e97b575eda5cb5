import { liveFrames } from '../../services/sequence/live-sequence.ts';
import { readArguments } from '../read-arguments.ts';
import { makingOf, makingOptions, type MakingOptions } from './sequence-options.ts';

export interface WatchOptions extends MakingOptions {
  readonly folder: string;
  /** as many frames as a sequence may have unless said */
  readonly count: number;
  /** null: it ends by a signal */
  readonly idle_s: number | null;
}

const text = { type: 'string' } as const;
const options = { ...makingOptions, count: text, 'idle-s': text } as const;
/** Longer than a night, and what a timer can take. */
const MOST_IDLE_S = 1e6;

/** What the arguments ask for, or what is wrong with their form. */
export function watchOptions(args: string[]): WatchOptions | 'help' | { readonly problem: string } {
  const read = readArguments(args, options);
  if (read === 'help' || 'problem' in read) return read;
  const { values, positionals } = read;
  const [folder, ...others] = positionals;
  if (folder === undefined) return { problem: 'the folder is missing' };
  if (others.length > 0) return { problem: `one folder at a time; what is "${others.join(' ')}"?` };
  const { min, max } = liveFrames;
  const count = values.count === undefined ? max : Number(values.count);
  if (!(Number.isInteger(count) && count >= min && count <= max))
    return { problem: `--count is ${String(values.count)}; it is a whole number from ${min} to ${max}` };
  const idle_s = values['idle-s'] === undefined ? null : Number(values['idle-s']);
  if (idle_s !== null && !(idle_s > 0 && idle_s <= MOST_IDLE_S))
    return { problem: `--idle-s is ${String(values['idle-s'])}; it is above 0 and at most ${MOST_IDLE_S}` };
  const making = makingOf(values);
  return 'problem' in making ? making : { ...making, folder, count, idle_s };
}
