import { loadKernels } from '../../../test/load-kernels.ts';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import { FormerArchiveOnDisk } from '../../adapters/former-archive/former-archive.ts';
import { beadReconstruction, packageContext } from '../../formats/package/bead-reconstruction.fixture.ts';
import { buildPackage, type ResultPackage } from '../../formats/package/build-package.ts';
import type { OpenStorage } from '../../start/storage.ts';
import { mintId } from '../mint-id.ts';
import { leftovers } from './archive.fixture.ts';
import { findPublicPackage } from './find-package.ts';
import { importFormerArchive } from './import-former-archive.ts';
import { readPackage } from './read-package.ts';
import { sweepBlobs } from './sweep-blobs.ts';
import { verifyLog } from './verify-log.ts';

const kernels = await loadKernels();

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

let made: ResultPackage & { readonly sha256: string };
beforeAll(async () => {
  const built = await buildPackage(kernels, beadReconstruction(24, 32), packageContext());
  const sha256 = createHash('sha256').update(Buffer.concat(built.chunks)).digest('hex');
  made = { ...built, sha256 };
});

describeOn(setUps, 'importFormerArchive', ({ create }) => {
  let storage: OpenStorage;
  let folder: string;
  let former: FormerArchiveOnDisk;
  beforeEach(async () => {
    const place = await create();
    folder = join(place.environment.DATA_DIR!, 'archive');
    former = new FormerArchiveOnDisk(folder);
    storage = await place.open();
    return () => storage.close();
  });

  /** What the first version left of a package. */
  function leave(zip = Buffer.concat(made.chunks)): string {
    const time = new Date('2026-01-01T00:00:00Z');
    const entry = {
      evidence_report_id: mintId('evr', time),
      archive_id: mintId('arc', time),
      created_at: time.toISOString(),
      ...{ requester: 'public', input_sha256: 'a'.repeat(64), sha256: made.sha256, bytes: made.bytes },
    };
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${entry.archive_id}.zip`), zip);
    writeFileSync(join(folder, `${entry.evidence_report_id}.json`), JSON.stringify(entry));
    return entry.evidence_report_id;
  }

  it('does nothing where there was none', async () => {
    expect(await importFormerArchive(storage, former)).toEqual({ imported: 0, problems: [] });
  });

  it('takes every package over once, into the log, and leaves nothing of the old files', async () => {
    const ids = [leave(), leave()];
    expect(await importFormerArchive(storage, former)).toEqual({ imported: 2, problems: [] });
    for (const id of ids) {
      const row = await findPublicPackage(storage.store, id);
      expect(row).toMatchObject({ created_at: '2026-01-01T00:00:00.000Z', sha256: made.sha256 });
      expect(row!.holography_mode).toBe(String(made.evidence.parameters.used.holography_mode));
      expect(JSON.parse(row!.summary)).toMatchObject({ payload_sha256: made.payload_sha256, width_px: 32 });
      const bytes = await buffer((await readPackage(storage, row!))!);
      expect(bytes.equals(Buffer.concat(made.chunks))).toBe(true);
    }
    const left = readdirSync(folder).filter((name) => !name.endsWith('.former.zip'));
    expect(left).toEqual([]);
    expect(await verifyLog(storage.store)).toMatchObject({ head: { seq: 2 }, faults: [] });
    expect(await importFormerArchive(storage, former)).toEqual({ imported: 0, problems: [] });
  });

  it('goes on where a crash has cut it short, and loses nothing to the sweep', async () => {
    const id = leave();
    const dying = { ...storage, store: dyingStore(storage) };
    await expect(importFormerArchive(dying, former)).rejects.toThrow('the process has died');
    await sweepBlobs(storage, { nobodyElse: true });
    expect(await importFormerArchive(storage, former)).toEqual({ imported: 1, problems: [] });
    expect(await findPublicPackage(storage.store, id)).not.toBeNull();
    expect((await leftovers(storage)).stored).toHaveLength(1);
  });

  it('leaves a damaged package alone and says so', async () => {
    const id = leave(Buffer.from('half a ZIP'));
    const { imported, problems } = await importFormerArchive(storage, former);
    expect([imported, problems]).toEqual([
      0,
      [`${id} of the former archive was not taken over: its ZIP does not have its checksum.`],
    ]);
    expect(existsSync(join(folder, `${id}.json`))).toBe(true);
    expect(await findPublicPackage(storage.store, id)).toBeNull();
  });
});

/** A store whose process dies when it has written the blob and is about to publish it. */
function dyingStore({ store }: OpenStorage): OpenStorage['store'] {
  let transactions = 0;
  return {
    read: () => store.read(),
    check: () => store.check(),
    faults: () => store.faults(),
    forget: () => store.forget(),
    close: () => store.close(),
    transaction: (...args) =>
      ++transactions === 1 ? store.transaction(...args) : Promise.reject(new Error('the process has died')),
  };
}
