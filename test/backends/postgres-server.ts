import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { PostgresStore } from '../../src/adapters/database/postgres.ts';
import { freePort } from './free-port.ts';

/** A PostgreSQL server that others may use as well: each test takes a database of its own. */
export interface Databases {
  readonly port: number;
  /** makes an empty database and tells its address */
  createDatabase(): Promise<string>;
  /** makes one with the tables of the service, which takes a quarter of the time that migrating it does */
  copyMigrated(): Promise<string>;
}

/** A PostgreSQL server of our own on this machine, with its data in a temporary folder. */
export interface PostgresServer extends Databases {
  /** ends the server at once, as a crash would: its data stay */
  halt(): Promise<void>;
  resume(): Promise<void>;
  /** ends the server and removes its data */
  stop(): Promise<void>;
}

const USER = 'leith';
/** Where distributions put what initdb and postgres belong to, the newest version first. */
const FOLDERS = [
  ...versions('/usr/lib/postgresql').map((version) => `/usr/lib/postgresql/${version}/bin`),
  ...versions('/usr').map((name) => `/usr/${name}/bin`),
  ...(process.env.PATH ?? '').split(':'),
];
/** Postgres refuses to run as root, which containers often do. */
const NOBODY = 65534;

/** Starts a server, or tells why there is none: the tests that need one are skipped then. */
export async function startPostgres(): Promise<PostgresServer | null> {
  const programs = FOLDERS.find((folder) => existsSync(join(folder, 'initdb')));
  if (!programs) {
    console.warn('PostgreSQL (initdb, postgres) is not installed: what needs it is skipped.');
    return null;
  }
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const folder = mkdtempSync(join(tmpdir(), 'leith-postgres-'));
  if (identity.uid !== undefined) chownSync(folder, NOBODY, NOBODY);
  const data = join(folder, 'data');
  const setUp = ['-D', data, '-U', USER, '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'];
  execFileSync(join(programs, 'initdb'), setUp, { ...identity, cwd: folder, stdio: 'pipe' });

  const port = await freePort();
  const options = ['-D', data, '-k', folder, '-h', '127.0.0.1', '-p', String(port)];
  // its crashes are those of processes, never of the machine
  const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=200', 'log_min_messages=panic'];
  const args = [...options, ...settings.flatMap((setting) => ['-c', setting])];
  let server: ChildProcess;
  const kill = (): void => void server.kill('SIGQUIT');
  process.once('exit', kill);

  const resume = async (): Promise<void> => {
    server = spawn(join(programs, 'postgres'), args, { ...identity, cwd: folder, stdio: 'ignore' });
    await ready(port);
  };
  const halt = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    kill();
    await ended;
  };
  await resume();
  return {
    ...databasesAt(port),
    halt,
    resume,
    async stop() {
      await halt();
      process.off('exit', kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** By port: the name of a database that was migrated for this process, and that nobody else opens. */
const migrated = new Map<number, Promise<string>>();

export function databasesAt(port: number): Databases {
  const address = (name: string) => `postgres://${USER}@127.0.0.1:${port}/${name}`;
  const create = async (template = 'template1') => {
    const name = `leith_${randomBytes(8).toString('hex')}`;
    await query(port, `CREATE DATABASE ${name} TEMPLATE ${template}`);
    return name;
  };
  const migrate = async () => {
    const name = await create();
    await (await PostgresStore.open(address(name))).close();
    return name;
  };
  return {
    port,
    createDatabase: async () => address(await create()),
    async copyMigrated() {
      if (!migrated.has(port)) migrated.set(port, migrate());
      return address(await create(await migrated.get(port)));
    },
  };
}

/** Folders such as `15` or `pgsql-16`, the last first. */
function versions(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /^(pgsql-)?\d+$/.test(name));
  return names.sort((a, b) => Number(b.replace(/\D/g, '')) - Number(a.replace(/\D/g, '')));
}

async function query(port: number, text: string): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: USER, database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

async function ready(port: number): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await query(port, 'SELECT 1');
    } catch (error) {
      if (tries === 1200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
