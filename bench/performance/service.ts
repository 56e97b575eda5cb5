/**
 * The running service: where each millisecond of a 1920 × 1080 request goes, whether a second request waits for the first,
 * how long /healthz takes meanwhile, and how much memory a reconstruction adds: `node bench/performance/service.ts`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Kernels } from '../../src/core/kernel/kernels.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { encodeFrame } from '../../src/formats/encode/frame.ts';

const PORT = 8931;
const BASE = `http://127.0.0.1:${PORT}`;
const ROUNDS = 12;
const RECONSTRUCTION = [
  ...['spectrum', 'sideband', 'demodulation', 'background', 'focus', 'sampling'],
  ...['unwrap', 'uncertainty', 'export'],
];

const kernels = await Kernels.load(
  new Uint8Array(readFileSync(new URL('../../kernels/kernels.wasm', import.meta.url))),
);
const { hologram } = simulate(kernels, {
  mode: 'off-axis',
  object: { kind: 'cells' },
  width_px: 1920,
  height_px: 1080,
  background: false,
});
const upload = new Blob([...(await encodeFrame(hologram, 'tif', 3.45))] as BlobPart[]);

function form(): FormData {
  const fields = new FormData();
  fields.set('hologram', upload, 'hologram.tif');
  const values = { holography_mode: 'off-axis', wavelength_um: '0.6328', pixel_pitch_um: '3.45', z_mm: '0' };
  for (const [name, value] of Object.entries(values)) fields.set(name, value);
  return fields;
}

async function request(): Promise<{ ms: number; bytes: number; stages: Map<string, number> }> {
  const start = performance.now();
  const response = await fetch(`${BASE}/public/reconstruct`, { method: 'POST', body: form() });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const bytes = (await response.arrayBuffer()).byteLength;
  const timing = response.headers.get('server-timing') ?? '';
  const stages = new Map(
    timing.split(', ').map((part) => {
      const [name, duration] = part.split(';dur=');
      return [name!, Number(duration)] as const;
    }),
  );
  return { ms: performance.now() - start, bytes, stages };
}

/** Resident memory of a process, MB. */
function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}

async function healthLatencies(until: Promise<unknown>): Promise<number[]> {
  const probe = new Worker(new URL('./health-probe.ts', import.meta.url), { workerData: `${BASE}/healthz` });
  const answer = once(probe, 'message');
  await until;
  probe.postMessage('stop');
  return ((await answer) as [number[]])[0];
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
const folder = mkdtempSync(join(tmpdir(), 'leith-bench-'));
const server = spawn(
  process.execPath,
  [fileURLToPath(new URL('../../src/start/server.ts', import.meta.url))],
  {
    env: { ...process.env, PORT: String(PORT), DATA_DIR: folder, LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  },
);
try {
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(`${BASE}/readyz`).then(
        (r) => r.ok,
        () => false,
      )
    )
      break;
    await sleep(100);
  }
  const idle = residentMegabytes(server.pid!);
  await request();
  let peak = 0;
  const sampler = setInterval(() => (peak = Math.max(peak, residentMegabytes(server.pid!))), 5);
  const runs = [];
  for (let round = 0; round < ROUNDS; round++) runs.push(await request());
  clearInterval(sampler);
  const alone = median(runs.map((r) => r.ms));
  const reconstruction = median(
    runs.map((r) => RECONSTRUCTION.reduce((sum, s) => sum + (r.stages.get(s) ?? 0), 0)),
  );

  console.log('| where | ms (median) |\n|---|---|');
  for (const stage of runs[0]!.stages.keys()) {
    console.log(`| ${stage} | ${median(runs.map((r) => r.stages.get(stage)!)).toFixed(1)} |`);
  }
  console.log(`| reconstruction alone | ${reconstruction.toFixed(1)} |`);
  console.log(`| request, first byte sent to last byte received | ${alone.toFixed(1)} |`);
  console.log(`\nThe request takes ${(alone / reconstruction).toFixed(2)} times the reconstruction.`);
  console.log(`Result: ${(runs[0]!.bytes / 1e6).toFixed(1)} MB.`);
  console.log(
    `Memory: ${idle.toFixed(0)} MB idle, at most ${peak.toFixed(0)} MB during ${ROUNDS} requests (+${(peak - idle).toFixed(0)} MB).`,
  );

  const pair = Promise.all([request(), request()]);
  const latencies = await healthLatencies(pair);
  const both = await pair;
  console.log(
    `Two at once: ${both.map((r) => r.ms.toFixed(0)).join(' and ')} ms; one alone ${alone.toFixed(0)} ms.`,
  );
  console.log(
    `/healthz meanwhile: median ${median(latencies).toFixed(1)} ms, 99 % within ${latencies.toSorted((a, b) => a - b)[Math.floor(0.99 * latencies.length)]!.toFixed(1)} ms, worst ${Math.max(...latencies).toFixed(1)} ms of ${latencies.length}.`,
  );
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
