import { limits } from '../limits/limits.ts';
import { Problem, type FieldError } from '../problem/problem.ts';
import type { LegendreTerm } from './aberration.ts';
import { disturbanceRanges, undisturbed, type Disturbances } from './disturbances.ts';
import {
  centredPlacement,
  placementRanges,
  targetErrors,
  type TargetInput,
  type TargetSpec,
} from './target-spec.ts';
import type { Ink } from './thin-object.ts';

export const simulatedObjects = [
  'flat',
  'beads',
  'cells',
  'phase-steps',
  'absorbing-chart',
  'phase-chart',
  'star',
  'mixed',
] as const;
/** `target`: a part of the catalogue, named by `SimulationSpec.target` */
export type SimulatedObject = (typeof simulatedObjects)[number] | 'target';

export interface ObjectSpec extends Ink {
  readonly kind: SimulatedObject;
  /** beads and cells, and targets that lie about in any number */
  readonly count: number;
  /** µm in the space the light propagates in; what it measures is said at each painter; null: a share of the frame */
  readonly size_um: number | null;
}

/** 32: photo-electrons as float32, neither rounded nor clipped. */
export const bitDepths = [8, 10, 12, 14, 16, 32] as const;

/** One simulated exposure, completely described: the same value gives the same samples everywhere. */
export interface SimulationSpec {
  readonly mode: 'off-axis' | 'inline';
  readonly object: ObjectSpec;
  /** which target and how it lies; null for every other kind of object */
  readonly target: TargetSpec | null;
  readonly width_px: number;
  readonly height_px: number;
  readonly wavelength_um: number;
  /** in the space the light propagates in: behind a microscope lens, sensor pitch / magnification */
  readonly pixel_pitch_um: number;
  /** how far before the sensor the object lies */
  readonly z_mm: number;
  /** off-axis: where the object's sideband lies; x then y */
  readonly carrier_cycles_per_px: readonly [number, number];
  /** detail finer than this is not in the object's wave */
  readonly pupil_radius_cycles_per_px: number;
  /** off-axis: amplitude of the reference over that of the unobstructed object wave */
  readonly amplitude_ratio: number;
  /** off-axis: 0 to 1, multiplies the interference term */
  readonly coherence: number;
  /** off-axis: whether pixels collect light over their whole area; false: in points */
  readonly pixel_area: boolean;
  /** off-axis: what the optics add to the object wave's phase at the sensor, with and without a sample */
  readonly aberration: readonly LegendreTerm[];
  /** 0 to 0.9: how far the light falls off towards the corners */
  readonly uneven_light: number;
  /** how many specks lie in the illumination */
  readonly dust: number;
  readonly disturbances: Disturbances;
  /** mean per pixel without a sample */
  readonly photoelectrons: number;
  readonly photon_noise: boolean;
  /** electrons, one standard deviation */
  readonly read_noise_electrons: number;
  readonly bit_depth: (typeof bitDepths)[number];
  /** this percentile of the hologram's signal comes to lie at `full_scale_fraction` of the range; what lies above may clip */
  readonly full_scale_percentile: number;
  readonly full_scale_fraction: number;
  /** which of several exposures of one sample and rig: each has photon noise of its own */
  readonly exposure: number;
  /** also expose the rig without the sample */
  readonly background: boolean;
  readonly seed: number;
}

/** A specification with defaults for whatever is left out. */
export type SimulationInput = Partial<Omit<SimulationSpec, 'object' | 'mode' | 'target' | 'disturbances'>> &
  Pick<SimulationSpec, 'mode'> & {
    readonly object: Pick<ObjectSpec, 'kind'> & Partial<ObjectSpec>;
    readonly target?: TargetInput;
    readonly disturbances?: Partial<Disturbances>;
  };

const defaultObjects: Record<SimulatedObject, Omit<ObjectSpec, 'kind' | 'size_um'>> = {
  flat: { phase_rad: 0, transmission: 1, count: 1 },
  beads: { phase_rad: 3, transmission: 1, count: 1 },
  cells: { phase_rad: 2, transmission: 0.9, count: 18 },
  'phase-steps': { phase_rad: 1.5, transmission: 1, count: 1 },
  'absorbing-chart': { phase_rad: 0, transmission: 0.1, count: 1 },
  'phase-chart': { phase_rad: 1.2, transmission: 1, count: 1 },
  star: { phase_rad: 0, transmission: 0.1, count: 1 },
  mixed: { phase_rad: 1.5, transmission: 0.7, count: 8 },
  target: { phase_rad: 0, transmission: 1, count: 1 },
};

const defaults = {
  width_px: 1024,
  height_px: 1024,
  wavelength_um: 0.6328,
  pixel_pitch_um: 3.45,
  z_mm: 0,
  carrier_cycles_per_px: [0.18, 0.15],
  amplitude_ratio: 1,
  coherence: 1,
  pixel_area: true,
  aberration: [],
  uneven_light: 0,
  dust: 0,
  photoelectrons: 10_000,
  photon_noise: true,
  read_noise_electrons: 0,
  bit_depth: 12,
  full_scale_percentile: 99.99,
  full_scale_fraction: 0.9,
  exposure: 0,
  background: true,
  seed: 1,
} as const;

const INLINE_PUPIL = 0.45;

/** Fills in the defaults. @throws Problem INVALID_INPUT naming everything that is wrong */
export function completeSpec(input: SimulationInput): SimulationSpec {
  const object = { size_um: null, ...defaultObjects[input.object.kind], ...input.object };
  const [fx, fy] = input.carrier_cycles_per_px ?? defaults.carrier_cycles_per_px;
  const pupil = input.mode === 'inline' ? INLINE_PUPIL : Math.sqrt(fx * fx + fy * fy) / 3;
  const target = input.target ? { ...centredPlacement, ...input.target } : null;
  const disturbances = { ...undisturbed, ...input.disturbances };
  const completed = { object, target, disturbances };
  const spec: SimulationSpec = { ...defaults, pupil_radius_cycles_per_px: pupil, ...input, ...completed };
  const errors = [
    ...rangeErrors(spec),
    ...modeErrors(input, spec),
    ...targetErrors(input.object, object, target),
  ];
  if (errors.length > 0) {
    const detail = errors.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`).join('; ');
    throw new Problem('INVALID_INPUT', detail, errors);
  }
  return spec;
}

interface Range {
  readonly min: number;
  readonly max: number;
  readonly whole?: true;
}

const side: Range = { ...limits.frame_side_px, whole: true };
const ranges = {
  width_px: side,
  height_px: side,
  wavelength_um: limits.wavelength_um,
  pixel_pitch_um: { min: 0.05, max: limits.sensor_pixel_pitch_um.max },
  z_mm: limits.z_mm,
  pupil_radius_cycles_per_px: { min: 0.005, max: 0.5 },
  amplitude_ratio: { min: 0.01, max: 100 },
  coherence: { min: 0, max: 1 },
  uneven_light: { min: 0, max: 0.9 },
  dust: { min: 0, max: 500, whole: true },
  photoelectrons: { min: 1, max: 1e6 },
  read_noise_electrons: { min: 0, max: 1000 },
  full_scale_percentile: { min: 50, max: 100 },
  full_scale_fraction: { min: 0.01, max: 1 },
  exposure: { min: 0, max: 100, whole: true },
  seed: { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true },
} satisfies Partial<Record<keyof SimulationSpec, Range>>;

const objectRanges = {
  phase_rad: { min: -200, max: 200 },
  transmission: { min: 0, max: 1 },
  count: { min: 1, max: 500, whole: true },
  size_um: { min: 0.01, max: 40_000 },
} satisfies Partial<Record<keyof ObjectSpec, Range>>;

const order: Range = { min: 0, max: 8, whole: true };
const coefficient: Range = { min: -1000, max: 1000 };
const frequency: Range = { min: -0.5, max: 0.5 };

function rangeErrors(spec: SimulationSpec): FieldError[] {
  const values: [string, number | null, Range][] = [
    ...Object.entries(ranges).map(([name, range]) =>
      entry(`/${name}`, spec[name as keyof typeof ranges], range),
    ),
    ...Object.entries(objectRanges).map(([name, range]) =>
      entry(`/object/${name}`, spec.object[name as keyof typeof objectRanges], range),
    ),
    ...(spec.target === null ? [] : Object.entries(placementRanges)).map(([name, range]) =>
      entry(`/target/${name}`, spec.target![name as keyof typeof placementRanges], range),
    ),
    ...Object.entries(disturbanceRanges).map(([name, range]) =>
      entry(`/disturbances/${name}`, spec.disturbances[name as keyof typeof disturbanceRanges], range),
    ),
    ...spec.disturbances.second_tilt_cycles_per_px.map((value, i) =>
      entry(`/disturbances/second_tilt_cycles_per_px/${i}`, value, frequency),
    ),
    ...spec.carrier_cycles_per_px.map((value, i) => entry(`/carrier_cycles_per_px/${i}`, value, frequency)),
    ...spec.aberration.flatMap(({ x, y, rad }, i) => [
      entry(`/aberration/${i}/x`, x, order),
      entry(`/aberration/${i}/y`, y, order),
      entry(`/aberration/${i}/rad`, rad, coefficient),
    ]),
  ];
  const errors = values.flatMap(([pointer, value, range]) => {
    const message = value === null ? null : outside(value, range);
    return message === null ? [] : [{ pointer, message }];
  });
  if (!bitDepths.includes(spec.bit_depth)) {
    errors.push({
      pointer: '/bit_depth',
      message: `is ${spec.bit_depth}; it is one of ${bitDepths.join(', ')}`,
    });
  }
  if (spec.disturbances.jpeg_quality !== null && spec.bit_depth !== 8) {
    errors.push({ pointer: '/disturbances/jpeg_quality', message: 'needs a frame of 8 bits' });
  }
  return errors;
}

function entry(pointer: string, value: number | null, range: Range): [string, number | null, Range] {
  return [pointer, value, range];
}

function outside(value: number, { min, max, whole }: Range): string | null {
  if (value >= min && value <= max && (!whole || Number.isInteger(value))) return null;
  return `is ${value}; it is ${whole ? 'a whole number' : 'a number'} from ${min} to ${max}`;
}

function modeErrors(input: SimulationInput, spec: SimulationSpec): FieldError[] {
  if (spec.mode === 'inline') {
    const fields = [
      'carrier_cycles_per_px',
      'amplitude_ratio',
      'coherence',
      'pixel_area',
      'aberration',
    ] as const;
    return fields
      .filter((field) => input[field] !== undefined)
      .map((field) => ({
        pointer: `/${field}`,
        message: 'has no meaning inline: there is no separate reference wave',
      }));
  }
  const reach = Math.max(...spec.carrier_cycles_per_px.map(Math.abs)) + spec.pupil_radius_cycles_per_px;
  if (reach <= 0.5) return [];
  const message =
    `puts the sideband up to ${reach.toFixed(3)} cycles per pixel, beyond the 0.5 that a camera can record: ` +
    'lower the carrier or the pupil radius';
  return [{ pointer: '/carrier_cycles_per_px', message }];
}
