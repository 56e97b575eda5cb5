import type { Correlator, Match } from './correlate.ts';

export interface Symmetry {
  /** turns by this angle (rad) change nothing; 0: no turn changes anything */
  readonly turn: number;
  /** whether it looks the same from behind, at some turn */
  readonly mirror: boolean;
}

const SCALES = [0.965, 1, 1.035];
const KEPT = 8;

/**
 * How a target may lie: every turn and a few sizes against a coarse picture, then the best of them between the steps.
 * @param step rad
 */
export function searchPoses(
  correlator: Correlator,
  symmetry: Symmetry,
  step: number,
  onStep: (fraction: number) => void,
): Match[] {
  const turns = symmetry.turn === 0 ? 1 : Math.ceil(symmetry.turn / step);
  const found: Match[] = [];
  for (const mirrored of symmetry.mirror ? [false] : [false, true]) {
    for (let k = 0; k < turns; k += 1) {
      onStep(k / turns);
      const rotation = (k * symmetry.turn) / turns;
      for (const scale of SCALES) found.push(correlator.best({ rotation, scale, mirrored }));
    }
  }
  return apartFrom(found, step)
    .slice(0, KEPT)
    .map((match) => sharpened(correlator, match, symmetry.turn === 0 ? 0 : step))
    .sort((a, b) => b.score - a.score);
}

/** Best first, without what lies next to something better. */
function apartFrom(matches: readonly Match[], step: number): Match[] {
  const kept: Match[] = [];
  for (const match of matches.toSorted((a, b) => b.score - a.score)) {
    const near = kept.some(
      ({ pose }) =>
        pose.mirrored === match.pose.mirrored && Math.abs(pose.rotation - match.pose.rotation) < 2.5 * step,
    );
    if (!near) kept.push(match);
    if (kept.length === KEPT) break;
  }
  return kept;
}

function sharpened(correlator: Correlator, start: Match, step: number): Match {
  let best = start;
  let [turn, size] = [step / 2, 0.0175];
  for (let round = 0; round < 3; round += 1) {
    const { rotation, scale, mirrored } = best.pose;
    for (const dr of turn === 0 ? [0] : [-turn, 0, turn]) {
      for (const ds of [-size, 0, size]) {
        if (dr === 0 && ds === 0) continue;
        const match = correlator.best({ rotation: rotation + dr, scale: scale + ds, mirrored });
        if (match.score > best.score) best = match;
      }
    }
    [turn, size] = [turn / 2, size / 2];
  }
  return best;
}
