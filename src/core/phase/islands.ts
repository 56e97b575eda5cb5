import { medianInPlace } from '../fit/median.ts';
import { partOfBackground, partSamples, type RimlessParts, type UnwrappedPhase } from './rimless-parts.ts';

/**
 * Samples that hang together with the background only by what has no number of turns itself, and do not have its phase: by how many turns
 * they are off is as open as what lies between.
 * @param known what samples whose turns are not known leave of the frame
 * @param near rad: as close to 0 as the background is
 */
export function islands(known: RimlessParts, phase: UnwrappedPhase, near: number): number[] {
  const { cols, list } = known;
  const background = partOfBackground(known, phase, near);
  const at = (i: number) => phase.values[Math.floor(i / cols) * phase.pitch + (i % cols)]!;
  return list.flatMap((part, k) => {
    if (k === background) return [];
    const samples = partSamples(part);
    const own = new Float64Array(samples.length);
    for (let n = 0; n < own.length; n++) own[n] = at(samples[n]!);
    return Math.abs(medianInPlace(own)) < near ? [] : [...samples];
  });
}
