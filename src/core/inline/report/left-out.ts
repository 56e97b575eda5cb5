import type { InlineFindings } from './findings.ts';

/** Of each frame, the places among its amplitude's floats that the retrieval left out: lines without a recording, and pixels that the others contradict. */
export function leftOutOf({
  normalised,
  retrieval,
}: Pick<InlineFindings, 'normalised' | 'retrieval'>): readonly ReadonlySet<number>[] {
  return retrieval ? normalised.map(({ empty }, k) => new Set(empty.concat(retrieval.withheld[k]!))) : [];
}
