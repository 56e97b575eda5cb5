/**
 * Camera samples to unwrapped phase at native sampling, the carrier known, beside one real-input FFTW of the same
 * frame (FFTW_MEASURE, native code, one thread each), taking turns: `node bench/performance/native-phase.ts [SIDE …]`.
 */
import { readFileSync } from 'node:fs';
import { loadCameraImage } from '../../src/core/field/camera.ts';
import { Kernels } from '../../src/core/kernel/kernels.ts';
import { demodulate, nativeGrid } from '../../src/core/demodulate/demodulate.ts';
import { unwrap } from '../../src/core/phase/unwrap.ts';
import { wrappedPhaseAndModulus } from '../../src/core/phase/wrapped.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { Fftw } from '../fft/fftw.ts';

const ROUNDS = 15;
const REPEATS = 5;
const CARRIER = { x: 0.18, y: 0.15 };
const RADIUS = Math.sqrt(CARRIER.x * CARRIER.x + CARRIER.y * CARRIER.y) / 3;

const wasm = readFileSync(new URL('../../kernels/kernels.wasm', import.meta.url));
const kernels = await Kernels.load(new Uint8Array(wasm));

const least = (times: number[]) => Math.min(...times);
const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!;

console.log('Least / median milliseconds.\n');
console.log(
  '| frame | native grid | load | demodulate | phase, modulus | unwrap | all | FFTW r2c | all : FFTW | frames/s |',
);
console.log('|---|---|---|---|---|---|---|---|---|---|');
using fftw = new Fftw();
for (const side of process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1024, 512]) {
  const { hologram } = simulate(kernels, {
    mode: 'off-axis',
    object: { kind: 'cells' },
    width_px: side,
    height_px: side,
    carrier_cycles_per_px: [CARRIER.x, CARRIER.y],
    background: false,
  });
  const filter = { passRadius: RADIUS, stopRadius: 1.15 * RADIUS, taper: Math.ceil(1.5 / RADIUS) };
  const grid = nativeGrid(side, side, filter.stopRadius);
  const stages: number[][] = [[], [], [], [], []];
  const reference: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (let k = 0; k < REPEATS; k++) {
      using scope = kernels.scope();
      const marks = [performance.now()];
      const image = loadCameraImage(kernels, scope, hologram, 'hologram');
      marks.push(performance.now());
      const field = demodulate(kernels, scope, image, CARRIER, filter, grid);
      marks.push(performance.now());
      const planes = [0, 1, 2].map(() => scope.real(grid.rows, grid.cols));
      wrappedPhaseAndModulus(kernels, field.plane, planes[0]!, planes[1]!);
      marks.push(performance.now());
      unwrap(kernels, planes[0]!, planes[1]!, planes[2]!, scope.bytes(grid.rows * grid.cols), {});
      marks.push(performance.now());
      for (let s = 0; s < 4; s++) stages[s]!.push(marks[s + 1]! - marks[s]!);
      stages[4]!.push(marks[4]! - marks[0]!);
    }
    reference.push(...(await fftw.time('r', side, side, REPEATS)));
  }
  const cells = stages.map((times) => `${least(times).toFixed(2)} / ${median(times).toFixed(2)}`);
  const ratio = `${(least(stages[4]!) / least(reference)).toFixed(2)} / ${(median(stages[4]!) / median(reference)).toFixed(2)}`;
  const fps = Math.round(1000 / median(stages[4]!));
  console.log(
    `| ${side}² | ${grid.cols} × ${grid.rows} | ${cells.join(' | ')} | ${least(reference).toFixed(2)} / ${median(reference).toFixed(2)} | ${ratio} | ${fps} |`,
  );
}
