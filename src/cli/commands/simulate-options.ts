import { parseArgs } from 'node:util';
import { limits } from '../../core/limits/limits.ts';
import type { FieldError } from '../../core/problem/problem.ts';
import type { LegendreTerm } from '../../core/simulate/aberration.ts';
import {
  simulatedObjects,
  type SimulatedObject,
  type SimulationInput,
} from '../../core/simulate/simulation-spec.ts';
import { inFieldUnits, inUnitOf } from '../../core/recipe/with-unit.ts';
import { attachNegative } from '../attach-negative.ts';

/** Option → field of the specification, for everything that is one number. */
const numbers = {
  width: 'width_px',
  height: 'height_px',
  'wavelength-um': 'wavelength_um',
  'pixel-pitch-um': 'pixel_pitch_um',
  'z-mm': 'z_mm',
  'pupil-radius': 'pupil_radius_cycles_per_px',
  'amplitude-ratio': 'amplitude_ratio',
  coherence: 'coherence',
  'uneven-light': 'uneven_light',
  dust: 'dust',
  photoelectrons: 'photoelectrons',
  'read-noise': 'read_noise_electrons',
  'bit-depth': 'bit_depth',
  'full-scale-percentile': 'full_scale_percentile',
  'full-scale-fraction': 'full_scale_fraction',
  seed: 'seed',
} as const;

const objectNumbers = {
  'phase-rad': 'phase_rad',
  transmission: 'transmission',
  count: 'count',
  'size-um': 'size_um',
} as const;

/** What recordings have and textbooks leave out. */
const disturbanceNumbers = {
  'dirt-rad': 'dirt_rad',
  'dirt-grain-px': 'dirt_grain_px',
  'dirt-mm': 'dirt_mm',
  vignetting: 'vignetting',
  'second-reference': 'second_reference',
  'pixel-gain-spread': 'pixel_gain_spread',
  gamma: 'gamma',
  'jpeg-quality': 'jpeg_quality',
} as const;

/** How a target lies. */
const placementNumbers = {
  'rotation-deg': 'rotation_deg',
  'shift-x-um': 'shift_x_um',
  'shift-y-um': 'shift_y_um',
  anisotropy: 'anisotropy',
  shear: 'shear',
} as const;

const text = { type: 'string' } as const;
const numeric = Object.fromEntries(
  [numbers, objectNumbers, placementNumbers, disturbanceNumbers]
    .flatMap((names) => Object.keys(names))
    .map((name) => [name, text]),
);
const options = {
  ...numeric,
  object: text,
  target: text,
  mode: text,
  carrier: text,
  aberration: { type: 'string', multiple: true },
  'no-photon-noise': { type: 'boolean' },
  'pixel-points': { type: 'boolean' },
  output: { type: 'string', short: 'o' },
  background: text,
  truth: text,
  'stack-z-mm': text,
  help: { type: 'boolean', short: 'h' },
} as const;

export const optionNames: readonly string[] = Object.keys(options);

export interface SimulateOptions {
  readonly input: SimulationInput;
  readonly output: string;
  readonly background: string | undefined;
  readonly truth: string | undefined;
  /** distances of a stack: one exposure at each, in one array */
  readonly stack: readonly number[] | undefined;
}

/** What the arguments ask for: `help`, a simulation, or everything that is wrong with them. */
export function simulateOptions(args: readonly string[]): 'help' | SimulateOptions | { problems: string[] } {
  let values: Record<string, string | boolean | string[] | undefined>;
  try {
    ({ values } = parseArgs({ args: attachNegative(args), options, strict: true }));
  } catch (error) {
    return { problems: [(error as Error).message] };
  }
  if (values['help'] === true) return 'help';

  const problems: string[] = [];
  const input = {
    mode: oneOf(values, 'mode', ['off-axis', 'inline'], problems),
    ...readObject(values, problems),
    ...readNumbers(values, numbers, problems),
    disturbances: readNumbers(values, disturbanceNumbers, problems),
    ...(values['carrier'] !== undefined && {
      carrier_cycles_per_px: readCarrier(values['carrier'] as string, problems),
    }),
    ...(values['aberration'] !== undefined && {
      aberration: (values['aberration'] as string[]).map((term) => readTerm(term, problems)),
    }),
    ...(values['no-photon-noise'] === true && { photon_noise: false }),
    ...(values['pixel-points'] === true && { pixel_area: false }),
    background: values['background'] !== undefined,
  } as SimulationInput;
  if (values['output'] === undefined) problems.push('--output is missing: the file to write the hologram to');
  const stack = readStack(values, problems);
  if (problems.length > 0) return { problems };
  const path = (name: string) => values[name] as string | undefined;
  const [output, background, truth] = [path('output')!, path('background'), path('truth')];
  return { input, output, background, truth, stack };
}

/** A problem of the specification in the words of the command line. */
export function asOptionProblem({ pointer, message }: FieldError): string {
  const [first, second] = pointer.slice(1).split('/');
  const names: Record<string, string> = { carrier_cycles_per_px: 'carrier', aberration: 'aberration' };
  for (const named of [numbers, objectNumbers, placementNumbers, disturbanceNumbers])
    for (const [option, field] of Object.entries(named)) names[field] = option;
  if (pointer === '/target/target_id') return `--target ${message}`;
  const nested = first === 'object' || first === 'disturbances' || (first === 'target' && second);
  const name = nested ? names[second!] : names[first!];
  return `--${name ?? first} ${message}`;
}

type Values = Record<string, string | boolean | string[] | undefined>;

/** Either a kind of object or a target of the catalogue with how it lies. */
function readObject(values: Values, problems: string[]): Pick<SimulationInput, 'object' | 'target'> {
  const sizes = readNumbers(values, objectNumbers, problems);
  const placement = readNumbers(values, placementNumbers, problems);
  const target_id = values['target'] as string | undefined;
  if (target_id === undefined) {
    for (const option of Object.keys(placementNumbers)) {
      if (values[option] !== undefined) problems.push(`--${option} belongs to --target`);
    }
    return {
      object: { kind: oneOf<SimulatedObject>(values, 'object', simulatedObjects, problems), ...sizes },
    };
  }
  if (values['object'] !== undefined) problems.push('--object contradicts --target, which is the object');
  return { object: { kind: 'target', ...sizes }, target: { target_id, ...placement } };
}

function readNumbers(values: Values, names: Readonly<Record<string, string>>, problems: string[]) {
  const read: Record<string, number> = {};
  for (const [option, field] of Object.entries(names)) {
    if (values[option] !== undefined) read[field] = readNumber(option, values[option] as string, problems);
  }
  return read;
}

/** Options end in units as fields do: `--z-mm "5 cm"`. */
function readNumber(option: string, value: string, problems: string[]): number {
  const plain = inUnitOf(option.replaceAll('-', '_'), value)?.text ?? value;
  const number = plain.trim() === '' ? NaN : Number(plain);
  if (!Number.isFinite(number)) problems.push(`--${option} is "${value}"; it is a number`);
  return number;
}

function oneOf<T extends string>(
  values: Values,
  option: string,
  allowed: readonly T[],
  problems: string[],
): T {
  const value = values[option];
  const list = allowed.join(', ');
  if (value === undefined) problems.push(`--${option} is missing; it is one of ${list}`);
  else if (!allowed.includes(value as T))
    problems.push(`--${option} is "${String(value)}"; it is one of ${list}`);
  return value as T;
}

function readCarrier(value: string, problems: string[]): [number, number] {
  const parts = value.split(',').map((part) => readNumber('carrier', part, problems));
  if (parts.length !== 2) problems.push(`--carrier is "${value}"; it is two numbers, fx,fy`);
  return [parts[0] ?? NaN, parts[1] ?? NaN];
}

/** Distances of the exposures of a stack, in the order of its frames. */
function readStack(values: Values, problems: string[]): number[] | undefined {
  const value = values['stack-z-mm'];
  if (value === undefined) return undefined;
  const { min, max } = limits.stack_frames;
  const { stack_z_mm } = inFieldUnits({ stack_z_mm: value as string });
  const distances = stack_z_mm.split(',').map((part) => readNumber('stack-z-mm', part, problems));
  if (distances.length < min || distances.length > max)
    problems.push(`--stack-z-mm is "${value as string}"; it is ${min} to ${max} numbers, like 1.0,1.2,1.4`);
  if (values['mode'] === 'off-axis') problems.push('--stack-z-mm belongs to --mode inline');
  if (values['z-mm'] !== undefined)
    problems.push('--z-mm contradicts --stack-z-mm, which holds every distance');
  if (!/\.npy$/i.test(String(values['output']))) problems.push('--output of a stack ends in .npy');
  return distances;
}

function readTerm(value: string, problems: string[]): LegendreTerm {
  const match = /^(\d+),(\d+):(.+)$/.exec(value);
  if (!match) {
    problems.push(`--aberration is "${value}"; it is degrees and coefficient, like 2,0:3.5`);
    return { x: 0, y: 0, rad: 0 };
  }
  return { x: Number(match[1]), y: Number(match[2]), rad: readNumber('aberration', match[3]!, problems) };
}
