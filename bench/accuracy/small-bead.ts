/**
 * The phase in the middle of the recorded bead of small-bead over that around it, by how it is reconstructed:
 * `node bench/accuracy/small-bead.ts`. Reads the folder of recordings (LEITH_DATA).
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import type { Reconstruction } from '../../src/core/reconstruction/reconstruction.ts';
import { dataFolder } from './data-folder.ts';
import { markdownTable, mean } from './markdown-table.ts';
import { readFrames } from './real-frames.ts';
import { firstRun, realSets, type RequestFields } from './real-set.ts';

/** px: the middle of the bead, read off the picture, and how far what is averaged lies from it */
const MIDDLE = { x: 139, y: 140.5 };
const CORE = 4;
const RING = [60, 90] as const;

const variants: Record<string, RequestFields> = {
  'as found: filter 0.43 of the carrier, degree 2': {},
  'filter 0.24 of the carrier': { filter_radius_cycles_per_um: 0.24 },
  'filter 0.28 of the carrier': { filter_radius_cycles_per_um: 0.284 },
  'filter 0.33 of the carrier': { filter_radius_cycles_per_um: 0.338 },
  'filter 0.45 of the carrier': { filter_radius_cycles_per_um: 0.456 },
  'z = −10 µm': { z_mm: -0.01 },
  'z = 4 µm': { z_mm: 0.004 },
  'only tilt removed': { phase_background: 'tilt' },
};

function valuesWithin({ cols, phase }: Reconstruction, from: number, to: number): number[] {
  return [...phase.data].filter((_, at) => {
    const r = Math.hypot((at % cols) - MIDDLE.x, Math.floor(at / cols) - MIDDLE.y);
    return r >= from && r < to;
  });
}

function row(name: string, result: Reconstruction): string[] {
  const core = valuesWithin(result, 0, CORE);
  const around = valuesWithin(result, ...RING).sort((a, b) => a - b);
  const peak = mean(core) - around[around.length >> 1]!;
  const at = Math.round(MIDDLE.y) * result.cols + MIDDLE.x;
  return [name, peak.toFixed(2), Math.max(...core).toFixed(2), result.phase_uncertainty.data[at]!.toFixed(4)];
}

const data = dataFolder();
const set = realSets.find(({ folder }) => folder === 'small-bead')!;
if (!data) {
  console.log('No folder of recordings found: set LEITH_DATA to one.');
} else {
  const kernels = await loadKernels();
  const frames = await readFrames(data, set);
  const body = Object.entries(variants).map(([name, fields]) =>
    row(name, reconstruct(kernels, frames, parseRecipe({ ...firstRun(set), ...fields }))),
  );
  const head = ['reconstruction', 'middle less surroundings (rad)', 'largest (rad)', 'stated σ there (rad)'];
  console.log(markdownTable(head, body));
}
