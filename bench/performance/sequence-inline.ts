/**
 * In-line frames of a sequence, each from the one before, beside the same frames by themselves (distance given), taking
 * turns on one core: `node bench/performance/sequence-inline.ts [SIDE [FRAMES]]`. Errors are against the simulation's truth.
 */
import { readFileSync } from 'node:fs';
import { Kernels } from '../../src/core/kernel/kernels.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { movingFrame, movingRig } from '../../src/core/sequence/moving-inline.fixture.ts';
import { parseSequence } from '../../src/core/sequence/parse-sequence.ts';
import { beginGroup, developNext, startFrames } from '../../src/core/sequence/sequence-frames.ts';

const [side = 768, frames = 3] = process.argv.slice(2).map(Number);
const STEPS = [0, 1, 3];

const wasm = readFileSync(new URL('../../kernels/kernels.wasm', import.meta.url));
const kernels = await Kernels.load(new Uint8Array(wasm));
const { recipe } = parseSequence({ holography_mode: 'inline', ...movingRig });

const cpu = () => process.cpuUsage().user / 1e6;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** rad, rms over the frame but for a piston */
function error(phase: Float32Array, truth: Float32Array): number {
  const off = phase.map((value, i) => value - truth[i]!);
  const middle = off.toSorted()[off.length >> 1]!;
  return Math.sqrt(off.reduce((sum, value) => sum + (value - middle) * (value - middle), 0) / off.length);
}

console.log(`Frames of ${side}², CPU seconds each, median; one group of ${frames}.`);
console.log('');
console.log(
  '| moves by, px a frame | by itself | in a sequence, first of its group | the others | all : by themselves | error : by itself | retrieved by themselves |',
);
console.log('|---|---|---|---|---|---|---|');
for (const step of STEPS) {
  const made = Array.from({ length: frames }, (_, k) => movingFrame(kernels, k, { side, step }));
  using sequence = startFrames(kernels, [made[frames >> 1]!.hologram], null, recipe, () => {});
  beginGroup(sequence);
  const alone: number[] = [];
  const chained: number[] = [];
  const errors: number[] = [];
  let restarted = 0;
  for (const { hologram, truth } of made) {
    const began = cpu();
    const single = reconstruct(
      kernels,
      { hologram, background: null },
      { ...recipe, outputs: ['phase', 'amplitude'] },
    );
    const between = cpu();
    const { phase, facts } = developNext(kernels, sequence, hologram);
    alone.push(between - began);
    chained.push(cpu() - between);
    errors.push(error(phase.data, truth) / error(single.phase.data, truth));
    restarted += facts.restarted ? 1 : 0;
  }
  const [first = 0, ...others] = chained;
  const sum = (times: readonly number[]) => times.reduce((a, b) => a + b, 0);
  const row = [median(alone), first, median(others)].map((s) => s.toFixed(2));
  const ratio = `1 : ${(sum(alone) / sum(chained)).toFixed(1)}`;
  console.log(
    `| ${[step, ...row, ratio, median(errors).toFixed(2), `${restarted} of ${frames}`].join(' | ')} |`,
  );
}
