/**
 * Reconstructs every off-axis recording of a folder of other people's holograms (LEITH_DATA, default ../shared/data)
 * and prints what was found; the pictures go to bench/out. `node bench/accuracy/real-sets.ts [folder name …]`
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import type { Reconstruction } from '../../src/core/reconstruction.ts';
import { drawPreviews } from '../../src/formats/preview/previews.ts';
import { dataFolder } from './data-folder.ts';
import { markdownTable } from './markdown-table.ts';
import { readFrames } from './real-frames.ts';
import { realSets, type RealSet } from './real-set.ts';

const out = fileURLToPath(new URL('../out', import.meta.url));
const chosen = process.argv.slice(2);

const number = (value: unknown, digits: number) => (typeof value === 'number' ? value.toFixed(digits) : '–');

function row(name: string, { metrics: m, flags, steps }: Reconstruction): string[] {
  const smooth = steps.find((step) => step.name === 'aberration')?.metrics;
  return [
    name,
    `${number(m.carrier_x_cycles_per_px, 4)}, ${number(m.carrier_y_cycles_per_px, 4)}`,
    number(m.filter_radius_cycles_per_px, 4),
    number(m.fringe_visibility, 2),
    number(m.autocorrelation_overlap, 3),
    number(m.z_mm, 3),
    `${smooth?.degree ?? '–'} (${number(smooth?.background_share, 2)})`,
    number(m.residues, 0),
    number(m.median_phase_sigma_rad, 4),
    flags.map((flag) => flag.code).join(', '),
  ];
}

async function runSet(kernels: Awaited<ReturnType<typeof loadKernels>>, data: string, set: RealSet) {
  const frames = await readFrames(data, set);
  return Object.entries(set.runs).map(([variant, recipe]) => {
    const result = reconstruct(kernels, frames, recipe);
    const name = variant ? `${set.folder}, ${variant}` : set.folder;
    const folder = join(out, name.replaceAll(/[^a-z0-9]+/gi, '-'));
    mkdirSync(folder, { recursive: true });
    for (const { name: picture, png } of drawPreviews(result, crc32))
      writeFileSync(join(folder, `${picture}.png`), png);
    return row(name, result);
  });
}

const data = dataFolder();
if (!data) {
  console.log('No folder of recordings found: set LEITH_DATA to one.');
} else {
  const kernels = await loadKernels();
  const body: string[][] = [];
  for (const set of realSets) {
    if (chosen.length > 0 && !chosen.includes(set.folder)) continue;
    body.push(...(await runSet(kernels, data, set)));
  }
  const head = [
    'recording',
    'carrier (cycles/px)',
    'filter radius (cycles/px)',
    'visibility',
    'overlap with autocorrelation',
    'z (mm)',
    'degree removed (share of background)',
    'residues',
    'median σ (rad)',
    'flags',
  ];
  console.log(markdownTable(head, body));
}
