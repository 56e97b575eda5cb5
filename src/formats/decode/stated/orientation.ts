import type { HologramFormat } from '../samples/sniff.ts';
import { readDirectories } from '../tiff/directory.ts';
import { tag } from '../tiff/tags.ts';
import { exifOf } from './parts-of-picture.ts';

/** How viewers are asked to show a frame, by the number under the tag (TIFF 6.0, page 36); 1 is as it is stored. */
const ways: Readonly<Record<number, string>> = {
  2: 'mirrored left to right',
  3: 'turned by 180°',
  4: 'mirrored top to bottom',
  5: 'mirrored along its falling diagonal',
  6: 'turned by 90° clockwise',
  7: 'mirrored along its rising diagonal',
  8: 'turned by 90° counter-clockwise',
};

/**
 * How a file asks viewers to show its frame otherwise than it is stored, in words, or null. It stands among the tags of a TIFF, and of
 * a JPEG or PNG in its Exif block.
 * @throws Problem where the tags are damaged
 */
export function shownOtherwise(bytes: Uint8Array, format: HologramFormat): string | null {
  const tags = format === 'tiff' ? bytes : exifOf(bytes, format);
  if (!tags || tags.length < 16) return null;
  return ways[readDirectories(tags).directories[0]!.number(tag.orientation, 1)] ?? null;
}
