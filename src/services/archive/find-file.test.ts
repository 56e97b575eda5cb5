import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import { manifest } from '../../formats/package/manifest.ts';
import { packageFile } from '../../formats/package/package-file.ts';
import { storedZip } from '../../formats/package/stored-zip.ts';
import type { OpenStorage } from '../../start/storage.ts';
import type { Blobs, ByteRange } from '../ports/blobs.ts';
import { smallPackage } from './archive.fixture.ts';
import { findFile } from './find-file.ts';
import type { ArchivedPackage } from './storage.ts';
import { storePackage } from './store-package.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const text = (words: string) => new TextEncoder().encode(words);
const gone = () => new Error('gone');

/** 3 MB that deflate makes much smaller. */
const map = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i >> 6) % 251);
const contents: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  'data/phase.tif': map,
  'data/empty.txt': new Uint8Array(),
  'data/preview/phase.png': text('picture'),
};
const manifestText = manifest(
  Object.entries(contents).map(([path, bytes]) => ({ path, sha256: sha256(bytes) })),
);
const all = { 'manifest-sha256.txt': text(manifestText), ...contents };

const zips = {
  stored: () => {
    const chunks = storedZip(Object.entries(all).map(([path, bytes]) => packageFile(path, [bytes])));
    return [new Uint8Array(Buffer.concat(chunks))];
  },
  deflated: () => [new Uint8Array(zipSync(all, { level: 6 }))],
};

/** The same blobs, and how much was read of them. */
function counting(blobs: Blobs): { readonly blobs: Blobs; bytes(): number; reads(): number } {
  const read: number[] = [];
  const counted = {
    read: (key: string, range?: ByteRange) => {
      read.push(range ? range.end - range.start + 1 : Infinity);
      return blobs.read(key, range);
    },
  };
  return {
    blobs: counted as Blobs,
    bytes: () => read.reduce((sum, bytes) => sum + bytes, 0),
    reads: () => read.length,
  };
}

describeOn(setUps, 'a file of a package', ({ open }) => {
  let storage: OpenStorage;
  beforeAll(async () => {
    storage = await open();
    return () => storage.close();
  });

  describe.each(['stored', 'deflated'] as const)('%s', (kind) => {
    let entry: ArchivedPackage;
    beforeAll(async () => {
      entry = await storePackage(storage, smallPackage(zips[kind]()));
    });

    it.each(Object.entries(all))('%s is found with its digest, whole and in part', async (path, bytes) => {
      const file = await findFile(storage, entry, path, gone);
      expect([file.bytes, file.sha256]).toEqual([bytes.length, sha256(bytes)]);
      expect(Buffer.compare(await buffer(await file.read()), bytes)).toBe(0);
      if (bytes.length === 0) return;
      const last = bytes.length - 1;
      const ranges = [
        [0, 0],
        [last, last],
        [Math.min(last, 1_100_000), Math.min(last, 2_200_001)],
      ] as const;
      for (const [start, end] of ranges) {
        const part = await buffer(await file.read({ start, end }));
        expect(Buffer.compare(part, bytes.subarray(start, end + 1))).toBe(0);
      }
    });

    it.each([
      ...['', 'data', 'data/', 'data/phase', '/data/phase.tif', 'data//phase.tif', './data/phase.tif'],
      ...[
        '../data/phase.tif',
        'data/../data/phase.tif',
        'data\\phase.tif',
        'DATA/PHASE.TIF',
        'data/phase.tif\0',
      ],
      'x'.repeat(4000),
    ])('no other name finds one: %s', async (path) => {
      const found = findFile(storage, entry, path, gone);
      await expect(found).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(found).rejects.toThrow(/It holds manifest-sha256\.txt, data\/phase\.tif/);
      await expect(found).rejects.toSatisfy((error: Error) => error.message.length < 400);
    });

    it('is told when the package has been deleted meanwhile', async () => {
      const stored = await storePackage(storage, smallPackage(zips[kind]()));
      const file = await findFile(storage, stored, 'data/phase.tif', gone);
      await storage.store.transaction((trx) =>
        trx.deleteFrom('packages').where('archive_id', '=', stored.archive_id).execute(),
      );
      await storage.blobs.delete(stored.blob_key);
      await expect(findFile(storage, stored, 'data/phase.tif', gone)).rejects.toThrow('gone');
      await expect(file.read().then(buffer)).rejects.toThrow('gone');
    });
  });

  it('costs no more than the tables and itself to read, in five requests', async () => {
    const entry = await storePackage(storage, smallPackage(zips.stored()));
    const counted = counting(storage.blobs);
    const file = await findFile({ ...storage, blobs: counted.blobs }, entry, 'data/phase.tif', gone);
    await buffer(await file.read({ start: 2_000_000, end: 2_000_999 }));
    expect(counted.bytes()).toBeLessThan(110_000);
    expect(counted.reads()).toBeLessThanOrEqual(5);
  });

  it('fails where the archive holds something else', async () => {
    const entry = await storePackage(storage, smallPackage([new Uint8Array(100_000)]));
    await expect(findFile(storage, entry, 'data/phase.tif', gone)).rejects.toThrow(/central directory/);
  });
});
