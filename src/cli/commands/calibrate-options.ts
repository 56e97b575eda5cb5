import { fieldsOf, optionOf, type OptionValues } from '../field-options.ts';
import { modeTwice, readArguments } from '../read-arguments.ts';

export interface CalibrateOptions {
  /** at least one */
  readonly holograms: readonly string[];
  readonly background: string | undefined;
  /** a profile that new frames are compared with; then nothing but the record is written */
  readonly check: string | undefined;
  /** where checks of a profile are recorded, a line each */
  readonly record: string | undefined;
  readonly output: string;
  readonly overlay: string;
  readonly json: boolean;
  readonly quiet: boolean;
  /** the request's fields, as texts */
  readonly fields: Readonly<Record<string, string>>;
}

const text = { type: 'string' } as const;
/** Fields by the names they have in requests; the two with shorter names here are added by hand. */
const fieldNames = [
  ...(['holography_mode', 'wavelength_um', 'pixel_pitch_um', 'pixel_pitch_basis', 'magnification'] as const),
  ...(['refractive_index_immersion', 'z_mm', 'z_min_mm', 'z_max_mm'] as const),
  ...(['feature_size_um', 'feature_tolerance_um', 'part_tolerance', 'certificate'] as const),
  ...(['certificate_k', 'maker'] as const),
  ...(['wavelength_tolerance_nm', 'repeatability', 'name'] as const),
];
export const calibrateShorter: Readonly<Record<string, string>> = {
  target_id: 'target',
  holography_mode: 'mode',
};

const options = {
  ...Object.fromEntries(fieldNames.map((name) => [optionOf(name).slice(2), text])),
  ...{ target: text, mode: text, background: text, overlay: text, check: text, record: text },
  output: { type: 'string', short: 'o' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Frames of one target that calibrate together. */
const MOST_FRAMES = 8;

type Values = Readonly<Record<string, OptionValues[string]>>;

/** Beside the profile; that of a check gets a name of its own. */
function pictureOf(profile: string, { overlay, check }: Values): string {
  if (typeof overlay === 'string') return overlay;
  return `${profile.replace(/\.json$/i, '')}${typeof check === 'string' ? '.check' : ''}.png`;
}

/** Why what is written would take the place of something, or null. */
function overwritten(output: string, holograms: readonly string[], values: Values): string | null {
  const { overlay, check, background } = values;
  const picture = pictureOf(output, values);
  const read = typeof background === 'string' ? [...holograms, background] : holograms;
  if (typeof check !== 'string' && read.includes(output))
    return `the profile would be written over the frame ${output}: name another file with -o`;
  if (![output, ...read].includes(picture)) return null;
  const isOver = picture === output ? 'the profile' : 'the frame';
  return typeof overlay === 'string'
    ? `the overlay would be written over ${isOver} ${picture}: name another file with --overlay`
    : `the overlay goes into ${picture}, beside ${output}, and would be written over ${isOver}: name another file with --overlay, or another profile`;
}

function recordOf(check: OptionValues[string], record: OptionValues[string]) {
  if (typeof check !== 'string') return { check: undefined, record: undefined };
  const beside = `${check.replace(/\.json$/i, '')}.drift.jsonl`;
  return { check, record: typeof record === 'string' ? record : beside };
}

/** What the arguments ask for, or what is wrong with their form; values are judged with the request. */
export function calibrateOptions(args: string[]): CalibrateOptions | 'help' | { readonly problem: string } {
  const read = readArguments(args, options);
  if (read === 'help' || 'problem' in read) return read;
  const { values, positionals: holograms } = read;
  if (holograms.length === 0) return { problem: 'the file with the frame of the target is missing' };
  if (holograms.length > MOST_FRAMES)
    return { problem: `${holograms.length} frames are named; up to ${MOST_FRAMES} calibrate together` };
  const { check, record } = values;
  if (typeof check === 'string' && values.output !== undefined)
    return { problem: '--check compares with a profile and writes none: leave -o away' };
  if (record !== undefined && check === undefined)
    return { problem: '--record is of a --check: where its line goes' };
  const output = typeof check === 'string' ? check : values.output;
  if (typeof output !== 'string') return { problem: 'say where the profile goes: -o profile.json' };
  const twice = modeTwice(values);
  if (twice) return twice;
  const problem = overwritten(output, holograms, values);
  if (problem) return { problem };
  return {
    ...{ holograms, output, overlay: pictureOf(output, values) },
    ...recordOf(check, record),
    background: values.background as string | undefined,
    json: values.json === true,
    quiet: values.quiet === true,
    fields: fieldsOf(values, fieldNames, calibrateShorter),
  };
}
