import type { Flag, Step } from '../../reconstruction/reconstruction.ts';
import type { Aligned } from '../../light/load-exposures.ts';
import { mean } from '../retrieve/exposure.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';

/** How far each frame had to be moved. */
export function alignmentStep(aligned: Aligned): Step[] {
  if (aligned.drifts.length === 0) return [];
  return [
    {
      name: 'alignment',
      method:
        'The lateral drift of each frame against the first, where their correlation in a common plane is highest, was undone in Fourier space.',
      source: 'Guizar-Sicairos et al., doi:10.1364/OL.33.000156',
      metrics: {
        drift_x_px: aligned.drifts.map(({ x }) => x),
        drift_y_px: aligned.drifts.map(({ y }) => y),
        // the first frame is compared with nothing
        correlation_peak: aligned.drifts.slice(1).map(({ peak }) => peak),
      },
    },
  ];
}

/** What each frame of a stack was found to be recorded with. */
export function exposureStep(retrieval: Retrieval | null): Step[] {
  if (!retrieval || retrieval.exposures.length === 1) return [];
  const { exposures } = retrieval;
  return [
    {
      name: 'exposure',
      method:
        'The gain of each frame, and its offset where the frames together show one, were fitted to the intensity of the retrieved field by least squares and taken out; recorded intensity = gain · intensity + offset, over the estimated light.',
      source: 'weighted linear least squares, alternating with the retrieval',
      metrics: {
        gain: exposures.map(({ gain }) => gain),
        offset: exposures.map(({ offset }) => offset),
        light_ratio: mean(exposures.map(({ gain }) => gain)),
      },
    },
  ];
}

/** A light ratio above this was found, not left as it was. */
const FOUND = 1.001;

/** A flag where a stack shows that the beam is brighter than it was taken for. */
export function brighterLight({ exposures }: Retrieval): Flag[] {
  const ratio = mean(exposures.map(({ gain }) => gain));
  if (exposures.length === 1 || ratio < FOUND) return [];
  const detail =
    `The frames together show a beam ${ratio.toPrecision(3)} times as bright as any of them shows by itself: the sample covers ` +
    'nearly all of it. Amplitudes are relative to the least light that explains the frames; a background frame would settle it.';
  return [{ code: 'light_from_stack', level: 'warning', detail }];
}
