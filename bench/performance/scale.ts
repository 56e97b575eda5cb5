/**
 * Worker processes on one PostgreSQL and one S3 store, all on this machine: 200 accepted runs of small frames, done by 1, 2
 * and 4 processes of one thread each. `node bench/performance/scale.ts`; needs PostgreSQL.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { encodeFrame } from '../../src/formats/encode/frame.ts';
import { startPostgres, type PostgresServer } from '../../test/backends/postgres-server.ts';
import { startS3, type S3Server } from '../../test/backends/s3-server.ts';
import { startLeith } from './server-process.ts';

const RUNS = 200;
const PROCESSES = [1, 2, 4];
const SIDE = 256;
const SENDERS = 2;
const MS_PER_TICK = 10;
const LEITH = fileURLToPath(new URL('../../src/start/leith.ts', import.meta.url));

const postgres = await startPostgres();
const s3 = await startS3();
if (postgres && s3) {
  try {
    const head = ['processes', 'runs/s', 'runs/s a process', 'computing, ms a run', 'all else, ms a run'];
    const cpu = ['processor time of the workers, ms a run', 'of server and queue, ms a run to accept'];
    console.log(`| ${[...head, ...cpu].join(' | ')} |\n|${'---|'.repeat(head.length + cpu.length)}`);
    for (const processes of PROCESSES) await measure(postgres, s3, processes);
  } finally {
    await s3.stop();
    await postgres.stop();
  }
}

async function measure(databases: PostgresServer, store: S3Server, processes: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'leith-bench-scale-'));
  const environment = {
    ...{ DATABASE_URL: await databases.createDatabase(), ARCHIVE_URL: store.url(), ...store.credentials },
    ...{ SIGNING_KEY_FILE: join(folder, 'key.pem'), WORKERS: '1', LOG_LEVEL: 'silent' },
  };
  const queue = {
    QUEUE_LIMIT: '10000',
    RUN_WORKERS_IN_SERVER: 'false',
    PUBLIC_RECONSTRUCT_PER_HOUR: '100000',
  };
  const server = await startLeith({ ...environment, ...queue });
  const database = new pg.Client(environment.DATABASE_URL);
  await database.connect();
  const workers: ChildProcess[] = [];
  try {
    const before = server.cpuMs();
    await accept(server.url);
    const acceptedMs = (server.cpuMs() - before) / RUNS;
    for (let k = 0; k < processes; k++) workers.push(startWorker({ ...environment, DATA_DIR: folder }));
    await finished(database);
    const cpuMs = workers.reduce((sum, { pid }) => sum + cpuOf(pid!), 0) / RUNS;
    const { seconds, computed } = await timesOf(database);
    const each = (1000 * seconds * processes) / RUNS;
    const cells = [RUNS / seconds, RUNS / seconds / processes, computed, each - computed, cpuMs, acceptedMs];
    console.log(`| ${processes} | ${cells.map((value) => value.toFixed(1)).join(' | ')} |`);
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
      };
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      const headers = { prefer: 'respond-async' };
      const answer = await fetch(`${url}/public/reconstruct`, { method: 'POST', body: form, headers });
      // those who accept at the same time undo each other now and then, and are told to ask again
      if (answer.status === 503) left++;
      else if (answer.status !== 202) throw new Error(await answer.text());
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
}

function startWorker(environment: Readonly<Record<string, string>>): ChildProcess {
  const env = { PATH: process.env['PATH'], ...environment };
  return spawn(process.execPath, [LEITH, 'worker'], { env, stdio: 'ignore' });
}

async function finished(database: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ status: string; count: string }>(
      'SELECT status, count(*) FROM runs GROUP BY status',
    );
    if (rows.some(({ status }) => status === 'failed')) throw new Error('a run has failed');
    if (rows.length === 1 && rows[0]!.status === 'succeeded') return;
    await sleep(200);
  }
}

/** From the middle of all runs to the last: by then every process has started and compiled what it does. */
async function timesOf(database: pg.Client): Promise<{ seconds: number; computed: number }> {
  const { rows } = await database.query<{ finished_at: string }>('SELECT finished_at FROM runs ORDER BY 1');
  const times = rows.map(({ finished_at }) => Date.parse(finished_at));
  const from = RUNS / 4;
  const seconds = ((times.at(-1)! - times[from]!) / 1000) * (RUNS / (RUNS - 1 - from));
  const { rows: used } = await database.query<{ ms: string; jobs: string }>(
    'SELECT sum(ms) AS ms, sum(jobs) AS jobs FROM compute_use',
  );
  return { seconds, computed: Number(used[0]!.ms) / Number(used[0]!.jobs) };
}

function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
