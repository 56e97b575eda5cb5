// Quality-guided unwrapping after Herráez, Burton, Lalor & Gdeisat, Appl. Opt. 41, 7437 (2002),
// doi:10.1364/AO.41.007437: neighbours are joined in the order of their reliability, groups as a whole.
// Three things differ. Smooth tiles without a residue are joined beforehand, since all paths in them agree. Pairs with
// a pixel of low modulus come after all others. Reliabilities are sorted in steps of 0.8 %, ties in a fixed
// order, so that the answer is the same everywhere.

import { allocate, release } from './memory';
import { jump, LOW_MODULUS } from './unwrap';
import { fillReliability, isSmooth } from './unwrap-reliability';
import { BytePitch, BytesAt, Count, RealAt } from './types';

const TILE: i32 = 8;

/** A pair's reliability lies in [2^-8, 2^12); each factor of two is divided into 128 steps. */
const LEVELS: i32 = 20 * 128;
const LOWEST: f32 = <f32>0.00390625;
const LOWEST_STEP: i32 = (127 - 8) * 128;
const BINS: i32 = 2 * LEVELS;

/** Where the passes find their planes. */
@unmanaged
class Work {
  wrapped: usize;
  pitch: usize;
  mask: usize;
  rows: i32;
  cols: i32;
  /** f32, pitch as `wrapped` */
  reliability: usize;
  /** per pixel two i32: parent (or minus the size of the group whose root this is), turns relative to the parent */
  nodes: usize;
  /** u8 per tile: 1 where the whole tile is one group */
  tiles: usize;
  tileRows: i32;
  tileCols: i32;
  /** u32 per pair: pixel · 8 + 4 if downwards + jump + 1 */
  pairs: usize;
  /** u16 per pair */
  keys: usize;
  pairCount: i32;
  histogram: usize;
}

/** Writes the number of turns of every pixel, as f32, to `turns`; the first pixel has 0. */
export function unwrapByQuality(
  wrapped: RealAt,
  pitch: BytePitch,
  mask: BytesAt,
  turns: RealAt,
  turnsPitch: BytePitch,
  rows: Count<i32>,
  cols: Count<i32>,
): void {
  const work = changetype<Work>(allocate(offsetof<Work>()));
  work.wrapped = wrapped;
  work.pitch = pitch;
  work.mask = mask;
  work.rows = rows;
  work.cols = cols;
  work.reliability = allocate(<usize>rows * pitch);
  fillReliability(wrapped, work.reliability, pitch, rows, cols);
  work.tileRows = (rows + TILE - 1) / TILE;
  work.tileCols = (cols + TILE - 1) / TILE;
  work.tiles = allocate(<usize>(work.tileRows * work.tileCols));
  work.nodes = allocate((<usize>rows * <usize>cols) << 3);
  const most = groupTiles(work);
  work.pairs = allocate((<usize>most) << 2);
  work.keys = allocate((<usize>most) << 1);
  work.histogram = allocate((<usize>BINS) << 2);
  collectPairs(work);
  release(work.tiles);
  release(work.reliability);
  const sorted = sortPairs(work);
  release(work.pairs);
  release(work.keys);
  release(work.histogram);
  joinPairs(work.nodes, sorted, work.pairCount, cols);
  release(sorted);
  readTurns(work.nodes, turns, turnsPitch, rows, cols);
  release(work.nodes);
  release(changetype<usize>(work));
}

/** Makes every smooth tile without a mark one group and every other pixel its own. Returns a bound on the pairs left. */
function groupTiles(work: Work): i32 {
  let most = 0;
  for (let i = 0; i < work.tileRows; i++)
    for (let j = 0; j < work.tileCols; j++) {
      const height = min(TILE, work.rows - i * TILE);
      const width = min(TILE, work.cols - j * TILE);
      const first = i * TILE * work.cols + j * TILE;
      const corner = work.reliability + <usize>(i * TILE) * work.pitch + (<usize>(j * TILE) << 2);
      const clean =
        isUnmarked(work.mask + <usize>first, work.cols, height, width) &&
        isSmooth(corner, work.pitch, height, width);
      store<u8>(work.tiles + <usize>(i * work.tileCols + j), u8(clean));
      if (clean) groupTile(work, i * TILE, j * TILE, height, width);
      else separateTile(work.nodes + ((<usize>first) << 3), work.cols, height, width);
      most += clean ? height + width : 2 * height * width;
    }
  return most;
}

function isUnmarked(mask: usize, cols: i32, height: i32, width: i32): bool {
  let marks: u8 = 0;
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++) marks |= load<u8>(mask + <usize>col);
    mask += <usize>cols;
  }
  return !marks;
}

function separateTile(nodes: usize, cols: i32, height: i32, width: i32): void {
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++) setNode(nodes + ((<usize>col) << 3), -1, 0);
    nodes += (<usize>cols) << 3;
  }
}

function groupTile(work: Work, top: i32, left: i32, height: i32, width: i32): void {
  const root = top * work.cols + left;
  let from = work.wrapped + <usize>top * work.pitch + ((<usize>left) << 2);
  let node = work.nodes + ((<usize>root) << 3);
  let first = 0;
  for (let row = 0; row < height; row++) {
    if (row) first += jump(load<f32>(from - work.pitch), load<f32>(from));
    let n = first;
    setNode(node, root, n);
    for (let col: usize = 1; col < <usize>width; col++) {
      n += jump(load<f32>(from + (col << 2) - 4), load<f32>(from + (col << 2)));
      setNode(node + (col << 3), root, n);
    }
    from += work.pitch;
    node += (<usize>work.cols) << 3;
  }
  setNode(work.nodes + ((<usize>root) << 3), -height * width, 0);
}

@inline
function setNode(node: usize, parent: i32, turns: i32): void {
  store<i32>(node, parent);
  store<i32>(node, turns, 4);
}

/** Lists the pairs that are not inside one group, with their keys and the histogram of these. */
function collectPairs(work: Work): void {
  memory.fill(work.histogram, 0, (<usize>BINS) << 2);
  work.pairCount = 0;
  for (let i = 0; i < work.tileRows; i++)
    for (let j = 0; j < work.tileCols; j++) {
      const tile = work.tiles + <usize>(i * work.tileCols + j);
      const top = i * TILE;
      const left = j * TILE;
      const bottom = min(top + TILE, work.rows);
      const right = min(left + TILE, work.cols);
      if (!load<u8>(tile)) {
        for (let row = top; row < bottom; row++)
          for (let col = left; col < right; col++) {
            if (col + 1 < work.cols) addPair(work, row, col, false);
            if (row + 1 < work.rows) addPair(work, row, col, true);
          }
        continue;
      }
      if (right < work.cols) addSide(work, top, right - 1, bottom - top, false, load<u8>(tile + 1));
      if (bottom < work.rows)
        addSide(work, bottom - 1, left, right - left, true, load<u8>(tile + <usize>work.tileCols));
    }
}

/**
 * Lists the pairs across one side of a grouped tile. Where the tile beyond is grouped too, no residue lies
 * between them and all pairs agree: the most reliable one stands for them.
 */
function addSide(work: Work, row: i32, col: i32, length: i32, down: bool, agree: u8): void {
  let best = 0;
  let most: f32 = 0;
  for (let i = 0; i < length; i++) {
    const y = down ? row : row + i;
    const x = down ? col + i : col;
    if (!agree) {
      addPair(work, y, x, down);
      continue;
    }
    const reliability = pairReliability(work, y, x, down);
    if (reliability > most) {
      most = reliability;
      best = i;
    }
  }
  if (agree) addPair(work, down ? row : row + best, down ? col + best : col, down);
}

@inline
function pairReliability(work: Work, row: i32, col: i32, down: bool): f32 {
  const at = work.reliability + <usize>row * work.pitch + ((<usize>col) << 2);
  return load<f32>(at) + load<f32>(at + (down ? work.pitch : 4));
}

@inline
function addPair(work: Work, row: i32, col: i32, down: bool): void {
  const at = work.wrapped + <usize>row * work.pitch + ((<usize>col) << 2);
  const turns = jump(load<f32>(at), load<f32>(at + (down ? work.pitch : 4)));
  const pixel = row * work.cols + col;
  const mark = work.mask + <usize>pixel;
  const isLow = (load<u8>(mark) | load<u8>(mark + <usize>(down ? work.cols : 1))) & LOW_MODULUS;
  const clamped = max(pairReliability(work, row, col, down), LOWEST);
  const level = min(LEVELS - 1, <i32>(reinterpret<u32>(clamped) >> 16) - LOWEST_STEP);
  const key = LEVELS - 1 - level + (isLow ? LEVELS : 0);
  const bin = work.histogram + ((<usize>key) << 2);
  store<i32>(bin, load<i32>(bin) + 1);
  const index = <usize>(work.pairCount++);
  store<u16>(work.keys + (index << 1), <u16>key);
  store<i32>(work.pairs + (index << 2), (pixel << 3) | (i32(down) << 2) | (turns + 1));
}

/** Counting sort: stable, so pairs with the same key stay in the order in which they were listed. */
function sortPairs(work: Work): usize {
  let start = 0;
  for (let i: usize = 0; i < <usize>BINS; i++) {
    const bin = work.histogram + (i << 2);
    const count = load<i32>(bin);
    store<i32>(bin, start);
    start += count;
  }
  const sorted = allocate((<usize>work.pairCount) << 2);
  for (let i: usize = 0; i < <usize>work.pairCount; i++) {
    const bin = work.histogram + ((<usize>load<u16>(work.keys + (i << 1))) << 2);
    const to = load<i32>(bin);
    store<i32>(bin, to + 1);
    store<u32>(sorted + ((<usize>to) << 2), load<u32>(work.pairs + (i << 2)));
  }
  return sorted;
}

/** The root of a pixel's group (upper half) and the turns relative to it (lower half). Shortens the way there. */
@inline
function find(nodes: usize, pixel: i32): i64 {
  let turns = 0;
  let at = pixel;
  while (true) {
    const node = nodes + ((<usize>at) << 3);
    const parent = load<i32>(node);
    if (parent < 0) break;
    const above = nodes + ((<usize>parent) << 3);
    const grandparent = load<i32>(above);
    if (grandparent < 0) {
      turns += load<i32>(node, 4);
      at = parent;
      break;
    }
    const both = load<i32>(node, 4) + load<i32>(above, 4);
    setNode(node, grandparent, both);
    turns += both;
    at = grandparent;
  }
  return ((<i64>at) << 32) | <i64>(<u32>turns);
}

function joinPairs(nodes: usize, sorted: usize, count: i32, cols: i32): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    const pair = load<u32>(sorted + (i << 2));
    const first = <i32>(pair >> 3);
    const a = find(nodes, first);
    const b = find(nodes, first + (pair & 4 ? cols : 1));
    const rootA = <i32>(a >> 32);
    const rootB = <i32>(b >> 32);
    if (rootA == rootB) continue;
    const shift = <i32>a + <i32>(pair & 3) - 1 - <i32>b;
    const nodeA = nodes + ((<usize>rootA) << 3);
    const nodeB = nodes + ((<usize>rootB) << 3);
    const size = load<i32>(nodeA) + load<i32>(nodeB);
    if (load<i32>(nodeA) <= load<i32>(nodeB)) {
      store<i32>(nodeA, size);
      setNode(nodeB, rootA, shift);
    } else {
      store<i32>(nodeB, size);
      setNode(nodeA, rootB, -shift);
    }
  }
}

function readTurns(nodes: usize, turns: usize, turnsPitch: usize, rows: i32, cols: i32): void {
  const origin = <i32>find(nodes, 0);
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const n = <i32>find(nodes, row * cols + col) - origin;
      store<f32>(turns + <usize>row * turnsPitch + ((<usize>col) << 2), <f32>n);
    }
}
