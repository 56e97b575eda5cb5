/**
 * What a recording gives when a part of it is sent, or when it was recorded more coarsely (LEITH_DATA, default ../shared/data):
 * `node bench/accuracy/other-frames.ts [folder …]`, a row for each way. Nobody knows the truth, but both results are of one
 * sample, so that they may differ by no more than what they state, and by a constant. `--each` lists recordings.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import type { Frame } from '../../src/core/field/frame.ts';
import { Problem } from '../../src/core/problem/problem.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import type { Reconstruction } from '../../src/core/reconstruction/reconstruction.ts';
import { markdownTable, median } from './markdown-table.ts';
import { askedFor, framesOf } from './recorded.ts';
import { sampleFree, type SampleFree } from './sample-free.ts';
import { visitShared } from './variants.ts';

/** A part of a frame, or the frame in other steps of brightness or of place. */
interface Sent {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** levels of brightness that are left; null: all */
  readonly levels?: number;
  /** pixels along a side that become one */
  readonly bin?: number;
}

const odd = (length: number) => Math.floor(length) | 1;
const ways: Readonly<Record<string, (w: number, h: number) => Sent>> = {
  'the middle half, odd sides': (w, h) => {
    const [width, height] = [odd(0.55 * w), odd(0.5 * h)];
    return { x: (w - width) >> 1, y: (h - height) >> 1, width, height };
  },
  'a third from a corner': (w, h) => {
    const side = odd(Math.min(w, h) / 3);
    return { x: 7, y: 5, width: side, height: side };
  },
  'a strip of a quarter of the height': (w, h) => ({ x: 0, y: h >> 1, width: w, height: h >> 2 }),
  '51 levels of grey': (w, h) => ({ x: 0, y: 0, width: w, height: h, levels: 51 }),
  '2 × 2 pixels made one': (w, h) => ({ x: 0, y: 0, width: w >> 1, height: h >> 1, bin: 2 }),
};

function send(frame: Frame, { x, y, width, height, levels, bin = 1 }: Sent): Frame {
  const { quantisation: _, ...plain } = frame;
  let most = 0;
  for (const value of frame.samples) most = Math.max(most, value);
  const samples = new Float32Array(width * height);
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) {
      let sum = 0;
      for (let k = 0; k < bin * bin; k++)
        sum += frame.samples[(y + bin * j + Math.floor(k / bin)) * frame.width + x + bin * i + (k % bin)]!;
      const value = sum / (bin * bin);
      samples[j * width + i] = levels ? Math.round((value / most) * (levels - 1)) : value;
    }
  return { ...plain, width, height, samples, bitDepth: 32 } as Frame;
}

interface Compared {
  readonly share: number;
  readonly beyond: number;
  readonly turned: number;
  readonly constant: number;
}

const kernels = await loadKernels();
const each = process.argv.includes('--each');
const asked = askedFor(sampleFree);

interface Recording {
  readonly fields: Readonly<Record<string, number | string>>;
  readonly hologram: Frame;
  readonly background: Frame | null;
  readonly whole: Reconstruction;
}

async function recordingOf(data: string, set: SampleFree): Promise<Recording> {
  const frames = await framesOf(data, set);
  const fields = { holography_mode: 'off-axis', z_mm: 0, ...set.fields };
  const whole = reconstruct(kernels, frames, parseRecipe(fields));
  return { fields, ...frames, whole };
}

/** @returns the refusal's code where there is one */
function compare({ fields, hologram, background, whole }: Recording, way: string): Compared | string {
  const sent = ways[way]!(hologram.width, hologram.height);
  const bin = sent.bin ?? 1;
  try {
    const recipe = parseRecipe({ ...fields, pixel_pitch_um: bin * Number(fields.pixel_pitch_um) });
    const frames = {
      hologram: send(hologram, sent),
      background: background && send(background, sent),
    };
    const other = reconstruct(kernels, frames, recipe);
    const from = (x: number, y: number) => [sent.x + bin * x, sent.y + bin * y] as const;
    const byConvention = other.flags.some(({ code }) => code === 'phase_sign_by_convention');
    const found = (byConvention ? [1, -1] : [1]).map((sign) => {
      const [off, sigmas]: [number[], number[]] = [[], []];
      const common = visitShared(whole, other, from, (phase, phaseOfOther, sigma) => {
        off.push(phase - sign * phaseOfOther);
        sigmas.push(sigma);
      });
      const constant = off.length ? median(off) : 0;
      const count = (isSo: (far: number, k: number) => boolean) =>
        off.filter((o, k) => isSo(Math.abs(o - constant), k)).length / Math.max(1, off.length);
      return {
        share: off.length / common,
        beyond: count((far, k) => far > 2 * sigmas[k]!),
        turned: count((far) => far > Math.PI),
        constant,
      };
    });
    return found.reduce((a, b) => (b.beyond < a.beyond ? b : a));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code;
  }
}

const percent = (share: number) => (100 * share).toFixed(share < 0.01 ? 2 : 0);
if (asked) {
  const found = new Map(Object.keys(ways).map((way) => [way, [] as (Compared | string)[]]));
  for (const set of asked.sets) {
    const recording = await recordingOf(asked.data, set);
    for (const [way, all] of found) {
      const one = compare(recording, way);
      if (each) console.log(way, set.folder, JSON.stringify(one));
      all.push(one);
    }
  }
  const body: string[][] = [];
  for (const [way, all] of found) {
    const refusals = all.filter((one) => typeof one === 'string');
    const results = all.filter((one) => typeof one !== 'string');
    // what is not known tells nothing of what is stated
    const known = results.filter(({ share }) => share > 0.05);
    const row = (of: (one: Compared) => number) => known.map(of);
    body.push([
      ...[way, `${all.length}`, refusals.join(', ') || '–'],
      `${results.length - known.length}`,
      percent(median(row(({ share }) => share))),
      `${percent(median(row(({ beyond }) => beyond)))}, ${percent(Math.max(...row(({ beyond }) => beyond)))}`,
      `${percent(median(row(({ turned }) => turned)))}, ${percent(Math.max(...row(({ turned }) => turned)))}`,
      `${known.filter(({ constant }) => Math.abs(constant) > 0.5).length}`,
    ]);
  }
  const head = [
    ...['sent', 'recordings', 'refused', 'hardly known in both', 'known to 1 rad in both, median (%)'],
    ...['beyond 2 σ, median and worst (%)', 'off by half a turn and more, median and worst (%)'],
    'another level at 0',
  ];
  console.log(markdownTable(head, body));
}
