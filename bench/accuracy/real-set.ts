/** A recording and the requests it is run with, by what is special about each. */
export interface RealSet {
  readonly folder: string;
  readonly background: boolean;
  readonly runs: Readonly<Record<string, RequestFields>>;
}

/** Fields of a reconstruction request, in the contract's names. */
export type RequestFields = Readonly<Record<string, string | number>>;

const offAxis = { holography_mode: 'off-axis' };
const cells = { ...offAxis, wavelength_um: 0.532, pixel_pitch_um: 2.4 };
const hl60 = {
  ...{ ...offAxis, wavelength_um: 0.633, pixel_pitch_um: 0.107 },
  ...{ pixel_pitch_basis: 'object_space', magnification: 40 },
};
const paramecium = {
  ...{ ...offAxis, wavelength_um: 0.63, pixel_pitch_um: 1 },
  ...{ pixel_pitch_basis: 'object_space', magnification: 5 },
};
const redCells = { ...offAxis, wavelength_um: 0.633, pixel_pitch_um: 3.75, magnification: 40 };
const bead = {
  ...{ ...offAxis, wavelength_um: 0.633, pixel_pitch_um: 0.176 },
  ...{ pixel_pitch_basis: 'object_space', magnification: 40 },
};
const star = { ...offAxis, wavelength_um: 0.532, pixel_pitch_um: 5.86, magnification: 20 };
const usaf = { ...offAxis, wavelength_um: 0.405, pixel_pitch_um: 3.45 };
const usafPhase = { ...offAxis, wavelength_um: 0.633, pixel_pitch_um: 3.75, magnification: 20 };

/**
 * Recordings from other people's repositories with the parameters their own pages state. Where a pitch is stated in the
 * sample, the magnification is a guess that puts the camera's pitch within the limits; nothing else depends on it.
 */
export const realSets: readonly RealSet[] = [
  { folder: 'cells-532nm', background: false, runs: { 'z = 0': { ...cells, z_mm: 0 } } },
  {
    folder: 'hl60-cell-with-background',
    background: true,
    runs: {
      'z = 0': { ...hl60, z_mm: 0 },
      'z = 0, conjugate': { ...hl60, z_mm: 0, sideband: 'conjugate' },
      '−0.03 to 0.03 mm': { ...hl60, z_min_mm: -0.03, z_max_mm: 0.03 },
    },
  },
  {
    folder: 'paramecium-out-of-focus',
    background: true,
    runs: {
      'z = −1.2 mm': { ...paramecium, z_mm: -1.2 },
      '−3 to 1 mm': { ...paramecium, z_min_mm: -3, z_max_mm: 1 },
      '−2 to −0.5 mm': { ...paramecium, z_min_mm: -2, z_max_mm: -0.5 },
    },
  },
  {
    folder: 'red-blood-cells-40x',
    background: false,
    runs: { 'z = 0': { ...redCells, z_mm: 0 }, '−0.05 to 0.05 mm': inObjectSpace(redCells, 0.05) },
  },
  {
    folder: 'small-bead',
    background: false,
    runs: {
      'z = 0': { ...bead, z_mm: 0 },
      '−0.05 to 0.05 mm': { ...bead, z_min_mm: -0.05, z_max_mm: 0.05 },
    },
  },
  {
    folder: 'star-20x-non-telecentric',
    background: false,
    runs: { 'z = 0': { ...star, z_mm: 0 }, '−0.15 to 0.15 mm': inObjectSpace(star, 0.15) },
  },
  {
    folder: 'usaf-lensless-405nm',
    background: false,
    runs: {
      '32 to 42 mm': { ...usaf, z_min_mm: 32, z_max_mm: 42 },
      'z = 36.85 mm': { ...usaf, z_mm: 36.85 },
    },
  },
  {
    folder: 'usaf-phase-20x',
    background: false,
    runs: { 'z = 0': { ...usafPhase, z_mm: 0 }, '−0.1 to 0.1 mm': inObjectSpace(usafPhase, 0.1) },
  },
];

/** Distances behind an objective are asked for in the sample's space. */
function inObjectSpace(
  fields: { readonly pixel_pitch_um: number; readonly magnification: number } & RequestFields,
  z_mm: number,
): RequestFields {
  const { pixel_pitch_um, magnification } = fields;
  const space = { pixel_pitch_um: pixel_pitch_um / magnification, pixel_pitch_basis: 'object_space' };
  return { ...fields, ...space, z_min_mm: -z_mm, z_max_mm: z_mm };
}

/** The request that the other scripts use. */
export function firstRun(set: RealSet): RequestFields {
  return Object.values(set.runs)[0]!;
}
