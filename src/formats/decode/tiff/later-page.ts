import { unreadable, unsupported } from '../samples/refusals.ts';
import type { TiffPage } from './page.ts';

/** The page that lies so many pages behind another one where the samples of all follow each other without a gap. */
export function laterPage(page: TiffPage, later: number, fileBytes: number): TiffPage {
  if (later === 0) return page;
  const { segments, compression } = page;
  const { offsets, byteCounts } = segments;
  const gapless = offsets.every((offset, k) => k === 0 || offset === offsets[k - 1]! + byteCounts[k - 1]!);
  if (compression !== 'none' || segments.tiled || !gapless) {
    throw unsupported(
      'The TIFF describes one page and counts several, which only works uncompressed. Save every frame as a page.',
    );
  }
  const pageBytes = byteCounts.reduce((sum, count) => sum + count, 0);
  const moved = offsets.map((offset) => offset + later * pageBytes);
  if (moved.at(-1)! + byteCounts.at(-1)! > fileBytes) {
    throw unreadable('The TIFF is cut short: frames lie beyond its end. Export or upload it again.');
  }
  return { ...page, segments: { ...segments, offsets: moved } };
}
