import type { NativeField } from '../../demodulate/demodulate.ts';
import type { EvidenceSettings } from '../../evidence/evidence-settings.ts';
import { parabolaTop } from '../../fit/parabola-top.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import {
  likeliest,
  sampleAndRest,
  rampOf,
  type Displacement,
  type SampleAndRest,
  type Ramp,
} from './displacements.ts';
import { beside, fieldBeside, waveAlong, type FieldBeside } from './field-beside.ts';

/** A second, faint hologram of the same field that lies over a frame, displaced. */
export interface WeakCopy {
  /** native samples from the field to its copy */
  readonly x: number;
  readonly y: number;
  /** of the copy over the field itself, at the frame's first sample */
  readonly re: number;
  readonly im: number;
  /** turns from one sample to the next: a reference that is bent has another slope there */
  readonly turnsX: number;
  readonly turnsY: number;
}

/** Native samples to a cell in which a copy is looked for first, at least, and cells along a side at most. */
const LEAST_CELL = 2;
const MOST_CELLS = 96;
/** Of a copy over the field: more is no weak one. */
const MOST = 0.3;
/** Waves of the filter's rim that a copy lies aside: what is nearer may be an edge's own ringing. */
const WAVES = 2;

/**
 * Looks for a weak copy of a flattened field in the field: where there is no sample, a sample that lies somewhere aside, all of it
 * weakened and turned alike. Reflections in a camera's window or a cable make such, and nothing of a sample does: parts of it that look
 * alike are not all followed by one at the same place, of the same share.
 */
export function weakCopy(
  kernels: Kernels,
  field: NativeField,
  margin: number,
  passRadius: number,
  evidence: EvidenceSettings,
): WeakCopy | null {
  const cell = Math.max(LEAST_CELL, Math.ceil(Math.max(field.rows, field.cols) / MOST_CELLS));
  const coarse = fieldBeside(kernels, field, margin, cell);
  const parts = sampleAndRest(coarse);
  if (!parts) return null;
  const nearest = WAVES / passRadius / Math.min(field.stepX, field.stepY) / cell;
  const fine = () => fieldBeside(kernels, field, margin, 1);
  for (const found of likeliest(kernels, coarse, parts, nearest)) {
    if (found.over < evidence.sure * evidence.sure) return null;
    const ramp = rampOf(kernels, coarse, parts, found);
    const at = { ...found, ...ramp };
    if (!isOfAll(kernels, coarse, parts, at, evidence) || isRinging(kernels, coarse, parts, at, nearest))
      continue;
    const copy = sharper(kernels, fine(), found, ramp, cell);
    if (copy && copy.re * copy.re + copy.im * copy.im < MOST * MOST) return copy;
  }
  return null;
}

const LEVEL: Ramp = { turnsX: 0, turnsY: 0 };

/** The displacement to a fraction of a sample, near one that is known to a cell, and what the copy is of the field there. */
function sharper(
  kernels: Kernels,
  field: FieldBeside,
  found: Displacement,
  perCell: Ramp,
  cell: number,
): WeakCopy | null {
  const parts = sampleAndRest(field);
  if (!parts) return null;
  const [x, y] = [cell * found.x, cell * found.y];
  const ramp = { turnsX: perCell.turnsX / cell, turnsY: perCell.turnsY / cell };
  const sums = (dx: number, dy: number) => sumsAt(kernels, field, parts, { x: dx, y: dy, ...ramp });
  let best = { x, y, power: -1 };
  for (let dy = y - cell; dy <= y + cell; dy++)
    for (let dx = x - cell; dx <= x + cell; dx++) {
      const { power } = sums(dx, dy);
      if (power > best.power) best = { x: dx, y: dy, power };
    }
  const [left, right] = [sums(best.x - 1, best.y), sums(best.x + 1, best.y)];
  const [up, down] = [sums(best.x, best.y - 1), sums(best.x, best.y + 1)];
  const here = sums(best.x, best.y);
  const fx = parabolaTop(left.power, here.power, right.power, 0.5);
  const fy = parabolaTop(up.power, here.power, down.power, 0.5);
  // a parabola through both sides
  const bent = (key: 're' | 'im') =>
    here[key] +
    (fx * (right[key] - left[key]) + fy * (down[key] - up[key])) / 2 +
    (fx * fx * (right[key] - 2 * here[key] + left[key]) + fy * fy * (down[key] - 2 * here[key] + up[key])) /
      2;
  return { x: best.x + fx, y: best.y + fy, re: bent('re'), im: bent('im'), ...ramp };
}

/** What share of the strong parts, displaced by so much, the weak ones are by least squares, and how much of them that explains. */
function sumsAt(
  { wasm }: Kernels,
  { re, im, rows, cols }: FieldBeside,
  { strong, weak }: SampleAndRest,
  { x: dx, y: dy, turnsX, turnsY }: Ramp & Displacement,
  within: Region = { top: 0, bottom: rows, left: 0, right: cols },
) {
  const across = waveAlong(wasm, cols, -turnsX);
  const down = waveAlong(wasm, rows, -turnsY);
  let [sumRe, sumIm, light, all] = [0, 0, 0, 0];
  const [first, end] = [Math.max(within.left, dx), Math.min(within.right, cols + dx)];
  for (let row = Math.max(within.top, dy); row < Math.min(within.bottom, rows + dy); row++) {
    const line = row * cols;
    const back = dy * cols + dx;
    let [lineRe, lineIm] = [0, 0];
    for (let col = first; col < end; col++) {
      const k = line + col;
      if (weak[k] === 0 || strong[k - back] === 0) continue;
      const wRe = re[k]!;
      const wIm = im[k]!;
      const fRe = re[k - back]!;
      const fIm = im[k - back]!;
      const r = wRe * fRe + wIm * fIm;
      const i = wIm * fRe - wRe * fIm;
      const c = across.cos[col]!;
      const s = across.sin[col]!;
      lineRe += r * c - i * s;
      lineIm += r * s + i * c;
      light += fRe * fRe + fIm * fIm;
      all += wRe * wRe + wIm * wIm;
    }
    sumRe += lineRe * down.cos[row]! - lineIm * down.sin[row]!;
    sumIm += lineRe * down.sin[row]! + lineIm * down.cos[row]!;
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

/** Whether most of what is weak there is the copy, and the same one in all quarters of the frame that tell, three at least. */
function isOfAll(
  kernels: Kernels,
  field: FieldBeside,
  parts: SampleAndRest,
  at: Ramp & Displacement,
  { clear }: EvidenceSettings,
): boolean {
  const whole = sumsAt(kernels, field, parts, at);
  const back = sumsAt(kernels, field, parts, { ...LEVEL, x: -at.x, y: -at.y });
  if (whole.power < whole.all / 2 || back.power > whole.power / 2) return false;
  const { rows, cols } = field;
  const [middle, centre] = [rows >> 1, cols >> 1];
  const halves = [
    { top: 0, bottom: middle },
    { top: middle, bottom: rows },
  ];
  const quarters = halves.flatMap((half) => [
    sumsAt(kernels, field, parts, at, { ...half, left: 0, right: centre }),
    sumsAt(kernels, field, parts, at, { ...half, left: centre, right: cols }),
  ]);
  const size = Math.sqrt(whole.re * whole.re + whole.im * whole.im);
  const told = quarters.filter(({ light }) => clear * Math.sqrt(parts.scatter) < size * Math.sqrt(light));
  const off = told.map((one) => beside(one, whole));
  return off.filter((one) => one < size / 2).length >= 3 && off.every((one) => one < size);
}

/**
 * Whether a displacement so small that edges' own ringing lies there explains what is weak about as well: along a ridge a
 * larger one shows no more than that.
 */
function isRinging(
  kernels: Kernels,
  field: FieldBeside,
  parts: SampleAndRest,
  at: Ramp & Displacement,
  nearest: number,
): boolean {
  const { power } = sumsAt(kernels, field, parts, at);
  const reach = Math.floor(nearest);
  for (let y = -reach; y <= reach; y++)
    for (let x = -reach; x <= reach; x++) {
      if ((x === 0 && y === 0) || x * x + y * y > nearest * nearest) continue;
      if (sumsAt(kernels, field, parts, { ...at, x, y }).power > power) return true;
    }
  return false;
}
