import { distanceToRims, withoutSpecks } from './distance-to-rims.ts';
import {
  isResolved,
  neighboursOf,
  partsOf,
  partSamples,
  type RimlessPart,
  type RimlessParts,
  type UnwrappedPhase,
} from './rimless-parts.ts';

/** A region that is open to its surroundings. */
export interface HangingRegion {
  readonly part: RimlessPart;
  /** the rims around it */
  readonly around: ReadonlySet<number>;
}

const TURN = 2 * Math.PI;

/**
 * Regions of which the shortest lines say another number of turns: with all of the region a turn higher, or lower, the lines along which the
 * phase is off by a turn from one sample to the next would be shorter (Flynn, J. Opt. Soc. Am. A 14, 2692 (1997), doi:10.1364/JOSAA.14.002692,
 * who takes such phases for right; here two ways that do not agree leave the turns open). By a gap between rims such a region got one
 * number of turns, across its rims another one. What lies deep between rims and has the background's phase has its turns.
 * @param parts what rims leave of the frame
 * @param isOpen of samples whose number of turns is known to be open: lines along those tell nothing
 * @param reach samples per cycle of the filter's rim
 * @param near rad: as close to 0 as the background is
 */
export function hangingRegions(
  parts: RimlessParts,
  phase: UnwrappedPhase,
  isOpen: (i: number) => boolean,
  reach: number,
  near: number,
): HangingRegion[] {
  const { rows, cols } = parts;
  const lines = linesOf(parts, phase, 2 * reach + 1);
  if (lines.pairs.length === 0) return [];
  const kind = settledOf(parts, phase, reach, near);
  for (let i = 0; i < kind.length; i++) if (parts.of[i]! < 0 || isOpen(i)) kind[i] = OPEN;
  const search = { cols, lines, kind, left: LOOKED_AT * kind.length };
  return [1, -1].flatMap((turn) => {
    const moved = movedBy(turn, search);
    const regions = partsOf(
      moved.map((is) => 1 - is),
      rows,
      cols,
    ).list.filter((part) => isResolved(part, reach));
    return regions.map((part) => {
      const own = partSamples(part);
      for (const i of own) kind[i] = OPEN;
      return { part, around: rimsAround(parts, own, 2 * reach + 1) };
    });
  });
}

/** {@link SETTLED} for samples that have the background's phase and lie deeper between rims than a gap is wide, or where all is narrow half as deep as any. */
function settledOf(
  parts: RimlessParts,
  { values, pitch }: UnwrappedPhase,
  reach: number,
  near: number,
): Uint8Array {
  const { rows, cols } = parts;
  const depth = distanceToRims(parts, withoutSpecks(parts, 2 * Math.PI * reach));
  let deepest = 0;
  for (let y = 0, i = 0; y < rows; y++)
    for (let x = 0; x < cols; x++, i++) {
      if (!(Math.abs(values[y * pitch + x]!) < near)) depth[i] = 0;
      deepest = Math.max(deepest, depth[i]!);
    }
  const least = Math.min(2 * reach, deepest / 2);
  const settled = new Uint8Array(depth.length);
  for (let i = 0; i < depth.length; i++) if (depth[i]! > least) settled[i] = SETTLED;
  return settled;
}

/** How often searches may look at each sample of a frame in the mean: the ways round an end of a line are short. */
const LOOKED_AT = 16;
/** Of samples: lines along it tell nothing; it has the background's turns. */
const OPEN = 1;
const SETTLED = 2;

/** Lines along which the phase is off by turns, as pairs of samples between rims that it parts. */
interface Lines {
  /** pairs: one sample, the next one to its right or below it that is no rim, and by how many turns the phase is off between them */
  readonly pairs: readonly (readonly [from: number, to: number, turns: number])[];
  /** of each sample a bit for each of {@link BACK}’s steps: there a line lies, or the frame ends at a side */
  readonly closed: Uint8Array;
}

/** @param most rims that a pair may lie apart */
function linesOf({ rows, cols, of }: RimlessParts, { values, pitch }: UnwrappedPhase, most: number): Lines {
  const pairs: [number, number, number][] = [];
  const closed = new Uint8Array(rows * cols);
  const pair = (from: number, to: number, turns: number, step: number) => {
    pairs.push([from, to, turns]);
    closed[from]! |= 1 << step;
    closed[to]! |= 1 << BACK[step]!;
  };
  // of each column the row of its last sample that is no rim, and the turns since
  const above = new Int32Array(cols).fill(-1);
  const turned = new Int8Array(cols);
  for (let y = 0, i = 0; y < rows; y++) {
    let [before, turns] = [-1, 0];
    for (let x = 0, at = y * pitch; x < cols; x++, i++, at++) {
      const here = values[at]!;
      if (x > 0) turns += Math.round((here - values[at - 1]!) / TURN);
      if (y > 0) turned[x]! += Math.round((here - values[at - pitch]!) / TURN);
      if (of[i]! < 0) continue;
      if (turns !== 0 && before >= 0 && x - before <= most + 1) pair(i - x + before, i, turns, 1);
      if (turned[x] !== 0 && above[x]! >= 0 && y - above[x]! <= most + 1)
        pair(above[x]! * cols + x, i, turned[x]!, 3);
      [before, turns] = [x, 0];
      above[x] = y;
      turned[x] = 0;
    }
  }
  for (let y = 0; y < rows; y++) {
    closed[y * cols]! |= 1;
    closed[(y + 1) * cols - 1]! |= 2;
  }
  return { pairs, closed };
}

interface Search {
  readonly cols: number;
  readonly lines: Lines;
  /** 0, {@link OPEN} or {@link SETTLED} */
  readonly kind: Uint8Array;
  /** samples that searches may yet look at */
  left: number;
}

/** Steps to the left, to the right, up and down: which of them leads back. */
const BACK = [1, 0, 3, 2];

/**
 * The samples that a turn more (or less) leaves with the shortest lines: of each pair along a line one sample wants the turn and the other one
 * does not. As many ways as there are lead from those that want it to those that do not, over pairs that no line parts, each pair once
 * (Ford & Fulkerson; each way the shortest one); what no way leads out of any more moves.
 * @returns 1 for each of them
 */
function movedBy(turn: number, search: Search): Uint8Array {
  const { cols, lines, kind } = search;
  const count = kind.length;
  const wants = wantsOf(turn, search);
  const moved = new Uint8Array(count);
  /** the steps that a way takes from a sample, a bit for each */
  const used = new Uint8Array(count);
  /** how a sample was reached: 4 × the one before + the step */
  const from = new Int32Array(count);
  const seen = new Int32Array(count);
  const queue = new Int32Array(count);
  const steps = [-1, 1, -cols, cols];
  let searches = 0;
  let reached = 0;
  const wayOut = (start: number): number => {
    queue[0] = start;
    reached = 1;
    seen[start] = ++searches;
    for (let k = 0; k < reached; k++) {
      const i = queue[k]!;
      for (let step = 0; step < 4; step++) {
        const n = (lines.closed[i]! | used[i]!) & (1 << step) ? -1 : i + steps[step]!;
        if (n < 0 || n >= count || seen[n] === searches || moved[n] === 1 || kind[n] === OPEN) continue;
        seen[n] = searches;
        from[n] = 4 * i + step;
        queue[reached++] = n;
        if (kind[n] === SETTLED || wants[n]! < 0) return n;
      }
    }
    return -1;
  };
  for (let start = 0; start < count; start++)
    while (wants[start]! > 0 && moved[start] === 0) {
      const end = kind[start] === SETTLED ? start : wayOut(start);
      search.left -= reached;
      if (search.left < 0) return moved;
      wants[start]! -= 1;
      if (end < 0) {
        for (let k = 0; k < reached; k++) moved[queue[k]!] = 1;
        continue;
      }
      if (kind[end] !== SETTLED) wants[end]! += 1;
      for (let i = end; i !== start; i = from[i]! >> 2) {
        const [before, step] = [from[i]! >> 2, from[i]! & 3];
        // a way back over a step frees it
        if (used[i]! & (1 << BACK[step]!)) used[i]! ^= 1 << BACK[step]!;
        else used[before]! |= 1 << step;
      }
    }
  return moved;
}

/** Of each sample, in how many pairs a turn more of it would leave less of a jump than there is, less those where it would leave more. */
function wantsOf(turn: number, { lines, kind }: Search): Int8Array {
  const wants = new Int8Array(kind.length);
  for (const [from, to, turns] of lines.pairs) {
    if (kind[from] === OPEN || kind[to] === OPEN) continue;
    const up = Math.sign(turns) * turn;
    wants[from]! += up;
    wants[to]! -= up;
  }
  return wants;
}

/** Rims within some steps of samples, on paths over rims. */
export function rimsAround(
  { rows, cols, of }: RimlessParts,
  samples: Iterable<number>,
  steps: number,
): Set<number> {
  const found = new Set<number>();
  let edge = samples;
  for (let step = 0; step < steps; step++) {
    const next: number[] = [];
    for (const i of edge)
      for (const n of neighboursOf(i, cols)) {
        if (n < 0 || n >= rows * cols || of[n]! >= 0 || found.has(n)) continue;
        found.add(n);
        next.push(n);
      }
    edge = next;
  }
  return found;
}
