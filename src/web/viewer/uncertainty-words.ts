import { UNIFORM_SIGMA } from '../../core/uncertainty/phase-sigma.ts';
import { componentWords } from '../../formats/report/component-words.ts';
import type { OpenedPackage } from '../package/opened-package.ts';
import type { ShownMap } from './shown-map.ts';

/**
 * Off-axis, what lies beside the sample's field as another field: its phase is as unsure as the light is weak. The others are
 * phases themselves (src/core/off-axis/noise/budget.ts).
 */
const FIELDS = [
  ...['camera_noise', 'coherent_background', 'sideband_overlap', 'saturation', 'fine_detail', 'compression'],
];
/** What adds less than so much of the variance is not named. */
const LEAST_SHARE = 0.01;
/** As many as one reads at a glance. */
const AT_A_GLANCE = 2;

/** Where the uncertainty at a pixel comes from. */
export interface Origin {
  /** the largest parts */
  readonly short: string;
  /** all of it, and what it rests on */
  readonly about: string;
}

/**
 * Where the uncertainty of a phase comes from, at one pixel; null: of this map nothing is known.
 * @param at index of the pixel
 */
export function whereFrom({ report, maps }: OpenedPackage, { key }: ShownMap, at: number): Origin | null {
  const ofPhase =
    key === 'phase' || key === 'height' || key === 'phase_wrapped' || key === 'phase_uncertainty';
  const sigma = maps.phase_uncertainty?.values?.[at];
  const { components, total_median_rad: median } = report.uncertainty;
  if (!ofPhase || sigma === undefined || !components || !(median! > 0)) return null;
  if (sigma >= 0.99 * UNIFORM_SIGMA) {
    const about =
      'Nothing is known of this phase: its number of turns is not trusted, or the light is too weak.';
    return { short: 'nothing is known of this phase', about };
  }
  const offAxis = components.some(({ name }) => name === 'coherent_background');
  // the package may not hold it, or it has not come yet
  const amplitude = offAxis ? maps.amplitude?.values?.[at] : undefined;
  const parts = partsAt(components, amplitude ?? 1);
  const shares = parts.map(({ name, share }) => `${componentWords(name)} ${share} %`);
  const here = sigma / median!;
  const compared =
    here > 1.5 || here < 0.67
      ? `Here ${here.toPrecision(2)} times as large as in the middle of the frame’s pixels`
      : 'Here about as large as over the frame';
  const rests =
    amplitude === undefined
      ? 'Over the frame it comes from'
      : 'By the light here, and the parts as they are over the frame, it comes from';
  return {
    short: shares.slice(0, AT_A_GLANCE).join(', '),
    about: `${compared}. ${rests} ${shares.join(', ')}.`,
  };
}

interface Part {
  readonly name: string;
  /** null: it is not known, and said to be so in the report */
  readonly median_rad: number | null;
}

/** Shares of the variance in per cent, the largest first. */
function partsAt(
  components: readonly Part[],
  amplitude: number,
): { readonly name: string; readonly share: number }[] {
  const weak = 1 / (amplitude * amplitude);
  const squares = components.map(({ name, median_rad }) => ({
    name,
    square: (median_rad ?? 0) ** 2 * (FIELDS.includes(name) ? weak : 1),
  }));
  const variance = squares.reduce((sum, { square }) => sum + square, 0);
  return squares
    .map(({ name, square }) => ({ name, share: variance > 0 ? square / variance : 0 }))
    .filter(({ share }) => share >= LEAST_SHARE)
    .sort((a, b) => b.share - a.share)
    .map(({ name, share }) => ({ name, share: Math.round(100 * share) }));
}
