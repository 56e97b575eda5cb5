import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { folderOnDisk } from '../../../test/folder-on-disk.ts';
import { StorageUnavailable } from '../../services/ports/storage-unavailable.ts';
import { BlobsOnDisk } from './blobs-on-disk.ts';

const describeBytes = (parts: readonly Uint8Array[]) => ({
  sha256: createHash('sha256').update(Buffer.concat(parts)).digest('hex'),
  bytes: Buffer.concat(parts).length,
});

describe('files that go straight to the disk or by way of the system’s memory', () => {
  const root = folderOnDisk('leith-blobs-');
  const blobs = new BlobsOnDisk(root);
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  let handles: FileHandle;
  beforeAll(async () => {
    const handle = await open(join(root, 'any'), 'w');
    await handle.close();
    handles = Object.getPrototypeOf(handle) as FileHandle;
  });
  const fault = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });
  const patterned = (bytes: number, of = 'no two parts that lie beside each other are alike') =>
    Buffer.alloc(bytes, of);
  const block = 1024 * 1024;

  it.each(['takes that', 'refuses it', 'refuses it later'])(
    'holds what was put, where the file system %s',
    async (which) => {
      const { write } = handles;
      for (const bytes of [block - 1, 2 * block, 2 * block + 4097]) {
        const content = patterned(bytes);
        const pieces = [content.subarray(0, 700_001), content.subarray(700_001)];
        let writes = 0;
        const refusedAt = { 'takes that': 0, 'refuses it': 1, 'refuses it later': 2 }[which];
        const spied = vi.spyOn(handles, 'write').mockImplementation(function (
          this: FileHandle,
          ...args: unknown[]
        ) {
          writes += 1;
          if (writes === refusedAt && bytes >= refusedAt * block)
            return Promise.reject(fault('EINVAL', 'write'));
          return Reflect.apply(write, this, args) as never;
        } as never);
        const key = `archive/${which.replaceAll(' ', '-')}-${bytes}.zip`;
        try {
          await blobs.put(key, pieces, describeBytes(pieces));
        } finally {
          spied.mockRestore();
        }
        expect((await buffer((await blobs.read(key))!)).equals(content), `${bytes}`).toBe(true);
      }
    },
  );

  it('takes the word of who made the content for its SHA-256, and of nobody for its length', async () => {
    const content = async function* () {
      yield patterned(3 * block);
    };
    const sha256 = () => 'made elsewhere';
    const put = (key: string, bytes: number) => blobs.put(key, content, { sha256, bytes: () => bytes });
    expect(await put('archive/said.zip', 3 * block)).toBe('made elsewhere');
    await expect(put('archive/short.zip', 3 * block + 1)).rejects.toThrow('not what it was said to be');
    expect(await blobs.stat('archive/short.zip')).toBeNull();
  });

  it.skipIf(!existsSync('/proc/self/fd'))(
    'closes every handle where the content fails just as it goes straight to the disk',
    async () => {
      const open = () => readdirSync('/proc/self/fd').length;
      const before = open();
      const content = async function* () {
        yield patterned(block);
        throw new Error('the worker died');
      };
      for (let k = 0; k < 3; k++)
        await expect(
          blobs.put('archive/broken.zip', content, { sha256: null, bytes: () => block }),
        ).rejects.toThrow('the worker died');
      expect(open()).toBe(before);
    },
  );

  it('brings copies to the disk while more is made, and keeps nothing where anything fails', async () => {
    const large = [new Uint8Array(3_000_000), new Uint8Array(2_000_000)];
    const put = () => blobs.put('archive/b.zip', large, describeBytes(large));
    const write = vi.spyOn(handles, 'write').mockRejectedValueOnce(fault('EINVAL', 'write'));
    const early = vi.spyOn(handles, 'datasync');
    await put();
    expect(early).toHaveBeenCalled();
    await blobs.delete('archive/b.zip');
    const before = readdirSync(join(root, 'archive'));
    write.mockRejectedValueOnce(fault('EINVAL', 'write'));
    early.mockRejectedValueOnce(fault('EIO', 'fdatasync'));
    await expect(put()).rejects.toThrow(StorageUnavailable);
    write.mockRejectedValueOnce(fault('EIO', 'write'));
    await expect(put()).rejects.toThrow(StorageUnavailable);
    write.mockRestore();
    early.mockRestore();
    expect(readdirSync(join(root, 'archive'))).toEqual(before);
  });

  it('holds what each was given where many are written at once', async () => {
    const contents = Array.from({ length: 6 }, (_, i) =>
      patterned(2 * block + 1000 * i, `the ${i}th of all`),
    );
    await Promise.all(
      contents.map((content, i) => blobs.put(`archive/many-${i}.zip`, [content], describeBytes([content]))),
    );
    for (const [i, content] of contents.entries()) {
      const back = await buffer((await blobs.read(`archive/many-${i}.zip`))!);
      expect(back.equals(content), `${i}`).toBe(true);
    }
  });
});
