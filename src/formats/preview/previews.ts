import type { RealMap, Reconstruction } from '../../core/reconstruction.ts';
import type { Canvas } from './canvas.ts';
import { grey, viridis, type ColourMap } from './colour-map.ts';
import { drawMapPicture } from './map-picture.ts';
import { encodePng, type Crc32 } from './png.ts';
import type { Limits } from './robust-limits.ts';
import { drawSpectrumPicture } from './spectrum-picture.ts';

export interface Preview {
  readonly name: 'spectrum' | 'amplitude' | 'phase' | 'uncertainty' | 'height';
  readonly title: string;
  readonly png: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  /** what the colours of a map span; null for the spectrum */
  readonly limits: Limits | null;
}

/**
 * The pictures of a reconstruction for looking at, not for measuring: nothing that ends in one of their bytes comes
 * from a system font, from zlib or from the engine's own transcendental functions.
 */
export function drawPreviews(reconstruction: Reconstruction, crc32: Crc32): Preview[] {
  const {
    pixel_size_um: pixelSizeUm,
    phase,
    amplitude,
    phase_uncertainty,
    height,
    spectrum,
  } = reconstruction;
  const map = (
    name: Preview['name'],
    values: RealMap,
    title: string,
    unit: string,
    colours: ColourMap,
  ): Preview => {
    const { canvas, limits } = drawMapPicture(values, { title, unit, map: colours, pixelSizeUm });
    return preview(name, title, canvas, limits, crc32);
  };
  const spectrumCanvas = drawSpectrumPicture(spectrum, objectPitchUm(reconstruction));
  return [
    preview('spectrum', 'Spectrum of the hologram', spectrumCanvas, null, crc32),
    map('amplitude', amplitude, 'Amplitude (1 = no sample)', 'relative', grey),
    map('phase', phase, 'Phase, unwrapped', 'rad', viridis),
    map('uncertainty', phase_uncertainty, 'Phase uncertainty (1 σ)', 'rad', viridis),
    ...(height ? [map('height', height, 'Height', 'nm', viridis)] : []),
  ];
}

function preview(
  name: Preview['name'],
  title: string,
  canvas: Canvas,
  limits: Limits | null,
  crc32: Crc32,
): Preview {
  return { name, title, png: encodePng(canvas, crc32), width: canvas.width, height: canvas.height, limits };
}

/** The size of a camera pixel in the sample, which spectra are drawn against. */
function objectPitchUm({ used }: Reconstruction): number {
  const { pixel_pitch_um, pixel_pitch_basis, magnification } = used.recipe;
  return pixel_pitch_basis === 'object_space' ? pixel_pitch_um : pixel_pitch_um / magnification;
}
