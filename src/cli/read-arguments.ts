import { parseArgs, type ParseArgsConfig } from 'node:util';
import { attachNegative } from './attach-negative.ts';
import type { OptionValues } from './field-options.ts';

export interface Arguments {
  readonly values: OptionValues;
  readonly positionals: readonly string[];
}

/** The options of a command and what stands beside them; or that help is asked for, or what is wrong with their form. */
export function readArguments(
  args: string[],
  options: NonNullable<ParseArgsConfig['options']>,
): Arguments | 'help' | { readonly problem: string } {
  try {
    const { values, positionals } = parseArgs({
      ...{ args: attachNegative(args), options },
      allowPositionals: true,
    });
    return values.help ? 'help' : { values: values as OptionValues, positionals };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** What is wrong where a mode is given by both of its names. */
export function modeTwice(values: OptionValues): { readonly problem: string } | null {
  const both = values.mode !== undefined && values['holography-mode'] !== undefined;
  return both ? { problem: '--mode and --holography-mode are the same: give one' } : null;
}
