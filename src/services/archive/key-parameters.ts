import type { Summary } from './summary.ts';

/** The parameters by which people know their results; null: the result has none. */
export interface KeyParameters {
  readonly wavelength_um: number | null;
  readonly pixel_pitch_um: number | null;
  readonly magnification: number | null;
  /** as used: where the focus was searched, the distance found */
  readonly z_mm: number | null;
  /** of a sequence, all that were sent; null: it is the result of one hologram */
  readonly frames: number | null;
  /** whether the package has pictures, which a request may leave out */
  readonly previews: boolean;
}

export function keyParameters(
  { parameters_used: used }: Summary,
  frames: number | null = null,
): KeyParameters {
  const recipe = (used.recipe ?? used) as Readonly<Record<string, unknown>>;
  const number = (name: keyof KeyParameters): number | null => {
    const value = recipe[name];
    return typeof value === 'number' ? value : null;
  };
  return {
    wavelength_um: number('wavelength_um'),
    pixel_pitch_um: number('pixel_pitch_um'),
    magnification: number('magnification'),
    z_mm: number('z_mm'),
    frames,
    previews: !Array.isArray(recipe.outputs) || recipe.outputs.includes('previews'),
  };
}
