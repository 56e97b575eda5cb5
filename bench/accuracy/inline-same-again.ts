/**
 * What an in-line recording gives when it is sent in another way: turned, mirrored, cut, noisier, compressed
 * (LEITH_DATA, default ../shared/data): `node bench/accuracy/inline-same-again.ts [folder …]`. Nobody knows the truth, but
 * both results are of one sample, so that distances and phases may differ by no more than what is stated of them. Nothing
 * was chosen on these rows. Squares of at most 640 px from the middle of each frame.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import type { Frame } from '../../src/core/field/frame.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import type { Reconstruction } from '../../src/core/reconstruction/reconstruction.ts';
import { markdownTable, median } from './markdown-table.ts';
import { askedFor, changedFlags, codesOf, frameIn, middleOf } from './recorded.ts';
import { variants, visitShared } from './variants.ts';

interface Recording {
  readonly folder: string;
  readonly files: readonly string[];
  readonly fields: Readonly<Record<string, string | number>>;
  /** mm, searched where no distance is given */
  readonly range: readonly [from: number, to: number] | null;
  readonly z_mm: number | readonly number[];
}

/** Pitch and distances as they are in the sample. */
function inSample(pitch: number, magnification: number) {
  return { pixel_pitch_basis: 'object_space', pixel_pitch_um: pitch / magnification, magnification };
}

const rigs = {
  heights: { wavelength_um: 0.532, pixel_pitch_um: 1.12 },
};

const recordings: readonly Recording[] = [
  {
    ...{ folder: 'inline-sperm', files: ['hologram.png'], z_mm: 0.085, range: [0.035, 0.135] },
    fields: { wavelength_um: 0.45, ...inSample(5.5, 18) },
  },
  {
    ...{ folder: 'inline-slide-led', files: ['hologram.png'], z_mm: 12.7, range: [8, 18] },
    fields: { wavelength_um: 0.63, pixel_pitch_um: 1 },
  },
  {
    ...{ folder: 'inline-beads-1um', files: ['hologram.png'], z_mm: 0.00728, range: [0.002, 0.02] },
    fields: {
      wavelength_um: 0.532,
      ...inSample(2.2, 56.7),
      refractive_index_immersion: 1.52,
    },
  },
  {
    ...{ folder: 'inline-reticle', files: ['hologram.png'], z_mm: 6.13, range: [3, 10] },
    fields: { wavelength_um: 0.65, pixel_pitch_um: 1.12 },
  },
  {
    ...{ folder: 'inline-multi-height-8-planes', files: ['hologram-400um.png'] },
    ...{ z_mm: 0.4, range: [0.1, 1], fields: rigs.heights },
  },
  {
    folder: 'inline-multi-height-8-planes',
    files: [300, 400, 500, 600].map((z) => `hologram-${z}um.png`),
    ...{ z_mm: [0.3, 0.4, 0.5, 0.6], range: null, fields: rigs.heights },
  },
];

const MOST = 640;

const kernels = await loadKernels();

function phaseOf(frames: readonly Frame[], { fields, z_mm }: Recording): Reconstruction {
  const distance = typeof z_mm === 'number' ? { z_mm } : { stack_z_mm: z_mm.join(',') };
  const recipe = parseRecipe({ holography_mode: 'inline', ...fields, ...distance });
  const [hologram, ...furtherFrames] = frames;
  return reconstruct(kernels, { hologram: hologram!, furtherFrames, background: null }, recipe);
}

function focusOf(frame: Frame, { fields, range }: Recording): Reconstruction | null {
  if (range === null) return null;
  const [z_min_mm, z_max_mm] = range;
  const recipe = parseRecipe({
    holography_mode: 'inline',
    ...fields,
    z_min_mm,
    z_max_mm,
    phase_retrieval: 'none',
  });
  return reconstruct(kernels, { hologram: frame, background: null }, recipe);
}

const metricOf = (found: Reconstruction, name: string) =>
  Number(found.steps.find((step) => step.name === 'focus')?.metrics[name]);

interface Compared {
  readonly share: number;
  readonly median: number;
  readonly sigma: number;
  readonly ratio: number;
  readonly beyond: number;
}

/** Pixels that both results hold, known to 1 rad in both. */
function compare(
  whole: Reconstruction,
  other: Reconstruction,
  from: (x: number, y: number) => readonly [number, number],
): Compared {
  const [off, sigmas, ratios]: number[][] = [[], [], []];
  const common = visitShared(whole, other, from, (phase, phaseOfOther, sigma) => {
    const difference = Math.abs(phase - phaseOfOther);
    off!.push(difference);
    sigmas!.push(sigma);
    ratios!.push(difference / sigma);
  });
  const n = ratios!.length;
  return {
    share: n / common,
    median: n ? median(off!) : NaN,
    sigma: n ? median(sigmas!) : NaN,
    ratio: n ? median(ratios!) / 0.6745 : NaN,
    beyond: ratios!.filter((r) => r > 2).length / Math.max(1, n),
  };
}

function focusRow(whole: Reconstruction | null, other: Reconstruction | null): string[] {
  if (!whole || !other) return ['–', '–'];
  const [z, sigma] = [metricOf(other, 'z_mm'), metricOf(other, 'sigma_mm')];
  const apart = Math.abs(z - metricOf(whole, 'z_mm')) / Math.hypot(sigma, metricOf(whole, 'sigma_mm'));
  return [
    `${Number((1000 * z).toPrecision(4))} ± ${Number((1000 * sigma).toPrecision(2))}`,
    apart.toFixed(1),
  ];
}

async function rowsOf(folder: string, recording: Recording): Promise<string[][]> {
  const read = async (file: string) => middleOf(await frameIn(folder, recording.folder, file), MOST);
  const frames = await Promise.all(recording.files.map(read));
  const [whole, focus] = [phaseOf(frames, recording), focusOf(frames[0]!, recording)];
  const rows: string[][] = [];
  const name = `${recording.folder}, ${frames.length > 1 ? `${frames.length} heights` : recording.files[0]}`;
  rows.push([name, 'as it is', ...['', '', '', '', ''], ...focusRow(focus, focus), codesOf(whole).join(' ')]);
  for (const { name: sent, make, from } of variants) {
    const sentFrames = await Promise.all(frames.map(make));
    const other = phaseOf(sentFrames, recording);
    const found = compare(whole, other, (x, y) => from(x, y, frames[0]!));
    rows.push([
      ...[name, sent, (100 * found.share).toFixed(0), found.median.toFixed(3), found.sigma.toFixed(3)],
      ...[found.ratio.toFixed(2), (100 * found.beyond).toFixed(1)],
      ...[...focusRow(focus, focusOf(sentFrames[0]!, recording)), changedFlags(whole, other)],
    ]);
    process.stderr.write(`${rows.at(-1)!.join(' | ')}\n`);
  }
  return rows;
}

const asked = askedFor(recordings);
if (asked) {
  const body: string[][] = [];
  for (const recording of asked.sets) body.push(...(await rowsOf(asked.data, recording)));
  const head = [
    ...['recording', 'sent', 'known to 1 rad in both (%)', 'median difference (rad)', 'median σ (rad)'],
    ...['difference / σ', 'beyond 2 σ (%)', 'focus (µm)', 'apart, in σ of both', 'flags that came or went'],
  ];
  console.log(markdownTable(head, body));
}
