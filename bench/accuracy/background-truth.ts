/**
 * Whether the stated uncertainty holds on recordings, where they hold no sample (LEITH_DATA, default ../shared/data):
 * `node bench/accuracy/background-truth.ts [folder …]`. Scatter is the standard deviation of the phase within a rectangle;
 * a difference is that of the means of two rectangles of one recording, against what the components state for it.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import type { Reconstruction } from '../../src/core/reconstruction/reconstruction.ts';
import { markdownTable, median } from './markdown-table.ts';
import { regionVariance } from './region-variance.ts';
import { askedFor, framesOf, scatterOf, valuesIn } from './recorded.ts';
import { sampleFree, type Rectangle } from './sample-free.ts';

/** Mean and standard deviation of the phase in a rectangle, median of its stated uncertainty, and variance of the mean. */
interface Measured {
  readonly mean: number;
  readonly ratio: number;
  readonly variance: number;
}

function measure(found: Reconstruction, [left, top, width, height]: Rectangle): Measured {
  const { phase, phase_uncertainty, cols, crop_px } = found;
  const here = [left - crop_px.x, top - crop_px.y, width, height] as const;
  const values = valuesIn(phase.data, cols, here);
  const stated = valuesIn(phase_uncertainty.data, cols, here);
  // a rectangle that lies a turn off is still one
  const middle = median(values);
  const near = values.map((v) => v - 2 * Math.PI * Math.round((v - middle) / (2 * Math.PI)));
  const { centre, spread } = scatterOf(near);
  return { mean: centre, ratio: spread / median(stated), variance: regionVariance(found, here) };
}

const kernels = await loadKernels();
const asked = askedFor(sampleFree);
if (asked) {
  const all: number[] = [];
  const differences: number[] = [];
  const body: string[][] = [];
  for (const set of asked.sets) {
    const recipe = parseRecipe({ holography_mode: 'off-axis', z_mm: 0, ...set.fields });
    const found = reconstruct(kernels, await framesOf(asked.data, set), recipe);
    const measured = set.rectangles.map((rectangle) => measure(found, rectangle));
    const off = measured.flatMap((a, k) =>
      measured.slice(k + 1).map((b) => Math.abs(a.mean - b.mean) / Math.sqrt(a.variance + b.variance)),
    );
    all.push(...measured.map(({ ratio }) => ratio));
    differences.push(...off);
    const part = (name: string) => {
      const value = found.uncertainty.components.find((one) => one.name === name)?.median_rad;
      return value == null ? '–' : value.toFixed(3);
    };
    body.push([
      `${set.folder}, ${set.hologram}${set.background ? ' with background' : ''}`,
      part('camera_noise'),
      part('coherent_background'),
      part('smooth_background'),
      measured.map(({ ratio }) => ratio.toFixed(2)).join(' '),
      median(measured.map(({ ratio }) => ratio)).toFixed(2),
      `${off.filter((z) => z < 2).length} of ${off.length}`,
    ]);
  }
  const head = [
    'recording',
    'camera (rad)',
    'coherent (rad)',
    'smooth (rad)',
    'scatter / σ of each rectangle',
    'median',
    'differences within 2 σ',
  ];
  console.log(markdownTable(head, body));
  const within = differences.filter((z) => z < 2).length;
  console.log(
    `\n${all.length} rectangles: scatter / σ ${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}, median ${median(all).toFixed(2)}; ` +
      `${within} of ${differences.length} differences within 2 σ (${((100 * within) / differences.length).toFixed(0)} %).`,
  );
}
