/**
 * Does what is stated of an off-axis phase hold however a recording is sent? Rigs of the second simulator with what recordings have
 * wrong, weakly, each sent as it is, with hot pixels, full ones, a gamma, cut, turned, as a colour JPEG:
 * `node bench/accuracy/second-off-axis-sent.ts <first seed> <rigs> [--rigs] [--way=<part of its name>]`.
 */
import sharp from 'sharp';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import type { Frame } from '../../src/core/field/frame.ts';
import { Problem } from '../../src/core/problem/problem.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { Chance } from '../../test/second-simulator/chance.ts';
import { recordSample } from '../../test/second-simulator/record-sample.ts';
import { sampleCase } from '../../test/second-simulator/sample-rigs.ts';
import { markdownTable } from './markdown-table.ts';
import { partOf } from './recorded.ts';
import { asFile, recipeOf, score, type Scored } from './second-off-axis-score.ts';
import { percent, rowOfScores, scoreColumns, withinTwo } from './sigma-score.ts';

const words = process.argv.slice(2);
const [first = 975_001, count = 10] = words.filter((a) => !a.startsWith('--')).map(Number);
const asked = words.find((a) => a.startsWith('--way='))?.slice(6) ?? '';
const kernels = await loadKernels();
const KINDS = ['all of it, weaker', 'nothing but optics', 'background frame of other light'];

type Cut = readonly [left: number, top: number, width: number, height: number];

interface Way {
  /** of what is recorded; the same pixels in every frame of a rig */
  readonly make?: (frame: Frame, seed: number) => Promise<Frame> | Frame;
  /** of the frame; absent: all of it */
  readonly cut?: (frame: Frame) => Cut;
  readonly transposed?: true;
}

function inMiddle(side: (length: number) => number) {
  return ({ width, height }: Frame): Cut => {
    const [w, h] = [side(width), side(height)];
    return [(width - w) >> 1, (height - h) >> 1, w, h];
  };
}

function in8bit(frame: Frame, curve: (share: number) => number): Frame {
  const most = 2 ** frame.bitDepth - 1;
  const samples = Uint8Array.from(frame.samples, (value) =>
    Math.round(255 * Math.min(1, curve(value / most))),
  );
  return { ...frame, samples, bitDepth: 8 };
}

/** A share of the pixels says all or nothing, in every frame alike. */
function broken(share: number) {
  return (frame: Frame, seed: number): Frame => {
    const chance = new Chance(seed + 3);
    const most = 2 ** frame.bitDepth - 1;
    const samples = frame.samples.slice();
    for (let k = 0; k < samples.length; k++)
      if (chance.next() < share) samples[k] = chance.next() < 0.8 ? most : 0;
    return { ...frame, samples } as Frame;
  };
}

/** The brightest pixels of a frame end at the scale's end. */
function overexposed(share: number) {
  return (frame: Frame): Frame => {
    const at = frame.samples.toSorted()[Math.floor((1 - share) * (frame.samples.length - 1))]!;
    const most = 2 ** frame.bitDepth - 1;
    return in8bit(frame, (value) => (value * most) / at);
  };
}

async function colourJpeg(frame: Frame, quality: number): Promise<Frame> {
  const { width, height, samples } = in8bit(frame, (share) => share);
  const raw = { width, height, channels: 3 as const };
  const rgb = Uint8Array.from({ length: 3 * samples.length }, (_, k) => samples[Math.floor(k / 3)]!);
  return (await decodeFrame(await sharp(rgb, { raw }).jpeg({ quality }).toBuffer())).frame;
}

function transposed<Samples extends Frame['samples'] | Float32Array>(
  samples: Samples,
  width: number,
): Samples {
  const out = samples.slice() as Samples;
  const height = samples.length / width;
  for (let k = 0; k < out.length; k++) out[k] = samples[(k % height) * width + Math.floor(k / height)]!;
  return out;
}

const ways: Readonly<Record<string, Way>> = {
  'as it is': {},
  'a pixel in 1000 broken': { make: broken(1e-3) },
  'a pixel in 100 broken': { make: broken(1e-2) },
  '1 % of the pixels full': { make: overexposed(0.01) },
  '5 % of the pixels full': { make: overexposed(0.05) },
  'gamma 1 / 1.5': { make: (frame) => in8bit(frame, (share) => share ** (1 / 1.5)) },
  'gamma 1 / 2.2': { make: (frame) => in8bit(frame, (share) => share ** (1 / 2.2)) },
  'half as wide and high': { cut: inMiddle((side) => side >> 1) },
  'a part of 256 px': { cut: inMiddle(() => 256) },
  'a part of 128 px': { cut: inMiddle(() => 128) },
  transposed: { transposed: true },
  'colour JPEG, quality 90': { make: (frame) => colourJpeg(frame, 90) },
  'colour JPEG, quality 70': { make: (frame) => colourJpeg(frame, 70) },
};

const body: string[][] = [];
const all: number[] = [];
const rigs = Array.from({ length: count }, (_, n) => {
  const made = sampleCase(KINDS[(first + n + 1) % KINDS.length]!, first + n);
  return { made, seed: first + n, recorded: recordSample(made.rig, made.background) };
});
for (const [name, way] of Object.entries(ways)) {
  if (!name.includes(asked)) continue;
  const scored: Scored[] = [];
  const refused: string[] = [];
  for (const rig of rigs) {
    const one = await sentBy(way, rig);
    if (typeof one === 'string') refused.push(one);
    else scored.push(one);
    if (words.includes('--rigs'))
      console.log(name, rig.seed, rig.made.name, typeof one === 'string' ? one : lineOf(one));
  }
  if (scored.length > 0) {
    const wrong = scored.filter(({ sideband }) => sideband === 'wrong').length;
    const rigsIn = `${scored.length}${refused.length > 0 ? ` (${refused.length} refused)` : ''}`;
    body.push([name, rigsIn, `${wrong}`, ...rowOfScores(scored)]);
  } else body.push([name, `0 (${refused.length} refused)`]);
  all.push(...scored.flatMap(({ differences }) => differences));
}
console.log(markdownTable(['sent', 'rigs', 'sideband wrong', ...scoreColumns], body));
console.log(`\n${all.length} differences of regions of 40 × 40 px, ${withinTwo(all)} within 2 σ.`);

function lineOf({ sideband, ratio, within, marked, turns, sigma, differences, warned }: Scored): string {
  return (
    `${sideband} ratio ${ratio.toFixed(2)} 2σ ${percent(within)} marked ${percent(marked, 1)} turns ${percent(turns, 2)} σ ${sigma.toFixed(4)} ` +
    `regions ${differences.filter((d) => d < 2).length}/${differences.length} worst ${Math.max(0, ...differences).toFixed(1)} ${warned.join(' ')}`
  );
}

/** What came of it, or why nothing did. */
async function sentBy(way: Way, { made, seed, recorded }: (typeof rigs)[number]): Promise<Scored | string> {
  const { width, height } = made.rig;
  const whole = { width, height } as Frame;
  const cut = way.cut?.(whole) ?? [0, 0, width, height];
  const sent = async (exposed: NonNullable<typeof recorded.background>) => {
    const plain = await asFile(exposed, null);
    const part = partOf(await (way.make?.(plain, seed) ?? plain), cut);
    if (!way.transposed) return part;
    return {
      ...part,
      width: part.height,
      height: part.width,
      samples: transposed(part.samples, part.width),
    } as Frame;
  };
  const truth = partOf({ ...whole, samples: recorded.truth.phase, bitDepth: 32 }, cut)
    .samples as Float32Array;
  const { pupil, carrier } = made.rig;
  const [x, y] = carrier;
  try {
    const background = recorded.background && (await sent(recorded.background));
    const found = reconstruct(
      kernels,
      { hologram: await sent(recorded.hologram), background },
      recipeOf(made),
    );
    return score(
      found,
      way.transposed ? transposed(truth, cut[2]) : truth,
      { pupil, carrier: way.transposed ? [y, x] : carrier },
      seed,
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return `refused: ${error.code}`;
  }
}
