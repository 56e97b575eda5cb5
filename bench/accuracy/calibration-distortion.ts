/**
 * How a lens's distortion comes out of frames of the second simulator that it moved: a rig a row.
 * `node bench/accuracy/calibration-distortion.ts <inline | off-axis> <side in px> <seed>,<seed>… <radial>,<radial>…`;
 * the tangential terms are 0.3 and −0.2 times the radial one.
 */
import { loadKernels } from '../../test/load-kernels.ts';
import { record } from '../../test/second-simulator/record.ts';
import { secondCase, secondSetups } from '../../test/second-simulator/rigs.ts';
import { calibrate } from '../../src/core/calibrate/calibrate.ts';
import { Problem } from '../../src/core/problem/problem.ts';
import type { Measured } from '../../src/core/rig/calibration.ts';
import { markdownTable } from './markdown-table.ts';

const [mode = 'inline', side = '128', seeds = '41', sizes = '0.003,0.01'] = process.argv.slice(2);
const kernels = await loadKernels();
const found = secondSetups.find((one) => one.target_id === 'distortion-grid-50um' && one.mode === mode)!;
const rows = seeds
  .split(',')
  .flatMap((seed) => sizes.split(',').map((size) => [seed, size, ...rowOf(Number(seed), Number(size))]));
const headers = ['seed', 'radial', 'found', 'off by (σ)', 'tangential, off by (σ)', 'told from noise'];
console.log(markdownTable(headers, rows));

function rowOf(seed: number, radial: number): string[] {
  const { rig, recipe, target, withBackground } = secondCase({ ...found, side_px: Number(side) }, seed);
  const tangential = [0.3 * radial, -0.2 * radial] as const;
  const frames = record(target.model(), { ...rig, distortion: { radial, tangential } }, withBackground);
  // in-line there is a lens where there is a magnification
  const basis = { pixel_pitch_basis: 'object_space', magnification: 1.5 } as const;
  const own = mode === 'inline' ? { ...recipe, ...basis } : recipe;
  try {
    const { distortion } = calibrate(kernels, frames, { target, recipe: own });
    const { radial: r, tangential_x: x, tangential_y: y, significant } = distortion!;
    const off = ({ value, sigma }: Measured, truth: number) => ((value - truth) / sigma).toFixed(1);
    const aside = `${off(x, tangential[0])}, ${off(y, tangential[1])}`;
    return [
      `${r.value.toFixed(5)} ± ${r.sigma.toFixed(5)}`,
      off(r, radial),
      aside,
      significant ? 'yes' : 'no',
    ];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return ['refused', '–', '–', '–'];
  }
}
