import type { BytesAt } from '../kernel/addresses.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';
import type { UnwrappingSettings } from './unwrapping-settings.ts';

/** The pixel belongs to a region whose number of turns nothing decides: a bit of the mask beside those of {@link unwrap}. */
export const OPEN_TURNS = 8;

/** A region that hangs on its surroundings only through steep or dim samples. */
export interface OpenRegion {
  /** samples */
  readonly size: number;
  /** box of samples that it lies in */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface OpenTurns {
  /** the largest first */
  readonly regions: readonly OpenRegion[];
  /** samples that were not marked before, rims included, as a share of all */
  readonly share: number;
}

export const NO_OPEN_TURNS: OpenTurns = { regions: [], share: 0 };

interface Planes {
  readonly wrapped: RealPlane;
  readonly modulus: RealPlane;
  /** unwrapped */
  readonly phase: RealPlane;
  /** rows · cols bytes */
  readonly mask: BytesAt;
}

/**
 * Marks regions whose number of turns is open. A sharp step of the phase by Δ passes a filter as |cos(Δ/2)| of the amplitude
 * and with a slope of tan(Δ/2) · 4 times the filter's radius, whether it is Δ or Δ − 2π: a rim as dark and as steep as a step
 * of a quarter turn leaves it tells nothing of whole turns. What such rims part from the background is open, but for
 * what shows the background's own phase behind a rim that does not turn through the others: a hole in something opaque.
 * @param phase where the background is near 0, or any
 * @param samplesPerCycle of the filter's rim
 * @param near rad: as close to 0 as the background is
 */
export function markOpenTurns(
  kernels: Kernels,
  { wrapped, modulus, phase, mask }: Planes,
  samplesPerCycle: { readonly x: number; readonly y: number },
  near: number,
  settings: UnwrappingSettings,
): OpenTurns {
  const { rows, cols } = wrapped;
  const reach = Math.max(1, Math.round(Math.max(samplesPerCycle.x, samplesPerCycle.y)));
  using scope = kernels.scope();
  const rims = scope.bytes(rows * cols);
  const slope = (share: number, samples: number) => (share * 2 * Math.PI) / samples;
  const found = kernels.run.markRims(wrapped, modulus, rims, {
    reach,
    dip: settings.rimDip,
    slopeX: slope(settings.rimSlope, samplesPerCycle.x),
    slopeY: slope(settings.rimSlope, samplesPerCycle.y),
    steepX: slope(settings.steepShare, samplesPerCycle.x),
    steepY: slope(settings.steepShare, samplesPerCycle.y),
  });
  // a ring around the smallest disc that the filter resolves has more
  if (found < 2 * Math.PI * reach) return NO_OPEN_TURNS;
  const parts = partsOf(kernels.bytes(rims, rows * cols), rows, cols);
  const values = (plane: RealPlane) => {
    const all = kernels.floats(plane.ptr, rows * plane.pitch);
    return (i: number) => all[Math.floor(i / cols) * plane.pitch + (i % cols)]!;
  };
  const [phaseAt, wrappedAt, modulusAt] = [values(phase), values(wrapped), values(modulus)];
  const unwrapped = { values: kernels.floats(phase.ptr, rows * phase.pitch), pitch: phase.pitch };
  const background = backgroundPart(parts, unwrapped, near);
  const marks = kernels.bytes(mask, rows * cols);
  const regions: OpenRegion[] = [];
  let marked = 0;
  const mark = (i: number) => {
    if (marks[i] === 0) marked++;
    marks[i]! |= OPEN_TURNS;
  };
  for (const [k, part] of parts.list.entries()) {
    if (k === background) continue;
    const resolved = part.size >= Math.PI * reach * reach;
    const around = surrounding(parts, k, background, resolved ? 2 * reach + 1 : 1);
    if (Math.abs(middle(parts, k, phaseAt)) < near && seesBackground(kernels, around, wrappedAt, modulusAt))
      continue;
    samplesOf(part).forEach(mark);
    if (!resolved) continue;
    around.forEach(mark);
    const { size, left, top, right, bottom } = part;
    regions.push({ size, x: left, y: top, width: right - left + 1, height: bottom - top + 1 });
  }
  return { regions: regions.sort((a, b) => b.size - a.size), share: marked / marks.length };
}

/** Marked samples as regions: those that the filter resolves. @param reach samples per cycle of the filter's rim */
export function markedRegions(marked: Uint8Array, rows: number, cols: number, reach: number): OpenRegion[] {
  const parts = partsOf(
    marked.map((mark) => 1 - mark),
    rows,
    cols,
  );
  return parts.list
    .filter(({ size }) => size >= Math.PI * reach * reach)
    .map(({ size, left, top, right, bottom }) => {
      return { size, x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
    });
}

/** A 4-connected part of the frame between rims. */
interface Part {
  readonly size: number;
  /** one after the other: where a run of its samples begins, and the first one past it */
  readonly runs: readonly number[];
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Parts {
  readonly rows: number;
  readonly cols: number;
  /** of each sample, which part it belongs to; -1: a rim */
  readonly of: Int32Array;
  readonly list: readonly Part[];
  /** of each sample, the part that it was last reached from */
  readonly reached: Int32Array;
}

/** Runs along rows, tied to those above them: of a million samples there are a few thousand. */
function partsOf(rims: Uint8Array, rows: number, cols: number): Parts {
  const runs: number[] = [];
  /** of each run, one of its part that came before it, or itself */
  const tied: number[] = [];
  const first = (run: number) => {
    let k = run;
    while (tied[k] !== k) k = tied[k] = tied[tied[k]!]!;
    return k;
  };
  let [above, here, rim] = [0, 0, -1];
  for (let row = 0; row < rows; row++) {
    [above, here] = [here, tied.length];
    let over = above;
    const end = (row + 1) * cols;
    for (let i = row * cols; i < end;) {
      while (i < end && rims[i] !== 0) i++;
      if (i === end) break;
      const from = i;
      if (rim < i) rim = nextRim(rims, i);
      i = Math.min(rim, end);
      const run = tied.length;
      runs.push(from, i);
      tied.push(run);
      // of the row above, what ends before this begins touches nothing of this row any more
      while (over < here && runs[2 * over + 1]! + cols <= from) over++;
      for (let k = over; k < here && runs[2 * k]! + cols < i; k++) {
        const [a, b] = [first(k), first(run)];
        if (a < b) tied[b] = a;
        else tied[a] = b;
      }
    }
  }
  return labelled(
    runs,
    tied.map((_, run) => first(run)),
    rows,
    cols,
  );
}

/** The first rim from a sample on; past the last sample where there is none. */
function nextRim(rims: Uint8Array, from: number): number {
  const at = rims.indexOf(1, from);
  return at < 0 ? rims.length : at;
}

/** @param firsts of each run, the first one of its part */
function labelled(runs: readonly number[], firsts: readonly number[], rows: number, cols: number): Parts {
  const of = new Int32Array(rows * cols).fill(-1);
  const label = new Int32Array(firsts.length);
  const list: {
    -readonly [Key in keyof Part]: Part[Key] extends readonly number[] ? number[] : Part[Key];
  }[] = [];
  firsts.forEach((start, run) => {
    const [from, to] = [runs[2 * run]!, runs[2 * run + 1]!];
    const row = Math.floor(from / cols);
    if (start === run) {
      label[run] = list.length;
      list.push({ size: 0, runs: [], left: cols, right: 0, top: row, bottom: row });
    }
    label[run] = label[start]!;
    const part = list[label[run]]!;
    part.size += to - from;
    part.runs.push(from, to);
    part.left = Math.min(part.left, from - row * cols);
    part.right = Math.max(part.right, to - 1 - row * cols);
    part.bottom = row;
    of.fill(label[run], from, to);
  });
  return { rows, cols, of, list, reached: new Int32Array(rows * cols).fill(-1) };
}

function samplesOf({ runs, size }: Part): Int32Array {
  const samples = new Int32Array(size);
  let n = 0;
  for (let k = 0; k < runs.length; k += 2) for (let i = runs[k]!; i < runs[k + 1]!; i++) samples[n++] = i;
  return samples;
}

/** The part that shows most of the background's phase; the largest where none does. */
function backgroundPart(
  { of, list, cols }: Parts,
  phase: { readonly values: Float32Array; readonly pitch: number },
  near: number,
): number {
  const like = new Float64Array(list.length);
  for (let i = 0, row = 0; i < of.length; row++)
    for (let x = 0; x < cols; x++, i++)
      if (of[i]! >= 0 && Math.abs(phase.values[row * phase.pitch + x]!) < near) like[of[i]!]! += 1;
  // less than one sample's worth: the larger of equals
  list.forEach(({ size }, k) => (like[k]! += size / (of.length + 1)));
  return like.indexOf(Math.max(...like));
}

function middle({ list }: Parts, k: number, phaseAt: (i: number) => number): number {
  const values = Float64Array.from(samplesOf(list[k]!), phaseAt).sort();
  return values[values.length >> 1]!;
}

/** Samples of rims and specks within some steps of a part, on paths that do not cross the background. */
function surrounding(
  { rows, cols, of, list, reached }: Parts,
  k: number,
  background: number,
  steps: number,
): number[] {
  const found: number[] = [];
  let edge: Iterable<number> = samplesOf(list[k]!);
  for (let step = 0; step < steps; step++) {
    const next: number[] = [];
    for (const i of edge) {
      const x = i % cols;
      for (const n of [x > 0 ? i - 1 : -1, x < cols - 1 ? i + 1 : -1, i - cols, i + cols]) {
        if (n < 0 || n >= rows * cols || of[n] === background || of[n] === k || reached[n] === k) continue;
        reached[n] = k;
        next.push(n);
        found.push(n);
      }
    }
    edge = next;
  }
  return found;
}

/** Whether the field of a rim points, by and large, where the background does: its mean is within an eighth of a turn. */
function seesBackground(
  kernels: Kernels,
  rim: readonly number[],
  wrappedAt: (i: number) => number,
  modulusAt: (i: number) => number,
): boolean {
  let [along, all] = [0, 0];
  for (const i of rim) {
    along += modulusAt(i) * kernels.run.cos(wrappedAt(i));
    all += modulusAt(i);
  }
  return along > Math.SQRT1_2 * all;
}
