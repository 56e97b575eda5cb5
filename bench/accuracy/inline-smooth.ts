/**
 * In-line frames of cells with smooth outlines by another program, LightPipes (PYTHON names an interpreter that has it): how far the phase
 * is off over what is stated for it, by the distance from the cells. `node bench/accuracy/inline-smooth.ts [seed …]`. Nothing was chosen
 * on these frames.
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
  ...{ holography_mode: 'inline', wavelength_um: 0.532, pixel_pitch_um: 1.67, z_mm: 1.4, camera_gamma: 1 },
});
/** rad: where a cell is */
const CELL = 0.15;
/** px from a cell, of the zones that are told */
const ZONES = [0, 10, 25, 60, Infinity];

const seeds = process.argv.slice(2);
const chosen = seeds.length > 0 ? seeds : ['301', '302', '303', '304', '305', '306'];
const kernels = await loadKernels();

/** px from each pixel to the nearest cell, in steps along rows, columns and diagonals. */
function fromCells(truth: ArrayLike<number>, width: number): Float64Array {
  const far = Float64Array.from(truth, (phase) => (phase > CELL ? 0 : Infinity));
  const height = far.length / width;
  for (const before of [-1, 1])
    for (let n = 0; n < far.length; n += 1) {
      const at = before < 0 ? n : far.length - 1 - n;
      const [y, x] = [Math.floor(at / width), at % width];
      const via = (dy: number, dx: number) => {
        const isInside = y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width;
        return isInside ? far[at + dy * width + dx]! + Math.hypot(dx, dy) : Infinity;
      };
      const nearest = Math.min(via(0, before), via(before, 0), via(before, before), via(before, -before));
      far[at] = Math.min(far[at]!, nearest);
    }
  return far;
}

/** Error over σ, root mean square, and the share within 2 σ, of pixels whose phase is known. */
function scored(of: readonly number[]): string {
  const rms = Math.sqrt(of.reduce((sum, z) => sum + z * z, 0) / of.length);
  const within = of.filter((z) => Math.abs(z) < 2).length / of.length;
  return `${rms.toFixed(2)}, ${(100 * within).toFixed(0)} %`;
}

async function row(folder: string, seed: string): Promise<string[]> {
  const read = async (name: string) => (await decodeFrame(readFileSync(join(folder, name)))).frame;
  const hologram = await read(`${seed}.npy`);
  const truth = Float64Array.from((await read(`${seed}-phase.npy`)).samples);
  const {
    phase,
    phase_uncertainty: sigma,
    flags,
  } = reconstruct(kernels, { hologram, background: null }, recipe);
  const far = fromCells(truth, hologram.width);
  const known = [...far.keys()].filter((at) => sigma.data[at]! < 1);
  const off = (at: number) => phase.data[at]! - truth[at]!;
  // the zero is the background's
  const beside = known
    .filter((at) => far[at]! > 15)
    .map(off)
    .toSorted((a, b) => a - b);
  const zero = beside[beside.length >> 1]!;
  const over = (some: readonly number[]) => scored(some.map((at) => (off(at) - zero) / sigma.data[at]!));
  const silent = known.filter((at) => Math.abs(off(at) - zero) > Math.PI).length / far.length;
  return [
    seed,
    truth.reduce((most, one) => Math.max(most, one), 0).toFixed(1),
    over(known),
    ...ZONES.map((to, k) =>
      over(known.filter((at) => far[at]! <= to && (k === 0 || far[at]! > ZONES[k - 1]!))),
    ),
    `${(100 * silent).toFixed(2)} %`,
    flags.map(({ code }) => code).join(', '),
  ];
}

const folder = mkdtempSync(join(tmpdir(), 'leith-'));
try {
  const script = fileURLToPath(new URL('./inline-smooth.py', import.meta.url));
  const peer = spawnSync(process.env.PYTHON ?? 'python3', [script, folder, ...chosen], { encoding: 'utf8' });
  if (peer.status !== 0)
    throw new Error(`${peer.stderr}\nSet PYTHON to an interpreter that has numpy and LightPipes.`);
  const body: string[][] = [];
  for (const seed of chosen) body.push(await row(folder, seed));
  const zones = ['in the cells', 'to 10 px', 'to 25 px', 'to 60 px', 'farther'];
  console.log(`LightPipes, seeds ${chosen.join(', ')}; error / σ (root mean square) and share within 2 σ.\n`);
  console.log(markdownTable(['seed', 'most (rad)', 'all', ...zones, 'silently wrong', 'flags'], body));
} finally {
  rmSync(folder, { recursive: true });
}
