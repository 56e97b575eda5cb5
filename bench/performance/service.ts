/**
 * The running service: where each millisecond of a 1920 × 1080 request goes, whether a second request waits for the first,
 * how long /healthz takes meanwhile, when the first picture of a run can be fetched, and how much memory a reconstruction
 * adds: `node bench/performance/service.ts`. What two at once can reach on a machine is told by two processes that share
 * nothing but it: each reconstructs the frame again and again, alone and beside the other. Whoever asks does nothing else:
 * what a reconstruction leaves to be swept would hold up the next request by 10 to 15 ms in the process that made it.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { parseRecipe } from '../../src/core/recipe/recipe.ts';
import { reconstruct } from '../../src/core/reconstruct.ts';
import { Kernels } from '../../src/core/kernel/kernels.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { encodeFrame } from '../../src/formats/encode/frame.ts';
import { median, printFirstPictures, type Form } from './first-picture.ts';
import { post } from './lean-client.ts';
import { startLeith, type ServerProcess } from './server-process.ts';

const ROUNDS = 20;
const PAIRS = 10;
const WARM_UP = 5;
/** One alone is always computed by the same thread: the other has made no code yet. */
const WARM_UP_PAIRS = 10;
const SECONDS = 5;
/** In which a process sweeps what its reconstruction has left. */
const SETTLE_MS = 50;
const RECONSTRUCTION = [
  ...['spectrum', 'sideband', 'demodulation', 'background', 'focus', 'sampling'],
  ...['unwrap', 'uncertainty', 'export'],
];

const FIELDS = { holography_mode: 'off-axis', wavelength_um: '0.6328', pixel_pitch_um: '3.45', z_mm: '0' };

type Sampling = 'full' | 'native';

interface Answered {
  readonly ms: number;
  readonly bytes: number;
  readonly stages: ReadonlyMap<string, number>;
}

const kernels = await Kernels.load(
  new Uint8Array(readFileSync(new URL('../../kernels/kernels.wasm', import.meta.url))),
);
let forms: Readonly<Record<Sampling, Form>>;
let server: ServerProcess;
const size = { width_px: 1920, height_px: 1080, background: false };
const { hologram } = simulate(kernels, { mode: 'off-axis', object: { kind: 'cells' }, ...size });
if (process.send) reconstructAsTold();
else await measure();

async function measure(): Promise<void> {
  const frame = new Blob([...(await encodeFrame(hologram, 'tif', 3.45))] as BlobPart[]);
  forms = { full: await formOf(frame, 'full'), native: await formOf(frame, 'native') };
  server = await startLeith({ PUBLIC_RECONSTRUCT_PER_HOUR: '1000000', PUBLIC_READS_PER_MINUTE: '1000000' });
  const plain = await otherProcess();
  try {
    const idle = residentMegabytes(server.pid);
    await ask('full');
    const full = await inTurn(plain, 'full');
    printStages(full.runs);
    printRatio('all maps', full);
    const native = await inTurn(plain, 'native');
    printRatio('output_sampling=native', native);
    console.log(`Result: ${(full.runs[0]!.bytes / 1e6).toFixed(1)} MB.`);
    console.log(
      `Memory: ${idle.toFixed(0)} MB idle, at most ${full.peak.toFixed(0)} MB during ${ROUNDS} requests (+${(full.peak - idle).toFixed(0)} MB).`,
    );
    await printFirstPictures(server.url, forms.full);
    await printPairs();
  } finally {
    plain.kill();
    await server.stop();
  }
  await printShareNothing();
}

/** The form, made once: the service is measured, not who asks it. */
async function formOf(frame: Blob, output_sampling: Sampling): Promise<Form> {
  const form = new FormData();
  form.set('hologram', frame, 'hologram.tif');
  for (const [name, value] of Object.entries({ ...FIELDS, output_sampling })) form.set(name, value);
  const encoded = new Response(form);
  return {
    body: new Uint8Array(await encoded.arrayBuffer()),
    type: encoded.headers.get('content-type')!,
  };
}

async function ask(sampling: Sampling): Promise<Answered> {
  const { body, type } = forms[sampling];
  const { status, ms, bytes, header } = await post(server.port, '/public/reconstruct', type, body);
  if (status !== 200) throw new Error(`${status}`);
  const timing = header('server-timing')!.split(', ');
  const stages = new Map(
    timing.map((part) => {
      const [name, duration] = part.split(';dur=');
      return [name!, Number(duration)] as const;
    }),
  );
  return { ms, bytes, stages };
}

async function inTurn(plain: ChildProcess, sampling: Sampling) {
  let peak = 0;
  const sampler = setInterval(() => (peak = Math.max(peak, residentMegabytes(server.pid))), 5);
  const before = server.cpuMs();
  const runs: Answered[] = [];
  let plainMs = 0;
  for (let round = 0; round < ROUNDS; round++) {
    runs.push(await ask(sampling));
    plainMs += (await told(plain, { sampling, seconds: 0 })).cpuMs;
    await sleep(SETTLE_MS);
  }
  clearInterval(sampler);
  return { runs, peak, cpuMs: (server.cpuMs() - before) / ROUNDS, plainCpuMs: plainMs / ROUNDS };
}

function reconstructionOf({ stages }: Answered): number {
  return RECONSTRUCTION.reduce((sum, stage) => sum + (stages.get(stage) ?? 0), 0);
}

function printStages(runs: readonly Answered[]): void {
  console.log('| where | ms (median) |\n|---|---|');
  for (const stage of runs[0]!.stages.keys()) {
    console.log(`| ${stage} | ${median(runs.map((run) => run.stages.get(stage)!)).toFixed(1)} |`);
  }
  console.log(`| reconstruction alone | ${median(runs.map(reconstructionOf)).toFixed(1)} |`);
  const alone = median(runs.map(({ ms }) => ms));
  console.log(`| request, first byte sent to last byte received | ${alone.toFixed(1)} |\n`);
}

function printRatio(what: string, { runs, cpuMs, plainCpuMs }: Awaited<ReturnType<typeof inTurn>>): void {
  const alone = median(runs.map(({ ms }) => ms));
  const ratio = median(runs.map((run) => run.ms / reconstructionOf(run)));
  const cpu = `${cpuMs.toFixed(0)} ms, ${(cpuMs / plainCpuMs).toFixed(2)} times`;
  console.log(
    `With ${what}: ${alone.toFixed(0)} ms, ${ratio.toFixed(2)} times the reconstruction; of processor time ${cpu} that of a reconstruction alone.`,
  );
}

/** Beside one alone in turns, as the machine is not the same from one minute to the next. */
async function printPairs(): Promise<void> {
  for (let pair = 0; pair < WARM_UP_PAIRS; pair++) await Promise.all([ask('full'), ask('full')]);
  const [both, one]: [number[], number[]] = [[], []];
  let [serverMs, clientMs] = [0, 0];
  for (let pair = 0; pair < PAIRS; pair++) {
    one.push((await ask('full')).ms);
    await sleep(SETTLE_MS);
    const { user, system } = process.cpuUsage();
    const before = server.cpuMs();
    both.push(...(await Promise.all([ask('full'), ask('full')])).map(({ ms }) => ms));
    const client = process.cpuUsage({ user, system });
    clientMs += (client.user + client.system) / 1000 / (2 * PAIRS);
    serverMs += (server.cpuMs() - before) / (2 * PAIRS);
    await sleep(SETTLE_MS);
  }
  const [slowest, alone] = [median(both), median(one)];
  console.log(
    `Two at once: ${slowest.toFixed(0)} ms each (median of ${both.length}), ${(slowest / alone).toFixed(2)} times one alone in turns with them (${alone.toFixed(0)} ms); of processor time ${serverMs.toFixed(0)} ms each, and ${clientMs.toFixed(0)} ms of this client, so that two cores can’t do both in less than ${(serverMs + clientMs).toFixed(0)} ms.`,
  );
  // beside others: who asks again and again takes processor time, too
  const latencies: number[] = [];
  for (let pair = 0; pair < PAIRS; pair++)
    latencies.push(...(await healthLatencies(Promise.all([ask('full'), ask('full')]))));
  latencies.sort((a, b) => a - b);
  console.log(
    `/healthz meanwhile: median ${median(latencies).toFixed(1)} ms, 99 % within ${latencies[Math.floor(0.99 * latencies.length)]!.toFixed(1)} ms, worst ${latencies.at(-1)!.toFixed(1)} ms of ${latencies.length}.`,
  );
}

/** What a process of its own is told to do: at least once, and until so much time is over. */
interface Told {
  readonly sampling: Sampling;
  readonly seconds: number;
}

/** ms: how long one took (median), and its processor time (mean). */
interface Took {
  readonly ms: number;
  readonly cpuMs: number;
}

/** In a process of its own: reconstructs the frame when it is told to. */
function reconstructAsTold(): void {
  const take = (output_sampling: Sampling): number => {
    const recipe = parseRecipe({ ...FIELDS, output_sampling });
    const start = performance.now();
    reconstruct(kernels, { hologram, background: null, furtherFrames: [] }, recipe);
    return performance.now() - start;
  };
  for (let round = 0; round < WARM_UP; round++) take('full');
  process.on('message', ({ sampling, seconds }: Told) => {
    const all: number[] = [];
    const before = process.cpuUsage();
    const end = performance.now() + seconds * 1000;
    do all.push(take(sampling));
    while (performance.now() < end);
    const { user, system } = process.cpuUsage(before);
    process.send!({ ms: median(all), cpuMs: (user + system) / 1000 / all.length } satisfies Took);
  });
  process.send!('warm');
}

async function otherProcess(): Promise<ChildProcess> {
  const child = fork(import.meta.filename);
  await once(child, 'message');
  return child;
}

async function told(child: ChildProcess, what: Told): Promise<Took> {
  child.send(what);
  const [took] = (await once(child, 'message')) as [Took];
  return took;
}

async function printShareNothing(): Promise<void> {
  const medians = async (count: number): Promise<number> => {
    const processes = await Promise.all(Array.from({ length: count }, otherProcess));
    const all = await Promise.all(
      processes.map((each) => told(each, { sampling: 'full', seconds: SECONDS })),
    );
    for (const each of processes) each.kill();
    return Math.max(...all.map(({ ms }) => ms));
  };
  const [one, two] = [await medians(1), await medians(2)];
  console.log(
    `Two processes that share nothing: a reconstruction takes ${two.toFixed(0)} ms, ${(two / one).toFixed(2)} times as long as alone (${one.toFixed(0)} ms).`,
  );
}

/** Resident memory of a process, MB. */
function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}

async function healthLatencies(until: Promise<unknown>): Promise<number[]> {
  const probe = new Worker(new URL('./health-probe.ts', import.meta.url), {
    workerData: `${server.url}/healthz`,
  });
  const answer = once(probe, 'message');
  await until;
  probe.postMessage('stop');
  return ((await answer) as [number[]])[0];
}
