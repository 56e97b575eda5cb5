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

/** The picture of a check lies beside that of the profile. */
function checkedPicture(profile: string, overlay: OptionValues[string]): string {
  return typeof overlay === 'string' ? overlay : `${profile.replace(/\.json$/i, '')}.check.png`;
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
  const { overlay, check, record } = values;
  if (typeof check === 'string' && values.output !== undefined)
    return { problem: '--check compares with a profile and writes none: leave -o away' };
  if (record !== undefined && check === undefined)
    return { problem: '--record is of a --check: where its line goes' };
  const output = typeof check === 'string' ? check : values.output;
  if (typeof output !== 'string') return { problem: 'say where the profile goes: -o profile.json' };
  const twice = modeTwice(values);
  if (twice) return twice;
  const picture = typeof overlay === 'string' ? overlay : `${output.replace(/\.json$/i, '')}.png`;
  if ([output, ...holograms].includes(picture) || holograms.includes(output)) {
    return {
      problem: `-o, --overlay and the frame must be different files; ${picture} is one of them already`,
    };
  }
  return {
    ...{ holograms, output, overlay: typeof check === 'string' ? checkedPicture(output, overlay) : picture },
    ...recordOf(check, record),
    background: values.background as string | undefined,
    json: values.json === true,
    quiet: values.quiet === true,
    fields: fieldsOf(values, fieldNames, calibrateShorter),
  };
}
