import { legendreTerms } from '../phase/legendre.ts';
import type { SmoothBackground } from '../phase/background.ts';
import type { Step } from './reconstruction.ts';

/** What the report says of a smooth phase that was taken out of a field. */
export function smoothStep(name: string, fit: SmoothBackground, removed: string): Step {
  return {
    name,
    method:
      'Legendre terms fitted to the wrapped phase gradient of the background with an L1, then a redescending loss, then brought to the least entropy of what remains; the degree is the lowest that no higher one beats in predicting tiles that were left out. The amplitude was divided by its own fit.' +
      (fit.regionTiles === null ? '' : ' Only the rectangles were used that were given as free of sample.'),
    source:
      'Colomb et al., doi:10.1364/AO.45.000851; robust loss: Huber & Ronchetti, Robust Statistics, 2nd ed., 7.8',
    metrics: {
      degree: fit.degree,
      removed_terms: removed,
      coefficients_rad: [...fit.phase],
      residual_rad: fit.residual,
      background_share: fit.backgroundShare,
      ...(fit.regionTiles !== null && { region_tiles: fit.regionTiles }),
      held_out_gain_by_degree_nats: [...fit.heldOutByDegree],
      amplitude_degree: fit.amplitudeDegree,
    },
  };
}

/** The polynomials that it is made of, in words. */
export function termsOf(fit: SmoothBackground): string {
  const terms = legendreTerms(fit.degree).map(({ a, b }) => (a + b === 0 ? 'piston' : `P${b}(x)P${a}(y)`));
  return terms.join(', ');
}
