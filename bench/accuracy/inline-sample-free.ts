/**
 * How far the phase of in-line recordings is from 0 in rectangles marked by hand as free of sample, over what is stated
 * there (LEITH_DATA, default ../shared/data): `node bench/accuracy/inline-sample-free.ts [folder …]`. The width of a neighbourhood was
 * chosen with the first two rows in view, nothing on the others.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { markdownTable, mean, median } from './markdown-table.ts';
import { askedFor, frameIn, middleOf, partOf, scatterOf, valuesIn } from './recorded.ts';
import type { Rectangle, SampleFree } from './sample-free.ts';

/** Unless a part is named, squares of at most this many pixels from the middle of each frame; rectangles are in these. */
const MOST = 900;

interface Marked extends Omit<SampleFree, 'background'> {
  /** of the frame */
  readonly part?: Rectangle;
}

const beads = {
  ...{ folder: 'inline-beads-1um', hologram: 'hologram.png' },
  fields: {
    ...{ wavelength_um: 0.532, refractive_index_immersion: 1.52, z_mm: 0.00728 },
    ...{ pixel_pitch_basis: 'object_space', pixel_pitch_um: 2.2 / 56.7, magnification: 56.7 },
  },
} as const;

const recordings: readonly Marked[] = [
  {
    ...{ folder: 'inline-reticle', hologram: 'hologram.png' },
    fields: { wavelength_um: 0.65, pixel_pitch_um: 1.12, z_mm: 6.13 },
    rectangles: [
      ...([
        [200, 110, 60, 60],
        [300, 220, 80, 80],
        [60, 230, 60, 60],
        [560, 120, 50, 80],
      ] as const),
      ...([
        [740, 150, 80, 100],
        [600, 250, 60, 80],
        [60, 680, 80, 50],
        [250, 780, 100, 80],
      ] as const),
      ...([
        [520, 820, 80, 60],
        [680, 820, 100, 60],
        [700, 650, 100, 50],
        [420, 850, 60, 40],
      ] as const),
      ...([
        [20, 120, 60, 60],
        [840, 220, 50, 80],
      ] as const),
    ],
  },
  {
    ...beads,
    rectangles: [
      ...([
        [60, 40, 120, 120],
        [220, 180, 120, 120],
        [560, 60, 120, 80],
        [600, 360, 60, 100],
      ] as const),
      ...([
        [60, 300, 150, 50],
        [380, 450, 100, 90],
        [180, 560, 100, 100],
        [600, 600, 120, 120],
      ] as const),
      ...([
        [20, 520, 60, 80],
        [520, 400, 80, 80],
        [640, 780, 120, 80],
        [20, 760, 80, 80],
      ] as const),
      ...([[700, 280, 60, 60]] as const),
    ],
  },
  {
    ...beads,
    part: [0, 0, 512, 1080],
    rectangles: [
      ...([
        [20, 20, 120, 60],
        [300, 120, 80, 80],
        [420, 250, 70, 100],
        [90, 210, 60, 80],
      ] as const),
      ...([
        [220, 380, 100, 80],
        [380, 560, 100, 100],
        [60, 620, 80, 80],
        [430, 960, 60, 80],
      ] as const),
    ],
  },
  {
    ...beads,
    part: [1408, 0, 512, 1080],
    rectangles: [
      ...([
        [300, 20, 80, 80],
        [250, 420, 100, 80],
        [400, 600, 90, 80],
        [300, 720, 80, 60],
        [430, 230, 60, 60],
      ] as const),
      ...([
        [60, 480, 100, 60],
        [400, 960, 80, 60],
        [120, 680, 80, 80],
        [180, 40, 60, 60],
      ] as const),
    ],
  },
  {
    ...{ folder: 'inline-slide-led', hologram: 'hologram.png' },
    fields: { wavelength_um: 0.63, pixel_pitch_um: 1, z_mm: 12.7 },
    rectangles: [
      ...([
        [20, 380, 80, 80],
        [120, 180, 80, 80],
        [120, 640, 80, 60],
        [350, 700, 100, 60],
      ] as const),
      ...([
        [560, 60, 60, 40],
        [300, 830, 120, 50],
        [700, 800, 100, 60],
        [30, 120, 60, 60],
      ] as const),
    ],
  },
];

const kernels = await loadKernels();
const asked = askedFor(recordings);
const body: string[][] = [];
for (const { folder, hologram, fields, rectangles, part } of asked?.sets ?? []) {
  const frame = await frameIn(asked!.data, folder, hologram);
  const middle = part ? partOf(frame, part) : middleOf(frame, MOST);
  const recipe = parseRecipe({ holography_mode: 'inline', ...fields });
  const { phase, phase_uncertainty, cols } = reconstruct(
    kernels,
    { hologram: middle, background: null },
    recipe,
  );
  const measured = rectangles.map((rectangle) => {
    const { centre, spread } = scatterOf(valuesIn(phase.data, cols, rectangle));
    const stated = scatterOf(valuesIn(phase_uncertainty.data, cols, rectangle));
    const sigma = Math.hypot(stated.centre, stated.spread);
    return { sigma, off: Math.hypot(centre, spread) / sigma, scatter: spread / sigma };
  });
  const off = measured.map((one) => one.off);
  const all = Math.sqrt(mean(off.map((one) => one * one)));
  body.push([
    ...[
      part ? `${folder}, ${part[0] > 0 ? 'right' : 'left'} part` : folder,
      String(rectangles.length),
      median(measured.map(({ sigma }) => sigma)).toFixed(3),
      median(off).toFixed(2),
    ],
    ...[all.toFixed(2), Math.max(...off).toFixed(2)],
    median(measured.map(({ scatter }) => scatter)).toFixed(2),
  ]);
}
if (asked)
  console.log(
    markdownTable(
      [
        ...['recording', 'rectangles', 'median σ (rad)', 'phase over σ, median of the rectangles'],
        ...['root mean square', 'largest', 'scatter within them over σ, median'],
      ],
      body,
    ),
  );
