/**
 * Off-axis frames of beads out of focus by another program, pylorenzmie (PYTHON names an interpreter that has it): how far the phase is off
 * over what is stated for it. `node bench/accuracy/off-axis-beads.ts [seed …]`. Nothing was chosen on these frames.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { markdownTable } from './markdown-table.ts';

const recipe = parseRecipe({
  ...{ holography_mode: 'off-axis', wavelength_um: 0.532, pixel_pitch_um: 4, magnification: 20, z_mm: 9 },
});
/** rad: where a bead is */
const BEAD = 0.15;
/** px across a bead and its nearest surroundings, each way */
const AROUND = 12;

const seeds = process.argv.slice(2);
const chosen = seeds.length > 0 ? seeds : ['401', '402', '403', '404'];
const kernels = await loadKernels();

const wrapped = (angle: number) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/** Error over σ, root mean square, and the share within 2 σ. */
function scored(of: readonly number[]): string {
  const rms = Math.sqrt(of.reduce((sum, z) => sum + z * z, 0) / of.length);
  const within = of.filter((z) => Math.abs(z) < 2).length / of.length;
  return `${rms.toFixed(2)}, ${(100 * within).toFixed(0)} %`;
}

function near(isBead: readonly boolean[], width: number, at: number): boolean {
  const x = at % width;
  for (let dy = -AROUND; dy <= AROUND; dy += 3)
    for (let dx = -AROUND; dx <= AROUND; dx += 3)
      if (x + dx >= 0 && x + dx < width && isBead[at + dy * width + dx]) return true;
  return false;
}

async function row(folder: string, seed: string): Promise<string[]> {
  const read = async (name: string) => (await decodeFrame(readFileSync(join(folder, name)))).frame;
  const hologram = await read(`${seed}.npy`);
  const background = await read(`${seed}-background.npy`);
  const truth = Float64Array.from((await read(`${seed}-phase.npy`)).samples);
  const frames = { hologram, background };
  const { phase, phase_uncertainty: sigma, flags } = reconstruct(kernels, frames, recipe);
  const isBead = Array.from(truth, (one) => Math.abs(one) > BEAD);
  const known = [...truth.keys()].filter((at) => sigma.data[at]! < 1);
  const off = (at: number) => wrapped(phase.data[at]! - truth[at]!);
  const zero = known.map(off).toSorted((a, b) => a - b)[known.length >> 1]!;
  const over = (at: number) => (off(at) - zero) / sigma.data[at]!;
  const beads = known.filter((at) => isBead[at]);
  const beside = known.filter((at) => !isBead[at] && near(isBead, hologram.width, at));
  const silent = known.filter((at) => Math.abs(over(at)) > 5 && Math.abs(off(at) - zero) > 0.1).length;
  const rms = Math.sqrt(beads.reduce((sum, at) => sum + (off(at) - zero) ** 2, 0) / beads.length);
  const full = Array.from(hologram.samples).filter((value) => value === 255).length;
  return [
    ...[seed, `${full}`, rms.toFixed(3)],
    ...[known, beads, beside].map((some) => scored(some.map(over))),
    `${((100 * silent) / truth.length).toFixed(2)} %`,
    flags.map(({ code }) => code).join(', ') || '–',
  ];
}

const folder = mkdtempSync(join(tmpdir(), 'leith-'));
try {
  const script = fileURLToPath(new URL('./off-axis-beads.py', import.meta.url));
  const peer = spawnSync(process.env.PYTHON ?? 'python3', [script, folder, ...chosen], { encoding: 'utf8' });
  if (peer.status !== 0)
    throw new Error(`${peer.stderr}\nSet PYTHON to an interpreter that has numpy and pylorenzmie.`);
  const body: string[][] = [];
  for (const seed of chosen) body.push(await row(folder, seed));
  const heads = ['full pixels', 'error in the beads (rad)', 'all', 'in the beads', 'beside them'];
  console.log(
    `pylorenzmie, seeds ${chosen.join(', ')}; error / σ (root mean square) and share within 2 σ; silently wrong: by more than 5 σ and 0.1 rad.\n`,
  );
  console.log(markdownTable(['seed', ...heads, 'silently wrong', 'flags'], body));
} finally {
  rmSync(folder, { recursive: true });
}
