import { Problem } from '../../core/problem/problem.ts';
import { parseFutureSequence } from '../../core/sequence/parse-sequence.ts';
import { byField, type FieldErrors } from '../api/field-errors.ts';
import { givenFields, type FieldName } from '../fields/fields.ts';
import type { FormState } from '../form/form-state.ts';

/** Of a reconstruction’s fields those that every sequence settles by itself. */
export const SETTLED: readonly FieldName[] = [
  ...(['outputs', 'output_sampling', 'phase_retrieval', 'demodulation', 'stack_z_mm'] as const),
  'lens_distortion',
];

/** The form as a sequence takes it, with one frame to look at. */
export function formOfSequence(state: FormState, frame: File | null): FormState {
  const settled = SETTLED as readonly string[];
  const values = Object.fromEntries(Object.entries(state.values).filter(([name]) => !settled.includes(name)));
  const distance = state.distance === 'stack' ? 'known' : state.distance;
  return { ...state, values, distance, frames: frame ? [frame] : [], left: [] };
}

/** What is sent of it. */
export function fieldsOfSequence(
  { values, distance }: FormState,
  frames: number,
  interval: string,
): Record<string, string> {
  const given = givenFields(values, distance, 1);
  const interval_s = inSeconds(interval.trim());
  return { ...given, frames: String(frames), ...(interval_s === '' ? {} : { interval_s }) };
}

/** “40 ms” and “0,04” are 0.04; what is no number stays as it is, and is refused. */
function inSeconds(text: string): string {
  const [, number, unit] = /^([\d.,]+(?:e[-+]?\d+)?)\s*(ms|s)?$/i.exec(text) ?? [];
  if (number === undefined) return text;
  const plain = number.replace(',', '.');
  return unit?.toLowerCase() === 'ms' ? String(Number((Number(plain) / 1000).toPrecision(12))) : plain;
}

/** The service’s own check. */
export function checkSequence(fields: Readonly<Record<string, string>>): FieldErrors {
  try {
    parseFutureSequence(fields);
    return new Map();
  } catch (error) {
    if (error instanceof Problem) return byField(error.errors);
    throw error;
  }
}
