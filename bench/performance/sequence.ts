/**
 * One frame of an off-axis sequence, from camera samples to unwrapped phase and amplitude, beside the same frame without
 * anything but its unwrapped phase (the stages of native-phase.ts), taking turns on one core, its maps in memory that is used
 * again, as the command does; and `leith sequence`, from
 * uncompressed TIFF files on disk to the finished package: `node bench/performance/sequence.ts [SIDE …]`. Processor time of
 * the command, run as its users run it, is that of all its threads, with its own start and that of the sequence.
 */
import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCameraImage } from '../../src/core/field/camera.ts';
import type { Frame } from '../../src/core/field/frame.ts';
import { Kernels } from '../../src/core/kernel/kernels.ts';
import { demodulate, nativeGrid } from '../../src/core/demodulate/demodulate.ts';
import { unwrap } from '../../src/core/phase/unwrap.ts';
import { wrappedPhaseAndModulus } from '../../src/core/phase/wrapped.ts';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { developFrame } from '../../src/core/sequence/develop-frame.ts';
import { driftAt, driftingFrame } from '../../src/core/sequence/drifting-frames.fixture.ts';
import { startSequence } from '../../src/core/sequence/start-sequence.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { buildTiff, greyTags } from '../../src/formats/decode/tiff/tiff.fixture.ts';

const ROUNDS = 60;
/** on disk, a file each; as many as a time lapse has, so that the start of the command counts as it does there */
const FRAMES = 1000;
const DIFFERENT = 8;
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

/** The command, on a stack of so many frames. @returns ms of the clock and of the processor */
function command(side: number): { readonly ms: number; readonly cpuMs: number } {
  const folder = mkdtempSync(join(tmpdir(), 'leith-bench-sequence-'));
  try {
    const size = { width_px: side, height_px: side };
    const segments = Array.from({ length: DIFFERENT }, (_, k) => {
      const { samples } = driftingFrame(kernels, k, driftAt(k), size).hologram;
      return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
    });
    const frames = join(folder, 'frames');
    mkdirSync(frames);
    const pathOf = (k: number) => join(frames, `f${k}.tif`);
    for (const [k, segment] of segments.entries())
      writeFileSync(pathOf(k), buildTiff([{ tags: greyTags(side, side, 16), segments: [segment] }]));
    for (let k = DIFFERENT; k < FRAMES; k++) linkSync(pathOf(k % DIFFERENT), pathOf(k));
    const leith = fileURLToPath(new URL('../../bin/leith.mjs', import.meta.url));
    const rig = ['--mode', 'off-axis', '--wavelength-um', '0.6328', '--pixel-pitch-um', String(PITCH)];
    const output = ['--threads', '1', '-q', '-o', join(folder, 'made.zip')];
    const [began, before] = [performance.now(), childrenMs()];
    const { status, stderr } = spawnSync(process.execPath, [leith, 'sequence', frames, ...rig, ...output]);
    const ms = performance.now() - began;
    if (status !== 0) throw new Error(String(stderr));
    return { ms, cpuMs: childrenMs() - before };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Processor time of the processes that this one has waited for (Linux). */
function childrenMs(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ');
  return 10 * (Number(stat[13]) + Number(stat[14]));
}

console.log('| frame | phase alone, ms (least / median) | of a sequence, ms | share | frames/s |');
console.log('|---|---|---|---|---|');
const whole: string[] = [];
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
  const { phase, amplitude } = developFrame(kernels, sequence, hologram);
  const room = { phase: phase.data.slice(), amplitude: amplitude.data.slice() };
  const alone: number[] = [];
  const inSequence: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(timed(() => phaseAlone(hologram, side)));
    inSequence.push(timed(() => developFrame(kernels, sequence, hologram, room)));
  }
  const shown = [alone, inSequence].map(
    (times) => `${least(times).toFixed(2)} / ${median(times).toFixed(2)}`,
  );
  const share = (of: (times: number[]) => number) => ((100 * of(alone)) / of(inSequence)).toFixed(0);
  console.log(
    `| ${side}² | ${shown.join(' | ')} | ${share(least)} / ${share(median)} % | ${Math.round(1000 / median(inSequence))} |`,
  );
  const { ms, cpuMs } = command(side);
  const cells = [
    `${FRAMES} of ${side}²`,
    median(alone).toFixed(2),
    (ms / FRAMES).toFixed(2),
    (cpuMs / FRAMES).toFixed(2),
    `${((100 * median(alone) * FRAMES) / ms).toFixed(0)} %`,
    (1000 / (ms / FRAMES)).toFixed(0),
  ];
  whole.push(`| ${cells.join(' | ')} |`);
}
console.log('');
console.log(
  '| TIFF files on disk to finished package, one thread | phase alone, ms a frame | all, ms a frame | processor time, ms a frame | share | frames/s |',
);
console.log('|---|---|---|---|---|---|');
for (const row of whole) console.log(row);
