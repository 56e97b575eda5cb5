/**
 * `leith watch` beside a camera: frames of 1024² pixels, 16 bit, written as TIFF at a rate, and what the command needs for
 * them: `node bench/performance/watch.ts [FRAMES [RATE [SIDE]]]`. CPU seconds and memory are those of its process alone.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Kernels } from '../../src/core/kernel/kernels.ts';
import { driftAt, driftingFrame } from '../../src/core/sequence/drifting-frames.fixture.ts';
import { buildTiff, greyTags } from '../../src/formats/decode/tiff/tiff.fixture.ts';

const [frames = 500, rate = 25, side = 1024] = process.argv.slice(2).map(Number);
const DIFFERENT = 8;
const TICKS_PER_S = 100;

const wasm = readFileSync(new URL('../../kernels/kernels.wasm', import.meta.url));
const kernels = await Kernels.load(new Uint8Array(wasm));
const size = { width_px: side, height_px: side };
const files = Array.from({ length: DIFFERENT }, (_, k) => {
  const { samples } = driftingFrame(kernels, k, driftAt(k), size).hologram;
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  return buildTiff([{ tags: greyTags(side, side, 16), segments: [bytes] }]);
});

const folder = mkdtempSync(join(tmpdir(), 'leith-camera-'));
try {
  const command = fileURLToPath(new URL('../../bin/leith.mjs', import.meta.url));
  const rig = ['--mode', 'off-axis', '--wavelength-um', '0.6328', '--pixel-pitch-um', '3.45'];
  const ending = ['--count', String(frames), '--json', '-q', '-o', `${folder}.zip`];
  const child = spawn(process.execPath, [command, 'watch', folder, ...rig, ...ending], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const seen = { cpu: 0, started: 0, done: 0, peakMb: 0, latest: 0, behind: 0, last: '' };
  const look = (): number => {
    const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    seen.cpu = (Number(stat[11]) + Number(stat[12])) / TICKS_PER_S;
    seen.peakMb =
      Number(
        /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 1024 * seen.peakMb,
      ) / 1024;
    return seen.cpu;
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const more = text.split('"frame":').length - 1;
    if (more > 0 && seen.latest === 0) seen.started = look();
    if (seen.latest < frames && seen.latest + more >= frames) seen.done = look();
    seen.latest += more;
    seen.last = text.trimEnd().split('\n').at(-1)!;
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  await wait(2000);
  const began = performance.now();
  for (let k = 0; k < frames; k++) {
    await wait(Math.max(0, began + (1000 * k) / rate - performance.now()));
    writeFileSync(join(folder, 'next.part'), files[k % DIFFERENT]!);
    renameSync(join(folder, 'next.part'), join(folder, `f${k}.tif`));
    if (k % rate === 0) look();
    if (k > 2 * rate) seen.behind = Math.max(seen.behind, k - seen.latest);
  }
  const written = (performance.now() - began) / 1000;
  const timer = setInterval(() => look(), 20);
  const code = await ended;
  clearInterval(timer);
  const after = (performance.now() - began) / 1000 - written;
  const { frames: packed, marked } = JSON.parse(seen.last) as { frames: number; marked: number };
  if (code !== 0 || packed !== frames || marked > 0) throw new Error(`it ended with ${code}: ${seen.last}`);
  const each = (1000 * (seen.done - seen.started)) / frames;
  const cells = [
    `${frames} of ${side}²`,
    (frames / written).toFixed(1),
    seen.behind,
    `${after.toFixed(1)} s`,
    `${seen.started.toFixed(1)} s`,
    `${each.toFixed(1)} ms`,
    `${seen.cpu.toFixed(1)} s`,
    `${seen.peakMb.toFixed(0)} MB`,
  ];
  console.log(
    '| frames | written a second | most frames behind | package after the last frame | CPU to the first frame | CPU a frame | CPU, all | most memory |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  console.log(`| ${cells.join(' | ')} |`);
} finally {
  rmSync(folder, { recursive: true });
  rmSync(`${folder}.zip`, { force: true });
}
