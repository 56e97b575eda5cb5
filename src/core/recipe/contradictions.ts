import { limits } from '../limits/limits.ts';
import type { FieldError } from '../problem/problem.ts';
import { defaults } from './defaults.ts';
import { insteadOfMicrometres, unitSlip } from './unit-slip.ts';
import type { RecipeValues } from './values.ts';

/** A relative slack for limits on products, which rounding may push past the edge. */
const ROUNDING = 1e-9;

type Name = keyof RecipeValues;

/** What was sent (valid or not), and the values of those fields that are valid on their own. */
export interface Given {
  readonly names: ReadonlySet<string>;
  readonly values: Partial<RecipeValues>;
}

/** Everything that is right in itself but wrong together with something else. */
export function contradictions(given: Given): FieldError[] {
  return [
    ...missing(given),
    ...pitchErrors(given),
    ...distanceErrors(given),
    ...heightErrors(given),
    ...modeErrors(given),
    ...outputErrors(given),
    ...backgroundErrors(given),
  ];
}

function error(field: Name, message: string): FieldError {
  return { pointer: `/${field}`, message };
}

function missing({ names }: Given): FieldError[] {
  const required = ['holography_mode', 'wavelength_um', 'pixel_pitch_um'] as const;
  return required.filter((name) => !names.has(name)).map((name) => error(name, 'is missing'));
}

/** What most people mean by so small a pixel. */
const IN_THE_SAMPLE =
  '; a pixel as it is in the sample, behind a microscope, needs pixel_pitch_basis=object_space and the magnification';

function pitchErrors({ names, values }: Given): FieldError[] {
  const { pixel_pitch_um: pitch, magnification, wavelength_um: wavelength } = values;
  const inObjectSpace = values.pixel_pitch_basis === 'object_space';
  if (inObjectSpace && !names.has('magnification')) {
    return [error('magnification', 'is missing: pixel_pitch_basis=object_space needs it')];
  }
  if (pitch === undefined || (inObjectSpace && magnification === undefined)) return [];
  const sensorPitch = inObjectSpace ? pitch * magnification! : pitch;
  const { min, max } = limits.sensor_pixel_pitch_um;
  if (sensorPitch < min * (1 - ROUNDING) || sensorPitch > max * (1 + ROUNDING)) {
    const product = inObjectSpace ? `, ${sensorPitch.toPrecision(4)} µm on the sensor` : '';
    const slip = unitSlip(pitch, { min, max }, insteadOfMicrometres);
    const hint = inObjectSpace ? '' : slip || (pitch < min ? IN_THE_SAMPLE : '');
    const range = `${inObjectSpace ? 'pitch × magnification' : 'it'} is from ${min} to ${max} µm`;
    return [error('pixel_pitch_um', `is ${pitch}${product}; ${range}${hint}`)];
  }
  if (wavelength !== undefined && sensorPitch <= wavelength) {
    const message = `is ${pitch}; on the sensor it must be above the wavelength, ${wavelength} µm`;
    const hint = inObjectSpace ? '' : IN_THE_SAMPLE;
    return [error('pixel_pitch_um', message + hint)];
  }
  return [];
}

const DISTANCE_IN_THE_SAMPLE =
  '; these are distances on the sensor’s side, magnification² times as long as in the sample: with ' +
  'pixel_pitch_basis=object_space and pixel_pitch_um as it is in the sample they are those in the sample';

function distanceErrors({ names, values }: Given): FieldError[] {
  const errors: FieldError[] = [];
  const { z_min_mm: from, z_max_mm: to } = values;
  const range = (['z_min_mm', 'z_max_mm'] as const).filter((name) => names.has(name));
  if (names.has('z_mm')) {
    errors.push(...range.map((name) => error(name, 'contradicts z_mm: give a distance or a range')));
  } else if (range.length === 1) {
    const other = range[0] === 'z_min_mm' ? 'z_max_mm' : 'z_min_mm';
    errors.push(error(other, `is missing: ${range[0]} comes together with it`));
  }
  if (from !== undefined && to !== undefined) {
    const widest = limits.focus_range_width_mm.max;
    if (from >= to) {
      errors.push(error('z_max_mm', `is ${to}; it must be above z_min_mm, ${from}`));
    } else if (to - from > widest * (1 + ROUNDING)) {
      const width = Number((to - from).toPrecision(6));
      const isMagnified = (values.magnification ?? 1) > 1 && values.pixel_pitch_basis !== 'object_space';
      const message = `is ${to}: the range is ${width} mm wide, at most ${widest} mm can be searched`;
      errors.push(error('z_max_mm', message + (isMagnified ? DISTANCE_IN_THE_SAMPLE : '')));
    }
  }
  if (names.has('z_tolerance_mm') && !names.has('z_mm') && !names.has('stack_z_mm')) {
    errors.push(error('z_tolerance_mm', 'is that of z_mm or of stack_z_mm, which are missing'));
  }
  if (names.has('stack_z_mm')) {
    const others = (['z_mm', 'z_min_mm', 'z_max_mm'] as const).filter((name) => names.has(name));
    errors.push(...others.map((name) => error(name, 'contradicts stack_z_mm, which holds every distance')));
  }
  return errors;
}

function heightErrors({ names, values }: Given): FieldError[] {
  const indices = ['refractive_index_sample', 'refractive_index_medium'] as const;
  const sent = indices.filter((name) => names.has(name));
  if (values.sample_type === 'reflection') {
    const message = 'has no meaning with sample_type=reflection: height is λ/4π per radian there';
    return sent.map((name) => error(name, message));
  }
  if (sent.length === 1) {
    const other = indices.find((name) => name !== sent[0])!;
    return [error(other, `is missing: ${sent[0]} comes together with it`)];
  }
  const { refractive_index_sample: sample, refractive_index_medium: medium } = values;
  if (sample !== undefined && sample === medium) {
    const message = `is ${sample}, the same as refractive_index_medium: such a sample shows no phase`;
    return [error('refractive_index_sample', message)];
  }
  return [];
}

const offAxisOnly = [
  'sideband',
  'carrier_cycles_per_px',
  'filter_radius_cycles_per_um',
  'demodulation',
] as const;
const inlineOnly = ['phase_retrieval', 'camera_gamma', 'stack_z_mm'] as const;

function backgroundErrors({ names, values }: Given): FieldError[] {
  const choice = names.has('phase_background') ? values.phase_background : defaults.phase_background;
  if (!names.has('background_degree') || choice === undefined || choice === 'polynomial') return [];
  return [error('background_degree', `belongs to phase_background=polynomial, not to ${choice}`)];
}

/** Height comes along where it is defined; by itself it has to be. */
function outputErrors({ values }: Given): FieldError[] {
  const { outputs, sample_type, refractive_index_sample: sample } = values;
  const alone = outputs?.length === 1 && outputs[0] === 'height';
  if (!alone || sample_type === 'reflection' || sample !== undefined) return [];
  const message =
    'holds height alone, which needs refractive_index_sample and refractive_index_medium, or sample_type=reflection';
  return [error('outputs', message)];
}

/** What a program sends that fills in every default of the API document asks for nothing. */
function isDefault(name: Name, value: unknown): boolean {
  return value !== undefined && value === defaults[name as keyof typeof defaults];
}

function modeErrors({ names, values }: Given): FieldError[] {
  const mode = values.holography_mode;
  if (mode === undefined) return [];
  const foreign: readonly Name[] = mode === 'inline' ? offAxisOnly : inlineOnly;
  const own = mode === 'inline' ? 'off-axis' : 'inline';
  return foreign
    .filter((name) => names.has(name) && !isDefault(name, values[name]))
    .map((name) => error(name, `belongs to holography_mode=${own}, not to ${mode}`));
}
