import type { RimlessParts, UnwrappedPhase } from './rimless-parts.ts';

/** How often searches may look at each sample of a frame in the mean: what hangs by a gap is found soon. */
const LOOKED_AT = 4;
/** How often at all samples together they may in any case: some ten milliseconds. */
const LOOKS = 1_000_000;

/** A core with all that the narrowest gap leaves on its side. */
export interface Neck {
  /** on the core's side of it */
  readonly samples: Int32Array;
  /** pairs of neighbours that it parts */
  readonly gap: number;
}

/** What a search needs of each sample of the frame. */
export interface Scratch {
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

export function scratchFor(count: number): Scratch {
  return {
    used: new Uint8Array(count),
    from: new Int32Array(count),
    seen: new Uint8Array(count),
    queue: new Int32Array(count),
    left: Math.max(LOOKED_AT * count, LOOKS),
  };
}

/** Where a core's neighbours lie, and which of those steps leads back. */
const BACK = [1, 0, 3, 2];

/**
 * The fewest pairs of neighbours between rims that part a core from the background: as many paths that share none lead there
 * (Ford & Fulkerson; each path the shortest one).
 * @param phase where it is off by a turn no path leads; absent: anywhere
 * @returns null where there are more than `most`, most of the frame lies on the core’s side, or too much was looked at
 */
export function narrowestGap(
  { rows, cols, of }: RimlessParts,
  core: Int32Array,
  isBackground: (i: number) => boolean,
  most: number,
  scratch: Scratch,
  phase?: UnwrappedPhase,
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
        if (phase && isOff(phase, i, n, cols)) continue;
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

/** Whether the phase is off by a turn from one sample to another. */
function isOff({ values, pitch }: UnwrappedPhase, i: number, n: number, cols: number): boolean {
  const at = (k: number) => values[Math.floor(k / cols) * pitch + (k % cols)]!;
  return Math.abs(at(n) - at(i)) > Math.PI;
}
