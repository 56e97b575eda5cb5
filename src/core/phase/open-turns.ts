import type { BytesAt } from '../kernel/addresses.ts';
import { medianInPlace } from '../fit/median.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';
import {
  isResolved,
  partOfBackground,
  partPhases,
  partsOf,
  partSamples,
  surrounding,
  type RimlessPart,
  type RimlessParts,
  type UnwrappedPhase,
} from './rimless-parts.ts';
import { hangingRegions } from './hanging-regions.ts';
import { islands } from './islands.ts';
import { partedWithin } from './parted-within.ts';
import { rimsOf, withoutEdges, gapsClosed } from './rims.ts';
import { unresolvedParts } from './unresolved-parts.ts';
import { DISCONNECTED } from './unwrap.ts';
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
  /** of each sample: 1 where it lies behind rims, but has the background's own phase, and its turns; absent: none has */
  readonly settled?: Uint8Array;
}

export const NO_OPEN_TURNS: OpenTurns = { regions: [], share: 0 };

const TURN = 2 * Math.PI;

interface Planes {
  readonly wrapped: RealPlane;
  readonly modulus: RealPlane;
  /** unwrapped */
  readonly phase: RealPlane;
  /** stated uncertainty of it, rad; absent: next to nothing */
  readonly sigma?: RealPlane;
  /** rows · cols bytes */
  readonly mask: BytesAt;
  /** samples at each edge whose light comes from beyond the frame as well as from within; absent: none */
  readonly beyond?: number | undefined;
}

/**
 * Marks regions whose number of turns is open. A sharp step of the phase by Δ passes a filter as |cos(Δ/2)| of the amplitude
 * and with a slope of tan(Δ/2) · 4 times the filter's radius, whether it is Δ or Δ − 2π: a rim as dark and as steep as a step
 * of a quarter turn leaves it tells nothing of whole turns, nor do places of too large a σ, nor the frame's outermost cycle, and what light
 * from beyond the frame has a say in. What such
 * rims part from the background is open, but for what has the background's own phase, as on the other side of a fibre, or shows it by
 * and large behind a rim that does not turn through the others: a hole in something opaque. The background's own phase gets the
 * background's own turns.
 * @param phase where the background is near 0, or any; changed by whole turns
 * @param samplesPerCycle of the filter's rim
 */
export function markOpenTurns(
  kernels: Kernels,
  planes: Planes,
  samplesPerCycle: { readonly x: number; readonly y: number },
  settings: UnwrappingSettings,
): OpenTurns {
  const { wrapped, modulus, phase, mask, beyond = 0 } = planes;
  const [{ rows, cols }, { nearBackground: near }] = [wrapped, settings];
  const reach = Math.max(1, Math.round(Math.max(samplesPerCycle.x, samplesPerCycle.y)));
  using scope = kernels.scope();
  const all = rimsOf(kernels, scope, planes, samplesPerCycle, reach, settings);
  if (!all) return NO_OPEN_TURNS;
  const unwrapped = { values: kernels.floats(phase.ptr, rows * phase.pitch), pitch: phase.pitch, cols };
  const marks = kernels.bytes(mask, rows * cols);
  const regions: OpenRegion[] = [];
  const settled = new Uint8Array(rows * cols);
  let marked = 0;
  const mark = (i: number) => {
    if (marks[i] === 0) marked++;
    marks[i]! |= OPEN_TURNS;
  };
  const isOpen = (i: number) => (marks[i]! & OPEN_TURNS) !== 0;
  const markWith = (part: RimlessPart, around: Iterable<number>) => {
    [...partSamples(part), ...around].forEach(mark);
    regions.push(boxOf(part));
  };
  const parts = partsOf(all, rows, cols);
  const about = { kernels, wrapped, modulus, unwrapped, reach, settings };
  const inside = partsOf(withoutEdges(all, rows, cols, reach, beyond), rows, cols);
  for (const { part, around, turns } of openParts(inside, about, beyond)) {
    if (turns !== 0) around.forEach(mark);
    if (turns !== null) {
      asBackground(partSamples(part), turns, { ...unwrapped, near }, marks, settled);
      // the jump lies amid a rim, not where it ends
      if (turns !== 0) lift(around, turns, unwrapped);
      continue;
    }
    partSamples(part).forEach(mark);
    if (isResolved(part, reach)) regions.push(boxOf(part));
  }
  partedWithin(parts, unwrapped).forEach(mark);
  const hanging = hangingRegions(parts, unwrapped, isOpen, reach, near);
  const unresolved = unresolvedParts(all, parts, unwrapped, isOpen, reach, near);
  for (const { part, around } of [...hanging, ...unresolved]) markWith(part, around);
  // what is less than a cycle across is no gap, and no part
  const closed = partsOf(gapsClosed(all, rows, cols, reach), rows, cols);
  for (const { part, around, turns } of openParts(closed, about)) {
    const known = partSamples(part).filter(isOpen).length;
    if (turns === 0 || !isResolved(part, reach / 2) || known > part.size / 2) continue;
    const samples = [...partSamples(part), ...around];
    // where rims say the same as the gaps nothing is in doubt; closing fills them a cycle deep
    const filled = samples.filter((i) => all[i] === 0 && closed.of[i]! < 0).length;
    if (turnsAlong(samples, unwrapped, cols) < filled / reach) continue;
    markWith(part, around);
  }
  if (regions.length > 0) islands(partsOf(marks.map(Math.sign), rows, cols), unwrapped, near).forEach(mark);
  return { regions: regions.sort((a, b) => b.size - a.size), share: marked / marks.length, settled };
}

interface About {
  readonly kernels: Kernels;
  readonly wrapped: RealPlane;
  readonly modulus: RealPlane;
  readonly unwrapped: UnwrappedSamples;
  readonly reach: number;
  readonly settings: UnwrappingSettings;
}

type UnwrappedSamples = UnwrappedPhase & { readonly cols: number };

interface OpenPart {
  readonly part: RimlessPart;
  /** the rims around it */
  readonly around: readonly number[];
  /** by which it is off the background's phase; null: it does not have that, and is open */
  readonly turns: number | null;
}

/** What rims part from the background and does not have its very phase. @param edge samples that rims at the frame's edges are deeper than others */
function* openParts(
  parts: RimlessParts,
  { kernels, wrapped, modulus, unwrapped, reach, settings }: About,
  edge = 0,
): Generator<OpenPart> {
  const { rows, cols } = parts;
  const { nearBackground: near, evidence } = settings;
  const values = (plane: RealPlane) => {
    const all = kernels.floats(plane.ptr, rows * plane.pitch);
    return (i: number) => all[Math.floor(i / cols) * plane.pitch + (i % cols)]!;
  };
  const [wrappedAt, modulusAt] = [values(wrapped), values(modulus)];
  const background = partOfBackground(parts, unwrapped, near);
  if (background < 0) return;
  // most of a frame: only where it decides
  let evenness: number | null = null;
  const beyond = () => (evenness ??= middle(parts.list[background]!, unwrapped).half);
  for (const [k, part] of parts.list.entries()) {
    if (k === background) continue;
    const around = surrounding(parts, k, background, 2 * reach + 1, edge);
    const { level, half } = middle(part, unwrapped);
    const turns = Math.round(level / TURN);
    // an arbitrary phase hardly lies so near to the background's by chance, nor is that of a sample as even
    const isBackground =
      isResolved(part, reach) &&
      Math.abs(level - turns * TURN) < evidence.phase &&
      half < beyond() + evidence.phase;
    const isSeen = Math.abs(level) < near && seesBackground(kernels, around, wrappedAt, modulusAt);
    if (isBackground || !isSeen) yield { part, around: [...around], turns: isBackground ? turns : null };
  }
}

/** Takes so many turns off samples that are nearest to these. */
function lift(samples: readonly number[], turns: number, { values, pitch, cols }: UnwrappedSamples): void {
  for (const i of samples) {
    const at = Math.floor(i / cols) * pitch + (i % cols);
    if (Math.round(values[at]! / TURN) === turns) values[at]! -= turns * TURN;
  }
}

/** Gives samples the turns that the background has, and joins those to it that have its phase. */
function asBackground(
  samples: Int32Array,
  turns: number,
  { values, pitch, cols, near }: UnwrappedSamples & { readonly near: number },
  marks: Uint8Array,
  settled: Uint8Array,
): void {
  for (const i of samples) {
    const at = Math.floor(i / cols) * pitch + (i % cols);
    values[at]! -= turns * TURN;
    if (Math.abs(values[at]!) > near) continue;
    marks[i]! &= ~DISCONNECTED;
    settled[i] = 1;
  }
}

/** Pairs of neighbours among samples between which the phase is off by a turn. */
function turnsAlong(samples: readonly number[], { values, pitch }: UnwrappedPhase, cols: number): number {
  const isHere = new Set(samples);
  const at = (i: number) => values[Math.floor(i / cols) * pitch + (i % cols)]!;
  let pairs = 0;
  for (const i of samples)
    for (const n of [i % cols < cols - 1 ? i + 1 : -1, i + cols])
      if (isHere.has(n) && Math.abs(at(n) - at(i)) > Math.PI) pairs++;
  return pairs;
}

function boxOf({ size, left, top, right, bottom }: RimlessPart): OpenRegion {
  return { size, x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Marked samples as regions: those that the filter resolves. @param reach samples per cycle of the filter's rim */
export function markedRegions(marked: Uint8Array, rows: number, cols: number, reach: number): OpenRegion[] {
  const parts = partsOf(
    marked.map((mark) => 1 - mark),
    rows,
    cols,
  );
  return parts.list.filter((part) => isResolved(part, reach)).map(boxOf);
}

/** Median of a part's phase, and of how far its samples lie from that, rad. */
function middle(
  part: RimlessPart,
  unwrapped: UnwrappedSamples,
): { readonly level: number; readonly half: number } {
  const values = partPhases(part, unwrapped, unwrapped.cols);
  const level = medianInPlace(values);
  for (let k = 0; k < values.length; k++) values[k] = Math.abs(values[k]! - level);
  return { level, half: medianInPlace(values) };
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
    along += modulusAt(i) * kernels.wasm.cos(wrappedAt(i));
    all += modulusAt(i);
  }
  return along > Math.SQRT1_2 * all;
}
