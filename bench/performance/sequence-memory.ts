/**
 * The most memory that `leith sequence` holds for many small frames in one file:
 * `node bench/performance/sequence-memory.ts [FRAMES [SIDE [THREADS]]]`. Asked for: below 500 MB for 10,000 frames.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Kernels } from '../../src/core/kernel/kernels.ts';
import { driftAt, driftingFrame } from '../../src/core/sequence/drifting-frames.fixture.ts';
import { encodeNpyArray } from '../../src/formats/encode/npy-array.ts';

const [frames = 10_000, side = 96, threads = 1] = process.argv.slice(2).map(Number);
const DIFFERENT = 8;

const wasm = readFileSync(new URL('../../kernels/kernels.wasm', import.meta.url));
const kernels = await Kernels.load(new Uint8Array(wasm));
const size = { width_px: side, height_px: side };
const samples = Array.from({ length: DIFFERENT }, (_, k) => {
  const { samples: own } = driftingFrame(kernels, k, driftAt(k), size).hologram;
  return new Uint8Array(own.buffer, own.byteOffset, own.byteLength);
});
const folder = mkdtempSync(join(tmpdir(), 'leith-many-'));
try {
  const stack = join(folder, 'frames.npy');
  // the header alone: no array of all frames is made here
  const header = encodeNpyArray(new Uint16Array(0), [frames, side, side])[0]!;
  writeFileSync(stack, header);
  for (let k = 0; k < frames; k += DIFFERENT)
    appendFileSync(stack, Buffer.concat(samples.slice(0, Math.min(DIFFERENT, frames - k))));
  const command = fileURLToPath(new URL('../../bin/leith.mjs', import.meta.url));
  const rig = ['--mode', 'off-axis', '--wavelength-um', '0.6328', '--pixel-pitch-um', '3.45'];
  const more = ['--threads', String(threads), '-q', '--json', '-o', join(folder, 'out.zip')];
  const began = performance.now();
  const child = spawn(process.execPath, [command, 'sequence', stack, ...rig, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let [peakMb, said] = [0, ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (said += text));
  const look = () => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    peakMb = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 1024 * peakMb) / 1024;
  };
  const timer = setInterval(look, 50);
  const code = await new Promise((resolve) => child.on('exit', resolve));
  clearInterval(timer);
  const summary = JSON.parse(said) as { frames: number; unreadable: number };
  if (code !== 0 || summary.frames !== frames || summary.unreadable > 0) throw new Error(said);
  const s = ((performance.now() - began) / 1000).toFixed(0);
  const [input, output] = [stack, join(folder, 'out.zip')].map((path) =>
    (statSync(path).size / 1e6).toFixed(0),
  );
  console.log('| frames | threads | file, MB | package, MB | most memory, MB | s |');
  console.log('|---|---|---|---|---|---|');
  console.log(`| ${frames} of ${side}² | ${threads} | ${input} | ${output} | ${peakMb.toFixed(0)} | ${s} |`);
} finally {
  rmSync(folder, { recursive: true });
}
