import { medianInPlace } from '../fit/median.ts';
import {
  partOfBackground,
  partPhases,
  partSamples,
  type RimlessParts,
  type UnwrappedPhase,
} from './rimless-parts.ts';

/**
 * Samples that hang together with the background only by what has no number of turns itself, and do not have its phase: by how many turns
 * they are off is as open as what lies between.
 * @param known what samples whose turns are not known leave of the frame
 * @param near rad: as close to 0 as the background is
 */
export function islands(known: RimlessParts, phase: UnwrappedPhase, near: number): number[] {
  const { cols, list } = known;
  const background = partOfBackground(known, phase, near);
  return list.flatMap((part, k) => {
    if (k === background || Math.abs(medianInPlace(partPhases(part, phase, cols))) < near) return [];
    return [...partSamples(part)];
  });
}
