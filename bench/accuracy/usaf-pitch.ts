/**
 * Size of a pixel in the sample from the bars of a recorded USAF 1951 target, elements 6-2 to 6-6, by fitting the six
 * edges of each set of three bars: `node bench/accuracy/usaf-pitch.ts`. Reads usaf-lensless-405nm of the folder of
 * recordings (LEITH_DATA); where its bars lie was read off the picture.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import type { RealMap } from '../../src/core/reconstruction/reconstruction.ts';
import { barWidth } from '../../src/core/targets/bar-width.ts';
import { dataFolder } from './data-folder.ts';
import { markdownTable, mean } from './markdown-table.ts';
import { readFrames } from './real-frames.ts';
import { firstRun, realSets } from './real-set.ts';

interface Box {
  readonly element: number;
  /** px: across the bars with some margin, and along them without their ends */
  readonly across: readonly [number, number];
  readonly along: readonly [number, number];
}

const lying: readonly Box[] = [
  { element: 2, across: [178, 310], along: [765, 868] },
  { element: 3, across: [343, 460], along: [777, 866] },
  { element: 4, across: [490, 593], along: [787, 865] },
  { element: 5, across: [620, 712], along: [796, 863] },
  { element: 6, across: [736, 820], along: [803, 862] },
];
const upright: readonly Box[] = [
  { element: 2, across: [587, 720], along: [192, 293] },
  { element: 3, across: [617, 735], along: [355, 443] },
  { element: 4, across: [643, 750], along: [502, 578] },
  { element: 5, across: [666, 762], along: [632, 698] },
  { element: 6, across: [687, 773], along: [747, 806] },
];

function profile({ cols, data }: RealMap, { across, along }: Box, areUpright: boolean): number[] {
  return Array.from({ length: across[1] - across[0] }, (_, k) => {
    let sum = 0;
    for (let m = along[0]; m < along[1]; m++) {
      const [row, col] = areUpright ? [m, across[0] + k] : [across[0] + k, m];
      sum += data[row * cols + col]!;
    }
    return sum / (along[1] - along[0]);
  });
}

/** Places where the profile passes half way between dark and bright, px. */
function edges(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const level = (sorted[Math.floor(0.15 * sorted.length)]! + sorted[Math.floor(0.8 * sorted.length)]!) / 2;
  const found: number[] = [];
  for (let k = 1; k < values.length; k++) {
    const [before, after] = [values[k - 1]! - level, values[k]! - level];
    if (before * after < 0) found.push(k - 1 + before / (before - after));
  }
  return found;
}

/** Period of three bars, px: the slope through the falling edges and through the rising ones, together. */
function period(values: readonly number[]): number {
  const found = edges(values);
  if (found.length !== 6) throw new Error(`${found.length} edges where three bars have 6`);
  return (found[4]! - found[0]! + found[5]! - found[1]!) / 4;
}

const data = dataFolder();
const set = realSets.find(({ folder }) => folder === 'usaf-lensless-405nm')!;
if (!data) {
  console.log('No folder of recordings found: set LEITH_DATA to one.');
} else {
  const recipe = parseRecipe(firstRun(set));
  const result = reconstruct(await loadKernels(), await readFrames(data, set), recipe);
  const pitches: number[] = [];
  const body = lying.map((box, k) => {
    const micrometres = 2 * barWidth(6, box.element);
    const cells = [profile(result.amplitude, box, false), profile(result.amplitude, upright[k]!, true)].map(
      (values) => micrometres / period(values),
    );
    pitches.push(...cells);
    return [`6-${box.element}`, micrometres.toFixed(3), ...cells.map((pitch) => pitch.toFixed(4))];
  });
  const middle = mean(pitches);
  const spread = Math.sqrt(mean(pitches.map((pitch) => (pitch - middle) ** 2)));
  console.log(markdownTable(['element', 'period (µm)', 'lying bars (µm/px)', 'upright bars (µm/px)'], body));
  console.log(
    `\nMean ${middle.toFixed(4)} µm/px, standard deviation ${((100 * spread) / middle).toFixed(2)} %.`,
  );
}
