import { SAMPLES_PER_CYCLE, type NativeField } from '../../demodulate/demodulate.ts';
import type { EvidenceSettings } from '../../evidence/evidence-settings.ts';
import { tileBounds } from '../../field/tile-bounds.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { senderOf, type Detour } from './detours.ts';
import { beside, fieldBeside, type FieldBeside } from './field-beside.ts';
import { fitCopy, shareOf, type FittedCopy, type WeakCopy } from './fit-copy.ts';
import { likeliestDetours } from './likeliest-detour.ts';
import { rampOf, type Ramp } from './ramp-of.ts';
import { sampleAndRest, type SampleAndRest } from './sample-and-rest.ts';
import { withoutCopy } from './take-copy.ts';

/** Native samples to a cell in which a copy is looked for first, at least, and cells along a side at most. */
const LEAST_CELL = 2;
const MOST_CELLS = 96;
/** Of a copy over the field: more is no weak one. */
const MOST = 0.3;
/** Times that what is weak is told from what is strong. */
const ROUNDS = 2;
/** Waves of the filter's rim that a copy lies aside: what is nearer may be an edge's own ringing. */
const WAVES = 2;

/**
 * Looks for a weak copy of a flattened field in the field: where there is no sample, a sample that lies somewhere aside, in focus or out of it, all
 * of it weakened and turned alike. Reflections in a window, a plate or a cable make such, and nothing of a sample does: parts of it that look
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
  const period = Math.ceil(SAMPLES_PER_CYCLE);
  const parts = sampleAndRest(coarse, Math.ceil(period / cell));
  if (!parts) return null;
  const nearest = WAVES / passRadius / Math.min(field.stepX, field.stepY) / cell;
  const found = likeliestDetours(kernels, coarse, parts, nearest, evidence.sure * evidence.sure);
  const start = found.map((one) => ({ ...one, ...rampBy(kernels, coarse, parts, one) }));
  if (start.length === 0) return null;
  const copy = fitCopy(kernels, coarse, coarse, parts, start);
  // a fit may bring it nearer, but for the sample itself
  const aside = copy.x * copy.x + copy.y * copy.y + (copy.bend * copy.bend) / 4;
  if (aside < (nearest * nearest) / 4 || !isOfAll(coarse, parts, copy, evidence)) return null;
  const near = {
    ...{ x: cell * copy.x, y: cell * copy.y, bend: cell * cell * copy.bend },
    ...{ turnsX: copy.turnsX / cell, turnsY: copy.turnsY / cell, re: copy.re, im: copy.im },
  };
  const at = onceTaken(kernels, fieldBeside(kernels, field, margin, 1), period, near);
  if (!at) return null;
  return at.re * at.re + at.im * at.im < MOST * MOST ? at : null;
}

/** The copy as it is told by what is weak once it is taken: where it adds to a sample it may be strong itself. */
function onceTaken(kernels: Kernels, field: FieldBeside, rim: number, near: WeakCopy): WeakCopy | null {
  let copy: WeakCopy | null = near;
  for (let k = 0; copy && k < ROUNDS; k++) {
    const left = withoutCopy(kernels, field, copy);
    const parts = sampleAndRest(left, rim);
    copy = parts && fitCopy(kernels, field, left, parts, [copy]);
  }
  return copy;
}

function rampBy(kernels: Kernels, field: FieldBeside, { weak, strong }: SampleAndRest, detour: Detour): Ramp {
  using scope = kernels.scope();
  return rampOf(kernels, field, weak, senderOf(kernels, scope, field, strong).by(detour));
}

/**
 * Whether the copy is the same one in three of four parts of the frame that tell, farther from each other than one thing reaches, and
 * either most of what is weak where it is brightest or told by as many parts as lie along a side.
 */
function isOfAll(
  field: FieldBeside,
  { weak, scatter }: SampleAndRest,
  copy: FittedCopy,
  { clear, proven, parts }: EvidenceSettings,
): boolean {
  const marked = brightest(copy.sent, weak);
  const whole = shareOf(field, marked, copy.sent);
  const size = Math.sqrt(whole.re * whole.re + whole.im * whole.im);
  const alike: { readonly down: number; readonly across: number }[] = [];
  let other = 0;
  for (let down = 0; down < parts; down++)
    for (let across = 0; across < parts; across++) {
      const [rows, cols] = [tileBounds(down, parts, field.rows), tileBounds(across, parts, field.cols)];
      const within = { top: rows.from, bottom: rows.to, left: cols.from, right: cols.to };
      const here = shareOf(field, marked, copy.sent, within);
      const over = (size * Math.sqrt(here.light)) / Math.sqrt(scatter);
      if (over <= clear) continue;
      if (beside(here, whole) < size / 4) alike.push({ down, across });
      else if (over > proven) other++;
    }
  // a sample that is weak lies somewhere
  if (other > alike.length / 3 || (whole.power < whole.all / 2 && alike.length < parts)) return false;
  return Math.max(spanOf(alike.map(({ down }) => down)), spanOf(alike.map(({ across }) => across))) > 1;
}

function spanOf(places: readonly number[]): number {
  return places.length === 0 ? 0 : Math.max(...places) - Math.min(...places);
}

/** Cells of those that may be a copy in which more than the mean comes by the detour. */
function brightest({ re, im }: FittedCopy['sent'], weak: Uint8Array): Uint8Array {
  const power = re.map((r, k) => r * r + im[k]! * im[k]!);
  let [sum, count] = [0, 0];
  for (let k = 0; k < power.length; k++) {
    if (weak[k] === 0) continue;
    sum += power[k]!;
    count++;
  }
  return weak.map((one, k) => (one === 1 && power[k]! * count > sum ? 1 : 0));
}
