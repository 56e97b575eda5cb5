import type { DepthAt } from './search-range.ts';
import { regionCurves, type SweepSample } from './sweep.ts';
import { candidates, objectKinds, type Candidate } from './foci.ts';

/** A focus and the tiles that are in focus there. */
export interface LocalFocus {
  readonly candidate: Candidate;
  readonly tiles: readonly number[];
  /** share of the gradient's energy in these tiles */
  readonly share: number;
}

/** A tile votes where its own evidence is this strong, and this much stronger than for the frame's main focus. */
const LEAST_STRENGTH = 0.08;
const CLEARER = 1.5;
/** Tiles that agree on a distance are a focus where one of them is this strong or there are this many. */
const STRONG = 0.2;
const AGREEING = 3;
/** Tiles with less than this share of an average tile's gradient hold nothing. */
const LEAST_ENERGY = 0.4;
/** Foci with a smaller share of the frame's gradient are left out; below the second, one tile alone does not count. */
const LEAST_SHARE = 0.03;
const SHARE_OF_ONE = 0.08;
const MOST = 4;
/** Where the depth of field is a larger share of the distance, tiles agree whatever they say. */
const SHARP = 0.2;
/** Candidates of its own that a tile may bring forward. */
const PER_TILE = 6;

/** Foci beside the main one: where parts of the frame, taken alone, agree on another distance. Largest share first. */
export function localFoci(
  sweep: readonly SweepSample[],
  main: Candidate,
  depth: DepthAt,
  inRange: (candidate: Candidate) => boolean,
  shares: Float64Array,
): LocalFocus[] {
  const votes = Array.from(shares, (_, tile) => ({
    tile,
    candidate: vote(sweep, tile, main, depth, inRange, shares),
  }));
  const groups: { candidate: Candidate; tiles: number[] }[] = [];
  const strongest = votes
    .filter((v) => v.candidate)
    .sort((a, b) => b.candidate!.strength - a.candidate!.strength);
  for (const { tile, candidate } of strongest) {
    const group = groups.find((g) => Math.abs(g.candidate.z - candidate!.z) < depth(candidate!.z));
    if (group) group.tiles.push(tile);
    else groups.push({ candidate: candidate!, tiles: [tile] });
  }
  return groups
    .map((group) => ({ ...group, share: group.tiles.reduce((sum, t) => sum + shares[t]!, 0) }))
    .filter(({ tiles, share }) => share > (tiles.length > 1 ? LEAST_SHARE : SHARE_OF_ONE))
    .filter(({ candidate, tiles }) => candidate.strength > STRONG || tiles.length >= AGREEING)
    .filter(({ candidate, tiles }) => confirmed(sweep, candidate, tiles, depth))
    .sort((a, b) => b.share - a.share)
    .slice(0, MOST);
}

/** The tile's own focus where it is not the main one. */
function vote(
  sweep: readonly SweepSample[],
  tile: number,
  main: Candidate,
  depth: DepthAt,
  inRange: (candidate: Candidate) => boolean,
  shares: Float64Array,
): Candidate | null {
  if (shares[tile]! < LEAST_ENERGY / shares.length) return null;
  const own = candidates(regionCurves(sweep, [tile]), depth).filter(inRange);
  const best = own[0];
  if (!best || best.strength < LEAST_STRENGTH) return null;
  const near = (c: Candidate, z: number) => Math.abs(c.z - z) < depth(z);
  if (near(best, main.z)) return null;
  const atMain = own.find((c) => near(c, main.z))?.strength ?? 0;
  return best.strength > CLEARER * atMain ? best : null;
}

/** Whether the tiles together still show the focus. */
function confirmed(
  sweep: readonly SweepSample[],
  candidate: Candidate,
  tiles: readonly number[],
  depth: DepthAt,
): boolean {
  const together = candidates(regionCurves(sweep, tiles), depth)[0];
  return together !== undefined && Math.abs(together.z - candidate.z) < depth(candidate.z);
}

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
