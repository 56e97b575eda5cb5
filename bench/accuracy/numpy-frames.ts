import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { wrapAngle } from '../../src/core/phase/tiles.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { markdownTable, median } from './markdown-table.ts';
import { percent } from './sigma-score.ts';

/** Of a side, left out at each edge. */
const BORDER = 0.05;

const kernels = await loadKernels();
const recipe = parseRecipe({
  ...{ holography_mode: 'off-axis', wavelength_um: 0.633, pixel_pitch_um: 0.2, z_mm: 0 },
  ...{ pixel_pitch_basis: 'object_space', magnification: 17.25 },
});

async function scoreOf(folder: string, name: string, flag: string) {
  const read = async (file: string) => (await decodeFrame(readFileSync(join(folder, file)))).frame;
  const hologram = await read(`${name}.npy`);
  const truth = (await read(`${name}-phase.npy`)).samples;
  const { phase, phase_uncertainty, flags } = reconstruct(kernels, { hologram, background: null }, recipe);
  const { width, height } = hologram;
  const inside = (at: number) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return Math.min(x, width - 1 - x) >= BORDER * width && Math.min(y, height - 1 - y) >= BORDER * height;
  };
  const sigma = phase_uncertainty.data;
  const known = [...sigma.keys()].filter((at) => sigma[at]! < 1.8 && inside(at));
  // a sign that nothing decides is one by convention
  const tried = [1, -1].map((sign) => {
    const off = known.map((at) => wrapAngle(phase.data[at]! - sign * truth[at]!));
    const level = median(off);
    return off.map((one, n) => wrapAngle(one - level) / sigma[known[n]!]!);
  });
  const squares = tried.map((of) => of.reduce((sum, z) => sum + z * z, 0) / of.length);
  const [least, over] = squares[0]! < squares[1]! ? [squares[0]!, tried[0]!] : [squares[1]!, tried[1]!];
  return {
    told: flags.some(({ code }) => code === flag),
    ratio: Math.sqrt(least),
    within: over.filter((z) => Math.abs(z) < 2).length / over.length,
    sigma: median(known.map((at) => sigma[at]!)),
  };
}

/**
 * Prints of kinds of frames by NumPy how many are told by a flag, and how far the phase is off over what is stated for it. The command line may
 * name the first seed, how many of each kind, and `--rigs` for a line of each.
 * @param kinds what numpy-frames.py calls them, and in words
 */
export async function printFramesByNumpy(
  kinds: Readonly<Record<string, string>>,
  flag: string,
  firstSeed: number,
): Promise<void> {
  const words = process.argv.slice(2);
  const [first = firstSeed, count = 6] = words.filter((a) => !a.startsWith('--')).map(Number);
  const seeds = Array.from({ length: count }, (_, n) => first + n);
  const folder = mkdtempSync(join(tmpdir(), 'leith-'));
  try {
    const script = fileURLToPath(new URL('./numpy-frames.py', import.meta.url));
    const body: string[][] = [];
    for (const [kind, named] of Object.entries(kinds)) {
      const made = spawnSync(process.env.PYTHON ?? 'python3', [script, folder, kind, ...seeds.map(String)], {
        encoding: 'utf8',
      });
      if (made.status !== 0)
        throw new Error(`${made.stderr}\nSet PYTHON to an interpreter with NumPy and SciPy.`);
      const scores = [];
      for (const seed of seeds) {
        const one = await scoreOf(folder, `${kind}-${seed}`, flag);
        scores.push(one);
        if (words.includes('--rigs'))
          console.log(kind, seed, one.told, one.ratio.toFixed(2), percent(one.within), one.sigma.toFixed(4));
      }
      const ratios = scores.map(({ ratio }) => ratio);
      body.push([
        ...[named, `${scores.filter(({ told }) => told).length} of ${scores.length}`],
        ...[median(scores.map(({ sigma }) => sigma)).toFixed(3), median(ratios).toFixed(2)],
        `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
        percent(scores.reduce((sum, { within }) => sum + within, 0) / scores.length, 1),
      ]);
    }
    const heads = ['told', 'median σ (rad)', 'error / σ, median', 'single rigs', 'pixels within 2 σ'];
    console.log(`NumPy, seeds ${seeds[0]} to ${seeds.at(-1)}.\n`);
    console.log(markdownTable(['kind', ...heads], body));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
