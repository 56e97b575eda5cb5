/**
 * Calibration from recorded targets: `node bench/accuracy/calibration-sets.ts`. Reads the folder of recordings
 * (LEITH_DATA) and says so where there is none.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { calibrate } from '../../src/core/calibrate/calibrate.ts';
import { Problem } from '../../src/core/problem.ts';
import { parseRecipe } from '../../src/core/recipe.ts';
import { findTarget } from '../../src/core/targets/catalogue.ts';
import { dataFolder } from './data-folder.ts';
import { markdownTable } from './markdown-table.ts';
import { readFrames } from './real-frames.ts';
import { realSets } from './real-set.ts';

/** µm in the sample, from the bars' edges: `usaf-pitch.ts` */
const KNOWN_PIXEL_UM = 0.2951;

const tried = [
  {
    ...{ folder: 'usaf-lensless-405nm', target_id: 'usaf-1951', known_um: KNOWN_PIXEL_UM },
    recipe: { wavelength_um: 0.405, pixel_pitch_um: 3.45, magnification: 3.45 / KNOWN_PIXEL_UM, z_mm: 37.3 },
  },
] as const;

const data = dataFolder();
if (!data) {
  console.log('No folder of recordings found: set LEITH_DATA to one.');
} else {
  const kernels = await loadKernels();
  const body: string[][] = [];
  for (const { folder, target_id, known_um, recipe: rig } of tried) {
    const set = realSets.find((one) => one.folder === folder)!;
    const recipe = parseRecipe({ holography_mode: 'off-axis', ...rig });
    const frames = await readFrames(data, set);
    try {
      const { corrections } = calibrate(kernels, frames, { target: findTarget(target_id)!, recipe });
      const { value, sigma } = corrections.pixel_pitch_um!;
      const pixel = `${(value / rig.magnification).toFixed(5)} ± ${(sigma / rig.magnification).toFixed(5)}`;
      body.push([folder, target_id, String(known_um), pixel]);
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
      body.push([folder, target_id, String(known_um), `${cause.code}: ${cause.message}`]);
    }
  }
  console.log(markdownTable(['recording', 'target', 'pixel, known (µm)', 'pixel, calibrated (µm)'], body));
}
