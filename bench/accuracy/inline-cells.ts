/**
 * In-line frames of cells that no simulator of ours drew, by NumPy (PYTHON names an interpreter that has it): random smooth ones, and red
 * cells as they were recorded off-axis (LEITH_DATA), dense and cut by the frame's edge. How far the phase is off in the cells, over what
 * is stated, and how much of it is known. `node bench/accuracy/inline-cells.ts [smooth seed … | recorded row …]`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { encodeNpyArray } from '../../src/formats/encode/npy-array.ts';
import { dataFolder } from './data-folder.ts';
import { markdownTable } from './markdown-table.ts';

/** rad: where a cell is */
const CELL = 0.3;
/** of a side, left out of the score */
const RIM = 0.05;
/** rad and σ from which on a pixel that is known is silently wrong */
const [WRONG, SURE] = [0.25, 5];

const [only, ...rest] = process.argv.slice(2);
const smooth =
  only === 'recorded' ? [] : rest.length > 0 ? rest : Array.from({ length: 12 }, (_, k) => `${13 + k}`);
const recorded = only === 'smooth' ? [] : rest.length > 0 ? rest : ['0', '1', '2', '3', '4', '5'];
const kernels = await loadKernels();
const folder = mkdtempSync(join(tmpdir(), 'leith-'));

function drawn(...words: readonly string[]): void {
  const script = fileURLToPath(new URL('./inline-cells.py', import.meta.url));
  const peer = spawnSync(process.env.PYTHON ?? 'python3', [script, ...words], { encoding: 'utf8' });
  if (peer.status !== 0) throw new Error(`${peer.stderr}\nSet PYTHON to an interpreter that has numpy.`);
}

/** The phase of red cells, less its median, as it is reconstructed from their off-axis recording. */
async function redCells(data: string): Promise<string> {
  const { frame } = await decodeFrame(readFileSync(join(data, 'red-blood-cells-40x', 'hologram.png')));
  const recipe = parseRecipe({ holography_mode: 'off-axis', wavelength_um: 0.633, pixel_pitch_um: 3.75 });
  const { phase, rows, cols } = reconstruct(kernels, { hologram: frame, background: null }, recipe);
  const middle = Float32Array.from(phase.data).sort()[phase.data.length >> 1]!;
  const path = join(folder, 'recording.npy');
  const values = phase.data.map((rad) => rad - middle);
  writeFileSync(path, Buffer.concat(encodeNpyArray(values, [rows, cols])));
  return path;
}

/** Of what is known in the cells and beside them, and how much that is. */
function scored(off: readonly number[], sigmas: readonly number[], isCell: readonly boolean[]): string[] {
  const known = [...off.keys()].filter((k) => sigmas[k]! < 1);
  const cells = known.filter((k) => isCell[k]);
  const rms = (values: readonly number[]) =>
    Math.sqrt(values.reduce((sum, one) => sum + one * one, 0) / values.length);
  const over = (some: readonly number[]) => rms(some.map((k) => off[k]! / sigmas[k]!)).toFixed(2);
  const share = (some: readonly number[], of: number) => `${((100 * some.length) / of).toFixed(0)} %`;
  const silent = known.filter((k) => Math.abs(off[k]!) > Math.max(WRONG, SURE * sigmas[k]!));
  return [
    cells.length > 0 ? rms(cells.map((k) => off[k]!)).toFixed(3) : '–',
    cells.length > 0 ? over(cells) : '–',
    over(known),
    share(
      known.filter((k) => Math.abs(off[k]!) < 2 * sigmas[k]!),
      known.length,
    ),
    share(known, off.length),
    `${((100 * silent.length) / off.length).toFixed(2)} %`,
  ];
}

async function row(kind: string, name: string): Promise<string[]> {
  const read = async (file: string) => (await decodeFrame(readFileSync(join(folder, file)))).frame;
  const rig = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Record<string, number>;
  const hologram = await read(`${name}.npy`);
  const truth = Float32Array.from((await read(`${name}-phase.npy`)).samples);
  const recipe = parseRecipe({ holography_mode: 'inline', camera_gamma: 1, ...rig });
  const found = reconstruct(kernels, { hologram, background: null }, recipe);
  const { width, height } = hologram;
  const rim = RIM * Math.min(width, height);
  const places = [...truth.keys()].filter((at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return Math.min(x, y, width - 1 - x, height - 1 - y) >= rim;
  });
  const off = places.map((at) => {
    const turn = found.phase_wrapped.data[at]! - truth[at]!;
    return Math.atan2(Math.sin(turn), Math.cos(turn));
  });
  const cells = places.map((at) => truth[at]! > CELL);
  const sigmas = places.map((at) => found.phase_uncertainty.data[at]!);
  const most = truth.reduce((a, b) => Math.max(a, b), 0).toFixed(1);
  const flags = found.flags.filter(({ level }) => level === 'warning').map(({ code }) => code);
  return [`${kind} ${name}`, most, ...scored(off, sigmas, cells), flags.join(', ') || '–'];
}

try {
  const body: string[][] = [];
  if (smooth.length > 0) drawn('smooth', folder, ...smooth);
  for (const seed of smooth) body.push(await row('smooth', seed));
  const data = dataFolder();
  if (recorded.length > 0 && data) {
    drawn('recorded', folder, await redCells(data), ...recorded);
    for (const name of recorded) body.push(await row('recorded', name));
  }
  if (recorded.length > 0 && !data) console.log('There is no folder of recordings: set LEITH_DATA.');
  const inCells = ['error in the cells (rad)', 'over σ'];
  const all = ['all over σ', 'within 2 σ', 'known', 'silently wrong', 'warnings'];
  console.log(markdownTable(['cells', 'most (rad)', ...inCells, ...all], body));
} finally {
  rmSync(folder, { recursive: true });
}
