import type { Recipe } from '../../src/core/recipe.ts';
import { offAxisRecipe } from './bench-recipe.ts';

/** An off-axis recording and the recipes it is run with, by name. */
export interface RealSet {
  readonly folder: string;
  readonly background: boolean;
  readonly runs: Readonly<Record<string, Recipe>>;
}

const cells = { wavelength_um: 0.532, pixel_pitch_um: 2.4 };
const hl60 = {
  wavelength_um: 0.633,
  pixel_pitch_um: 0.107,
  pixel_pitch_basis: 'object_space',
  magnification: 40,
} as const;
const paramecium = {
  wavelength_um: 0.63,
  pixel_pitch_um: 1,
  pixel_pitch_basis: 'object_space',
  magnification: 5,
} as const;
const redCells = { wavelength_um: 0.633, pixel_pitch_um: 3.75, magnification: 40 };
const bead = {
  wavelength_um: 0.633,
  pixel_pitch_um: 0.176,
  pixel_pitch_basis: 'object_space',
  magnification: 40,
} as const;
const star = { wavelength_um: 0.532, pixel_pitch_um: 5.86, magnification: 20 };
const usaf = { wavelength_um: 0.405, pixel_pitch_um: 3.45 };
const usafPhase = { wavelength_um: 0.633, pixel_pitch_um: 3.75, magnification: 20 };

/** The recordings of other people's repositories, each with the parameters that its own page states. */
export const realSets: readonly RealSet[] = [
  { folder: 'cells-532nm', background: false, runs: { '': offAxisRecipe({ ...cells, z_mm: 0 }) } },
  {
    folder: 'hl60-cell-with-background',
    background: true,
    runs: {
      '': offAxisRecipe({ ...hl60, z_mm: 0 }),
    },
  },
  {
    folder: 'paramecium-out-of-focus',
    background: true,
    runs: {
      '': offAxisRecipe({ ...paramecium, z_mm: -1.2 }),
      'range −3 to 1 mm': offAxisRecipe({ ...paramecium, z_min_mm: -3, z_max_mm: 1 }),
    },
  },
  { folder: 'red-blood-cells-40x', background: false, runs: { '': offAxisRecipe({ ...redCells, z_mm: 0 }) } },
  { folder: 'small-bead', background: false, runs: { '': offAxisRecipe({ ...bead, z_mm: 0 }) } },
  {
    folder: 'star-20x-non-telecentric',
    background: false,
    runs: { '': offAxisRecipe({ ...star, z_mm: 0 }) },
  },
  {
    folder: 'usaf-lensless-405nm',
    background: false,
    runs: {
      '': offAxisRecipe({ ...usaf, z_mm: 36.85 }),
      'range 32 to 42 mm': offAxisRecipe({ ...usaf, z_min_mm: 32, z_max_mm: 42 }),
    },
  },
  { folder: 'usaf-phase-20x', background: false, runs: { '': offAxisRecipe({ ...usafPhase, z_mm: 0 }) } },
];
