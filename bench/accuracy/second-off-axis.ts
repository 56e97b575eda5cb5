/**
 * Does what is stated of an off-axis phase hold in recordings of a simulator written apart from the product's? A rig a line:
 * `node bench/accuracy/second-off-axis.ts <first seed> <of each kind> [--rigs] [--kind=<part of its name>]`.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { Problem } from '../../src/core/problem/problem.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { recordSample } from '../../test/second-simulator/record-sample.ts';
import { rigKinds, sampleCase } from '../../test/second-simulator/sample-rigs.ts';
import { markdownTable } from './markdown-table.ts';
import { asFile, recipeOf, score, type Scored } from './second-off-axis-score.ts';
import { percent, rowOfScores, scoreColumns, withinTwo } from './sigma-score.ts';

const words = process.argv.slice(2);
const [first = 990_001, count = 3] = words.filter((a) => !a.startsWith('--')).map(Number);
const asked = words.find((a) => a.startsWith('--kind='))?.slice(7) ?? '';
const kernels = await loadKernels();

const body: string[][] = [];
const all: number[] = [];
for (const [k, kind] of Object.keys(rigKinds).entries()) {
  if (!kind.includes(asked)) continue;
  const scored: Scored[] = [];
  const refused: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const seed = first + 100 * k + n;
    const one = await tried(kind, seed);
    if (typeof one === 'string') refused.push(one);
    else scored.push(one);
    if (words.includes('--rigs')) console.log(kind, seed, typeof one === 'string' ? one : lineOf(one));
  }
  if (scored.length > 0) body.push([kind, ...rowOf(scored, refused)]);
  all.push(...scored.flatMap(({ differences }) => differences));
}
console.log(markdownTable(['kind', 'rigs', 'sideband wrong', ...scoreColumns], body));
console.log(`\n${all.length} differences of regions of 40 × 40 px, ${withinTwo(all)} within 2 σ.`);

function rowOf(scored: readonly Scored[], refused: readonly string[]): string[] {
  return [
    `${scored.length}${refused.length > 0 ? ` (${refused.length} refused)` : ''}`,
    `${scored.filter(({ sideband }) => sideband === 'wrong').length}`,
    ...rowOfScores(scored),
  ];
}

function lineOf(one: Scored): string {
  const { sideband, ratio, within, marked, turns, sigma, differences, warned } = one;
  return (
    `${sideband} ratio ${ratio.toFixed(2)} 2σ ${percent(within)} marked ${percent(marked, 1)} turns ${percent(turns, 2)} σ ${sigma.toFixed(4)} ` +
    `regions ${differences.filter((d) => d < 2).length}/${differences.length} worst ${Math.max(0, ...differences).toFixed(1)} ${warned.join(' ')}`
  );
}

/** What came of it, or why nothing did. */
async function tried(kind: string, seed: number): Promise<Scored | string> {
  const made = sampleCase(kind, seed);
  const { hologram, background, truth } = recordSample(made.rig, made.background);
  const frames = {
    hologram: await asFile(hologram, made.jpeg),
    background: background && (await asFile(background, made.jpeg)),
  };
  try {
    const found = reconstruct(kernels, frames, recipeOf(made));
    return score(found, truth.phase, made.rig, seed);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return `refused: ${error.code}`;
  }
}
