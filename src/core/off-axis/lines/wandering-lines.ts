import { BLOCK_MOMENTS } from '../../field/tile-moments.ts';
import type { NativeField } from '../../demodulate/demodulate.ts';
import type { EvidenceSettings } from '../../evidence/evidence-settings.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { wrapAngle } from '../../phase/tiles.ts';
import { AUTO_DEGREES } from '../flatten/scatter-about-surface.ts';
import { fallAcross, heldAlike, inCommon, standsOut } from './in-common.ts';
import type { Lines } from './line-strips.ts';

/** Strips across the frame: more than half of them hold no sample at most of its lines. */
const STRIPS = 16;
/** Times as many are looked at for gaps in a sample: as wide as one they may all hold as much of it. */
const FINER = 4;
/** Native lines to either side that are looked at together: three periods of the finest detail. */
const BESIDE = 4;
/** Lines that are not independent of each other then. */
const TOGETHER = 2 * BESIDE + 1;
/** A background that bends turns lines by its slope. */
const DEGREE = Math.max(...AUTO_DEGREES) - 1;
/** Native samples from one side of the frame to the other by which a camera's lines never fall. */
const LEVEL = 0.1;
/** Where the mean square is of what `blockMoments` writes of each block. */
const POWER = 7;
const NOTHING = 1e-300;

/**
 * The lines of a frame that wander: the fringes turn from line to line, slowly, by the same all across it and in all its parts, as where the setup
 * shakes while a camera reads one line after the other. Of a sample that lies along the lines the edges show in the modulus, too, it
 * never lies along them to a fraction of a pixel, and some parts of the frame have less of it, as the gaps of a lens array do.
 * @param margin native samples at each edge that are left out
 */
export function wanderingLines(
  kernels: Kernels,
  field: NativeField,
  margin: number,
  evidence: EvidenceSettings,
): readonly Lines[] {
  return (['rows', 'columns'] as const).filter((lines) => {
    const steps = stepsBetween(kernels, field, margin, lines, STRIPS);
    if (steps === null || !areOfCamera(kernels, steps, evidence)) return false;
    const finer = stepsBetween(kernels, field, margin, lines, FINER * STRIPS);
    return finer === null || areAlike(kernels, finer, evidence);
  });
}

/** How far each strip's lines are turned (rad) and weakened (a logarithm) against the line before. */
interface Steps {
  readonly turns: readonly Float64Array[];
  readonly gains: () => readonly Float64Array[];
}

function areOfCamera(
  kernels: Kernels,
  { turns, gains }: Steps,
  { sure, clear, parts, reach }: EvidenceSettings,
): boolean {
  const turn = inCommon(kernels, smoothed(kernels, turns), DEGREE);
  if (standsOut(turn) < sure * sure) return false;
  const many = Math.floor(turn.common.length / parts);
  for (let part = 0; part < parts; part++)
    if (standsOut(turn, part * many, (part + 1) * many) < clear) return false;
  if (standsOut(inCommon(kernels, gains(), DEGREE)) > clear * clear) return false;
  const fall = fallAcross(turn, TOGETHER, reach);
  return Math.abs(fall.share) < Math.max(LEVEL, clear * fall.chance);
}

/** Whether no part of a line turns by less than most of it does. */
function areAlike(kernels: Kernels, { turns }: Steps, { sure, reach }: EvidenceSettings): boolean {
  const turn = inCommon(kernels, smoothed(kernels, turns), DEGREE);
  const { share, chance } = heldAlike(turn, TOGETHER, reach);
  return share > -sure * chance;
}

/** @returns null where the frame is too small */
function stepsBetween(
  kernels: Kernels,
  { plane, rows, cols }: NativeField,
  margin: number,
  lines: Lines,
  strips: number,
): Steps | null {
  const [all, length] = lines === 'rows' ? [rows, cols] : [cols, rows];
  const count = all - 2 * margin - 1;
  const wide = Math.floor((length - 2 * margin - 1) / strips);
  if (wide < 1 || count < 2 * STRIPS) return null;
  using scratch = kernels.scope();
  const out = scratch.doubles(count * strips * BLOCK_MOMENTS);
  const blocks =
    lines === 'rows'
      ? { blockRows: 1, blockCols: wide, tilesY: count, tilesX: strips }
      : { blockRows: wide, blockCols: 1, tilesY: strips, tilesX: count };
  kernels.wasm.blockMoments(plane, out, { rowFrom: margin, colFrom: margin, ...blocks });
  const moments = kernels.doubles(out, count * strips * BLOCK_MOMENTS).slice();
  // of each line, and of each strip
  const [next, strip] =
    lines === 'rows' ? [strips * BLOCK_MOMENTS, BLOCK_MOMENTS] : [BLOCK_MOMENTS, count * BLOCK_MOMENTS];
  const real = lines === 'rows' ? 2 : 0;
  const perStrip = (of: typeof turnsOf, first: number) =>
    Array.from({ length: strips }, (_, k) =>
      of(kernels, moments.subarray(k * strip + first), next, count - 1),
    );
  return { turns: perStrip(turnsOf, real), gains: () => perStrip(gainsOf, POWER) };
}

function turnsOf({ wasm }: Kernels, moments: Float64Array, next: number, count: number): Float64Array {
  const { atan2 } = wasm;
  const turns = new Float64Array(count);
  let before = 0;
  for (let k = 0, at = 0; k < count; k++, at += next)
    // a carrier that bends turns by more than half a turn over a frame
    turns[k] = before += wrapAngle(atan2(moments[at + 1]!, moments[at]!) - before);
  return turns;
}

function gainsOf({ wasm }: Kernels, moments: Float64Array, next: number, count: number): Float64Array {
  const { log } = wasm;
  const gains = new Float64Array(count);
  for (let k = 0, at = 0; k < count; k++, at += next)
    gains[k] = log((moments[at + next]! + NOTHING) / (moments[at]! + NOTHING)) / 2;
  return gains;
}

/** Under a Hann window; less of it at the ends. */
function smoothed({ wasm }: Kernels, strips: readonly Float64Array[]): Float64Array[] {
  const taps = Float64Array.from(
    { length: 2 * BESIDE + 1 },
    (_, k) => 1 - wasm.cos((Math.PI * (k + 1)) / (BESIDE + 1)),
  );
  return strips.map((values) => weighed(values, taps));
}

function weighed(values: Float64Array, taps: Float64Array): Float64Array {
  const out = new Float64Array(values.length);
  for (let k = 0; k < out.length; k++) {
    let sum = 0;
    let all = 0;
    const end = Math.min(values.length - 1, k + BESIDE);
    for (let at = Math.max(0, k - BESIDE); at <= end; at++) {
      const tap = taps[at - k + BESIDE]!;
      sum += tap * values[at]!;
      all += tap;
    }
    out[k] = sum / all;
  }
  return out;
}
