import { parseArgs } from 'node:util';
import { attachNegative } from '../attach-negative.ts';
import { fieldsOf, optionOf, type OptionValues } from '../field-options.ts';

export interface CalibrateOptions {
  readonly hologram: string;
  readonly background: string | undefined;
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
  ...(['wavelength_tolerance_nm', 'name'] as const),
];
export const calibrateShorter: Readonly<Record<string, string>> = {
  target_id: 'target',
  holography_mode: 'mode',
};

const options = {
  ...Object.fromEntries(fieldNames.map((name) => [optionOf(name).slice(2), text])),
  ...{ target: text, mode: text, background: text, overlay: text },
  output: { type: 'string', short: 'o' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** What the arguments ask for, or what is wrong with their form; values are judged with the request. */
export function calibrateOptions(args: string[]): CalibrateOptions | 'help' | { readonly problem: string } {
  let parsed;
  try {
    parsed = parseArgs({ args: attachNegative(args), options, allowPositionals: true });
  } catch (error) {
    return { problem: (error as Error).message };
  }
  const values = parsed.values as OptionValues;
  if (values.help) return 'help';
  const [hologram, ...others] = parsed.positionals;
  if (hologram === undefined) return { problem: 'the file with the frame of the target is missing' };
  if (others.length > 0) return { problem: `one frame at a time; what is "${others.join(' ')}"?` };
  const { output, overlay } = values;
  if (typeof output !== 'string') return { problem: 'say where the profile goes: -o profile.json' };
  if (values.mode !== undefined && values['holography-mode'] !== undefined) {
    return { problem: '--mode and --holography-mode are the same: give one' };
  }
  const picture = typeof overlay === 'string' ? overlay : `${output.replace(/\.json$/i, '')}.png`;
  if ([output, hologram].includes(picture) || output === hologram) {
    return {
      problem: `-o, --overlay and the frame must be different files; ${picture} is one of them already`,
    };
  }
  return {
    ...{ hologram, output, overlay: picture },
    background: values.background as string | undefined,
    json: values.json === true,
    quiet: values.quiet === true,
    fields: fieldsOf(values, fieldNames, calibrateShorter),
  };
}
