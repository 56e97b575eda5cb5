/**
 * What a recording gives when it is sent in another way: turned, mirrored, cut, noisier, compressed (LEITH_DATA, default
 * ../shared/data): `node bench/accuracy/same-again.ts [folder …]`. Nobody knows the truth, but both results are of one
 * sample, so that they may differ by no more than what they state. Nothing was chosen on these rows.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import type { Frame } from '../../src/core/field/frame.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import type { Reconstruction } from '../../src/core/reconstruction/reconstruction.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { dataFolder } from './data-folder.ts';
import { markdownTable, mean, median } from './markdown-table.ts';
import { sampleFree, type SampleFree } from './sample-free.ts';

/** A frame made of another one: its pixel x, y is the other's `from(x, y)`. */
interface Variant {
  readonly name: string;
  readonly make: (frame: Frame) => Promise<Frame>;
  readonly from: (x: number, y: number, frame: Frame) => readonly [number, number];
}

const CUT = { x: 37, y: 29 };

function rearranged(
  frame: Frame,
  width: number,
  height: number,
  from: (x: number, y: number) => number,
): Frame {
  const samples = frame.samples.slice(0, width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) samples[y * width + x] = frame.samples[from(x, y)]!;
  const { quantisation, ...plain } = frame;
  // blocks of a JPEG that start elsewhere are no longer those of its tables
  return {
    ...plain,
    width,
    height,
    samples,
    ...(quantisation && width !== frame.width ? {} : { quantisation }),
  } as Frame;
}

/** Standard normal numbers, the same ones in every run (xorshift32, Box–Muller). */
function gaussian(seed: number): () => number {
  let state = seed;
  const uniform = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

function greatest({ samples }: Frame): number {
  let most = 0;
  for (const value of samples) most = Math.max(most, value);
  return most;
}

const variants: readonly Variant[] = [
  {
    name: 'turned by 180°',
    make: async (f) =>
      rearranged(f, f.width, f.height, (x, y) => (f.height - 1 - y) * f.width + f.width - 1 - x),
    from: (x, y, f) => [f.width - 1 - x, f.height - 1 - y],
  },
  {
    name: 'mirrored',
    make: async (f) => rearranged(f, f.width, f.height, (x, y) => y * f.width + f.width - 1 - x),
    from: (x, y, f) => [f.width - 1 - x, y],
  },
  {
    name: 'transposed',
    make: async (f) => rearranged(f, f.height, f.width, (x, y) => x * f.width + y),
    from: (x, y) => [y, x],
  },
  {
    name: 'cut',
    make: async (f) =>
      rearranged(f, f.width - CUT.x, f.height - CUT.y, (x, y) => (y + CUT.y) * f.width + x + CUT.x),
    from: (x, y) => [x + CUT.x, y + CUT.y],
  },
  {
    name: 'brightness × 0.7 + 20 %',
    make: async (f) => {
      const level = 0.2 * greatest(f);
      return { ...f, samples: Float32Array.from(f.samples, (value) => 0.7 * value + level), bitDepth: 32 };
    },
    from: (x, y) => [x, y],
  },
  {
    name: 'noise of 2 % added',
    make: async (f) => {
      const normal = gaussian(11);
      const sigma = 0.02 * mean([...f.samples]);
      return {
        ...f,
        samples: Float32Array.from(f.samples, (value) => value + sigma * normal()),
        bitDepth: 32,
      };
    },
    from: (x, y) => [x, y],
  },
  {
    name: 'JPEG, quality 90',
    make: async (f) => {
      const most = greatest(f);
      const scale = most > 255 ? 255 / most : 1;
      const raw = { width: f.width, height: f.height, channels: 1 as const };
      const jpeg = await sharp(
        Uint8Array.from(f.samples, (value) => Math.round(value * scale)),
        { raw },
      )
        .toColourspace('b-w')
        .jpeg({ quality: 90 })
        .toBuffer();
      return (await decodeFrame(jpeg)).frame;
    },
    from: (x, y) => [x, y],
  },
];

interface Compared {
  /** of pixels that both results hold, known to 1 rad in both */
  readonly share: number;
  /** rad, median |difference| */
  readonly median: number;
  /** share of differences beyond twice the larger σ */
  readonly beyond: number;
  /** share of pixels off by more than half a turn */
  readonly turned: number;
}

/** @param sign −1: the twin was taken, whose phase is the other way round */
function compare(
  whole: Reconstruction,
  other: Reconstruction,
  from: (x: number, y: number) => readonly [number, number],
  sign: number,
): Compared {
  const off: number[] = [];
  let [common, beyond, turned] = [0, 0, 0];
  for (let row = 0; row < other.rows; row++)
    for (let col = 0; col < other.cols; col++) {
      const [x, y] = from(col + other.crop_px.x, row + other.crop_px.y);
      const [u, v] = [x - whole.crop_px.x, y - whole.crop_px.y];
      if (u < 0 || v < 0 || u >= whole.cols || v >= whole.rows) continue;
      common++;
      const [a, b] = [v * whole.cols + u, row * other.cols + col];
      const sigma = Math.max(whole.phase_uncertainty.data[a]!, other.phase_uncertainty.data[b]!);
      if (!(sigma < 1)) continue;
      const difference = Math.abs(whole.phase.data[a]! - sign * other.phase.data[b]!);
      off.push(difference);
      if (difference > 2 * sigma) beyond++;
      if (difference > Math.PI) turned++;
    }
  const n = Math.max(1, off.length);
  return {
    share: off.length / common,
    median: off.length ? median(off) : NaN,
    beyond: beyond / n,
    turned: turned / n,
  };
}

const percent = (share: number) => (100 * share).toFixed(share < 0.01 ? 2 : 0);
const stepOf = (found: Reconstruction, name: string, metric: string) =>
  found.steps.find((step) => step.name === name)?.metrics[metric];

const kernels = await loadKernels();
const data = dataFolder();
const chosen = process.argv.slice(2);

async function rowsOf(folder: string, set: SampleFree): Promise<string[][]> {
  const read = async (file: string) =>
    (await decodeFrame(readFileSync(join(folder, set.folder, file)))).frame;
  const frames = [
    await read(set.hologram),
    set.background === null ? null : await read(set.background),
  ] as const;
  const recipe = parseRecipe({ holography_mode: 'off-axis', z_mm: 0, ...set.fields });
  const whole = reconstruct(kernels, { hologram: frames[0], background: frames[1] }, recipe);
  const rows: string[][] = [];
  for (const { name, make, from } of variants) {
    const row = [`${set.folder}, ${set.hologram}${set.background ? ' with background' : ''}`, name];
    try {
      const [hologram, background] = [await make(frames[0]), frames[1] && (await make(frames[1]))];
      const other = reconstruct(kernels, { hologram, background }, recipe);
      const at = (x: number, y: number) => from(x, y, frames[0]);
      const byConvention = other.flags.some(({ code }) => code === 'phase_sign_by_convention');
      const found = (byConvention ? [1, -1] : [1]).map((sign) => compare(whole, other, at, sign));
      const best = found.reduce((a, b) => (b.median < a.median ? b : a));
      const degrees = [whole, other].map((each) => stepOf(each, 'aberration', 'degree'));
      const [before, after] = [whole, other].map(({ flags }) => new Set(flags.map(({ code }) => code)));
      const changed = [
        ...[...after!].filter((code) => !before!.has(code)).map((code) => `+${code}`),
        ...[...before!].filter((code) => !after!.has(code)).map((code) => `−${code}`),
      ];
      const sigma = median([...whole.phase_uncertainty.data].filter((value) => value < 1));
      row.push(
        percent(best.share),
        `${best.median.toFixed(3)}, ${sigma.toFixed(3)}`,
        percent(best.beyond),
        percent(best.turned),
        degrees[0] === degrees[1] ? `${degrees[0]}` : degrees.join(' → '),
        changed.join(' '),
      );
    } catch (error) {
      row.push('–', (error as Error).message.slice(0, 80), '', '', '', '');
    }
    rows.push(row);
  }
  return rows;
}

if (!data) console.log('No folder of recordings found: set LEITH_DATA to one.');
else {
  const body: string[][] = [];
  for (const set of sampleFree)
    if (chosen.length === 0 || chosen.includes(set.folder)) {
      process.stderr.write(`${set.folder}\n`);
      body.push(...(await rowsOf(data, set)));
    }
  const head = [
    ...['recording', 'sent', 'known to 1 rad in both (%)', 'median difference, σ (rad)'],
    ...['beyond 2 σ (%)', 'off by half a turn and more (%)', 'degree', 'flags that came or went'],
  ];
  console.log(markdownTable(head, body));
}
