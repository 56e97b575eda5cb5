/**
 * A sequence from uncompressed frames in memory to its package on disk, as the command writes it, by one thread and by several, on a machine with
 * nothing else to do: `node bench/performance/sequence-threads.ts [THREADS [FRAMES [SIDE]]]`. The digests have to agree. Each
 * thread loads the program and makes the start by itself, at the same time as the others: of a short sequence that is most.
 * One thread is measured on one core, too (taskset, of util-linux): with more, reading and collecting of dead memory go on
 * beside it. And so are two processes that share nothing, each with half of the frames and a core of its own: no program
 * that does the same work can be faster than these by more than what it starts once instead of twice.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { throughFolder } from '../../src/cli/shard-folder.ts';
import { Kernels } from '../../src/core/kernel/kernels.ts';
import { driftAt, driftingFrame } from '../../src/core/sequence/drifting-frames.fixture.ts';
import { encodeNpyArray } from '../../src/formats/encode/npy-array.ts';
import { makeSequence } from '../../src/services/sequence/make-sequence.ts';
import { behindShards } from '../../src/services/sequence/package-bytes.ts';
import { sweepLess } from '../../src/start/bound-memory.ts';
import { openSequenceThreads } from '../../src/start/sequence-threads.ts';

// as the command does
sweepLess();

const ONE_CORE = '--one-core';
const onOneCore = process.argv.includes(ONE_CORE);
const numbers = process.argv.slice(2).filter((word) => word !== ONE_CORE);
const [threads = 2, frames = 1000, side = 1024] = numbers.map(Number);
const DIFFERENT = 8;

const wasm = readFileSync(new URL('../../kernels/kernels.wasm', import.meta.url));
const kernels = await Kernels.load(new Uint8Array(wasm));
const size = { width_px: side, height_px: side };
const files = Array.from({ length: DIFFERENT }, (_, k) => {
  const { samples } = driftingFrame(kernels, k, driftAt(k), size).hologram;
  return new Uint8Array(Buffer.concat(encodeNpyArray(samples as Uint16Array, [side, side])));
});
const order = {
  fields: { holography_mode: 'off-axis', wavelength_um: 0.6328, pixel_pitch_um: 3.45 },
  ...{ background: null, calibration: null, requester: 'local', now: new Date() },
  software: { name: 'leith', version: '0', kernel_sha256: '' },
  files: Array.from({ length: frames }, (_, k) => {
    const bytes = files[k % DIFFERENT]!;
    const read = async (at: number, length: number, room?: ArrayBuffer) => {
      // into the memory of earlier ones, as the command does
      const into = new Uint8Array(
        room && room.byteLength >= length ? room : new ArrayBuffer(length),
        0,
        length,
      );
      into.set(bytes.subarray(at, at + length));
      return into.subarray(0, bytes.length - at);
    };
    return { name: `${k}.npy`, size: bytes.length, read };
  }),
};

interface Made {
  readonly s: number;
  /** of it between the start and the package */
  readonly framesS: number;
  readonly cpuS: number;
  readonly payload: string;
}

const cpuS = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

async function made(atOnce: number): Promise<Made> {
  const folder = mkdtempSync(join(tmpdir(), 'leith-bench-threads-'));
  const pool = openSequenceThreads(atOnce);
  const [began, cpuBefore] = [performance.now(), cpuS()];
  const reached: Record<string, number> = {};
  let payload = '';
  await throughFolder(join(folder, 'made.zip'), async (store) => {
    const made = await makeSequence(pool, order, store, (stage) => {
      reached[stage] ??= performance.now();
    });
    payload = made.evidence.payload_sha256;
    return { rest: behindShards(made), also: [] };
  });
  const s = (performance.now() - began) / 1000;
  const framesS = (reached['package']! - reached['frames']!) / 1000;
  await pool.close();
  rmSync(folder, { recursive: true });
  return { s, framesS, cpuS: cpuS() - cpuBefore, payload };
}

/** The same by one thread that has one core, in a process of its own. */
async function madeOnCore(core: number, count: number): Promise<Made> {
  const words = [import.meta.filename, ONE_CORE, ...[threads, count, side].map(String)];
  const { stdout } = await promisify(execFile)('taskset', ['-c', String(core), process.execPath, ...words]);
  return JSON.parse(stdout) as Made;
}

if (onOneCore) {
  console.log(JSON.stringify(await made(1)));
  process.exit();
}
const alone = await madeOnCore(0, frames);
const halves = await Promise.all([0, 1].map((core) => madeOnCore(core, frames / 2)));
const apart = {
  s: Math.max(...halves.map(({ s }) => s)),
  framesS: Math.max(...halves.map(({ framesS }) => framesS)),
  cpuS: halves.reduce((sum, { cpuS: spent }) => sum + spent, 0),
};
const one = await made(1);
const several = await made(threads);
if (new Set([alone, one, several].map(({ payload }) => payload)).size > 1)
  throw new Error('the results differ');
const head = [
  ...[`${frames} frames of ${side}²`, 'one thread on one core, s', 'one thread, s', `${threads} threads, s`],
  ...['times one core', 'times one thread', 'two processes that share nothing, s', 'times one core'],
];
console.log(`| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}`);
for (const [what, key] of [
  ['all', 's'],
  ['from the first frame that is done to the last', 'framesS'],
  ['processor time', 'cpuS'],
] as const) {
  const cells = [alone, one, several].map((times) => times[key].toFixed(1));
  const over = (slow: number, quick: number) => (key === 'cpuS' ? '' : (slow / quick).toFixed(2));
  const ratios = [alone, one].map((times) => over(times[key], several[key]));
  const ceiling = [apart[key].toFixed(1), over(alone[key], apart[key])];
  console.log(`| ${[what, ...cells, ...ratios, ...ceiling].join(' | ')} |`);
}
