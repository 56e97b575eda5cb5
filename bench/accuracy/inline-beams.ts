/**
 * How far the light that is estimated from an in-line frame is from that of the frame without a sample, in beams and fringes drawn by NumPy
 * (`inline-beams.py`; PYTHON names an interpreter that has it): `node bench/accuracy/inline-beams.ts [first seed [frames]]`. A hundred
 * take three minutes. Of seeds of an earlier draft of the script (the same forms) and of 7201 to 7300 things were chosen, of none of these.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { loadCameraImage } from '../../src/core/field/camera.ts';
import { estimateLight } from '../../src/core/light/illumination.ts';
import { lightSettings } from '../../src/core/light/light-settings.ts';
import { lightTiles } from '../../src/core/light/light-tiles.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { markdownTable, median } from './markdown-table.ts';

const first = Number(process.argv[2] ?? 7001);
const count = Number(process.argv[3] ?? 100);
const kernels = await loadKernels();
const folder = mkdtempSync(join(tmpdir(), 'beams-'));

interface Found {
  readonly words: readonly string[];
  /** root mean square and most of the logarithm's error over the tiles */
  readonly error: number;
  readonly most: number;
}

async function foundOf(seed: number): Promise<Found> {
  using scope = kernels.scope();
  const planeOf = async (name: string) => {
    const { frame } = await decodeFrame(readFileSync(join(folder, name)));
    return loadCameraImage(kernels, scope, frame, 'hologram').plane;
  };
  const [seen, blank] = [await planeOf(`${seed}.npy`), await planeOf(`${seed}.light.npy`)];
  const { atTiles } = estimateLight(kernels, seen, lightSettings.fit)!;
  const { value } = lightTiles(kernels, blank, lightSettings.fit.tiles);
  const off = Array.from(atTiles, (v, t) => Math.abs(Math.log(v / value[t]!)));
  const squares = off.reduce((sum, o) => sum + o * o, 0);
  const words = readFileSync(join(folder, `${seed}.txt`), 'utf8').split(', ');
  return { words, error: Math.sqrt(squares / off.length), most: Math.max(...off) };
}

try {
  const script = fileURLToPath(new URL('inline-beams.py', import.meta.url));
  const asked = [script, folder, `${first}`, `${count}`];
  const { status, stderr } = spawnSync(process.env.PYTHON ?? 'python3', asked, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Beams need NumPy (PYTHON): ${stderr}`);
  const found: Found[] = [];
  for (let seed = first; seed < first + count; seed += 1) found.push(await foundOf(seed));
  const per = (value: number) => `${(100 * value).toFixed(2)} %`;
  const rowOf = (name: string, of: readonly Found[]) => [
    ...[name, `${of.length}`, per(median(of.map(({ error }) => error)))],
    per(Math.exp(of.reduce((sum, { error }) => sum + Math.log(Math.max(error, 3e-4)), 0) / of.length)),
    ...[0.1, 0.3].map((least) => `${of.filter(({ most }) => most > least).length}`),
  ];
  const groups = [0, 1, 2].flatMap((k) =>
    [...new Set(found.map(({ words }) => words[k]!))].sort().map((word) => ({ k, word })),
  );
  const names = ['', '', ' fringes'];
  const body = groups.map(({ k, word }) =>
    rowOf(
      word + names[k]!,
      found.filter(({ words }) => words[k] === word),
    ),
  );
  const head = [
    'frames',
    'of',
    'error of the light, median',
    'geometric mean',
    'off by 0.1 somewhere',
    'by 0.3',
  ];
  console.log(`Seeds ${first} to ${first + count - 1}.\n`);
  console.log(markdownTable(head, [rowOf('all', found), ...body]));
} finally {
  rmSync(folder, { recursive: true });
}
