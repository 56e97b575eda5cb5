/**
 * Calibration from recorded frames: `node bench/accuracy/calibration-sets.ts`. Reads the folder of recordings (LEITH_DATA)
 * and says so where there is none; overlays go to bench/out/calibration. One recording shows a target of the catalogue
 * at a scale that is known otherwise; the others show kin of one, and must be refused or be right.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { calibrate } from '../../src/core/calibrate/calibrate.ts';
import { Problem } from '../../src/core/problem/problem.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { findTarget } from '../../src/core/targets/catalogue.ts';
import { drawOverlay } from '../../src/formats/overlay/draw-overlay.ts';
import { dataFolder } from './data-folder.ts';
import { markdownTable } from './markdown-table.ts';
import { readFrames } from './real-frames.ts';

/** µm in the sample, as the notes with the recording say; the bars' edges (`usaf-pitch.ts`) give 0.5 % more */
const KNOWN_PIXEL_UM = 0.2951;

interface Tried {
  readonly folder: string;
  readonly shows: string;
  readonly target_id: string;
  readonly known_um: number | null;
  readonly recipe: Readonly<Record<string, unknown>>;
}

const offAxis = { holography_mode: 'off-axis' };
const tried: readonly Tried[] = [
  {
    ...{
      folder: 'usaf-lensless-405nm',
      shows: 'a USAF chart',
      target_id: 'usaf-1951',
      known_um: KNOWN_PIXEL_UM,
    },
    recipe: {
      ...{ ...offAxis, wavelength_um: 0.405, pixel_pitch_um: 3.45 },
      ...{ magnification: 3.45 / KNOWN_PIXEL_UM, z_mm: 37.3 },
    },
  },
  {
    ...{
      folder: 'usaf-phase-20x',
      shows: 'a USAF chart etched into glass',
      target_id: 'usaf-1951',
      known_um: 0.1875,
    },
    recipe: { ...offAxis, wavelength_um: 0.633, pixel_pitch_um: 3.75, magnification: 20, z_mm: 0 },
  },
  {
    ...{
      folder: 'star-20x-non-telecentric',
      shows: 'a star etched into glass',
      target_id: 'usaf-1951',
      known_um: null,
    },
    recipe: { ...offAxis, wavelength_um: 0.532, pixel_pitch_um: 5.86, magnification: 20, z_mm: 0 },
  },
];

const data = dataFolder();
if (!data) {
  console.log('No folder of recordings found: set LEITH_DATA to one.');
} else {
  const kernels = await loadKernels();
  const out = fileURLToPath(new URL('../out/calibration', import.meta.url));
  mkdirSync(out, { recursive: true });
  const body: string[][] = [];
  for (const { folder, shows, target_id, known_um, recipe: rig } of tried) {
    const recipe = parseRecipe(rig);
    const frames = await readFrames(data, { folder, background: false, runs: {} });
    const known = known_um === null ? '–' : String(known_um);
    const begin = [`${folder}: ${shows}`, target_id, known];
    try {
      const found = calibrate(kernels, frames, { target: findTarget(target_id)!, recipe });
      writeFileSync(join(out, `${folder}.png`), drawOverlay(kernels, found));
      const { value, sigma } = found.corrections.pixel_pitch_um!;
      const pixel = `${(value / recipe.magnification).toFixed(5)} ± ${(sigma / recipe.magnification).toFixed(5)}`;
      const { features_found, features_expected } = found.fit;
      const parts = `${features_found}/${features_expected}`;
      body.push([...begin, found.quality, pixel, parts, found.explained.toFixed(2)]);
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
      console.error(cause.message);
      const explained = /explains (\d+) %/.exec(cause.message)?.[1];
      const share = explained === undefined ? '–' : (Number(explained) / 100).toFixed(2);
      body.push([...begin, cause.code, '–', '–', share]);
    }
    console.error(body.at(-1)!.join('  '));
  }
  const head = [
    'recording',
    'taken for',
    'pixel, known (µm)',
    'answer',
    'pixel, calibrated (µm)',
    'parts found',
    'explained',
  ];
  console.log(markdownTable(head, body));
}
