import { inFigures } from '../../evidence/in-figures.ts';
import { mosaicWords } from '../../field/colour-mosaic.ts';
import { blankSideWords } from '../../field/recorded-part.ts';
import { markedRegions } from '../../phase/open-turns.ts';
import type { Flag } from '../../reconstruction/reconstruction.ts';
import type { InlineFindings } from './findings.ts';
import { leftOutOf } from './left-out.ts';
import { listedRegions } from './listed-regions.ts';

/** What of the frames was left out or evened before anything was made of them. */
export function exposureFlags(findings: InlineFindings): Flag[] {
  return [
    ...negative(findings),
    ...blankSides(findings),
    ...unlitParts(findings),
    ...leftOut(findings),
    ...colourCamera(findings),
  ];
}

/** A flag for a negative. */
function negative({ hologram, retrieval }: InlineFindings): Flag[] {
  if (!hologram.negative || !retrieval) return [];
  const detail =
    `The hologram is a negative: its counts fall where light grows. They were taken from ${2 ** hologram.bitDepth - 1}, the most that a frame of ` +
    `${hologram.bitDepth} bits holds; with that the field explains it to ${retrieval.dataMisfit.toFixed(1)} times its noise, and clearly worse without. ` +
    'Save frames as the camera gives them: what a program takes them from need not be that number.';
  return [{ code: 'frame_negative', level: 'needs_review', detail }];
}

/** A flag for lines without a recording, and for pixels that the others contradict. */
function leftOut(findings: InlineFindings): Flag[] {
  const of = leftOutOf(findings);
  if (of.length === 0) return [];
  const { normalised, uncertainty } = findings;
  const { evidence } = uncertainty;
  const worst = of.reduce((most, places, k) => (places.size > of[most]!.size ? k : most), 0);
  const { rows, cols, pitch } = normalised[worst]!.amplitude;
  const share = of[worst]!.size / (rows * cols);
  if (share === 0) return [];
  const marks = new Uint8Array(rows * cols);
  for (const at of of[worst]!) marks[Math.floor(at / pitch) * cols + (at % pitch)] = 1;
  const largest = markedRegions(marks, rows, cols, 1).toSorted((a, b) => b.size - a.size);
  const regions_px = listedRegions(largest);
  const frame = worst > 0 ? `frame ${worst + 1} of the stack` : 'the hologram';
  const detail =
    `${of[worst]!.size} pixels (${inFigures(100 * share)} %) of ${frame} were left out of the retrieval: lines of one value, or pixels ` +
    `that are off by more than ${evidence.sure} times the noise from the field that explains all others, with those that hang together with them. ` +
    'Such are defects and dust of the sensor, what was drawn in, and blocks that were lost on the way.';
  const level = share > evidence.untrusted ? 'needs_review' : 'info';
  return [{ code: 'pixels_left_out', level, detail, regions_px }];
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
