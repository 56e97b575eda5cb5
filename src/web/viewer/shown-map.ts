import { overRegion } from '../../core/uncertainty/mean-variance.ts';
import { labelMap } from '../package/label-map.ts';
import type { MapName, OpenedPackage } from '../package/opened-package.ts';
import { usualColours, type ColourName } from '../colour/colour-maps.ts';
import { noiseOfMap, type MapNoise } from './map-noise.ts';

/** A map as the viewer shows it, whether it lies in a package or was made here. */
export interface ShownMap extends MapNoise {
  /** one per map and content; what the page remembers ranges by */
  readonly key: string;
  readonly title: string;
  readonly unit: string;
  /** in the worker; NOT_HERE: it has not been fetched */
  readonly id: number;
  readonly rows: number;
  readonly cols: number;
  /** null: not here yet */
  readonly values: Float32Array | null;
  /** share of the variance that the mean over so many pixels keeps; null: not known, and a mean is taken to be no surer */
  readonly keptByMean: ((pixels: number) => number) | null;
  /** one standard deviation of what does not average out at a pixel: what is known of the place, or was taken out of all values alike */
  readonly commonSigma?: (index: number) => number;
  readonly pixelSizeUm: { readonly x: number; readonly y: number };
  readonly colours: ColourName;
  /** −π and π are the same: never interpolated, and shown from one to the other */
  readonly cyclic: boolean;
}

/** No map in the worker has this number. */
export const NOT_HERE = 0;

interface Size {
  readonly rows: number;
  readonly cols: number;
}

const order: readonly MapName[] = [
  'phase',
  'mean_phase',
  'phase_wrapped',
  'amplitude',
  'height',
  'phase_uncertainty',
  'phase_noise',
  'temporal_std',
];

/** The maps of a package, in the order in which people look at them. */
export function shownMaps(opened: OpenedPackage): ShownMap[] {
  const absent = new Map(opened.parts?.absent.map((part) => [part.name, part]));
  return order.flatMap((name): ShownMap[] => {
    const map = opened.maps[name] ?? notHere(name, absent.get(name));
    if (!map) return [];
    return [
      {
        ...{ key: name, title: map.title, unit: map.unit, id: map.id, rows: map.rows, cols: map.cols },
        ...{ values: map.values, pixelSizeUm: opened.pixelSizeUm, colours: usualColours(name) },
        ...withCommon(noiseOfMap(opened, name), opened, map),
        keptByMean: keptByMean(opened),
        cyclic: name === 'phase_wrapped',
      },
    ];
  });
}

/** It stands in its place until it is wanted. */
function notHere(name: MapName, size: Size | undefined) {
  return size && { ...labelMap(name), ...size, id: NOT_HERE, values: null };
}

/** With the part of the noise that a mean keeps, where the package tells it. */
function withCommon(noise: MapNoise, { report }: OpenedPackage, { rows, cols }: Size) {
  const { sigma } = noise;
  const over = report.uncertainty.lasting_share ? overRegion(report.uncertainty) : null;
  if (!sigma || !over) return noise;
  const lasts = (at: number) => over.lasts((Math.floor(at / cols) + 0.5) / rows, ((at % cols) + 0.5) / cols);
  return { ...noise, commonSigma: (at: number) => sigma(at) * Math.sqrt(lasts(at)) };
}

/** From the components of the uncertainty and their correlation lengths; in older packages, from the filter's share of the spectrum. */
export function keptByMean({ report, pixelSizeUm }: OpenedPackage): ((pixels: number) => number) | null {
  const { noise_gain: gain } = report.uncertainty;
  const pixel = pixelSizeUm.x * pixelSizeUm.y;
  const over = overRegion(report.uncertainty);
  if (over) return (pixels) => over.kept(pixels * pixel);
  const camera = Number(report.parameters.used.sample_pixel_size_um);
  if (typeof gain !== 'number' || !(camera > 0)) return null;
  const independent = Math.min(1, (gain * pixel) / (camera * camera));
  return (pixels) => 1 / Math.max(1, pixels * independent);
}
