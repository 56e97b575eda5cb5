import type { DepthAt } from './search-range.ts';
import { regionCurves, type SweepSample } from './sweep.ts';
import type { LocalFocus } from './local-foci.ts';
import { candidates, objectKinds, type Candidate } from './foci.ts';

/** Where the depth of field is a larger share of the distance, tiles agree whatever they say. */
const SHARP = 0.2;
/** Candidates of its own that a tile may bring forward. */
const PER_TILE = 6;

interface Vote extends Candidate {
  readonly tile: number;
}

/**
 * The distance that most parts of the frame speak for, each with the square of its own evidence. The metrics of the
 * whole frame go by its strongest edges; where rings of dust or a sample that fills the frame bring most of these, no
 * distance stands out in the sum, but part after part may still have a weak extremum at the same one.
 * @returns null where no part has a candidate in the range, or where the depth of field leaves the distance open
 */
export function votedFocus(
  sweep: readonly SweepSample[],
  depth: DepthAt,
  inRange: (candidate: Candidate) => boolean,
  shares: Float64Array,
): LocalFocus | null {
  const perTile = Array.from(shares, (_, tile) =>
    candidates(regionCurves(sweep, [tile]), depth)
      .filter(inRange)
      .slice(0, PER_TILE)
      .map((candidate): Vote => ({ ...candidate, tile })),
  );
  const votersAt = (z: number) =>
    perTile.flatMap((votes) => votes.filter((vote) => Math.abs(vote.z - z) < depth(z)).slice(0, 1));
  const weightOf = (votes: readonly Vote[]) =>
    votes.reduce((sum, vote) => sum + vote.strength * vote.strength, 0);
  const heaviest = sweep
    .map(({ z }) => votersAt(z))
    .reduce<readonly Vote[]>((a, b) => (weightOf(b) > weightOf(a) ? b : a), []);
  const weight = weightOf(heaviest);
  if (!(weight > 0)) return null;
  const z = heaviest.reduce((sum, vote) => sum + vote.strength * vote.strength * vote.z, 0) / weight;
  if (depth(z) > SHARP * z) return null;
  const [kind] = objectKinds
    .map((one) => [one, weightOf(heaviest.filter((vote) => vote.kind === one))] as const)
    .sort((a, b) => b[1] - a[1])[0]!;
  const tiles = heaviest.map((vote) => vote.tile).sort((a, b) => a - b);
  const share = tiles.reduce((sum, tile) => sum + shares[tile]!, 0);
  return { candidate: { z, kind, strength: Math.sqrt(weight / shares.length) }, tiles, share };
}
