import type { OpenedPackage } from '../package/opened-package.ts';
import type { ShownMap } from './shown-map.ts';

/** Of an unwrapped phase: the light's wavelength in vacuum is a turn. */
export function nmPerRadOf({ report }: OpenedPackage, { key }: ShownMap): number | null {
  const { recipe } = report.parameters.used as { readonly recipe?: { readonly wavelength_um?: number } };
  const um = recipe?.wavelength_um;
  return key === 'phase' && um !== undefined && um > 0 ? (1000 * um) / (2 * Math.PI) : null;
}
