import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import type { RefocusOptics } from '../worker/protocol.ts';
import { EDGE } from '../../core/sideband/bandwidth.ts';

/** What the page must know of a package to take its field elsewhere, and where the field lies now. */
export interface RefocusStart {
  readonly optics: RefocusOptics;
  /** of the field's own plane */
  readonly z_mm: number;
  /** depth of field, or what stands for it: a step of the slider should not jump over it */
  readonly depth_mm: number;
}

interface Recipe {
  readonly wavelength_um: number;
  /** absent in packages of before it existed: 1 */
  readonly refractive_index_immersion?: number;
  readonly pixel_pitch_um: number;
  readonly pixel_pitch_basis: 'sensor' | 'object_space';
  readonly magnification: number;
  readonly z_mm: number | null;
  readonly phase_background: string;
  readonly holography_mode: 'off-axis' | 'inline';
}

/**
 * Light travels where pitch and distance were given (docs/conventions.md): at the sensor the result's pixels are larger
 * by the magnification. The field reaches as far in the spectrum as the filter let it, inline to the edge.
 */
export function refocusStart(
  report: EvidenceReport,
  pixelSizeUm: { readonly x: number; readonly y: number },
): RefocusStart | null {
  const used = report.parameters.used as { recipe?: Recipe; filter_radius_cycles_per_um?: number };
  const { recipe } = used;
  if (!recipe || !(recipe.wavelength_um > 0) || !(recipe.pixel_pitch_um > 0)) return null;
  const enlarged = recipe.pixel_pitch_basis === 'sensor' ? recipe.magnification : 1;
  const pitchX = pixelSizeUm.x * enlarged;
  const pitchY = pixelSizeUm.y * enlarged;
  const nyquist = 0.5 / Math.max(pitchX, pitchY);
  const filter = used.filter_radius_cycles_per_um;
  const radius = filter ? Math.min(nyquist, (filter / enlarged) * (1 + EDGE)) : nyquist;
  const wavelength = recipe.wavelength_um / (recipe.refractive_index_immersion ?? 1);
  return {
    optics: {
      ...{ wavelength, pitchX, pitchY, radius, taper: 0 },
      outside: recipe.phase_background === 'none' && recipe.holography_mode === 'off-axis' ? 0 : 1,
    },
    z_mm: recipe.z_mm ?? 0,
    depth_mm: 1 / (wavelength * radius * radius) / 1000,
  };
}
