import type { Reconstruction } from '../../core/reconstruction/reconstruction.ts';

/** What of the frame has the amplitude 1: where no background was found, the parts that most of the light comes through. */
export function unitAmplitude({ flags }: Pick<Reconstruction, 'flags'>): 'no sample' | 'bright parts' {
  return flags.some(({ code }) => code === 'background_not_fitted') ? 'bright parts' : 'no sample';
}
