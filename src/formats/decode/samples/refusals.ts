import { Problem } from '../../../core/problem/problem.ts';

/** The file is corrupt, truncated, or not what it says it is. */
export function unreadable(detail: string): Problem {
  return new Problem('HOLOGRAM_UNREADABLE', detail);
}

/** The file may be sound and wanted, but this copy of the decoders, the page's, lacks what it takes to read it. */
export class NotReadHere extends Error {}

/** The file may be sound, but it holds something that a reconstruction does not take. */
export function unsupported(detail: string): Problem {
  return new Problem('HOLOGRAM_UNSUPPORTED', detail);
}
