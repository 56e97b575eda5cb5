import type { Kernels } from '../../core/kernel/kernels.ts';
import type { RealMap, Reconstruction } from '../../core/reconstruction/reconstruction.ts';
import type { Canvas } from './canvas.ts';
import { grey, viridis, type ColourMap } from './colour-map.ts';
import { drawMapPicture } from './map-picture.ts';
import { encodePng } from './png.ts';
import type { Limits } from './robust-limits.ts';
import { drawSpectrumPicture } from './spectrum-picture.ts';
import { unitAmplitude } from './unit-amplitude.ts';

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

type DrawnMap = MapPreview & { readonly map: RealMap };

/** Pictures that are drawn when somebody wants them, each once. */
export interface Drawer {
  /** That of the map in this file; null: there is none. */
  of(source: string): Preview | null;
  /** Draws what lies in this memory, as it may go. */
  from(memory: ArrayBufferLike): void;
  /** in their order */
  all(): Preview[];
}

/** The pictures of a reconstruction, all of them. */
export function drawPreviews(kernels: Kernels, reconstruction: Reconstruction): Preview[] {
  return previewDrawer(kernels, reconstruction).all();
}

/**
 * The pictures of a reconstruction for looking at, not for measuring: nothing that ends in one of their bytes comes
 * from a system font, from zlib or from the engine's own transcendental functions.
 */
export function previewDrawer(kernels: Kernels, reconstruction: Reconstruction): Drawer {
  const { pixel_size_um: pixelSizeUm, spectrum, used } = reconstruction;
  const held = (source: string | null) =>
    used.recipe.outputs.some((name) => source === `${name}.tif`) ? source : null;
  const drawn = new Map<Preview['name'], Preview>();
  const draw = ({ name, title, source, map, unit, colours }: DrawnMap): Preview => {
    const known = drawn.get(name);
    if (known) return known;
    const { canvas, limits } = drawMapPicture(kernels, map, { title, unit, map: colours, pixelSizeUm });
    const picture = { name, title, source: held(source), ...encode(kernels, canvas), limits };
    drawn.set(name, picture);
    return picture;
  };
  const maps = mapPreviews(reconstruction).filter((each): each is DrawnMap => each.map !== null);
  return {
    of(source) {
      const found = maps.find((each) => each.source === source);
      return found ? draw(found) : null;
    },
    from: (memory) => maps.filter(({ map }) => map.data.buffer === memory).forEach(draw),
    all() {
      const canvas = drawSpectrumPicture(kernels, spectrum, objectPitchUm(reconstruction));
      const title = 'Spectrum of the hologram';
      const first = { title, source: null, ...encode(kernels, canvas), limits: null };
      return [{ name: 'spectrum', ...first }, ...maps.map(draw)];
    },
  };
}

function mapPreviews(reconstruction: Reconstruction): MapPreview[] {
  const { phase, amplitude, phase_uncertainty, height, back_propagation } = reconstruction;
  const title = `Amplitude (1 = ${unitAmplitude(reconstruction)})`;
  return [
    {
      ...{ name: 'amplitude', title, source: 'amplitude.tif' },
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
