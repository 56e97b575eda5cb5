import { inWordsOf, type Wording } from '../core/problem/in-words-of.ts';
import type { FieldError } from '../core/problem/problem.ts';
import { optionOf } from './field-options.ts';

const commands: Readonly<Record<string, string>> = {
  'GET /calibration/targets': '“leith targets”',
  'POST /calibration/calibrate': '“leith calibrate”',
  'POST /public/reconstruct': '“leith reconstruct”',
};

/** How the command line calls fields and addresses. */
export interface OptionWords {
  /** a message with every field by its option */
  message(text: string): string;
  /** what is wrong with one field */
  problem(error: FieldError): string;
}

/** @param shorter the options of fields that are not named after them */
export function optionWords(shorter: Readonly<Record<string, string>> = {}): OptionWords {
  const place: Wording = {
    field(name, value) {
      // the one file that is given without an option
      if (name === 'hologram') return 'the hologram';
      const option = shorter[name] === undefined ? optionOf(name) : `--${shorter[name]}`;
      return value === null ? option : `${option} ${value}`;
    },
    address: (methodAndPath) => commands[methodAndPath] ?? methodAndPath,
  };
  const message = (text: string) => inWordsOf(place, text);
  return {
    message,
    problem: ({ pointer, message: text }) =>
      `${place.field(pointer.split('/')[1] ?? '', null)} ${message(text)}`,
  };
}
