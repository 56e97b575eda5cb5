/**
 * In-line frames of a simulator that was written apart (test/second-simulator), sent as users send them: with hot pixels, a
 * gamma, half of the frame, as a JPEG, with another medium or wavelength than it was, in light that is uneven, larger or smaller; and where they are named as other
 * programs leave them (edited-frames.ts). `node
 * bench/accuracy/inline-sent.ts [first seed [rigs of each [how sent …]]]`: how far the phase is from the truth over what is stated, and whether
 * the distance is right or doubted. Nothing was chosen on seeds from 93001 on.
 */
import sharp from 'sharp';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import type { Frame } from '../../src/core/field/frame.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { Chance } from '../../test/second-simulator/chance.ts';
import { inlineRigCase } from '../../test/second-simulator/inline-rigs.ts';
import {
  recordInline,
  type InlineRig,
  type RecordedInline,
} from '../../test/second-simulator/record-inline.ts';
import { unevenness } from '../../test/second-simulator/unevenness.ts';
import { outcomeHead, outcomeOf, outcomeRow, type Outcome } from './inline-outcome.ts';
import { edits, enlarged } from './edited-frames.ts';
import { markdownTable } from './markdown-table.ts';
import { partOf } from './recorded.ts';
import type { Rectangle } from './sample-free.ts';

interface Sent {
  readonly rig?: (rig: InlineRig, chance: Chance) => Partial<InlineRig>;
  readonly make?: (frame: Frame, chance: Chance) => Promise<Frame>;
  /** the middle half of both sides */
  readonly half?: true;
  /** times as many pixels along each side */
  readonly scale?: number;
  /** over what is true */
  readonly wavelength?: number;
  readonly asked?: Readonly<Record<string, unknown>>;
}

const first = Number(process.argv[2] ?? 93_001);
const count = Number(process.argv[3] ?? 1);
const chosen = process.argv.slice(4);
const samples = ['clear cells', 'opaque beads', 'clear beads', 'fibres'];
const kernels = await loadKernels();

const camera = (change: Partial<InlineRig['camera']>) => (rig: InlineRig) => ({
  camera: { ...rig.camera, bits: 8 as const, ...change },
});

/** One pixel in a thousand stays at the camera's end. */
async function withHotPixels(frame: Frame, chance: Chance): Promise<Frame> {
  const values = frame.samples.slice() as Uint8Array;
  for (let k = 0; k < values.length / 1000; k += 1)
    values[Math.floor(chance.between(0, values.length))] = 2 ** frame.bitDepth! - 1;
  return { ...frame, samples: values };
}

async function throughJpeg({ width, height, samples }: Frame, quality: number): Promise<Frame> {
  const raw = { width, height, channels: 1 } as const;
  return (
    await decodeFrame(
      await sharp(samples as Uint8Array, { raw })
        .jpeg({ quality })
        .toBuffer(),
    )
  ).frame;
}

const sent: Readonly<Record<string, Sent>> = {
  'as it is': {},
  'hot pixels': { rig: camera({}), make: withHotPixels },
  'gamma 1.2': { rig: camera({ gamma: 1 / 1.2 }) },
  'gamma 2.2': { rig: camera({ gamma: 1 / 2.2 }) },
  'contrast raised, gamma 1 / 1.6': { rig: camera({ gamma: 1.6 }) },
  'hot pixels, gamma 2.2': { rig: camera({ gamma: 1 / 2.2 }), make: withHotPixels },
  '2 % full': { rig: camera({ full: 0.02 }) },
  '10 % full': { rig: camera({ full: 0.1 }) },
  'gamma 1.6, 3 % full': { rig: camera({ gamma: 1 / 1.6, full: 0.03 }) },
  'half of the frame': { half: true },
  'JPEG, quality 85': { rig: camera({}), make: (frame) => throughJpeg(frame, 85) },
  'water stated for air': { asked: { refractive_index_immersion: 1.33 } },
  'wavelength 1 % off': { wavelength: 1.01 },
  'enlarged 1.5 times': { scale: 1.5 },
  'reduced 0.7 times': { scale: 0.7 },
  ...Object.fromEntries(Object.entries(edits).map(([name, make]) => [name, { make }])),
  'uneven light': {
    rig: (_, chance) => ({
      lightAtSample: unevenness(chance, 0.25),
      lightAtSensor: unevenness(chance, 0.15),
    }),
  },
};

function middle<T extends Float64Array>(truth: T, width: number, [x, y, w, h]: Rectangle): Float64Array {
  const part = new Float64Array(2 * w * h);
  for (let row = 0; row < h; row += 1) {
    const at = 2 * ((y + row) * width + x);
    part.set(truth.subarray(at, at + 2 * w), 2 * row * w);
  }
  return part;
}

const finerPitch = ({ pixel_pitch_um }: Readonly<Record<string, unknown>>, { scale }: Sent) =>
  scale ? { pixel_pitch_um: Number(pixel_pitch_um) / scale } : {};

function scaled({ hologram, truth }: RecordedInline, by: number) {
  const { width, height } = hologram;
  const part = (k: 0 | 1) =>
    enlarged(
      { width, height, samples: Float64Array.from({ length: width * height }, (_, i) => truth[2 * i + k]!) },
      by,
    );
  const frame = enlarged(hologram, by);
  const [re, im] = [part(0), part(1)];
  const most = 2 ** hologram.bitDepth - 1;
  const samples = Uint16Array.from(frame.samples, (v) => Math.min(most, Math.max(0, Math.round(v))));
  return {
    hologram: { ...hologram, ...frame, samples },
    truth: Float64Array.from({ length: 2 * samples.length }, (_, i) => (i % 2 ? im : re).samples[i >> 1]!),
  };
}

async function outcome(sample: string, seed: number, how: Sent): Promise<Outcome> {
  const given = inlineRigCase(sample, seed);
  const chance = new Chance(seed);
  const rig = { ...given.rig, ...how.rig?.(given.rig, chance) };
  const recorded = recordInline(rig, false);
  const { z_um } = recorded;
  const { hologram, truth } = how.scale ? scaled(recorded, how.scale) : recorded;
  const made = how.make ? await how.make(hologram, chance) : hologram;
  const [w, h] = [made.width >> 1, made.height >> 1];
  const box: Rectangle = how.half ? [w >> 1, h >> 1, w, h] : [0, 0, made.width, made.height];
  const wavelength_um = rig.wavelength_um * (how.wavelength ?? 1);
  return outcomeOf(kernels, {
    frames: { hologram: how.half ? partOf(made, box) : made, background: null },
    asked: { ...given.asked, wavelength_um, ...how.asked, ...finerPitch(given.asked, how) },
    z_mm: z_um / 1000,
    planes: [(z_um / 1000 / (how.wavelength ?? 1)) * Number(how.asked?.refractive_index_immersion ?? 1)],
    truth: middle(truth, made.width, box),
  });
}

async function unlessRefused(one: Promise<Outcome>, name: string): Promise<Outcome[]> {
  try {
    return [await one];
  } catch (error) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : error}\n`);
    return [];
  }
}

const body: string[][] = [];
for (const [name, how] of Object.entries(sent)) {
  if (chosen.length > 0 ? !chosen.includes(name) : name in edits) continue;
  const outcomes: Outcome[] = [];
  for (const [k, sample] of samples.entries())
    for (let n = 0; n < count; n += 1)
      outcomes.push(...(await unlessRefused(outcome(sample, first + n + 100 * k, how), name)));
  body.push([name, ...outcomeRow(outcomes)]);
  process.stderr.write(`${body.at(-1)!.join(' | ')}\n`);
}
console.log(
  `${samples.join(', ')}: seeds ${first} + 100 × kind on, ${count} rig of each, without a background frame.\n`,
);
console.log(markdownTable(['sent', ...outcomeHead], body));
