import type { BytesAt } from '../kernel/addresses.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';
import { OPEN_TURNS } from './open-turns.ts';
import type { UnwrappingSettings } from './unwrapping-settings.ts';

interface Planes {
  /** unwrapped, rad */
  readonly phase: RealPlane;
  /** stated uncertainty of it, rad */
  readonly sigma: RealPlane;
  /** rows · cols bytes */
  readonly mask: BytesAt;
}

const TURN = 2 * Math.PI;
/** Standard deviations that {@link drawnNormal} reaches at most. */
const FARTHEST = 2 * Math.sqrt(3);
/** Classes of reliability that pairs of samples are joined in. */
const CLASSES = 1024;

/**
 * Marks samples whose number of turns is chance: the phase is drawn again from its stated uncertainty, a few times, and
 * its turns are counted again; where a draw gives a part of the frame other turns than most of the frame gets, nothing
 * decides between them. (A parametric bootstrap: Efron & Tibshirani, An Introduction to the Bootstrap, 1993, section 6.5.)
 * What no draw can part is one piece; pieces are joined over the pairs of trusted neighbours between them, reliable ones
 * first (Herráez et al., Appl. Opt. 41, 7437 (2002), doi:10.1364/AO.41.007437).
 * @param settled 1 for samples whose turns something else decides
 * @returns rows · cols bytes: 1 where a sample was marked here that carried a phase by what was stated
 */
export function markDrawnTurns(
  kernels: Kernels,
  planes: Planes,
  settings: UnwrappingSettings,
  settled?: Uint8Array,
): Uint8Array {
  const { rows, cols } = planes.phase;
  const pieces = piecesOf(kernels, planes);
  const open = new Uint8Array(rows * cols);
  if (pieces.pairs.length === 0) return open;
  const phase = packed(kernels, planes.phase);
  const sigma = packed(kernels, planes.sigma);
  const mask = kernels.bytes(planes.mask, rows * cols);
  const isOpen = new Uint8Array(pieces.count);
  const drawn = new Float32Array(phase.length);
  const needed = besidePairs(pieces.pairs, phase.length, cols);
  for (let draw = 0; draw < settings.draws; draw++) {
    for (const i of needed) drawn[i] = phase[i]! + sigma[i]! * drawnNormal(i, draw);
    const turns = countTurns(drawn, pieces, cols);
    for (let piece = 0; piece < turns.length; piece++) if (turns[piece] !== 0) isOpen[piece] = 1;
  }
  for (let i = 0; i < open.length; i++)
    if (mask[i] === 0 && isOpen[pieces.of[i]!] && settled?.[i] !== 1) {
      mask[i] = OPEN_TURNS;
      open[i] = sigma[i]! < settings.usefulSigma ? 1 : 0;
    }
  return open;
}

/** A plane's samples without its padding. */
function packed(kernels: Kernels, plane: RealPlane): Float32Array {
  const count = plane.rows * plane.cols;
  using scope = kernels.scope();
  const out = scope.floats(count);
  kernels.wasm.exportPlane(plane, 1, out);
  return kernels.floats(out, count).slice();
}

interface Pieces {
  /** of each sample */
  readonly of: Int32Array;
  readonly count: number;
  /** the largest one */
  readonly main: number;
  /** trusted neighbours that a draw can part: 2 × the first one's place, + 1 where the second lies below it */
  readonly pairs: Int32Array;
}

/** The samples of all pairs and those around them, by which their reliability is told; no others need be drawn. */
function besidePairs(pairs: Int32Array, count: number, cols: number): Int32Array {
  const isNeeded = new Uint8Array(count);
  for (const pair of pairs) {
    const i = pair >> 1;
    const j = i + (pair & 1 ? cols : 1);
    for (let row = -cols; row <= cols; row += cols)
      for (let at = row - 1; at <= row + 1; at++) isNeeded[i + at] = isNeeded[j + at] = 1;
  }
  let needed = 0;
  for (let i = 0; i < count; i++) needed += isNeeded[i]!;
  const list = new Int32Array(needed);
  for (let i = 0, k = 0; i < count; i++) if (isNeeded[i] === 1) list[k++] = i;
  return list;
}

/** What no draw can part: see `tiePieces` of the kernels. */
function piecesOf(kernels: Kernels, { phase, sigma, mask }: Planes): Pieces {
  const samples = phase.rows * phase.cols;
  using scope = kernels.scope();
  const at = {
    of: scope.integers(samples),
    pairs: scope.integers(2 * samples),
    found: scope.integers(2),
  };
  const pairs = kernels.wasm.tiePieces(phase, sigma, mask, FARTHEST, at.of, at.pairs, at.found);
  const [count, main] = kernels.integers(at.found, 2);
  return {
    of: kernels.integers(at.of, samples).slice(),
    ...{ count: count!, main: main! },
    pairs: kernels.integers(at.pairs, pairs).slice(),
  };
}

/** By how many turns each piece comes to lie off the main one; 0 where nothing trusted joins them. */
function countTurns(drawn: Float32Array, { of, count, main, pairs }: Pieces, cols: number): Int32Array {
  const parent = new Int32Array(count);
  for (let k = 0; k < count; k++) parent[k] = k;
  /** turns of a piece less those of its parent */
  const less = new Int32Array(count);
  const find = (piece: number): number => {
    let root = piece;
    let sum = 0;
    for (; parent[root] !== root; root = parent[root]!) sum += less[root]!;
    for (let k = piece; parent[k] !== root && k !== root;) {
      const next = parent[k]!;
      const own = less[k]!;
      parent[k] = root;
      less[k] = sum;
      k = next;
      sum -= own;
    }
    return root;
  };
  for (const pair of byReliability(drawn, pairs, cols)) {
    const i = pair >> 1;
    const j = i + (pair & 1 ? cols : 1);
    const [a, b] = [find(of[i]!), find(of[j]!)];
    if (a === b) continue;
    // neighbours lie within half a turn of each other
    const turns = -Math.round((drawn[i]! - drawn[j]!) / TURN);
    parent[a] = b;
    less[a] = turns + less[of[j]!]! - less[of[i]!]!;
  }
  const root = find(main);
  const ofMain = less[main]!;
  const turns = new Int32Array(count);
  for (let k = 0; k < count; k++) if (find(k) === root) turns[k] = less[k]! - ofMain;
  return turns;
}

/** The pairs, those first around which the drawn phase is straightest. */
function byReliability(drawn: Float32Array, pairs: Int32Array, cols: number): Int32Array {
  // four second differences of two samples, each of at most a turn
  const scale = (CLASSES - 1) / (2 * 4 * TURN * TURN);
  /** of each sample, the sum of its squared second differences; -1: not known yet */
  const bends = new Float32Array(drawn.length).fill(-1);
  const bend = (i: number) => (bends[i]! < 0 ? (bends[i] = bendAt(drawn, i, cols)) : bends[i]!);
  const classes = new Int16Array(pairs.length);
  const starts = new Int32Array(CLASSES + 1);
  for (let k = 0; k < pairs.length; k++) {
    const i = pairs[k]! >> 1;
    const sum = bend(i) + bend(i + (pairs[k]! & 1 ? cols : 1));
    const at = Math.min(CLASSES - 1, Math.floor(scale * sum));
    classes[k] = at;
    starts[at + 1]! += 1;
  }
  for (let c = 0; c < CLASSES; c++) starts[c + 1]! += starts[c]!;
  const sorted = new Int32Array(pairs.length);
  for (let k = 0; k < pairs.length; k++) {
    const at = classes[k]!;
    sorted[starts[at]!] = pairs[k]!;
    starts[at]! += 1;
  }
  return sorted;
}

/** Squared second differences along rows, columns and diagonals; a frame's edge has none and comes last. */
function bendAt(drawn: Float32Array, i: number, cols: number): number {
  const x = i % cols;
  if (x === 0 || x === cols - 1 || i < cols || i + cols >= drawn.length) return Infinity;
  const across = secondDifference(drawn, i, 1);
  const down = secondDifference(drawn, i, cols);
  const falling = secondDifference(drawn, i, cols + 1);
  const rising = secondDifference(drawn, i, cols - 1);
  return across * across + down * down + falling * falling + rising * rising;
}

function secondDifference(drawn: Float32Array, i: number, by: number): number {
  const before = drawn[i]! - drawn[i - by]!;
  const after = drawn[i + by]! - drawn[i]!;
  return after - TURN * Math.round(after / TURN) - (before - TURN * Math.round(before / TURN));
}

/** The sum of four uniform numbers with variance 1 (Irwin–Hall), of a sample and a draw: the same on every machine. */
function drawnNormal(i: number, draw: number): number {
  const one = mixed(Math.imul(i + 1, 0x9e3779b1) ^ Math.imul(draw + 1, 0x85ebca6b));
  const two = mixed(one ^ 0x68e31da4);
  const sum = (one & 0xffff) + (one >>> 16) + (two & 0xffff) + (two >>> 16);
  return (sum - 2 * 0xffff) * (Math.sqrt(3) / 0x10000);
}

/** Spreads the bits of a word (Wellons' lowbias32). */
function mixed(word: number): number {
  let x = word ^ (word >>> 16);
  x = Math.imul(x, 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}
