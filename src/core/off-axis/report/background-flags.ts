import type { SmoothBackground } from '../../phase/background.ts';
import { legendreTerms } from '../../phase/legendre.ts';
import type { Flag } from '../../reconstruction/reconstruction.ts';
import type { Findings } from './findings.ts';
import { flag } from './flag.ts';
import type { FlagSettings } from './flag-settings.ts';

export function backgroundFlags(findings: Findings, settings: FlagSettings): Flag[] {
  const { recipe, flat, levelled, maps, background } = findings;
  const flags: Flag[] = [];
  if (!flat.fit) {
    flags.push(
      flag(
        'background_not_fitted',
        'warning',
        levelled
          ? `Before it was brought into focus, too little of the light was seen to pass beside the sample: ${
              background
                ? 'what the background frame leaves could be fitted in focus only, to the sample itself. phase_background=none leaves it in.'
                : 'a background could be fitted in focus only, to the bright parts of the sample. A reference that is curved more than those parts tell moves and blurs what is brought into focus: give a frame without the sample.'
            }${maps.openTurns.share === 1 ? ' They do not lie level after it: nothing of the phase is known.' : ''}`
          : 'Too little of the frame carries a steady phase to fit the background: nothing was removed from it.',
      ),
    );
  } else if (recipe.phase_background !== 'none' && flat.fit.backgroundShare < settings.littleBackground) {
    const { backgroundShare } = flat.fit;
    const removed =
      backgroundShare > 0
        ? `Only ${(100 * backgroundShare).toFixed(0)} % of the frame looks like background: what was removed as background may contain some of the sample.`
        : 'Nowhere does the frame look like background: a smooth surface through all of it was removed, and what of the sample is as smooth went with it.';
    flags.push(
      flag(
        'little_background',
        'warning',
        `${removed} ${
          background
            ? 'phase_background=none leaves it at what the background frame takes out.'
            : 'A background frame avoids the question.'
        }`,
      ),
    );
  }
  return [
    ...flags,
    ...bentFlags(findings, settings),
    ...foreignFlags(findings),
    ...doubtFlags(findings, settings),
  ];
}

/** What was taken for a rig that bent between the hologram and its background frame, and may be a sample as smooth. */
function bentFlags({ recipe, flat, levelled, background }: Findings, settings: FlagSettings): Flag[] {
  const fit = flat.fit ?? levelled;
  if (!background || !fit || recipe.phase_background !== 'auto') return [];
  const bend = bendOf(fit);
  if (!(bend > settings.evidence.phase)) return [];
  return [
    flag(
      'background_bent',
      'needs_review',
      `Beyond a tilt the frame differs from its background frame by a smooth phase (degree ${fit.degree}, ${bend.toFixed(2)} rad root mean square). It was taken for the rig's, which bends between two frames, and removed. One frame can't tell it from a sample that is as smooth all over it, such as a film, a lens or a plume: phase_background=tilt leaves it in.`,
    ),
  ];
}

/** rad, root mean square of a surface beyond piston and tilt over the frame. */
function bendOf({ degree, phase }: Pick<SmoothBackground, 'degree' | 'phase'>): number {
  const square = legendreTerms(degree).reduce((sum, { a, b }, k) => {
    const c = a + b > 1 ? phase[k]! : 0;
    return sum + (c * c) / ((2 * a + 1) * (2 * b + 1));
  }, 0);
  return Math.sqrt(square);
}

/** What the background frame put into the result. */
function foreignFlags({ unshared, dividedByItself }: Findings): Flag[] {
  if (!unshared?.place || dividedByItself) return [];
  const { share, place } = unshared;
  return [
    flag(
      'background_holds_sample',
      'warning',
      `In ${(100 * share).toFixed(share < 0.01 ? 1 : 0)} % of the frame, most of it about pixel (${place.x.toFixed(0)}, ${place.y.toFixed(0)}), the background frame has structure that the hologram lacks: dust or a sample that lay in the beam then. Its negative is in the result, and the uncertainty does not know of it. Take the background where the beam is free, or give none.`,
    ),
  ];
}

/** What of the uncertainty is not measured, or hangs on what is taken for background. */
function doubtFlags({ recipe, maps, budget }: Findings, settings: FlagSettings): Flag[] {
  const flags: Flag[] = [];
  if (!budget.scatter) {
    flags.push(
      flag(
        'coherent_background_unknown',
        'warning',
        'No part of the frame is known to hold no sample, so what speckle and stray light add could not be measured and is not in the uncertainty.',
      ),
    );
  }
  if (recipe.phase_background !== 'none' && budget.surface.median > settings.largePart * maps.medianSigma) {
    flags.push(
      flag(
        'background_degree_open',
        'needs_review',
        `How the smooth background runs below the sample is open by ${budget.surface.median.toFixed(2)} rad: fits to other parts of the frame, or of another degree, explain it about as well. Name the degree with background_degree, or free parts with background_region.`,
      ),
    );
  }
  const clouds = budget.clouds?.median ?? 0;
  const others = Math.sqrt(Math.max(0, maps.medianSigma * maps.medianSigma - clouds * clouds));
  if (clouds > settings.evidence.phase && others < settings.largePart * maps.medianSigma) {
    flags.push(
      flag(
        'background_uneven',
        'needs_review',
        `Nearly all of the stated uncertainty is that places taken for background differ by ${clouds.toFixed(2)} rad, over lengths that no speckle has. Either the light is that uneven, or the sample covers most of the frame: then its fine phase is better than stated, but what is broad of it may have been taken out with the background. Say which parts hold no sample with background_region.`,
      ),
    );
  }
  return flags;
}
