import type { DepthAt } from './search-range.ts';
import { regionCurves, type SweepSample } from './sweep.ts';
import { candidates, type Candidate } from './foci.ts';

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
