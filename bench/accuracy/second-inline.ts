/**
 * In-line frames of samples by a simulator that was written apart (test/second-simulator): how far the phase is from the truth,
 * over what is stated, and whether the distance is right or doubted. `node bench/accuracy/second-inline.ts [first seed [rigs of
 * each kind [kind …]]]`; two of each take five minutes. On seeds 62001 to 66010 and 70001 to
 * 71999 things were chosen: the table is of others.
 */
import sharp from 'sharp';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import type { Frame, Frames } from '../../src/core/field/frame.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import type { FocusFound } from '../../src/core/reconstruction/reconstruction.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { recordInline, type RecordedInline } from '../../test/second-simulator/record-inline.ts';
import { inlineRigCase, inlineKinds, type InlineRigCase } from '../../test/second-simulator/inline-rigs.ts';
import { markdownTable, median } from './markdown-table.ts';
import { scoreInline, type InlineScore } from './second-inline-score.ts';

const first = Number(process.argv[2] ?? 81_001);
const count = Number(process.argv[3] ?? 2);
const chosen = process.argv.slice(4);
const kinds = Object.keys(inlineKinds);
/** From the seeds of one kind to those of the next. */
const APART = 100;
/** A distance that is off by more than a quarter of the depth of field, and by more than twice its uncertainty, is wrong. */
const [NEAR, COVER] = [0.25, 2];
/** mm: what is searched about the true distance, at most */
const [BEFORE, BEHIND] = [4, 5];
const kernels = await loadKernels();

async function framesOf({ hologram, background }: RecordedInline, { jpeg }: InlineRigCase): Promise<Frames> {
  const lossy = async ({ width, height, samples }: Frame) => {
    const raw = { width, height, channels: 1 } as const;
    const bytes = await sharp(samples as Uint8Array, { raw })
      .jpeg({ quality: jpeg! })
      .toBuffer();
    return (await decodeFrame(bytes)).frame;
  };
  if (jpeg === null) return { hologram, background };
  return { hologram: await lossy(hologram), background: background && (await lossy(background)) };
}

interface Outcome {
  readonly score: InlineScore;
  readonly flags: readonly string[];
  readonly focus: 'right' | 'doubted' | 'wrong';
}

function focusOf(found: FocusFound, isDoubted: boolean, planes: readonly number[]): Outcome['focus'] {
  const off = Math.min(...planes.map((z) => Math.abs(found.z_mm - z)));
  if (isDoubted) return 'doubted';
  return off < NEAR * found.depth_of_field_mm || off < COVER * found.sigma_mm ? 'right' : 'wrong';
}

async function outcomeOf(given: InlineRigCase): Promise<Outcome> {
  const recorded = recordInline(given.rig, given.withBackground);
  const frames = await framesOf(recorded, given);
  const z_mm = recorded.z_um / 1000;
  const at = reconstruct(kernels, frames, parseRecipe({ ...given.asked, z_mm }));
  const range = { z_min_mm: Math.max(z_mm / 3, z_mm - BEFORE), z_max_mm: Math.min(z_mm * 3, z_mm + BEHIND) };
  const found = reconstruct(kernels, frames, parseRecipe({ ...given.asked, ...range }));
  // what a wavelength that is off makes of the distance is no error of the search
  const seen = given.rig.wavelength_um / Number(given.asked.wavelength_um);
  const planes = given.rig.slices.map((slice) => (slice.z_um / given.rig.slices[0]!.z_um) * z_mm * seen);
  const isDoubted = found.flags.some(({ code }) => code === 'focus_ambiguous');
  return {
    score: scoreInline(at, recorded.truth),
    flags: at.flags.filter(({ level }) => level === 'warning').map(({ code }) => code),
    focus: focusOf(found.foci[0]!, isDoubted, planes),
  };
}

function row(kind: string, outcomes: readonly Outcome[]): string[] {
  const range = (of: (score: InlineScore) => number) => {
    const values = outcomes.map(({ score }) => of(score)).filter(Number.isFinite);
    if (values.length === 0) return '–';
    return `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`;
  };
  const mid = (of: (score: InlineScore) => number) => median(outcomes.map(({ score }) => of(score)));
  const focus = (is: Outcome['focus']) => outcomes.filter((one) => one.focus === is).length;
  const flags = new Map<string, number>();
  for (const code of outcomes.flatMap((one) => one.flags)) flags.set(code, (flags.get(code) ?? 0) + 1);
  return [
    kind,
    `${outcomes.length}`,
    `${focus('right')}, ${focus('doubted')}, ${focus('wrong') > 0 ? `**${focus('wrong')}**` : 0}`,
    mid(({ error }) => error).toFixed(4),
    range(({ ratio }) => ratio),
    range(({ inside }) => inside),
    `${(100 * mid(({ withinTwo }) => withinTwo)).toFixed(0)} %`,
    `${(100 * mid(({ unknown }) => unknown)).toFixed(0)} %`,
    `${(100 * Math.max(...outcomes.map(({ score }) => score.silent))).toFixed(2)} %`,
    [...flags].map(([code, times]) => `${code} ${times}`).join(', ') || '–',
  ];
}

const body: string[][] = [];
for (const kind of kinds) {
  if (chosen.length > 0 && !chosen.includes(kind)) continue;
  const outcomes: Outcome[] = [];
  for (let k = 0; k < count; k += 1)
    outcomes.push(await outcomeOf(inlineRigCase(kind, first + k + APART * kinds.indexOf(kind))));
  body.push(row(kind, outcomes));
}
console.log(`Seeds ${first} + 100 × kind on, ${count} rigs of each kind.\n`);
const head = [
  ...['sample or rig', 'rigs', 'focus right, doubted, wrong', 'error (rad)', 'error / σ, median and range'],
  ...['inside of the sample', 'within 2 σ', 'not known', 'silently wrong, most', 'flags'],
];
console.log(markdownTable(head, body));
