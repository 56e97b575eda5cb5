import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ArchiveOnDisk } from './archive-on-disk.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leith-archive-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entry = {
  evidence_report_id: 'evr_1',
  archive_id: 'arc_1',
  created_at: '2026-01-01T00:00:00.000Z',
  requester: 'public',
  input_sha256: 'a',
  sha256: 'b',
  bytes: 6,
};
const zip = [new Uint8Array([1, 2]), new Uint8Array(0), new Uint8Array([3, 4, 5, 6])];

describe('ArchiveOnDisk', () => {
  it('gives back what was stored, whole or in part, after it was opened again', async () => {
    await (await ArchiveOnDisk.open(folder)).store(entry, zip);
    const archive = await ArchiveOnDisk.open(folder);
    expect(await archive.find('evr_1')).toEqual(entry);
    expect([...(await buffer(await archive.read(entry)))]).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...(await buffer(await archive.read(entry, { start: 1, end: 2 })))]).toEqual([2, 3]);
  });

  it('knows nothing of what was never stored', async () => {
    expect(await (await ArchiveOnDisk.open(folder)).find('evr_2')).toBeNull();
  });

  it('leaves nothing behind when it can’t finish', async () => {
    const archive = await ArchiveOnDisk.open(folder);
    const broken = [zip[0]!, null as unknown as Uint8Array];
    await expect(archive.store(entry, broken)).rejects.toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('clears away what a crash left half written', async () => {
    writeFileSync(join(folder, 'arc_2.zip.1234.part'), 'half');
    await ArchiveOnDisk.open(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says so when it can’t be written', async () => {
    const archive = await ArchiveOnDisk.open(folder);
    rmSync(folder, { recursive: true });
    await expect(archive.check()).rejects.toThrow();
  });
});
