import type { FocusSettings } from './focus-settings.ts';
import type { SearchRange } from './metrics/search-range.ts';
import type { Finalist } from './model/choose-by-model.ts';
import type { ChoiceSettings } from './model/model-settings.ts';
import type { CostScan } from './model/scan-by-model.ts';
import type { Settled } from './planes.ts';

/** Where was looked, and what phase retrieval paid there. */
export interface ScannedRange {
  readonly range: SearchRange;
  readonly scan: CostScan;
}

/**
 * Standard deviation (µm) about the distance that is stated, of all that the hologram leaves open: that distance with its
 * own uncertainty, and what explains the hologram nearly as well. One that neither metrics nor phase retrieval tell may be any
 * that phase retrieval does not exclude; where nothing tells, or what explains the hologram best lies outside, any of the range
 * alike. A dip of the cost at the distance that is stated says nothing against others: there are many.
 */
export function spreadOf(
  main: Settled,
  first: Finalist,
  rivals: readonly Finalist[],
  { range, scan }: ScannedRange,
  settings: FocusSettings,
): number {
  if (main.byRings) return main.uncertainty;
  const square = (of: number) => of * of;
  const length = range.to - range.from;
  const ofRange = square(length) / 12 + square(main.z - range.from - length / 2);
  const { others, anywhere } = main.undecided ?? {
    others: rivals.map((one) => ({
      z: one.candidate.z,
      weight: rivalWeight(main, one, settings),
    })),
    anywhere: 0,
  };
  const isInside = (z: number) => z >= range.from && z <= range.to;
  const isOpen = !main.certain && !main.undecided;
  if (anywhere === Infinity || (isOpen && !isInside(first.candidate.z))) return Math.sqrt(ofRange);
  const open = isOpen ? notExcluded(scan, main.z, settings.model.choice) : 0;
  const inRange = others.filter(({ z }) => isInside(z));
  const apart = inRange.reduce((sum, { z, weight }) => sum + weight * square(z - main.z), 0);
  const weights = inRange.reduce((sum, { weight }) => sum + weight, 1 + anywhere);
  const known = (square(main.uncertainty) + apart + anywhere * ofRange) / weights;
  return Math.sqrt(Math.max(known, open));
}

/** Whether the metrics show a rival about as well as the distance that is stated. */
export function isAsSharp({ strength }: Settled, { candidate }: Finalist, { model }: FocusSettings): boolean {
  return candidate.strength > model.choice.ofTheStrongest * strength && strength > 0;
}

/** Up to how much more than the cheapest a rival may cost, as a share. */
export function mostMore(main: Settled, rival: Finalist, settings: FocusSettings): number {
  return isAsSharp(main, rival, settings) ? settings.model.choice.excluded : settings.doubts.asGood;
}

/** 1 for a rival that costs no more than the cheapest, falling to 0 where it is none any more. */
function rivalWeight(main: Settled, rival: Finalist, settings: FocusSettings): number {
  return Math.max(0, 1 - (rival.relativeCost - 1) / mostMore(main, rival, settings));
}

/** Mean square (µm²) about z of the distances that cost no more than what is excluded, each as likely. */
function notExcluded({ zs, costs }: CostScan, z: number, { excluded }: ChoiceSettings): number {
  const most = (1 + excluded) * Math.min(...costs);
  let [sum, lengths] = [0, 0];
  zs.forEach((at, k) => {
    if (costs[k]! > most) return;
    const length = (zs[k + 1] ?? at) - (zs[k - 1] ?? at);
    sum += length * (at - z) * (at - z);
    lengths += length;
  });
  return lengths > 0 ? sum / lengths : 0;
}
