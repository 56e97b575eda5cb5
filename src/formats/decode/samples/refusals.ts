import { Problem } from '../../../core/problem/problem.ts';

/** The file is corrupt, truncated, or not what it says it is. */
export function unreadable(detail: string): Problem {
  return new Problem('HOLOGRAM_UNREADABLE', detail);
}

/** How a time is told that was over: of the processor that computed, or of the clock on the wall. */
export const TIME_OF = { processor: 'of processor time', clock: 'by the clock' } as const;

/** The file may be sound, but it was made so that reading it takes for ever. */
export function tookTooLong(seconds: number, of: keyof typeof TIME_OF): Problem {
  const advice = 'Save the frame anew, as a PNG, TIFF or NPY of nothing but its pixels.';
  const detail = `Reading the file took longer than ${seconds} s ${TIME_OF[of]} and was given up. ${advice}`;
  return new Problem('TOOK_TOO_LONG', detail);
}

/** The file may be sound and wanted, but this copy of the decoders, the page's, lacks what it takes to read it. */
export class NotReadHere extends Error {}

/** The file may be sound, but it holds something that a reconstruction does not take. */
export function unsupported(detail: string): Problem {
  return new Problem('HOLOGRAM_UNSUPPORTED', detail);
}
