/**
 * Worker processes on one PostgreSQL and one S3 store, all on this machine: 200 accepted runs of small frames, done by 1, 2
 * and 4 processes of one thread each: `node bench/performance/scale.ts [RUNS]`; needs PostgreSQL. Only the phase is asked
 * for: what is looked at is what goes on around the computing. It ends where no run has ended for a minute.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { encodeFrame } from '../../src/formats/encode/frame.ts';
import { startPostgres, type PostgresServer } from '../../test/backends/postgres-server.ts';
import { startS3, type S3Server } from '../../test/backends/s3-server.ts';
import { queueAloneMs } from './queue-alone.ts';
import { startLeith } from './server-process.ts';

const RUNS = Number(process.argv[2] ?? 200);
const STUCK_MS = 60_000;
const PROCESSES = [1, 2, 4];
const SIDE = 256;
const SENDERS = 8;
const MS_PER_TICK = 10;
const LEITH = fileURLToPath(new URL('../../src/start/leith.ts', import.meta.url));

/** What one run costs beside its computing. */
interface PerRun {
  readonly postgresMs: number;
  readonly transactions: number;
  readonly walBytes: number;
}

/** What is asked about: so many machines, each of so many threads, that do nothing but frames of 1920 × 1080. */
const [MACHINES, THREADS] = [100, 8];
/** As this page has them: a reconstruction with all maps, and its package. */
const [FRAME_S, PACKAGE_MB] = [0.6, 53];

/** Accepts runs and leaves them to somebody else. */
const ACCEPTING = {
  QUEUE_LIMIT: '10000',
  RUN_WORKERS_IN_SERVER: 'false',
  PUBLIC_RECONSTRUCT_PER_HOUR: '100000',
};

const postgres = await startPostgres();
const s3 = await startS3();
if (postgres && s3) {
  try {
    const head = ['processes', 'runs/s', 'runs/s a process', 'computing, ms a run', 'all else, ms a run'];
    const cpu = ['processor time of the workers, ms a run', 'of PostgreSQL', 'of the server, to accept'];
    const rest = ['transactions a run', 'write-ahead log, kB a run', 'package, MB'];
    const all = [...head, ...cpu, ...rest];
    console.log(`| ${all.join(' | ')} |\n|${'---|'.repeat(all.length)}`);
    let last: PerRun | null = null;
    for (const processes of PROCESSES) last = await measure(postgres, s3, processes);
    console.log(
      `\nThe queue by itself (to get a run, to claim it, to end it): ${(await queueAlone(postgres, s3)).toFixed(1)} ms a run.`,
    );
    console.log(`\n${inWords(last!)}`);
  } finally {
    await s3.stop();
    await postgres.stop();
  }
}

function inWords({ postgresMs, transactions, walBytes }: PerRun): string {
  const rate = (MACHINES * THREADS) / FRAME_S;
  const cores = (rate * postgresMs) / 1000;
  const turns = 1000 / rate;
  return (
    `With the last row, ${MACHINES} machines of ${THREADS} threads that each do a frame of 1920 × 1080 in ${FRAME_S} s ` +
    `would end ${rate.toFixed(0)} runs a second. That is ${(rate * transactions).toFixed(0)} transactions, ` +
    `${cores.toFixed(1)} cores of PostgreSQL and ${((rate * walBytes) / 1e6).toFixed(1)} MB of write-ahead log a second; ` +
    `and ${((rate * PACKAGE_MB) / 1000).toFixed(0)} GB of packages of ${PACKAGE_MB} MB a second for the store, ` +
    `or a thirtieth with the phase alone at native sampling. Runs are accepted one after the other, and so are ends written ` +
    `into the log: at that rate there are ${turns.toFixed(1)} ms for each of the two, every round trip of its statements included.`
  );
}

/** What a service on both is told. */
async function environmentOf(databases: PostgresServer, store: S3Server, folder: string) {
  return {
    ...{ DATABASE_URL: await databases.createDatabase(), ARCHIVE_URL: store.url(), ...store.credentials },
    ...{ SIGNING_KEY_FILE: join(folder, 'key.pem'), WORKERS: '1', LOG_LEVEL: 'silent' },
  };
}

async function queueAlone(databases: PostgresServer, store: S3Server): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'leith-bench-scale-'));
  const environment = await environmentOf(databases, store, folder);
  const server = await startLeith({ ...environment, ...ACCEPTING });
  try {
    await accept(server.url);
    return await queueAloneMs(environment.DATABASE_URL, RUNS);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(databases: PostgresServer, store: S3Server, processes: number): Promise<PerRun> {
  const folder = mkdtempSync(join(tmpdir(), 'leith-bench-scale-'));
  const environment = await environmentOf(databases, store, folder);
  const server = await startLeith({ ...environment, ...ACCEPTING });
  const database = new pg.Client(environment.DATABASE_URL);
  await database.connect();
  const workers: ChildProcess[] = [];
  try {
    const before = server.cpuMs();
    await accept(server.url);
    const acceptedMs = (server.cpuMs() - before) / RUNS;
    for (let k = 0; k < processes; k++) workers.push(startWorker({ ...environment, DATA_DIR: folder }));
    // by then every process has started and compiled what it does
    const from = await whenDone(database, workers, RUNS / 4);
    const to = await whenDone(database, workers, RUNS);
    const runs = to.done - from.done;
    const per = (key: 'workersMs' | 'postgresMs' | 'transactions' | 'walBytes') =>
      (to[key] - from[key]) / runs;
    const perSecond = (1000 * runs) / (to.time - from.time);
    const computed = (to.computedMs - from.computedMs) / (to.jobs - from.jobs);
    const cells = [
      ...[perSecond, perSecond / processes, computed, (1000 * processes) / perSecond - computed],
      ...[per('workersMs'), per('postgresMs'), acceptedMs, per('transactions'), per('walBytes') / 1000],
      to.packageBytes / 1e6,
    ];
    console.log(`| ${processes} | ${cells.map((value) => value.toFixed(1)).join(' | ')} |`);
    const [postgresMs, transactions, walBytes] = [per('postgresMs'), per('transactions'), per('walBytes')];
    return { postgresMs, transactions, walBytes };
  } finally {
    for (const worker of workers) {
      worker.kill('SIGTERM');
      if (worker.exitCode === null) await once(worker, 'exit');
    }
    await database.end();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function accept(url: string): Promise<void> {
  const samples = Float32Array.from({ length: SIDE * SIDE }, (_, i) =>
    Math.round(120 + 100 * Math.cos(2 * Math.PI * (0.2 * (i % SIDE) + 0.15 * Math.floor(i / SIDE)))),
  );
  const file = await encodeFrame({ width: SIDE, height: SIDE, samples, bitDepth: 8 }, 'npy', 3.45);
  let left = RUNS;
  const send = async (): Promise<void> => {
    while (left-- > 0) {
      const form = new FormData();
      form.set('hologram', new Blob([...file] as BlobPart[]), 'hologram.npy');
      const fields = {
        holography_mode: 'off-axis',
        wavelength_um: '0.6328',
        pixel_pitch_um: '3.45',
        z_mm: '0',
        outputs: 'phase',
      };
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      const headers = { prefer: 'respond-async' };
      const answer = await fetch(`${url}/public/reconstruct`, { method: 'POST', body: form, headers });
      if (answer.status !== 202) throw new Error(await answer.text());
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
}

function startWorker(environment: Readonly<Record<string, string>>): ChildProcess {
  const env = { PATH: process.env['PATH'], ...environment };
  return spawn(process.execPath, [LEITH, 'worker'], { env, stdio: 'ignore' });
}

/** What has come about until a moment. */
interface Moment {
  readonly time: number;
  /** runs */
  readonly done: number;
  readonly computedMs: number;
  readonly jobs: number;
  readonly transactions: number;
  readonly walBytes: number;
  /** of one, in the mean */
  readonly packageBytes: number;
  /** processor time */
  readonly workersMs: number;
  readonly postgresMs: number;
}

async function whenDone(
  database: pg.Client,
  workers: readonly ChildProcess[],
  wanted: number,
): Promise<Moment> {
  let last = { done: -1, time: performance.now() };
  for (;;) {
    const { rows } = await database.query<Record<string, string>>(`SELECT
      (SELECT count(*) FROM runs WHERE status = 'failed') AS failed,
      (SELECT count(*) FROM runs WHERE status = 'succeeded') AS done,
      (SELECT coalesce(sum(ms), 0) FROM compute_use) AS ms,
      (SELECT coalesce(sum(jobs), 0) FROM compute_use) AS jobs,
      (SELECT coalesce(avg(bytes), 0) FROM packages) AS package,
      (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS transactions,
      pg_current_wal_lsn() - '0/0'::pg_lsn AS wal, pg_backend_pid() AS pid`);
    const now = Object.fromEntries(Object.entries(rows[0]!).map(([name, value]) => [name, Number(value)]));
    if (now['failed']! > 0) throw new Error('a run has failed');
    if (now['done']! >= wanted) {
      return {
        ...{ time: performance.now(), done: now['done']!, computedMs: now['ms']!, jobs: now['jobs']! },
        ...{ transactions: now['transactions']!, walBytes: now['wal']!, packageBytes: now['package']! },
        workersMs: workers.reduce((sum, { pid }) => sum + cpuOf(pid!), 0),
        postgresMs: postgresCpu(now['pid']!),
      };
    }
    const time = performance.now();
    if (now['done']! > last.done) last = { done: now['done']!, time };
    if (time > last.time + STUCK_MS) throw new Error(`no run has ended since the ${last.done}th`);
    await sleep(100);
  }
}

/** Of the whole server that a backend belongs to: those that live, and those that have ended. */
function postgresCpu(backend: number): number {
  const server = Number(statOf(backend)[1]);
  const children = readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && Number(statOf(Number(name))[1]) === server;
    } catch {
      // it has ended
      return false;
    }
  });
  const [ended, system] = [Number(statOf(server)[13]), Number(statOf(server)[14])];
  return (ended + system) * MS_PER_TICK + children.reduce((sum, pid) => sum + cpuOf(Number(pid)), 0);
}

/** What `/proc` says of a process after its name, which may hold spaces. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function cpuOf(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
