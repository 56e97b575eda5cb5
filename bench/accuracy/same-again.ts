/**
 * What a recording gives when it is sent in another way: turned, mirrored, cut, noisier, compressed (LEITH_DATA, default
 * ../shared/data): `node bench/accuracy/same-again.ts [folder …]`. Nobody knows the truth, but both results are of one
 * sample, so that they may differ by no more than what they state. Nothing was chosen on these rows.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import type { Reconstruction } from '../../src/core/reconstruction/reconstruction.ts';
import { markdownTable, median } from './markdown-table.ts';
import { askedFor, changedFlags, framesOf } from './recorded.ts';
import { sampleFree, type SampleFree } from './sample-free.ts';
import { variants, visitShared } from './variants.ts';

interface Compared {
  /** of pixels that both results hold, known to 1 rad in both */
  readonly share: number;
  /** rad, median |difference| */
  readonly median: number;
  /** share of differences beyond twice the larger σ */
  readonly beyond: number;
  /** share of pixels off by more than half a turn */
  readonly turned: number;
}

/** @param sign −1: the twin was taken, whose phase is the other way round */
function compare(
  whole: Reconstruction,
  other: Reconstruction,
  from: (x: number, y: number) => readonly [number, number],
  sign: number,
): Compared {
  const off: number[] = [];
  let [beyond, turned] = [0, 0];
  const common = visitShared(whole, other, from, (phase, phaseOfOther, sigma) => {
    const difference = Math.abs(phase - sign * phaseOfOther);
    off.push(difference);
    if (difference > 2 * sigma) beyond++;
    if (difference > Math.PI) turned++;
  });
  const n = Math.max(1, off.length);
  return {
    share: off.length / common,
    median: off.length ? median(off) : NaN,
    beyond: beyond / n,
    turned: turned / n,
  };
}

const percent = (share: number) => (100 * share).toFixed(share < 0.01 ? 2 : 0);
const stepOf = (found: Reconstruction, name: string, metric: string) =>
  found.steps.find((step) => step.name === name)?.metrics[metric];

const kernels = await loadKernels();

async function rowsOf(folder: string, set: SampleFree): Promise<string[][]> {
  const frames = await framesOf(folder, set);
  const recipe = parseRecipe({ holography_mode: 'off-axis', z_mm: 0, ...set.fields });
  const whole = reconstruct(kernels, frames, recipe);
  const rows: string[][] = [];
  for (const { name, make, from } of variants) {
    const row = [`${set.folder}, ${set.hologram}${set.background ? ' with background' : ''}`, name];
    try {
      const hologram = await make(frames.hologram);
      const background = frames.background && (await make(frames.background));
      const other = reconstruct(kernels, { hologram, background }, recipe);
      const at = (x: number, y: number) => from(x, y, frames.hologram);
      const byConvention = other.flags.some(({ code }) => code === 'phase_sign_by_convention');
      const found = (byConvention ? [1, -1] : [1]).map((sign) => compare(whole, other, at, sign));
      const best = found.reduce((a, b) => (b.median < a.median ? b : a));
      const degrees = [whole, other].map((each) => stepOf(each, 'aberration', 'degree'));
      const sigma = median([...whole.phase_uncertainty.data].filter((value) => value < 1));
      row.push(
        percent(best.share),
        `${best.median.toFixed(3)}, ${sigma.toFixed(3)}`,
        percent(best.beyond),
        percent(best.turned),
        degrees[0] === degrees[1] ? `${degrees[0]}` : degrees.join(' → '),
        changedFlags(whole, other),
      );
    } catch (error) {
      row.push('–', (error as Error).message.slice(0, 80), '', '', '', '');
    }
    rows.push(row);
  }
  return rows;
}

const asked = askedFor(sampleFree);
if (asked) {
  const body: string[][] = [];
  for (const set of asked.sets) {
    process.stderr.write(`${set.folder}\n`);
    body.push(...(await rowsOf(asked.data, set)));
  }
  const head = [
    ...['recording', 'sent', 'known to 1 rad in both (%)', 'median difference, σ (rad)'],
    ...['beyond 2 σ (%)', 'off by half a turn and more (%)', 'degree', 'flags that came or went'],
  ];
  console.log(markdownTable(head, body));
}
