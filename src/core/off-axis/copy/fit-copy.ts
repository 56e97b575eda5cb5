import { solveSymmetric } from '../../fit/solve.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { senderOf, type Detour, type Sender } from './detours.ts';
import { waveAlong, type FieldBeside } from './field-beside.ts';
import type { Ramp } from './ramp-of.ts';

/** A second, faint hologram of the same field that lies over a frame, displaced or out of focus. */
export interface WeakCopy extends Detour, Ramp {
  /** of the copy over the field itself, in the middle of the frame */
  readonly re: number;
  readonly im: number;
}

export interface FittedCopy extends WeakCopy {
  /** what comes by the detour at full strength, turned as the copy is */
  readonly sent: Complex;
  /** how much of the squares of what is weak it explains */
  readonly power: number;
}

interface Complex {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Steps of a fit, and times that a step is halved. */
const MOST_STEPS = 32;
const HALVINGS = 4;
const UNKNOWNS = ['x', 'y', 'bend', 'turnsX', 'turnsY'] as const;

/**
 * The copy by a detour near one of those that are known to a cell or so, by least squares over what is weak.
 * @param of what it is a copy of
 */
export function fitCopy(
  kernels: Kernels,
  field: FieldBeside,
  of: FieldBeside,
  { weak, scatter }: { readonly weak: Uint8Array; readonly scatter: number },
  near: readonly (Detour & Ramp)[],
): FittedCopy {
  using scope = kernels.scope();
  const sender = senderOf(kernels, scope, of, of.used);
  const starts = near.map((one) => copyBy(kernels, field, weak, sender, one));
  let here = starts.reduce((best, one) => (one.power > best.power ? one : best));
  for (let k = 0; k < MOST_STEPS; k++) {
    const step = stepFrom(kernels, field, weak, sender, here);
    let next = here;
    for (let half = 0, share = 1; step && half < HALVINGS && next.power <= here.power; half++, share /= 2) {
      const to = Object.fromEntries(UNKNOWNS.map((one, n) => [one, here[one] + share * step[n]!]));
      next = copyBy(kernels, field, weak, sender, to as unknown as Detour & Ramp);
    }
    // less than chance adds
    if (next.power <= here.power + scatter) return next.power > here.power ? next : here;
    here = next;
  }
  return here;
}

/** What share of what comes by a detour the weak parts are. */
function copyBy(
  kernels: Kernels,
  field: FieldBeside,
  weak: Uint8Array,
  sender: Sender,
  { x, y, bend, turnsX, turnsY }: Detour & Ramp,
): FittedCopy {
  const sent = turned(kernels, field, sender.by({ x, y, bend }), { turnsX, turnsY });
  const { re, im, power } = shareOf(field, weak, sent);
  return { x, y, bend, turnsX, turnsY, re, im, sent, power };
}

/** What share of what is sent the marked cells are by least squares, and how much of them that explains. */
export function shareOf(
  { re, im, rows, cols }: FieldBeside,
  marked: Uint8Array,
  sent: Complex,
  within: Region = { top: 0, bottom: rows, left: 0, right: cols },
) {
  let [sumRe, sumIm, light, all] = [0, 0, 0, 0];
  for (let row = within.top; row < within.bottom; row++)
    for (let k = row * cols + within.left; k < row * cols + within.right; k++) {
      if (marked[k] === 0) continue;
      const [wRe, wIm, fRe, fIm] = [re[k]!, im[k]!, sent.re[k]!, sent.im[k]!];
      sumRe += wRe * fRe + wIm * fIm;
      sumIm += wIm * fRe - wRe * fIm;
      light += fRe * fRe + fIm * fIm;
      all += wRe * wRe + wIm * wIm;
    }
  if (light === 0) return { re: 0, im: 0, light, power: 0, all };
  return { re: sumRe / light, im: sumIm / light, light, power: (sumRe * sumRe + sumIm * sumIm) / light, all };
}

interface Region {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** A wave turned as a ramp says, by nothing in the middle of the frame. */
export function turned(
  { wasm }: Kernels,
  { rows, cols }: Pick<FieldBeside, 'rows' | 'cols'>,
  { re, im }: Complex,
  { turnsX, turnsY }: Ramp,
): Complex {
  const [across, down] = [waveAlong(wasm, cols, turnsX), waveAlong(wasm, rows, turnsY)];
  const out = { re: new Float64Array(re.length), im: new Float64Array(im.length) };
  for (let row = 0, k = 0; row < rows; row++)
    for (let col = 0; col < cols; col++, k++) {
      const c = across.cos[col]! * down.cos[row]! - across.sin[col]! * down.sin[row]!;
      const s = across.cos[col]! * down.sin[row]! + across.sin[col]! * down.cos[row]!;
      out.re[k] = re[k]! * c - im[k]! * s;
      out.im[k] = re[k]! * s + im[k]! * c;
    }
  return out;
}

/** How far to go with each unknown, as far as what is left of the weak parts follows it; null: they can't be told apart. */
function stepFrom(
  kernels: Kernels,
  field: FieldBeside,
  weak: Uint8Array,
  sender: Sender,
  here: FittedCopy,
): Float64Array | null {
  const { rows, cols } = field;
  const slopes = [
    here.sent,
    ...(['x', 'y', 'bend'] as const).map((of) => turned(kernels, field, sender.by(here, of), here)),
  ];
  const count = 2 + UNKNOWNS.length;
  const [matrix, right] = [new Float64Array(count * count), new Float64Array(count)];
  const [re, im] = [new Float64Array(count), new Float64Array(count)];
  for (let row = 0, k = 0; row < rows; row++)
    for (let col = 0; col < cols; col++, k++) {
      if (weak[k] === 0) continue;
      for (const [n, { re: r, im: i }] of slopes.entries()) {
        re[n + 1] = here.re * r[k]! - here.im * i[k]!;
        im[n + 1] = here.re * i[k]! + here.im * r[k]!;
      }
      const [ofRe, ofIm] = [field.re[k]! - re[1]!, field.im[k]! - im[1]!];
      re[0] = here.sent.re[k]!;
      im[0] = here.sent.im[k]!;
      const [ownRe, ownIm] = [re[1]!, im[1]!];
      re[1] = -im[0];
      im[1] = re[0];
      const [offX, offY] = [2 * Math.PI * (col - (cols - 1) / 2), 2 * Math.PI * (row - (rows - 1) / 2)];
      re[5] = -offX * ownIm;
      im[5] = offX * ownRe;
      re[6] = -offY * ownIm;
      im[6] = offY * ownRe;
      for (let n = 0; n < count; n++) {
        right[n]! += re[n]! * ofRe + im[n]! * ofIm;
        for (let m = 0; m <= n; m++) matrix[n * count + m]! += re[n]! * re[m]! + im[n]! * im[m]!;
      }
    }
  for (let n = 0; n < count; n++)
    for (let m = n + 1; m < count; m++) matrix[n * count + m] = matrix[m * count + n]!;
  return solveSymmetric(matrix, right)?.subarray(2) ?? null;
}
