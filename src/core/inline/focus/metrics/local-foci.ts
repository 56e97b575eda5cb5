import type { DepthAt } from './search-range.ts';
import { regionCurves, type SweepSample } from './sweep.ts';
import type { MetricsSettings } from './metrics-settings.ts';
import { candidates, objectKinds, type FocusCandidate } from './foci.ts';

/** A focus and the tiles that are in focus there. */
export interface LocalFocus {
  readonly candidate: FocusCandidate;
  readonly tiles: readonly number[];
  /** share of the gradient's energy in these tiles */
  readonly share: number;
}

/** The first sweep, part by part. */
export interface FrameParts {
  readonly sweep: readonly SweepSample[];
  readonly depth: DepthAt;
  readonly inRange: (candidate: FocusCandidate) => boolean;
  /** of the gradient's energy that each tile holds */
  readonly shares: Float64Array;
  readonly metrics: MetricsSettings;
}

/** Foci beside the main one: each is followed, which is time alone. */
const MOST = 4;

/** Foci beside the main one: where parts of the frame, taken alone, agree on another distance. Largest share first. */
export function localFoci(parts: FrameParts, main: FocusCandidate): LocalFocus[] {
  const { depth, shares } = parts;
  const { strong, agreeing, leastShare } = parts.metrics.parts;
  const votes = Array.from(shares, (_, tile) => ({ tile, candidate: vote(parts, tile, main) }));
  const groups: { candidate: FocusCandidate; tiles: number[] }[] = [];
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
    .filter(({ share }) => share > leastShare)
    .filter(({ candidate, tiles }) => candidate.strength > strong || tiles.length >= agreeing)
    .filter(({ candidate, tiles }) => confirmed(parts, candidate, tiles))
    .sort((a, b) => b.share - a.share)
    .slice(0, MOST);
}

/** Strongest first. */
function ofTile({ sweep, depth, inRange, metrics }: FrameParts, tile: number): FocusCandidate[] {
  return candidates(regionCurves(sweep, [tile]), depth, metrics.extrema).filter(inRange);
}

/** The tile's own focus where it is not the main one. */
function vote(parts: FrameParts, tile: number, main: FocusCandidate): FocusCandidate | null {
  const { depth, shares, metrics } = parts;
  if (shares[tile]! < metrics.parts.leastEnergy / shares.length) return null;
  const own = ofTile(parts, tile);
  const best = own[0];
  if (!best || best.strength < metrics.strength.clear) return null;
  const near = (c: FocusCandidate, z: number) => Math.abs(c.z - z) < depth(z);
  if (near(best, main.z)) return null;
  const atMain = own.find((c) => near(c, main.z))?.strength ?? 0;
  return best.strength > metrics.strength.clearer * atMain ? best : null;
}

/** Whether the tiles together still show the focus. */
function confirmed(
  { sweep, depth, metrics }: FrameParts,
  candidate: FocusCandidate,
  tiles: readonly number[],
): boolean {
  const together = candidates(regionCurves(sweep, tiles), depth, metrics.extrema)[0];
  return together !== undefined && Math.abs(together.z - candidate.z) < depth(candidate.z);
}

/** Tiles whose own focus is the main one. */
export function tilesInFocus(parts: FrameParts, main: FocusCandidate): number[] {
  const { depth, shares, metrics } = parts;
  const least = metrics.parts.leastEnergy / shares.length;
  return Array.from(shares.keys()).filter((tile) => {
    const own = shares[tile]! < least ? undefined : ofTile(parts, tile)[0];
    return (
      own !== undefined && own.strength >= metrics.strength.clear && Math.abs(own.z - main.z) < depth(main.z)
    );
  });
}

interface Vote extends FocusCandidate {
  readonly tile: number;
}

/**
 * The distance that most parts of the frame speak for, each with the square of its own evidence. The metrics of the
 * whole frame go by its strongest edges; where rings of dust or a sample that fills the frame bring most of these, no
 * distance stands out in the sum, but part after part may still have a weak extremum at the same one.
 * @returns null where no part has a candidate in the range, or where the depth of field leaves the distance open
 */
export function votedFocus(parts: FrameParts): LocalFocus | null {
  const { sweep, depth, shares, metrics } = parts;
  const perTile = Array.from(shares, (_, tile) =>
    ofTile(parts, tile).map((candidate): Vote => ({ ...candidate, tile })),
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
  if (depth(z) > metrics.longest * z) return null;
  const [kind] = objectKinds
    .map((one) => [one, weightOf(heaviest.filter((vote) => vote.kind === one))] as const)
    .sort((a, b) => b[1] - a[1])[0]!;
  const tiles = heaviest.map((vote) => vote.tile).sort((a, b) => a - b);
  const share = tiles.reduce((sum, tile) => sum + shares[tile]!, 0);
  return { candidate: { z, kind, strength: Math.sqrt(weight / shares.length) }, tiles, share };
}
