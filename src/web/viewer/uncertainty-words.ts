import { UNIFORM_SIGMA } from '../../core/uncertainty/phase-sigma.ts';
import type { OpenedPackage } from '../package/opened-package.ts';
import type { ShownMap } from './shown-map.ts';

/** Components of the uncertainty in words; another is called by its own name. */
const words: Readonly<Record<string, string>> = {
  camera_noise: 'noise of the camera',
  coherent_background: 'speckle and stray light',
  smooth_background: 'unevenness left in the background',
  background_surface: 'doubt about the fitted background',
  sideband_overlap: 'what the middle of the spectrum adds',
  saturation: 'full pixels',
  compression: 'what a lossy file rounded',
  distance: 'the distance that was searched for',
  wavelength: 'the wavelength',
  background_frame: 'the background frame',
};
/** What adds less than so much of the variance is not named. */
const LEAST_SHARE = 0.01;

/**
 * Where the uncertainty of a phase comes from, at one pixel and over the frame; null: of this map nothing is known.
 * @param at index of the pixel
 */
export function whereFrom({ report, maps }: OpenedPackage, { key }: ShownMap, at: number): string | null {
  const ofPhase =
    key === 'phase' || key === 'height' || key === 'phase_wrapped' || key === 'phase_uncertainty';
  const sigma = maps.phase_uncertainty?.values?.[at];
  const { components, total_median_rad: median } = report.uncertainty;
  if (!ofPhase || sigma === undefined || !components || !(median! > 0)) return null;
  if (sigma >= 0.99 * UNIFORM_SIGMA)
    return 'Nothing is known of this phase: its number of turns is not trusted, or the light is too weak.';
  // null: it is not known, and said to be so in the report
  const parts = components.map(({ name, median_rad }) => ({ name, square: (median_rad ?? 0) ** 2 }));
  const variance = parts.reduce((sum, { square }) => sum + square, 0);
  const shares = parts
    .map(({ name, square }) => ({ name, share: variance > 0 ? square / variance : 0 }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((a, b) => b.share - a.share)
    .map(({ name, share }) => `${words[name] ?? name.replaceAll('_', ' ')} ${Math.round(100 * share)} %`);
  const here = sigma / median!;
  const compared =
    here > 1.5 || here < 0.67
      ? `Here ${here.toPrecision(2)} times as large as in the middle of the frame’s pixels`
      : 'Here about as large as over the frame';
  return `${compared}. There it comes from ${shares.join(', ')}.`;
}
