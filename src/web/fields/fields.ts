import { pixelPitches } from './pixel-pitches.ts';
import type { Recipe } from '../../core/recipe/values.ts';
import { outputNames } from '../../core/recipe/outputs.ts';
import { limits } from '../../core/limits/limits.ts';
import { inFieldUnits } from '../../core/recipe/with-unit.ts';

export type FieldName = keyof Recipe;

/** What was typed, as typed; a field that is absent is empty. */
export type Values = Readonly<Partial<Record<FieldName, string>>>;

/** How the distance is given. */
export type DistanceKind = 'known' | 'range' | 'unknown' | 'stack';

interface Common {
  readonly name: FieldName;
  readonly label: string;
  readonly help: string;
}

export interface NumberField extends Common {
  readonly unit?: string;
  readonly placeholder?: string;
  /** common values: [value, what has it] */
  readonly suggestions?: readonly (readonly [string, string])[];
  /** several numbers, separated by commas */
  readonly several?: boolean;
}

export interface ChoiceField extends Common {
  /** [value, label]; an empty value is the default and is not sent */
  readonly choices: readonly (readonly [string, string])[];
}

export type Field = NumberField | ChoiceField;

const { wavelength_um, sensor_pixel_pitch_um: pitch, z_mm, focus_range_width_mm: width } = limits;

export const wavelength: NumberField = {
  ...{ name: 'wavelength_um', label: 'Wavelength', unit: 'µm', placeholder: '0.6328' },
  help: `${wavelength_um.min} to ${wavelength_um.max}`,
  suggestions: [
    ['0.405', 'violet diode'],
    ['0.488', 'argon'],
    ['0.532', 'doubled Nd:YAG, green'],
    ['0.6328', 'helium-neon, red'],
    ['0.65', 'red diode'],
  ],
};

export const pixelPitch: NumberField = {
  ...{ name: 'pixel_pitch_um', label: 'Pixel pitch', unit: 'µm', placeholder: '3.45' },
  help: `See the data sheet; ${pitch.min} to ${pitch.max}`,
  suggestions: pixelPitches,
};

export const distanceField: NumberField = {
  ...{ name: 'z_mm', label: 'Distance', unit: 'mm', placeholder: '5' },
  help: `Of the sample, or of its image; positive where light meets the sample first. Up to ${z_mm.max} either way`,
};

export const rangeStart: NumberField = {
  ...{ name: 'z_min_mm', label: 'Search from', unit: 'mm', placeholder: '1' },
  help: 'Where the search for the focus starts',
};

export const rangeEnd: NumberField = {
  ...{ name: 'z_max_mm', label: 'Search to', unit: 'mm', placeholder: '2' },
  help: `At most ${width.max} mm further`,
};

export const stack: NumberField = {
  ...{ name: 'stack_z_mm', label: 'Distances of the stack', unit: 'mm', placeholder: '1.0,1.2,1.4' },
  help: `One per frame, in the order of the frames, ${limits.stack_frames.min} to ${limits.stack_frames.max}, separated by commas`,
  several: true,
};

export const rig: readonly Field[] = [
  {
    ...{ name: 'magnification', label: 'Magnification', placeholder: '1' },
    help: 'Of the optics between sample and sensor; empty: 1',
  },
  {
    ...{ name: 'pixel_pitch_basis', label: 'Pitch and distance are measured' },
    choices: [
      ['', 'on the sensor'],
      ['object_space', 'in the sample'],
    ],
    help: '“In the sample” needs the magnification',
  },
  {
    ...{ name: 'refractive_index_immersion', label: 'Index of the immersion', placeholder: '1' },
    help: 'Of what lies between the sample and its image; empty: 1, air',
    suggestions: [
      ['1.333', 'water'],
      ['1.518', 'oil'],
    ],
  },
  {
    ...{ name: 'lens_distortion', label: 'Distortion of the lens' },
    choices: [
      ['', 'as recorded'],
      ['correct', 'undone by resampling'],
    ],
    help: 'As a calibration profile states it; what the camera then saw nothing of is marked',
  },
];

/** How far the numbers above may be off. */
export const tolerances: readonly Field[] = [
  {
    ...{
      name: 'wavelength_tolerance_nm',
      label: 'Tolerance of the wavelength',
      unit: 'nm',
      placeholder: '0.5',
    },
    help: '±; it counts in the uncertainty of the phase. Empty: exact, or as the profile states it',
    suggestions: [
      ['0.01', 'gas laser'],
      ['5', 'laser diode, LED'],
    ],
  },
  {
    ...{ name: 'z_tolerance_mm', label: 'Tolerance of the distance', unit: 'mm', placeholder: '0.05' },
    help: '±, of a distance that is known, or of all of a stack together. Empty: exact, or as the profile states it',
  },
];

export const sample: readonly Field[] = [
  {
    ...{ name: 'sample_type', label: 'Sample seen in' },
    choices: [
      ['', 'transmission'],
      ['reflection', 'reflection'],
    ],
    help: 'How phase becomes height',
  },
  {
    ...{ name: 'refractive_index_sample', label: 'Refractive index of the sample', placeholder: '1.59' },
    help: 'With that of the medium: adds a height map',
  },
  {
    ...{ name: 'refractive_index_medium', label: 'Refractive index of the medium', placeholder: '1.333' },
    help: 'Air is 1, water 1.333',
  },
  {
    ...{ name: 'phase_background', label: 'Take out of the phase' },
    choices: [
      ['', 'automatic'],
      ['none', 'nothing'],
      ['tilt', 'tilt only'],
      ['polynomial', 'smooth polynomial'],
    ],
    help: 'The evidence report lists what was removed',
  },
  {
    ...{ name: 'background_degree', label: 'Degree of the polynomial', placeholder: '4' },
    help: '1 to 6, with “smooth polynomial”; empty: the lowest that suffices',
  },
  {
    ...{
      name: 'background_region',
      label: 'Free of sample',
      unit: 'px',
      placeholder: '0,0,200,150; 600,0,200,150',
    },
    help: 'Rectangles of the frame, as x,y,width,height; the background is fitted to these alone',
    several: true,
  },
  {
    ...{ name: 'output_sampling', label: 'Pixels of the result' },
    choices: [
      ['', 'one per camera pixel'],
      ['native', 'native sampling'],
    ],
    help: 'Native maps are a quarter to a tenth of the size and hold the same detail',
  },
  {
    ...{ name: 'outputs', label: 'Maps in the package' },
    choices: [
      ['', 'all'],
      ['phase', 'the phase alone'],
      ['phase,phase_uncertainty', 'phase and its uncertainty'],
      ['phase,phase_uncertainty,previews', 'phase, its uncertainty, pictures'],
      ['phase,amplitude', 'phase and amplitude'],
      ['field', 'the complex field alone'],
      [outputNames.join(','), 'all, and the noise of the camera'],
    ],
    help: 'The phase alone is a seventh of the size; at native sampling a thirtieth or less',
  },
  {
    ...{ name: 'channel', label: 'Colour channel' },
    choices: [
      ['', 'the frame is grey'],
      ['red', 'red'],
      ['green', 'green'],
      ['blue', 'blue'],
    ],
    help: 'Of a colour camera: the one of the laser',
  },
];

export const offAxis: readonly Field[] = [
  {
    ...{ name: 'sideband', label: 'Sideband' },
    choices: [
      ['', 'automatic'],
      ['conjugate', 'the other twin'],
    ],
    help: 'Choose the other one if the phase has the wrong sign',
  },
  {
    ...{ name: 'carrier_cycles_per_px', label: 'Carrier', unit: 'cycles/px', placeholder: '0.18,0.15' },
    help: 'Where the sideband is, x then y, instead of looking for it',
    several: true,
  },
  {
    ...{ name: 'filter_radius_cycles_per_um', label: 'Filter radius', unit: 'cycles/µm' },
    help: 'Empty: as found in the spectrum',
  },
  {
    ...{ name: 'demodulation', label: 'Demodulation' },
    choices: [
      ['', 'linear'],
      ['likelihood', 'likelihood'],
    ],
    help: 'A filter around the sideband, or one step further where strong fringes allow it',
  },
];

export const inline: readonly Field[] = [
  {
    ...{ name: 'phase_retrieval', label: 'Twin image' },
    choices: [
      ['', 'remove it'],
      ['none', 'leave it'],
    ],
    help: 'Left alone, its rings stay in the result',
  },
  {
    ...{ name: 'camera_gamma', label: 'Camera gamma' },
    help: '1 for a camera that is known to be linear. Empty: frames of 8 bits are asked',
  },
];

const distanceFields: Readonly<Record<DistanceKind, readonly FieldName[]>> = {
  known: ['z_mm', 'z_tolerance_mm'],
  range: ['z_min_mm', 'z_max_mm'],
  unknown: [],
  stack: ['stack_z_mm', 'z_tolerance_mm'],
};

/** How the distance is given where the mode and the files leave a choice. */
export function distanceKind(mode: string | undefined, kind: DistanceKind, frames: number): DistanceKind {
  if (mode === 'inline') return frames > 1 ? 'stack' : kind;
  return kind === 'stack' ? 'known' : kind;
}

/** What is filled in and has a meaning in this mode: what is sent, and what is checked. */
export function givenFields(values: Values, kind: DistanceKind, frames: number): Record<string, string> {
  const mode = values.holography_mode;
  const names = new Set<FieldName>(['holography_mode', 'wavelength_um', 'pixel_pitch_um']);
  names.add('wavelength_tolerance_nm');
  for (const { name } of [...rig, ...sample, ...(mode === 'inline' ? inline : offAxis)]) names.add(name);
  for (const name of distanceFields[distanceKind(mode, kind, frames)]) names.add(name);
  if (values.sample_type === 'reflection') {
    names.delete('refractive_index_sample');
    names.delete('refractive_index_medium');
  }
  const given = [...names].map((name) => [name, values[name]?.trim() ?? ''] as const);
  return inFieldUnits(Object.fromEntries(given.filter(([, value]) => value !== '')));
}
