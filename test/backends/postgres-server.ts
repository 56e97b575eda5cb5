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
  /** the same, which another test gets when this one has given it back */
  lendMigrated(): Promise<LentDatabase>;
}

export interface LentDatabase {
  readonly url: string;
  giveBack(): void;
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
  // and nothing lives long enough to be tidied, planned by statistics or copied to another server
  settings.push(
    'autovacuum=off',
    'wal_level=minimal',
    'max_wal_senders=0',
    'checkpoint_timeout=1h',
    'jit=off',
  );
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

interface Migrated {
  /** of a database that was migrated for this process, and that nobody else opens */
  readonly name: string;
  /** makes of another one what that is */
  readonly emptying: string;
}

/** By port. */
const migrated = new Map<number, Promise<Migrated>>();
/** By port, the names of those that were given back, with what was done in them. */
const givenBack = new Map<number, string[]>();

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
    return { name, emptying: await emptyingOf(port, name) };
  };
  const known = () => {
    if (!migrated.has(port)) migrated.set(port, migrate());
    return migrated.get(port)!;
  };
  const copy = async () => create((await known()).name);
  return {
    port,
    createDatabase: async () => address(await create()),
    copyMigrated: async () => address(await copy()),
    async lendMigrated() {
      const used = givenBack.get(port)?.pop();
      if (used !== undefined) await query(port, (await known()).emptying, used);
      const name = used ?? (await copy());
      const giveBack = () => void givenBack.set(port, [...(givenBack.get(port) ?? []), name]);
      return { url: address(name), giveBack };
    },
  };
}

/** What leaves only those rows in every table that migrations have put there: a hundredth of what another copy takes. */
async function emptyingOf(port: number, name: string): Promise<string> {
  const tables = (await query(port, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`, name)).map(
    ({ tablename }) => String(tablename),
  );
  const statements = tables.map(async (table) => {
    const [found] = await query(port, `SELECT json_agg(t)::text AS rows FROM "${table}" t`, name);
    const rows = found!.rows as string | null;
    if (rows === null) return `DELETE FROM "${table}"`;
    const kept = `json_populate_recordset(NULL::"${table}", '${rows.replaceAll("'", "''")}')`;
    return `DELETE FROM "${table}"; INSERT INTO "${table}" SELECT * FROM ${kept}`;
  });
  // whatever refers to what: nothing is checked on the way
  return ['SET session_replication_role = replica', ...(await Promise.all(statements))].join('; ');
}

/** Folders such as `15` or `pgsql-16`, the last first. */
function versions(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /^(pgsql-)?\d+$/.test(name));
  return names.sort((a, b) => Number(b.replace(/\D/g, '')) - Number(a.replace(/\D/g, '')));
}

async function query(
  port: number,
  text: string,
  database = 'postgres',
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: USER, database });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function ready(port: number): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await query(port, 'SELECT 1');
      return;
    } catch (error) {
      if (tries === 1200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
