import { medianInPlace } from '../fit/median.ts';
import {
  partOfBackground,
  neighboursOf,
  partsOf,
  partSamples,
  type RimlessPart,
  type RimlessParts,
  type UnwrappedPhase,
} from './rimless-parts.ts';

/** A region that is open to its surroundings, and the rims around it. */
interface HangingRegion {
  readonly samples: readonly number[];
  /** of the region alone */
  readonly box: {
    readonly size: number;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

/**
 * Regions that hang on their surroundings by a gap between rims, where elsewhere around them the phase is off by a turn from
 * one sample to the next along as long a line: through the gap they get one number of turns, across their rims another one, and
 * a cut along the gap would be no longer than the one that there is. What has the background's own level needs no turn.
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
  const far = distanceToRims(parts, withoutSpecks(parts, 2 * Math.PI * reach));
  const deepest = far.reduce((a, b) => Math.max(a, b), 0);
  const cuts = cutsOf(parts, phase).filter((i) => !isOpen(i));
  if (cuts.length === 0) return [];
  const scratch = scratchFor(far.length);
  const found: HangingRegion[] = [];
  const taken = new Uint8Array(far.length);
  const shallow = new Uint8Array(far.length);
  for (let depth = 2; depth < Math.min(deepest, 2 * DEEPEST); depth *= 2) {
    for (let i = 0; i < far.length; i++) shallow[i] = far[i]! > depth ? 0 : 1;
    const deep = partsOf(shallow, rows, cols);
    if (deep.list.length < 2) continue;
    const background = partOfBackground(deep, phase, near);
    const cores = deep.list.filter((part, k) => k !== background && part.size >= Math.PI * reach * reach);
    // the smaller ones first: what is looked at in all is bounded
    cores
      .sort((a, b) => a.size - b.size)
      .forEach((part) => {
        const cutNear = cuts.filter((i) => isNear(i, part, depth + 2 * reach + 1, cols)).length;
        if (cutNear === 0) return;
        const core = partSamples(part);
        if (taken[core[0]!] || isOpen(core[0]!) || Math.abs(middleOf(core, phase, cols)) < near) return;
        // wider gaps would leave the cores in one piece
        const most = Math.min(cutNear, GAPS * (2 * depth + 1));
        const neck = narrowestGap(parts, core, (i) => deep.of[i] === background, most, scratch);
        if (!neck || neck.gap === 0 || Math.abs(middleOf(neck.samples, phase, cols)) < near) return;
        const around = rimsAround(parts, neck.samples, () => true, 2 * reach + 1);
        if (cutLength(parts, neck.samples, around, phase, isOpen, 2 * reach + 1) < neck.gap) return;
        neck.samples.forEach((i) => (taken[i] = 1));
        found.push({ samples: [...neck.samples, ...around], box: boxOf(neck.samples, cols) });
      });
  }
  return found;
}

/** Samples from a core to the next rim: with wider gaps than twice that the search takes too long. */
const DEEPEST = 16;
/** How often searches may look at each sample of a frame in the mean: what hangs by a gap is found soon. */
const LOOKED_AT = 4;
/** Samples of which a median is taken. */
const MANY = 2000;

function middleOf(samples: Int32Array, { values, pitch }: UnwrappedPhase, cols: number): number {
  const by = Math.ceil(samples.length / MANY);
  const some = samples.filter((_, k) => k % by === 0);
  return medianInPlace(Float64Array.from(some, (i) => values[Math.floor(i / cols) * pitch + (i % cols)]!));
}

/** Gaps that a region may hang by together. */
const GAPS = 2;

/** Which samples are rims that are no specks: of fewer samples than `least` in one piece. 1 for a rim. */
function withoutSpecks({ rows, cols, of }: RimlessParts, least: number): Uint8Array {
  const free = new Uint8Array(of.length);
  for (let i = 0; i < of.length; i++) free[i] = of[i]! < 0 ? 0 : 1;
  const rims = partsOf(free, rows, cols);
  for (let i = 0; i < of.length; i++)
    free[i] = rims.of[i]! >= 0 && rims.list[rims.of[i]!]!.size >= least ? 1 : 0;
  return free;
}

/** Of each sample how many steps it lies from the next rim, as a king walks; 0 for a rim. The frame's edges are none. */
function distanceToRims({ rows, cols }: RimlessParts, rims: Uint8Array): Uint16Array {
  // with a border that is nobody's neighbour
  const pitch = cols + 2;
  const far = new Uint16Array((rows + 2) * pitch).fill(FAR);
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < cols; x++) if (rims[y * cols + x]) far[(y + 1) * pitch + x + 1] = 0;
  const step = (i: number, by: 1 | -1) => {
    const above = i - by * pitch;
    const least = Math.min(far[i - by]!, far[above - 1]!, far[above]!, far[above + 1]!) + 1;
    if (least < far[i]!) far[i] = least;
  };
  for (let y = 1; y <= rows; y++) for (let x = 1; x <= cols; x++) step(y * pitch + x, 1);
  for (let y = rows; y >= 1; y--) for (let x = cols; x >= 1; x--) step(y * pitch + x, -1);
  const inside = new Uint16Array(rows * cols);
  for (let y = 0; y < rows; y++)
    inside.set(far.subarray((y + 1) * pitch + 1, (y + 1) * pitch + 1 + cols), y * cols);
  return inside;
}

/** Steps: beyond any frame. */
const FAR = 0xfff0;

interface Neck {
  /** on the core's side of it */
  readonly samples: Int32Array;
  /** pairs of neighbours that it parts */
  readonly gap: number;
}

/** What a search needs of each sample of the frame. */
interface Scratch {
  /** the steps that a path takes from it, a bit for each way */
  readonly used: Uint8Array;
  /** how it was reached: 4 × the one before + the way */
  readonly from: Int32Array;
  /** 1 while a search has reached it */
  readonly seen: Uint8Array;
  readonly queue: Int32Array;
  /** samples that all searches of a frame may yet look at */
  left: number;
}

function scratchFor(count: number): Scratch {
  return {
    used: new Uint8Array(count),
    from: new Int32Array(count),
    seen: new Uint8Array(count),
    queue: new Int32Array(count),
    left: LOOKED_AT * count,
  };
}

/** Samples from which the phase is off by a turn to the next one to the right or below. */
function cutsOf({ rows, cols }: RimlessParts, { values, pitch }: UnwrappedPhase): number[] {
  const found: number[] = [];
  for (let y = 0; y < rows; y++) {
    const below = y < rows - 1 ? pitch : 0;
    cutsOfRow(values.subarray(y * pitch), cols, below, (x) => found.push(y * cols + x));
  }
  return found;
}

function cutsOfRow(values: Float32Array, cols: number, below: number, found: (x: number) => void): void {
  for (let x = 0; x < cols; x++) {
    const here = values[x]!;
    const right = x < cols - 1 ? values[x + 1]! : here;
    if (Math.abs(right - here) > Math.PI) found(x);
    if (Math.abs(values[x + below]! - here) > Math.PI) found(x);
  }
}

function isNear(i: number, { left, right, top, bottom }: RimlessPart, by: number, cols: number): boolean {
  const [col, row] = [i % cols, Math.floor(i / cols)];
  return col >= left - by && row >= top - by && col <= right + by && row <= bottom + by;
}

/** Where a core's neighbours lie, and which of those steps leads back. */
const BACK = [1, 0, 3, 2];

/**
 * The fewest pairs of neighbours between rims that part a core from the background: as many paths that share none lead there
 * (Ford & Fulkerson; each path the shortest one).
 * @returns null where there are more than `most`, most of the frame lies on the core’s side, or too much was looked at
 */
function narrowestGap(
  { rows, cols, of }: RimlessParts,
  core: Int32Array,
  isBackground: (i: number) => boolean,
  most: number,
  scratch: Scratch,
): Neck | null {
  const count = rows * cols;
  const { used, from, seen, queue } = scratch;
  used.fill(0);
  let reached = 0;
  const search = (): number => {
    queue.set(core);
    reached = core.length;
    for (const i of core) [seen[i], from[i]] = [1, -1];
    for (let k = 0; k < reached; k++) {
      const i = queue[k]!;
      const x = i % cols;
      for (let way = 0; way < 4; way++) {
        if ((way === 0 && x === 0) || (way === 1 && x === cols - 1)) continue;
        const n = i + (way === 0 ? -1 : way === 1 ? 1 : way === 2 ? -cols : cols);
        if (n < 0 || n >= count || of[n]! < 0 || seen[n] === 1 || used[i]! & (1 << way)) continue;
        seen[n] = 1;
        from[n] = 4 * i + way;
        queue[reached++] = n;
        if (isBackground(n)) return n;
      }
    }
    return -1;
  };
  const clear = () => {
    for (let k = 0; k < reached; k++) seen[queue[k]!] = 0;
  };
  for (let gap = 0; gap <= most; gap++) {
    const end = search();
    clear();
    scratch.left -= reached;
    if (scratch.left < 0) return null;
    if (end < 0) return reached < count / 2 ? { samples: queue.slice(0, reached), gap } : null;
    for (let i = end; from[i]! >= 0; i = from[i]! >> 2) {
      const way = from[i]! & 3;
      const back = 1 << BACK[way]!;
      // a path back over a step frees it
      if (used[i]! & back) used[i]! ^= back;
      else used[from[i]! >> 2]! |= 1 << way;
    }
  }
  return null;
}

/** Rims within some steps of samples, on paths over rims. */
function rimsAround(
  { rows, cols, of }: RimlessParts,
  samples: Iterable<number>,
  may: (i: number) => boolean,
  steps: number,
): Set<number> {
  const found = new Set<number>();
  let edge = samples;
  for (let step = 0; step < steps; step++) {
    const next: number[] = [];
    for (const i of edge)
      for (const n of neighboursOf(i, cols)) {
        if (n < 0 || n >= rows * cols || of[n]! >= 0 || found.has(n) || !may(n)) continue;
        found.add(n);
        next.push(n);
      }
    edge = next;
  }
  return found;
}

/** Pairs of neighbours between which the phase is off by a turn, in the rims that part a region from the rest. */
function cutLength(
  parts: RimlessParts,
  region: Int32Array,
  around: ReadonlySet<number>,
  { values, pitch }: UnwrappedPhase,
  isOpen: (i: number) => boolean,
  steps: number,
): number {
  const { cols, of } = parts;
  const own = new Uint8Array(of.length);
  for (const i of region) own[i] = 1;
  const outside = [...around]
    .flatMap((i) => neighboursOf(i, cols))
    .filter((n) => n >= 0 && n < of.length && of[n]! >= 0 && own[n] === 0 && !isOpen(n));
  const between = rimsAround(parts, outside, (i) => around.has(i), steps);
  const at = (i: number) => values[Math.floor(i / cols) * pitch + (i % cols)]!;
  let cut = 0;
  for (const i of between)
    for (const [way, n] of neighboursOf(i, cols).entries()) {
      if (n < 0 || n >= of.length || Math.abs(at(n) - at(i)) <= Math.PI) continue;
      // each pair of rims once; one of a rim and a sample is met from the rim alone
      if (of[n]! >= 0 || (between.has(n) && way % 2 === 1)) cut++;
    }
  return cut;
}

function boxOf(samples: Int32Array, cols: number): HangingRegion['box'] {
  let [left, right, top, bottom] = [Infinity, 0, Infinity, 0];
  for (const i of samples) {
    const [x, y] = [i % cols, Math.floor(i / cols)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { size: samples.length, x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}
