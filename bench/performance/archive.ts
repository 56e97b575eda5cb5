/**
 * The archive's write path (bytes written, synced and published, three transactions with the log's chain), against a file
 * and a row written as durably without any of that: `node bench/performance/archive.ts`. The two take turns.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { storePackage, type NewPackage } from '../../src/services/archive/store-package.ts';
import { mintId } from '../../src/services/mint-id.ts';
import type { Summary } from '../../src/services/archive/summary.ts';
import { openStorage } from '../../src/start/storage.ts';
import { medianOf } from './http-load.ts';

const SIZES_MB = [0.1, 1, 10, 50];
const ROUNDS = 21;
const CHUNKS = 10;

const folder = mkdtempSync(join(tmpdir(), 'leith-bench-archive-'));
const storage = await openStorage({
  DATA_DIR: join(folder, 'leith'),
  DATABASE_URL: undefined,
  DATABASE_TIMEOUT_S: 8,
  ARCHIVE_URL: undefined,
});
const bareFolder = join(folder, 'bare');
await mkdir(bareFolder);
const database = new Database(join(bareFolder, 'bare.db'));
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec('CREATE TABLE packages (id TEXT PRIMARY KEY, sha256 TEXT, bytes INTEGER, summary TEXT)');
const insert = database.prepare('INSERT INTO packages VALUES (?, ?, ?, ?)');

function newPackage(zip: readonly Uint8Array[]): NewPackage {
  const now = new Date();
  const hash = createHash('sha256');
  for (const chunk of zip) hash.update(chunk);
  return {
    evidence_report_id: mintId('evr', now),
    archive_id: mintId('arc', now),
    created_at: now.toISOString(),
    ...{ requester: 'public', run_id: null, profile_id: null, holography_mode: 'off-axis' },
    input_sha256: 'a'.repeat(64),
    sha256: hash.digest('hex'),
    bytes: zip.reduce((sum, { byteLength }) => sum + byteLength, 0),
    summary: { width_px: 1 } as Summary,
    zip,
  };
}

/** Written under another name, synced, renamed, the folder synced, then a row. */
async function writeBare({ archive_id, sha256, bytes, zip }: NewPackage): Promise<void> {
  const path = join(bareFolder, `${archive_id}.zip`);
  const file = await open(`${path}.part`, 'wx');
  await file.writev(zip as Uint8Array[]);
  await file.sync();
  await file.close();
  await rename(`${path}.part`, path);
  const directory = await open(bareFolder);
  await directory.sync();
  await directory.close();
  insert.run(archive_id, sha256, bytes, '{}');
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

try {
  console.log(
    '| package | file and row, ms (median) | archive, ms (median) | archive : file and row |\n|---|---|---|---|',
  );
  for (const megabytes of SIZES_MB) {
    const zip = Array.from({ length: CHUNKS }, () => randomBytes((megabytes * 1e6) / CHUNKS));
    const times: [bare: number, leith: number][] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const [one, other] = [newPackage(zip), newPackage(zip)];
      const pair: [number, number] = [0, 0];
      const bare = async () => (pair[0] = await timed(() => writeBare(one)));
      const leith = async () => (pair[1] = await timed(() => storePackage(storage, other)));
      for (const work of round % 2 ? [bare, leith] : [leith, bare]) await work();
      // the first warms
      if (round > 0) times.push(pair);
    }
    const bare = medianOf(times.map(([one]) => one));
    const leith = medianOf(times.map(([, other]) => other));
    const ratio = medianOf(times.map(([one, other]) => other / one));
    console.log(`| ${megabytes} MB | ${bare.toFixed(1)} | ${leith.toFixed(1)} | ${ratio.toFixed(2)} |`);
  }
} finally {
  database.close();
  await storage.close();
  rmSync(folder, { recursive: true });
}
