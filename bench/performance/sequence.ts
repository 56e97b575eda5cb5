/**
 * One frame of an off-axis sequence, from camera samples to unwrapped phase and amplitude, beside the same frame without
 * anything but its unwrapped phase (the stages of native-phase.ts), taking turns on one core:
 * `node bench/performance/sequence.ts [SIDE …]`.
 */
import { readFileSync } from 'node:fs';
import { loadCameraImage } from '../../src/core/field/camera.ts';
import type { Frame } from '../../src/core/field/frame.ts';
import { Kernels } from '../../src/core/kernel/kernels.ts';
import { demodulate, nativeGrid } from '../../src/core/demodulate/demodulate.ts';
import { unwrap } from '../../src/core/phase/unwrap.ts';
import { wrappedPhaseAndModulus } from '../../src/core/phase/wrapped.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { developFrame } from '../../src/core/sequence/develop-frame.ts';
import { startSequence } from '../../src/core/sequence/start-sequence.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';

const ROUNDS = 60;
const CARRIER = { x: 0.18, y: 0.15 };
const RADIUS = Math.sqrt(CARRIER.x * CARRIER.x + CARRIER.y * CARRIER.y) / 3;
const PITCH = 3.45;

const wasm = readFileSync(new URL('../../kernels/kernels.wasm', import.meta.url));
const kernels = await Kernels.load(new Uint8Array(wasm));

function phaseAlone(hologram: Frame, side: number): void {
  const filter = { passRadius: RADIUS, stopRadius: 1.15 * RADIUS, taper: Math.ceil(1.5 / RADIUS) };
  const grid = nativeGrid(side, side, filter.stopRadius);
  using scope = kernels.scope();
  const image = loadCameraImage(kernels, scope, hologram, 'hologram');
  const field = demodulate(kernels, scope, image, CARRIER, filter, grid);
  const planes = [0, 1, 2].map(() => scope.real(grid.rows, grid.cols));
  wrappedPhaseAndModulus(kernels, field.plane, planes[0]!, planes[1]!);
  unwrap(kernels, planes[0]!, planes[1]!, planes[2]!, scope.bytes(grid.rows * grid.cols), {});
}

const timed = (work: () => unknown) => {
  const began = performance.now();
  work();
  return performance.now() - began;
};
const least = (times: number[]) => Math.min(...times);
const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!;

console.log('| frame | phase alone, ms (least / median) | of a sequence, ms | share | frames/s |');
console.log('|---|---|---|---|---|');
for (const side of process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1024, 512]) {
  const { hologram } = simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind: 'cells' }, background: false },
    ...{ width_px: side, height_px: side, carrier_cycles_per_px: [CARRIER.x, CARRIER.y] },
  });
  const recipe = parseRecipe({
    ...{ holography_mode: 'off-axis', wavelength_um: 0.6328, pixel_pitch_um: PITCH },
    ...{ output_sampling: 'native', filter_radius_cycles_per_um: RADIUS / PITCH },
  });
  using sequence = startSequence(kernels, [hologram], null, recipe);
  const alone: number[] = [];
  const inSequence: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(timed(() => phaseAlone(hologram, side)));
    inSequence.push(timed(() => developFrame(kernels, sequence, hologram)));
  }
  const shown = [alone, inSequence].map(
    (times) => `${least(times).toFixed(2)} / ${median(times).toFixed(2)}`,
  );
  const share = (of: (times: number[]) => number) => ((100 * of(alone)) / of(inSequence)).toFixed(0);
  console.log(
    `| ${side}² | ${shown.join(' | ')} | ${share(least)} / ${share(median)} % | ${Math.round(1000 / median(inSequence))} |`,
  );
}
