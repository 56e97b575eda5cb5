import { useEffect, useMemo, useState } from 'preact/hooks';
import type { FieldErrors } from '../api/field-errors.ts';
import { checkFields, formatOfName, judge } from './check-form.ts';
import { distanceKind, givenFields, type DistanceKind, type Values } from '../fields/fields.ts';
import type { FormState } from './form-state.ts';
import type { ReadFrame } from './frame-facts.ts';
import { bytesInWords } from '../shell/amounts.ts';
import { useServiceFacts } from '../shell/service-facts.ts';

/** How long nobody types before something is called wrong. */
const SETTLED_MS = 350;

export interface FormChecks {
  /** what would be sent */
  readonly given: Readonly<Record<string, string>>;
  /** everything that is wrong, missing fields included */
  readonly all: FieldErrors;
  /** what is said while somebody types: an empty field is not wrong yet */
  readonly typed: FieldErrors;
  readonly fit: ReturnType<typeof judge>;
  /** labels of what has to be filled in */
  readonly missing: readonly string[];
}

/** What the page knows about the form before anything is sent. */
export function useFormChecks(state: FormState, read: ReadFrame): FormChecks {
  const mostBytes = useServiceFacts()?.upload_bytes_max ?? Infinity;
  const settled = useSettled(state.values);
  const frames = frameCount(state, read);
  const given = givenFields(state.values, state.distance, frames);
  const tooLarge = filesTooLarge(state, mostBytes);
  const all = useMemo(
    () => new Map([...withFrame(checkFields(given), state, read), ...tooLarge]),
    [state, read.facts, mostBytes],
  );
  const typed = useMemo(() => {
    const found = checkFields(givenFields(settled, state.distance, frames));
    return new Map([...emptyLeftOut(found, settled), ...tooLarge]);
  }, [settled, state, frames, mostBytes]);
  const fit = useMemo(() => judge(given, frameOf(state, read)), [state, read]);
  return { given, all, typed, fit, missing: missingIn(state, frames) };
}

/** How many frames there are: files, or frames in the one file as far as it has been read. */
export function frameCount({ frames }: FormState, { facts }: ReadFrame): number {
  return frames.length === 1 ? (facts?.frames ?? 1) : frames.length;
}

function withFrame(errors: FieldErrors, state: FormState, read: ReadFrame): FieldErrors {
  const { frames, values } = state;
  const count = frameCount(state, read);
  const known = frames.length > 1 || read.facts !== null;
  const more = new Map(errors);
  if (frames.length === 0) more.set('hologram', 'is missing');
  if (frames.length > 1 && values.holography_mode !== 'inline') {
    more.set('hologram', 'is several frames; off-axis takes one');
  }
  const names = distanceNames(state, count);
  for (const name of names) {
    if (!isEmpty(values, name) || more.has(name)) continue;
    more.set(name, 'is missing: give it, or choose another way to say the distance');
  }
  const distances = values.stack_z_mm?.split(',').length ?? 0;
  const stacked = names.includes('stack_z_mm') && !more.has('stack_z_mm');
  if (stacked && known && distances !== count) {
    const found = count === 1 ? 'the file holds one frame' : `there are ${count} frames`;
    more.set('stack_z_mm', `holds ${distances} distances; ${found}`);
  }
  return more;
}

const needed = {
  known: ['z_mm'],
  range: ['z_min_mm', 'z_max_mm'],
  unknown: [],
  stack: ['stack_z_mm'],
} as const satisfies Record<DistanceKind, readonly (keyof Values)[]>;

function distanceNames({ values, distance }: FormState, count: number): readonly (keyof Values)[] {
  return needed[distanceKind(values.holography_mode, distance, count)];
}

function isEmpty(values: Values, name: keyof Values): boolean {
  return (values[name] ?? '').trim() === '';
}

/** Said before an upload that would end in a refusal. */
function filesTooLarge({ frames, background }: FormState, mostBytes: number): FieldErrors {
  const found = new Map<string, string>();
  const most = bytesInWords(mostBytes);
  for (const [name, file] of [
    ...frames.map((frame) => ['hologram', frame] as const),
    ['background', background] as const,
  ]) {
    if (file && file.size > mostBytes) {
      found.set(name, `${file.name} has ${bytesInWords(file.size)}; the service takes files up to ${most}`);
    }
  }
  return found;
}

function emptyLeftOut(errors: FieldErrors, values: Values): FieldErrors {
  return new Map([...errors].filter(([name]) => !isEmpty(values, name as keyof Values)));
}

function missingIn(state: FormState, count: number): string[] {
  const { values } = state;
  return [
    ...(isEmpty(values, 'wavelength_um') ? ['the wavelength'] : []),
    ...(isEmpty(values, 'pixel_pitch_um') ? ['the pixel pitch'] : []),
    ...(distanceNames(state, count).some((name) => isEmpty(values, name)) ? ['the distance'] : []),
  ];
}

function frameOf({ frames, background }: FormState, { facts }: ReadFrame) {
  const name = frames[0]?.name;
  return {
    format: facts?.format ?? (name === undefined ? null : formatOfName(name)),
    width: facts?.width ?? null,
    height: facts?.height ?? null,
    bit_depth: facts?.bit_depth ?? null,
    background: background !== null,
  };
}

/** A value once it has stopped changing. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
