import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteStore } from '../../src/adapters/database/sqlite.ts';
import { parseS3Url } from '../../src/adapters/blobs-s3/s3-location.ts';
import { openStorage, type OpenStorage } from '../../src/start/storage.ts';
import type { Databases } from './postgres-server.ts';
import type { S3Places } from './s3-server.ts';

/** as patient as the services that tests start (running-service.ts) */
const DATABASE_TIMEOUT_S = 60;

/** What a server needs in its environment to use a place. */
export type PlaceEnvironment = Readonly<Record<string, string>> & { readonly DATA_DIR: string };

/** One of the two ways to store things, as an empty place to do so. */
export interface Place {
  readonly environment: PlaceEnvironment;
  /** opens it in this process; what is opened has to be closed */
  open(): Promise<OpenStorage>;
}

export interface SetUp {
  readonly name: 'embedded' | 'scaled';
  create(): Promise<Place>;
  /** a place for this test alone, open: what it stands on serves another when it is closed */
  open(): Promise<OpenStorage>;
}

/** What the scaled set-up stands on; null where it is not installed. */
export interface Servers {
  readonly postgres: Databases | null;
  readonly s3: S3Places | null;
}

export interface SetUps extends Servers {
  readonly all: readonly SetUp[];
  /** removes the folders of the places; the servers stay */
  remove(): void;
}

/** The place that a server with this environment uses. */
export function placeIn(environment: PlaceEnvironment): Place {
  const { DATA_DIR, DATABASE_URL, ARCHIVE_URL: archive } = environment;
  const ARCHIVE_URL = archive === undefined ? undefined : parseS3Url(archive);
  return {
    environment,
    open: () => openStorage({ DATA_DIR, DATABASE_URL, DATABASE_TIMEOUT_S, ARCHIVE_URL }),
  };
}

let migrated: Promise<Buffer> | undefined;
/** A SQLite file with the tables of the service: migrating one takes six times as long as opening a copy. */
const migratedFile = () => (migrated ??= migrateOnce());

async function migrateOnce(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'leith-migrated-'));
  const file = join(folder, 'leith.db');
  await (await SqliteStore.open(file)).close();
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  return bytes;
}

/** SQLite with files, and PostgreSQL with S3 where there are both: the same tests run on either. */
export function setUpsOn({ postgres, s3 }: Servers): SetUps {
  const root = mkdtempSync(join(tmpdir(), 'leith-set-up-'));
  const folder = (): string => mkdtempSync(join(root, 'data-'));
  const embedded = async () => {
    const DATA_DIR = folder();
    writeFileSync(join(DATA_DIR, 'leith.db'), await migratedFile());
    return placeIn({ DATA_DIR });
  };
  const all: SetUp[] = [{ name: 'embedded', create: embedded, open: async () => (await embedded()).open() }];
  if (postgres && s3) {
    all.push({
      name: 'scaled',
      async create() {
        const DATA_DIR = folder();
        const [DATABASE_URL, archive] = [await postgres.copyMigrated(), s3.url()];
        return placeIn({ DATA_DIR, DATABASE_URL, ARCHIVE_URL: archive, ...s3.credentials });
      },
      async open() {
        const { url, giveBack } = await postgres.lendMigrated();
        const at = { DATA_DIR: folder(), DATABASE_URL: url, ARCHIVE_URL: s3.url() };
        const storage = await placeIn(at).open();
        const close = async () => {
          await storage.close();
          giveBack();
        };
        return { ...storage, close };
      },
    });
  }
  return { all, postgres, s3, remove: () => rmSync(root, { recursive: true, force: true }) };
}
