/**
 * In-line frames of samples by a simulator that was written apart (test/second-simulator): how far the phase is from the truth,
 * over what is stated, and whether the distance is right or doubted. `node bench/accuracy/second-inline.ts [first seed [rigs of
 * each kind [kind …]]]`; two of each take five minutes. On seeds 62001 to 66010 and 70001 to
 * 71999 things were chosen: the table is of others.
 */
import sharp from 'sharp';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import type { Frame, Frames } from '../../src/core/field/frame.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { recordInline, type RecordedInline } from '../../test/second-simulator/record-inline.ts';
import { inlineRigCase, inlineKinds, type InlineRigCase } from '../../test/second-simulator/inline-rigs.ts';
import { outcomeHead, outcomeOf, outcomeRow, type InlineTrial, type Outcome } from './inline-outcome.ts';
import { markdownTable } from './markdown-table.ts';

const first = Number(process.argv[2] ?? 81_001);
const count = Number(process.argv[3] ?? 2);
const chosen = process.argv.slice(4);
const kinds = Object.keys(inlineKinds);
/** From the seeds of one kind to those of the next. */
const APART = 100;
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

function trialOf(given: InlineRigCase, recorded: RecordedInline, frames: Frames): InlineTrial {
  const z_mm = recorded.z_um / 1000;
  // what a wavelength that is off makes of the distance is no error of the search
  const seen = given.rig.wavelength_um / Number(given.asked.wavelength_um);
  const planes = given.rig.slices.map((slice) => (slice.z_um / given.rig.slices[0]!.z_um) * z_mm * seen);
  return { frames, asked: given.asked, z_mm, planes, truth: recorded.truth };
}

const body: string[][] = [];
for (const kind of kinds) {
  if (chosen.length > 0 && !chosen.includes(kind)) continue;
  const outcomes: Outcome[] = [];
  for (let k = 0; k < count; k += 1) {
    const given = inlineRigCase(kind, first + k + APART * kinds.indexOf(kind));
    const recorded = recordInline(given.rig, given.withBackground);
    outcomes.push(outcomeOf(kernels, trialOf(given, recorded, await framesOf(recorded, given))));
  }
  body.push([kind, ...outcomeRow(outcomes)]);
}
console.log(`Seeds ${first} + 100 × kind on, ${count} rigs of each kind.\n`);
console.log(markdownTable(['sample or rig', ...outcomeHead], body));
