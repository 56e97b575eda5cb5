import type { Frames } from '../../src/core/field/frame.ts';
import type { Kernels } from '../../src/core/kernel/kernels.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import type { FocusFound } from '../../src/core/reconstruction/reconstruction.ts';
import { median } from './markdown-table.ts';
import { scoreInline, type InlineScore } from './second-inline-score.ts';

/** A distance that is off by more than a quarter of the depth of field, and by more than twice its uncertainty, is wrong. */
const [NEAR, COVER] = [0.25, 2];
/** mm: what is searched about the true distance, at most */
const [BEFORE, BEHIND] = [4, 5];

/** A simulated frame and what is asked of it. */
export interface InlineTrial {
  readonly frames: Frames;
  /** in-line, without a distance */
  readonly asked: Readonly<Record<string, unknown>>;
  readonly z_mm: number;
  /** mm: every distance at which something is in focus, as it looks with the wavelength that is stated */
  readonly planes: readonly number[];
  /** re, im per pixel */
  readonly truth: Float64Array;
}

export interface Outcome {
  readonly score: InlineScore;
  readonly flags: readonly string[];
  readonly focus: 'right' | 'doubted' | 'wrong';
}

/** The frame with its distance given, and with a distance to be found from a third to three times of it. */
export function outcomeOf(kernels: Kernels, { frames, asked, z_mm, planes, truth }: InlineTrial): Outcome {
  const at = reconstruct(kernels, frames, parseRecipe({ ...asked, z_mm }));
  const range = { z_min_mm: Math.max(z_mm / 3, z_mm - BEFORE), z_max_mm: Math.min(z_mm * 3, z_mm + BEHIND) };
  const found = reconstruct(kernels, frames, parseRecipe({ ...asked, ...range }));
  const isDoubted = found.flags.some(({ code }) => code === 'focus_ambiguous');
  return {
    score: scoreInline(at, truth, frames.hologram),
    flags: at.flags.filter(({ level }) => level === 'warning').map(({ code }) => code),
    focus: focusOf(found.foci[0]!, isDoubted, planes),
  };
}

function focusOf(found: FocusFound, isDoubted: boolean, planes: readonly number[]): Outcome['focus'] {
  const off = Math.min(...planes.map((z) => Math.abs(found.z_mm - z)));
  if (isDoubted) return 'doubted';
  return off < NEAR * found.depth_of_field_mm || off < COVER * found.sigma_mm ? 'right' : 'wrong';
}

export const outcomeHead = [
  ...['rigs', 'focus right, doubted, wrong', 'error (rad)', 'error / σ, median and range'],
  ...['inside of the sample', 'within 2 σ', 'not known', 'silently wrong, most', 'flags'],
];

/** What stands below that head. */
export function outcomeRow(outcomes: readonly Outcome[]): string[] {
  // of a frame whose phase is not known anywhere nothing can be off
  const finite = (of: (score: InlineScore) => number) =>
    outcomes.map(({ score }) => of(score)).filter(Number.isFinite);
  const range = (of: (score: InlineScore) => number) => {
    const values = finite(of);
    if (values.length === 0) return '–';
    return `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`;
  };
  const mid = (of: (score: InlineScore) => number) => median(finite(of));
  const focus = (is: Outcome['focus']) => outcomes.filter((one) => one.focus === is).length;
  const flags = new Map<string, number>();
  for (const code of outcomes.flatMap((one) => one.flags)) flags.set(code, (flags.get(code) ?? 0) + 1);
  return [
    `${outcomes.length}`,
    `${focus('right')}, ${focus('doubted')}, ${focus('wrong') > 0 ? `**${focus('wrong')}**` : 0}`,
    mid(({ error }) => error).toFixed(4),
    range(({ ratio }) => ratio),
    range(({ inside }) => inside),
    `${(100 * mid(({ withinTwo }) => withinTwo)).toFixed(0)} %`,
    `${(100 * mid(({ unknown }) => unknown)).toFixed(0)} %`,
    `${(100 * Math.max(0, ...finite(({ silent }) => silent))).toFixed(2)} %`,
    [...flags].map(([code, times]) => `${code} ${times}`).join(', ') || '–',
  ];
}
