import type { Flag } from '../../reconstruction/reconstruction.ts';
import type { InlineUncertainty } from '../uncertainty/inline-uncertainty.ts';

/** rad: light that was estimated well leaves less beside the sample, down to a thousand photo-electrons. */
const BROAD_PHASE = 0.05;

/** A flag where light that no smooth estimate follows has turned into broad phase: none with a background frame. */
export function unevenBackground(hasBackground: boolean, stated: InlineUncertainty | null): Flag[] {
  if (!stated || hasBackground || stated.backgroundSigma < BROAD_PHASE) return [];
  const rad = stated.backgroundSigma.toPrecision(2);
  const detail =
    `The phase beside the sample varies by ${rad} rad (one standard deviation, part of the stated uncertainty): ` +
    'unevenness of the light that no smooth estimate follows turns into broad phase. A background frame would take it out.';
  return [{ code: 'uneven_background', level: 'warning', detail }];
}
