/**
 * A whole reconstruction of a 1920 × 1080 frame, decoded samples in, all maps out, one thread, beside a NumPy / SciPy /
 * scikit-image pipeline doing the same steps, taking turns: `node bench/performance/reconstruction.ts`.
 * Without python3 and its packages only our side is shown.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Kernels } from '../../src/core/kernel/kernels.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { encodeFrame } from '../../src/formats/encode/frame.ts';

const ROUNDS = 8;
/** Of ours alone before that: V8 compiles what is called often, and a worker of the service has done many. */
const WARM = 8;
const wasm = readFileSync(new URL('../../kernels/kernels.wasm', import.meta.url));
const kernels = await Kernels.load(new Uint8Array(wasm));
const { hologram } = simulate(kernels, {
  mode: 'off-axis',
  object: { kind: 'cells' },
  width_px: 1920,
  height_px: 1080,
  background: false,
});
const recipe = parseRecipe({
  holography_mode: 'off-axis',
  wavelength_um: 0.6328,
  pixel_pitch_um: 3.45,
  z_mm: 0,
});

function ours(): Map<string, number> {
  const times = new Map<string, number>();
  const start = performance.now();
  let last = start;
  let stage = 'start';
  const lap = (next: string) => {
    const now = performance.now();
    times.set(stage, (times.get(stage) ?? 0) + now - last);
    stage = next;
    last = now;
  };
  reconstruct(kernels, { hologram, background: null }, recipe, lap);
  lap('');
  times.set('all', performance.now() - start);
  return times;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
const folder = new URL('../out/', import.meta.url);
mkdirSync(folder, { recursive: true });
const frameFile = fileURLToPath(new URL('frame.npy', folder));
writeFileSync(frameFile, Buffer.concat(await encodeFrame(hologram, 'npy', 3.45)));

const python = ['python3', '/usr/bin/python3'].find(
  (name) => spawnSync(name, ['-c', 'import numpy, scipy, skimage']).status === 0,
);
const peer = python
  ? spawn(python, [fileURLToPath(new URL('peer.py', import.meta.url)), frameFile], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' },
    })
  : null;
const answers = peer && createInterface({ input: peer.stdout })[Symbol.asyncIterator]();

const own: Map<string, number>[] = [];
const theirs: Record<string, number>[] = [];
let cold = 0;
for (let round = -WARM; round < ROUNDS; round++) {
  const times = ours();
  if (round === -WARM) cold = times.get('all')!;
  if (round >= 0) own.push(times);
  if (!peer || !answers || round < -1) continue;
  peer.stdin.write('\n');
  const line = JSON.parse((await answers.next()).value as string) as Record<string, number>;
  if (round >= 0) theirs.push(line);
}
peer?.stdin.end();

const column = (name: string, rows: Map<string, number>[]) => median(rows.map((r) => r.get(name) ?? 0));
console.log('| stage | Leith, ms (median) |\n|---|---|');
for (const name of own[0]!.keys()) console.log(`| ${name} | ${column(name, own).toFixed(1)} |`);
console.log(`| all, the first of a process | ${cold.toFixed(1)} |`);
if (theirs.length === 0)
  console.log('\nNo python3 with numpy, scipy and scikit-image: the peer was skipped.');
else {
  console.log('\n| step | NumPy / SciPy / scikit-image, ms (median) |\n|---|---|');
  for (const name of Object.keys(theirs[0]!)) {
    console.log(`| ${name} | ${median(theirs.map((t) => t[name]!)).toFixed(1)} |`);
  }
  const ratio = median(theirs.map((t) => t['all']!)) / column('all', own);
  console.log(`\nThe peer takes ${ratio.toFixed(1)} times as long.`);
}
