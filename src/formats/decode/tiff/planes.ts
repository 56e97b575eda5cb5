import type { Directory } from './directory.ts';
import { tag } from './tags.ts';

/** What one page holds of each pixel, in planes of its own. */
export interface FramePlanes {
  readonly count: number;
  /** the page says that they are no colours */
  readonly areGrey: boolean;
}

const PHOTOMETRIC = { blackIsZero: 1, rgb: 2 };
const SEPARATE = 2;

/**
 * The planes of a page that can be frames: programs store an array of frames so, and take three of them for red, green and
 * blue. null: it has one, what is beside the first is an alpha channel, or the samples of a pixel lie side by side, as those
 * of colours do.
 */
export function framePlanes(page: Directory): FramePlanes | null {
  const count = page.number(tag.samplesPerPixel, 1);
  const photometric = page.number(tag.photometric, PHOTOMETRIC.blackIsZero);
  const isAlpha = (page.numbers(tag.extraSamples) ?? []).some((meaning) => meaning !== 0);
  if (count < 2 || isAlpha || page.number(tag.planarConfiguration, 1) !== SEPARATE) return null;
  if (photometric !== PHOTOMETRIC.blackIsZero && photometric !== PHOTOMETRIC.rgb) return null;
  return { count, areGrey: photometric === PHOTOMETRIC.blackIsZero };
}

/** What was taken for granted when they were read as frames. */
export function planesAsFrames({ count, areGrey }: FramePlanes): string {
  const named = areGrey ? '' : ', which it calls colours';
  return `The TIFF has one page of ${count} planes${named}. They were taken as the frames of the stack in the order in which they are stored.`;
}

/** What is likely wrong with a file that does not hold as many frames as are wanted, or null. @param samples a pixel */
export function planesHint(samples: number, found: number): string | null {
  if (found > 1 || samples === 1) return null;
  return `one page of ${samples} samples a pixel. Save a page for each frame (tifffile: photometric='minisblack')`;
}
