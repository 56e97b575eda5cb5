import type { Kernels } from '../kernel/kernels.ts';
import { noFinerThanWhite } from './no-finer-than-white.ts';
import { oneSidedShare } from './one-sided.ts';
import { blockMeans } from './quiet-grid.ts';
import type { BlockVariance } from './scatter-components.ts';
import type { QuietSettings } from './scatter-settings.ts';
import type { ScatteringField } from './scattering-field.ts';
import { varianceOf, type QuietTiles } from './scatter-within.ts';

/** Samples along the sides of blocks: four of them hold one and a third cycles of a filter's rim. */
const BLOCK_SIDES = [1, 2, 4, 8];
const COARSE = 4;

/**
 * What blocks of single samples scatter by that hold no sample, by the same rules as tiles: what is finer is as much as the calmer part
 * of the field has more than its coarse blocks do, and no finer than white noise beyond single waves; what is coarse is the phase's.
 * @param grid of single samples
 * @returns null where hardly two samples lie side by side
 */
export function scatterOfSamples(
  kernels: Kernels,
  field: ScatteringField,
  grid: QuietTiles,
  margin: number,
  settings: QuietSettings,
): readonly BlockVariance[] | null {
  const phases = BLOCK_SIDES.map((side) => blockMeans(grid, side, 'im', settings));
  const few = phases.findIndex(({ length }) => length < settings.leastTiles);
  const sides = few < 0 ? BLOCK_SIDES : BLOCK_SIDES.slice(0, few);
  if (sides.length < 2) return null;
  const im = sides.map((_, k) => varianceOf(phases[k]!));
  const re = sides.map((side) => varianceOf(lessMean(blockMeans(grid, side, 're', settings))));
  const coarse = Math.min(BLOCK_SIDES.indexOf(COARSE), sides.length - 1);
  const finer = (part: readonly number[], k: number) => Math.max(0, part[k]! - part[coarse]!);
  const { rim, hasBeam, flattens = false, edited = false } = field;
  const calmer = !flattens && !edited && finer(re, 0) < finer(im, 0) ? re : im;
  const blocks = sides.map((side, k) => ({
    side,
    variance: k < coarse ? finer(calmer, k) + im[coarse]! : im[k]!,
  }));
  if (edited) return blocks;
  const last = phases[sides.length - 1]!;
  const capped = noFinerThanWhite(kernels, blocks, rim, last.length);
  const share = hasBeam ? oneSidedShare(kernels, { ...field, ...grid, margin }) : 1;
  return blocks.map(({ side, variance }, k) => ({
    side,
    variance: Math.max(capped[k]!.variance, share * variance),
  }));
}

function lessMean(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
  return values.map((v) => v - mean);
}
