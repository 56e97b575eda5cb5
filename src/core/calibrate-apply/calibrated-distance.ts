import type { CalibratedRig } from '../rig/calibrated-rig.ts';
import type { CalibratedDistance } from '../rig/rig-correction.ts';

/** What a wrong scale or wavelength does to the distance of a target does nothing to the light that comes from there. */
const SCALE = new Set(['part', 'temperature', 'tilt']);
const WAVELENGTH = new Set(['wavelength']);

/** How well a profile knows the distances that it corrects; null: it corrects none. */
export function calibratedDistance({ corrections, budget = [] }: CalibratedRig): CalibratedDistance | null {
  const { z_mm: z, z_offset_mm: offset } = corrections;
  if (!z || !offset) return null;
  const lines = budget.filter(({ quantity }) => quantity === 'z_mm');
  const root = (of: (source: string) => boolean) =>
    Math.sqrt(lines.reduce((sum, { source, u }) => sum + (of(source) ? u * u : 0), 0));
  const shareOf = (sources: ReadonlySet<string>) =>
    z.value === 0 ? 0 : root((source) => sources.has(source)) / Math.abs(z.value);
  const own = root((source) => !SCALE.has(source) && !WAVELENGTH.has(source));
  return {
    z_mm: z.value,
    own_mm: lines.length > 0 ? own : offset.sigma,
    ...{ scale: shareOf(SCALE), wavelength: shareOf(WAVELENGTH) },
  };
}
