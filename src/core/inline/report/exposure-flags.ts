import { mosaicWords } from '../../field/colour-mosaic.ts';
import { blankSideWords } from '../../field/recorded-part.ts';
import type { Flag } from '../../reconstruction/reconstruction.ts';
import type { InlineFindings } from './findings.ts';

/** What of the frames was left out or evened before anything was made of them. */
export function exposureFlags(findings: InlineFindings): Flag[] {
  return [...blankSides(findings), ...unlitParts(findings), ...colourCamera(findings)];
}

/** A flag for a colour camera's filters. */
function colourCamera({ normalised }: InlineFindings): Flag[] {
  const gains = normalised[0]!.mosaic;
  if (!gains) return [];
  return [{ code: 'colour_mosaic', level: 'info', detail: mosaicWords(gains) }];
}

/** A flag for what no light fell on, by the background frame or, without one, by its sharp edge. */
function unlitParts({ background, normalised, uncertainty }: InlineFindings): Flag[] {
  const { unlit, amplitude } = normalised[0]!;
  const share = unlit.length / (amplitude.rows * amplitude.cols);
  if (!(share > uncertainty.evidence.untrusted)) return [];
  const dark = background
    ? 'of the background frame is dark'
    : 'of the frame is dark up to its border and ends more sharply than light that a sample casts a shadow in';
  const detail = `${(100 * share).toFixed(1)} % ${dark}: no light falls there, so that the hologram tells nothing of it. It was left out of the retrieval, and there is no phase.`;
  return [{ code: 'frame_blank', level: 'needs_review', detail }];
}

/** A flag for sides of the frame that were left out. */
function blankSides({ hologram }: InlineFindings): Flag[] {
  const detail = blankSideWords(hologram);
  return detail === null ? [] : [{ code: 'frame_blank', level: 'needs_review', detail }];
}
