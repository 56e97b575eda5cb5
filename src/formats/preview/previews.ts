import type { Kernels } from '../../core/kernel/kernels.ts';
import type { RealMap, Reconstruction } from '../../core/reconstruction/reconstruction.ts';
import type { Canvas } from './canvas.ts';
import { grey, viridis, type ColourMap } from './colour-map.ts';
import { drawMapPicture } from './map-picture.ts';
import { encodePng } from './png.ts';
import type { Limits } from './robust-limits.ts';
import { drawSpectrumPicture } from './spectrum-picture.ts';

export interface Preview {
  readonly name:
    | 'spectrum'
    | 'amplitude'
    | 'phase'
    | 'uncertainty'
    | 'height'
    | 'back_propagation_amplitude'
    | 'back_propagation_phase';
  readonly title: string;
  /** the file that holds the values, where the package has one */
  readonly source: string | null;
  readonly png: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  /** what the colours of a map span; null for the spectrum */
  readonly limits: Limits | null;
}

interface MapPreview extends Pick<Preview, 'name' | 'title' | 'source'> {
  readonly map: RealMap | null;
  readonly unit: string;
  readonly colours: ColourMap;
}

/**
 * The pictures of a reconstruction for looking at, not for measuring: nothing that ends in one of their bytes comes
 * from a system font, from zlib or from the engine's own transcendental functions.
 * @param onPhase told the picture of the phase before the others are drawn: somebody may be waiting for it
 */
export function drawPreviews(
  kernels: Kernels,
  reconstruction: Reconstruction,
  onPhase?: (png: Uint8Array) => void,
): Preview[] {
  const { pixel_size_um: pixelSizeUm, spectrum, used } = reconstruction;
  const held = (source: string | null) =>
    used.recipe.outputs.some((name) => source === `${name}.tif`) ? source : null;
  const draw = ({ map, unit, colours, ...rest }: MapPreview): Preview[] => {
    if (!map) return [];
    const { canvas, limits } = drawMapPicture(map, { title: rest.title, unit, map: colours, pixelSizeUm });
    return [{ ...rest, source: held(rest.source), ...encode(kernels, canvas), limits }];
  };
  const wanted = mapPreviews(reconstruction);
  const phase = wanted.filter(({ name }) => name === 'phase').flatMap(draw);
  if (phase[0]) onPhase?.(phase[0].png);
  const maps = wanted.flatMap((each) => (each.name === 'phase' ? phase : draw(each)));
  const canvas = drawSpectrumPicture(spectrum, objectPitchUm(reconstruction));
  const title = 'Spectrum of the hologram';
  return [{ name: 'spectrum', title, source: null, ...encode(kernels, canvas), limits: null }, ...maps];
}

function mapPreviews({
  phase,
  amplitude,
  phase_uncertainty,
  height,
  back_propagation,
}: Reconstruction): MapPreview[] {
  return [
    {
      ...{ name: 'amplitude', title: 'Amplitude (1 = no sample)', source: 'amplitude.tif' },
      ...{ map: amplitude, unit: 'relative', colours: grey },
    },
    {
      ...{ name: 'phase', title: 'Phase, unwrapped', source: 'phase.tif' },
      ...{ map: phase, unit: 'rad', colours: viridis },
    },
    {
      ...{ name: 'uncertainty', title: 'Phase uncertainty (1 σ)', source: 'phase_uncertainty.tif' },
      ...{ map: phase_uncertainty, unit: 'rad', colours: viridis },
    },
    {
      ...{ name: 'height', title: 'Height', source: 'height.tif' },
      ...{ map: height, unit: 'nm', colours: viridis },
    },
    {
      ...{ name: 'back_propagation_amplitude', title: 'Back-propagation alone: amplitude', source: null },
      ...{ map: back_propagation?.amplitude ?? null, unit: 'relative', colours: grey },
    },
    {
      ...{ name: 'back_propagation_phase', title: 'Back-propagation alone: phase, wrapped', source: null },
      ...{ map: back_propagation?.phase_wrapped ?? null, unit: 'rad', colours: viridis },
    },
  ];
}

function encode(kernels: Kernels, canvas: Canvas): Pick<Preview, 'png' | 'width' | 'height'> {
  return { png: encodePng(kernels, canvas), width: canvas.width, height: canvas.height };
}

/** The size of a camera pixel in the sample, which spectra are drawn against. */
function objectPitchUm({ used }: Reconstruction): number {
  const { pixel_pitch_um, pixel_pitch_basis, magnification } = used.recipe;
  return pixel_pitch_basis === 'object_space' ? pixel_pitch_um : pixel_pitch_um / magnification;
}
