import type { CameraImage } from '../../field/camera.ts';
import { medianInPlace } from '../../fit/median.ts';
import type { EvidenceSettings } from '../../evidence/evidence-settings.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import { STRIPS, type Lines, type LineStrips } from './line-strips.ts';

/** Where the fringes of a frame jump from one line of pixels to the next. */
export interface Tear {
  readonly lines: Lines;
  /** index of the first line behind the jump, in the whole frame */
  readonly at: number;
  /** rad, −π … π */
  readonly jump: number;
}

/** Lines to either side. The widest aperture that keeps sidebands apart, a quarter of the sampling, spreads a step over two. */
const BESIDE = 4;

/**
 * Looks for lines between which the fringes jump all across the frame and at once. No light that passed an aperture does: the
 * camera or the transfer lost pixels or a line, or parts of two frames were joined. Single lines that differ from both sides
 * are no tear: the fringes jump back behind them.
 */
export function tearsOf(
  kernels: Kernels,
  strips: readonly LineStrips[],
  { x, y }: CameraImage['crop'],
  { passRadius }: Pick<Sideband, 'passRadius'>,
  { sure, clear }: EvidenceSettings,
): Tear[] {
  // of a step that passed an aperture, this share at most lies between two lines; of one that no aperture saw, all of it
  const share = (1 + Math.min(1, 2 * passRadius)) / 2;
  return strips.flatMap(({ lines, count, values, across }) =>
    jumpsOf(kernels, values, { count, across, share, sure, clear }).map(({ at, jump }) => ({
      lines,
      at: (lines === 'rows' ? y : x) + at,
      jump,
    })),
  );
}

/**
 * rad² per tile of a `places × places` grid over the frame: what lies behind a tear is off by the jump from what lies before it, and
 * nothing says which of them is right. Where a constant is free, each is off by its distance from the mean of all.
 */
export function doubtOfTears(
  tears: readonly Tear[],
  { x, y, width, height }: CameraImage['crop'],
  places: number,
): Float64Array | null {
  if (tears.length === 0) return null;
  const along = (lines: Lines, from: number, count: number) => {
    const jumps = tears.filter((tear) => tear.lines === lines);
    const behind = (line: number) => jumps.reduce((sum, { at, jump }) => sum + (at <= line ? jump : 0), 0);
    const offsets = Float64Array.from({ length: count }, (_, line) => behind(from + line));
    const mean = offsets.reduce((sum, one) => sum + one, 0) / count;
    return Float64Array.from({ length: places }, (_, place) => {
      const tile = offsets.subarray(
        Math.floor((place * count) / places),
        Math.ceil(((place + 1) * count) / places),
      );
      return tile.reduce((most, one) => (Math.abs(one - mean) > Math.abs(most) ? one - mean : most), 0);
    });
  };
  const [rows, cols] = [along('rows', y, height), along('columns', x, width)];
  return Float64Array.from({ length: places * places }, (_, t) => {
    const off = rows[Math.floor(t / places)]! + cols[t % places]!;
    return off * off;
  });
}

interface Wanted {
  readonly count: number;
  readonly across: number;
  readonly share: number;
  readonly sure: number;
  readonly clear: number;
}

/** By how much all strips turn from one line to another, less what the carrier does: rad, how far they agree, 0 … 1, and each by itself. */
function turnBetween({ wasm }: Kernels, strips: Float64Array, from: number, to: number, across: number) {
  let re = 0;
  let im = 0;
  let most = 0;
  const carried = (sin: number, cos: number) => {
    const turns = wasm.atan2(sin, cos) / (2 * Math.PI) - across * (to - from);
    return 2 * Math.PI * (turns - Math.round(turns));
  };
  const each = new Float64Array(STRIPS);
  for (let strip = 0; strip < STRIPS; strip++) {
    const a = 2 * (from * STRIPS + strip);
    const b = 2 * (to * STRIPS + strip);
    const aRe = strips[a]!;
    const aIm = strips[a + 1]!;
    const bRe = strips[b]!;
    const bIm = strips[b + 1]!;
    const ownRe = bRe * aRe + bIm * aIm;
    const ownIm = bIm * aRe - bRe * aIm;
    re += ownRe;
    im += ownIm;
    most += Math.sqrt((aRe * aRe + aIm * aIm) * (bRe * bRe + bIm * bIm));
    each[strip] = carried(ownIm, ownRe);
  }
  return { angle: carried(im, re), agree: most > 0 ? Math.sqrt(re * re + im * im) / most : 0, each };
}

type Turn = ReturnType<typeof turnBetween>;

/** Whether a strip that would have told the jump, by what its turns beside it scatter, did not turn by half of it. */
function staysWhole(turns: readonly Turn[], k: number, jump: number, clear: number): boolean {
  return turns[k]!.each.some((own, strip) => {
    const around = Float64Array.from(turns.slice(k - BESIDE, k + BESIDE + 1), ({ each }) => each[strip]!);
    const usual = medianInPlace(around.slice());
    const noise = 1.4826 * medianInPlace(around.map((turn) => Math.abs(turn - usual)));
    return clear * noise < Math.abs(jump) && Math.abs(own - usual) < Math.abs(jump) / 2;
  });
}

function jumpsOf(kernels: Kernels, strips: Float64Array, { count, across, share, sure, clear }: Wanted) {
  const turns: Turn[] = [];
  for (let k = 0; k < count - 1; k++) turns.push(turnBetween(kernels, strips, k, k + 1, across));
  const angles = new Float64Array(turns.length);
  for (let k = 0; k < angles.length; k++) angles[k] = turns[k]!.angle;
  const middle = medianInPlace(angles.slice());
  const off = angles.slice();
  for (let k = 0; k < off.length; k++) off[k] = Math.abs(off[k]! - middle);
  const noise = 1.4826 * medianInPlace(off);
  const found: { readonly at: number; readonly jump: number }[] = [];
  for (let k = BESIDE; k < turns.length - BESIDE; k++) {
    if (Math.abs(2 * angles[k]! - angles[k - 1]! - angles[k + 1]!) < sure * noise) continue;
    const around = angles.subarray(k - BESIDE, k + BESIDE + 1);
    const usual = medianInPlace(around.slice());
    const jump = angles[k]! - usual;
    const all = around.reduce((sum, angle) => sum + Math.abs(angle - usual), 0);
    const isWhole = Math.abs(jump) > Math.max(share * all, sure * noise);
    // no strip that counts turns by less than half of it, or by half more
    if (isWhole && turns[k]!.agree > kernels.wasm.cos(jump / 2) && !staysWhole(turns, k, jump, clear))
      found.push({ at: k + 1, jump });
  }
  return found;
}
