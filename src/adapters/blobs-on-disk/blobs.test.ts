import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFaultyProxy, type FaultyProxy } from '../../../test/backends/faulty-proxy.ts';
import { lentS3 } from '../../../test/backends/lent-servers.ts';
import { folderOnDisk } from '../../../test/folder-on-disk.ts';
import { mountSmallDisk } from '../../../test/backends/small-disk.ts';
import { isBlobKey, type Blobs } from '../../services/ports/blobs.ts';
import { StorageUnavailable } from '../../services/ports/storage-unavailable.ts';
import { BlobsS3 } from '../blobs-s3/blobs-s3.ts';
import { parseS3Url } from '../blobs-s3/s3-location.ts';
import { BlobsOnDisk } from './blobs-on-disk.ts';

const further = { tags: 'further/failing' };

const folder = folderOnDisk('leith-blobs-');
const s3 = await lentS3();
const disk = mountSmallDisk(3 * 1024);
afterAll(() => {
  disk?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const kinds: { name: string; create: () => Blobs }[] = [
  { name: 'disk', create: () => new BlobsOnDisk(mkdtempSync(join(folder, 'root-'))) },
];
if (s3) kinds.push({ name: 'S3', create: () => new BlobsS3(parseS3Url(s3.url())) });

const chunks = [new Uint8Array([1, 2]), new Uint8Array(0), new Uint8Array([3, 4, 5, 6])];
const describeBytes = (parts: readonly Uint8Array[]) => ({
  sha256: createHash('sha256').update(Buffer.concat(parts)).digest('hex'),
  bytes: Buffer.concat(parts).length,
});
const expected = describeBytes(chunks);
const listed = async (blobs: Blobs, name: string) => {
  const keys = [];
  for await (const key of blobs.list(name)) keys.push(key);
  return keys.sort();
};
const bytesOf = async (blobs: Blobs, key: string, range?: { start: number; end: number }) => {
  const stream = await blobs.read(key, range);
  return stream && [...(await buffer(stream))];
};

describe.each(kinds)('Blobs on $name', ({ create }) => {
  let blobs: Blobs;
  beforeEach(() => {
    blobs = create();
    return () => blobs.close();
  });

  it('give back what was put, whole or in part', async () => {
    const { sha256, bytes } = expected;
    expect(await blobs.put('archive/a.zip', chunks, expected)).toBe(sha256);
    expect(await blobs.put('archive/b.zip', chunks, { sha256: null, bytes })).toBe(sha256);
    expect(await bytesOf(blobs, 'archive/a.zip')).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await bytesOf(blobs, 'archive/a.zip', { start: 1, end: 2 })).toEqual([2, 3]);
    expect(await blobs.stat('archive/a.zip')).toEqual({ bytes: 6 });
  });

  it('take many large pieces', async () => {
    const large = Array.from({ length: 5 }, (_, i) => new Uint8Array(3_000_001).fill(i));
    await blobs.put('archive/large.zip', large, describeBytes(large));
    const back = await buffer((await blobs.read('archive/large.zip'))!);
    expect(back.equals(Buffer.concat(large))).toBe(true);
  });

  it('know nothing of what was never put', async () => {
    expect(await blobs.read('archive/none.zip')).toBeNull();
    expect(await blobs.stat('archive/none.zip')).toBeNull();
    await blobs.delete('archive/none.zip');
    expect(await listed(blobs, 'archive')).toEqual([]);
  });

  it('list by folder, and forget what was deleted', async () => {
    const keys = ['archive/a.zip', 'archive/b.zip', 'raw/a.png'];
    for (const key of keys) await blobs.put(key, chunks, expected);
    expect(await listed(blobs, 'archive')).toEqual(['archive/a.zip', 'archive/b.zip']);
    await blobs.delete('archive/a.zip');
    expect(await listed(blobs, 'archive')).toEqual(['archive/b.zip']);
    expect(await bytesOf(blobs, 'archive/a.zip')).toBeNull();
  });

  it.each([
    ['digest', { ...expected, sha256: describeBytes([]).sha256 }],
    ['length', { ...expected, bytes: 7 }],
  ])('store nothing that has another %s than was said', async (_, said) => {
    await expect(blobs.put('archive/a.zip', chunks, said)).rejects.toThrow('not what it was said to be');
    expect(await listed(blobs, 'archive')).toEqual([]);
  });

  it('refuse names that could lead elsewhere', async () => {
    for (const key of ['../leith.db', 'archive/../leith.db', 'archive/.hidden', 'leith.db', '/etc/passwd']) {
      expect(isBlobKey(key), key).toBe(false);
      await expect(blobs.put(key, chunks, expected), key).rejects.toThrow('is no key');
      await expect(blobs.read(key), key).rejects.toThrow('is no key');
      await expect(blobs.delete(key), key).rejects.toThrow('is no key');
    }
  });

  it('say that they can be written', async () => {
    await blobs.check();
  });
});

describe('BlobsOnDisk', () => {
  it('lets only its own user read, and removes what a crash left half written', async () => {
    const root = mkdtempSync(join(folder, 'root-'));
    const blobs = new BlobsOnDisk(root);
    await blobs.put('archive/a.zip', chunks, expected);
    expect(statSync(join(root, 'archive')).mode & 0o077).toBe(0);
    expect(statSync(join(root, 'archive/a.zip')).mode & 0o077).toBe(0);
    writeFileSync(join(root, 'archive/.b.zip.1234.part'), 'half');
    expect(await listed(blobs, 'archive')).toEqual(['archive/a.zip']);
    await blobs.removeUnfinished(new Date(Date.now() - 60_000));
    expect(readdirSync(join(root, 'archive'))).toHaveLength(2);
    await blobs.removeUnfinished(new Date(Date.now() + 1000));
    expect(readdirSync(join(root, 'archive'))).toEqual(['a.zip']);
  });

  it('reads ahead less of each the more are read at once, and as before when they are done', async () => {
    const blobs = new BlobsOnDisk(mkdtempSync(join(folder, 'root-')));
    await blobs.put('archive/a.zip', chunks, expected);
    const read = async () => (await blobs.read('archive/a.zip'))!;
    const streams = await Promise.all(Array.from({ length: 300 }, read));
    const ahead = streams.map((stream) => stream.readableHighWaterMark);
    expect([ahead[0], ahead.at(-1)]).toEqual([2 ** 20, 2 ** 16]);
    expect(ahead.reduce((sum, bytes) => sum + bytes)).toBeLessThan(64 * 2 ** 20);
    await Promise.all(
      streams.map((stream) => new Promise((closed) => stream.destroy().once('close', closed))),
    );
    const alone = await read();
    expect(alone.readableHighWaterMark).toBe(2 ** 20);
    alone.destroy();
  });

  it('is unavailable where its folder is gone', async () => {
    const root = mkdtempSync(join(folder, 'root-'));
    const blobs = new BlobsOnDisk(root);
    rmSync(root, { recursive: true });
    await expect(blobs.check()).rejects.toThrow(StorageUnavailable);
  });

  it.skipIf(!disk)('leaves nothing on a disk that is full, and goes on when there is room', async () => {
    const blobs = new BlobsOnDisk(disk!.folder, 0);
    const large = [new Uint8Array(2_000_000), new Uint8Array(2_000_000)];
    await expect(blobs.put('archive/large.zip', large, describeBytes(large))).rejects.toThrow(
      StorageUnavailable,
    );
    expect(readdirSync(join(disk!.folder, 'archive'))).toEqual([]);
    await blobs.put('archive/a.zip', chunks, expected);
    await expect(blobs.check()).rejects.toThrow('almost full');
    // what the database needs to delete something is left to it, whether the size is told first or not
    const leaving = (bytes: number) => new BlobsOnDisk(disk!.folder, bytes);
    const { freeBytes } = await blobs.space();
    const few = { ...expected, bytes: () => expected.bytes };
    for (const said of [expected, few])
      await expect(leaving(freeBytes + 1).put('archive/b.zip', chunks, said)).rejects.toThrow('full');
    // nor is what is made while it is written, and turns out longer than there is room for
    const long = [new Uint8Array(150_000)];
    const made = { ...describeBytes(long), bytes: () => 150_000 };
    await expect(leaving(freeBytes - 100_000).put('archive/c.zip', long, made)).rejects.toThrow('is full');
    expect(readdirSync(join(disk!.folder, 'archive'))).toEqual(['a.zip']);
    await leaving(freeBytes - 100_000).put('archive/b.zip', chunks, expected);
  });

  it('is unavailable on a disk that can only be read', async () => {
    const root = mkdtempSync(join(folder, 'root-'));
    // as of a file system that refuses: there is something in the place of what would be written
    mkdirSync(join(root, '.probe'));
    await expect(new BlobsOnDisk(root).check()).rejects.toThrow(StorageUnavailable);
  });
});

describe.skipIf(!s3)('BlobsS3', () => {
  let proxy: FaultyProxy;
  let blobs: BlobsS3;
  beforeAll(async () => {
    proxy = await startFaultyProxy(s3!.port);
  });
  beforeEach(async () => {
    proxy.set('none');
    blobs = new BlobsS3(parseS3Url(s3!.url(proxy.port)), { connectMs: 1500, answerMs: 2500, idleMs: 2500 });
    await blobs.put('archive/kept.zip', chunks, expected);
    return () => blobs.close();
  });
  afterAll(() => proxy.stop());

  const operations: readonly [string, () => Promise<unknown>][] = [
    ['put', () => blobs.put('archive/lost.zip', chunks, expected)],
    ['read', () => blobs.read('archive/kept.zip')],
    ['stat', () => blobs.stat('archive/kept.zip')],
    ['delete', () => blobs.delete('archive/kept.zip')],
    ['list', () => listed(blobs, 'archive')],
    ['check', () => blobs.check()],
  ];

  it.each(['fail', 'hang', 'refuse'] as const)(
    'is unavailable while the store does %s, then goes on',
    further,
    async (fault) => {
      proxy.set(fault);
      const outcomes = await Promise.allSettled(operations.map(([, operation]) => operation()));
      for (const [i, outcome] of outcomes.entries()) {
        const { reason } = outcome as PromiseRejectedResult;
        expect(reason, operations[i]![0]).toBeInstanceOf(StorageUnavailable);
      }
      proxy.set('none');
      expect(await listed(blobs, 'archive')).toEqual(['archive/kept.zip']);
      await blobs.put('archive/more.zip', chunks, expected);
      expect(await bytesOf(blobs, 'archive/more.zip')).toEqual([1, 2, 3, 4, 5, 6]);
    },
  );

  it('gives up an upload of which a store takes no more, however large it is', further, async () => {
    const silent = createTcpServer({ pauseOnConnect: true });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const limits = { connectMs: 1500, answerMs: 1500, leastBytesPerMs: 1 };
    const hanging = new BlobsS3(parseS3Url(`s3://leith/place?endpoint=http://127.0.0.1:${port}`), limits);
    const large = [new Uint8Array(40_000_000)];
    // by its size alone it would be given eleven hours
    const putting = hanging.put('archive/lost.zip', large, describeBytes(large));
    await expect(putting).rejects.toThrow(StorageUnavailable);
    hanging.close();
    silent.close();
  });

  it('can have an account of its own', async () => {
    const account = { accessKeyId: 'nobody', secretAccessKey: 'nothing' };
    const theirs = new BlobsS3(parseS3Url(s3!.url()), {}, account);
    await expect(theirs.put('archive/a.zip', chunks, expected)).rejects.toThrow(StorageUnavailable);
    theirs.close();
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = s3!.credentials;
    const ours = new BlobsS3(parseS3Url(s3!.url()), {}, { accessKeyId, secretAccessKey });
    await ours.put('archive/a.zip', chunks, expected);
    ours.close();
  });

  it('does not take a store that falters once for one that is away', async () => {
    proxy.set('fail');
    setTimeout(() => proxy.set('none'), 100);
    await blobs.put('archive/second-try.zip', chunks, expected);
    expect(await bytesOf(blobs, 'archive/second-try.zip')).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('ends a download whose store falls silent', further, async () => {
    const large = [new Uint8Array(20_000_000)];
    await blobs.put('archive/large.zip', large, describeBytes(large));
    const stream = (await blobs.read('archive/large.zip'))!;
    proxy.set('hang');
    await expect(buffer(stream)).rejects.toThrow();
  });

  it('is unavailable where the bucket is not there', async () => {
    const url = s3!.url().replace('s3://leith/', 's3://elsewhere/');
    const elsewhere = new BlobsS3(parseS3Url(url));
    await expect(elsewhere.check()).rejects.toThrow(StorageUnavailable);
    await expect(elsewhere.put('archive/a.zip', chunks, expected)).rejects.toThrow(StorageUnavailable);
    elsewhere.close();
  });

  // s3rver can't: its tokens need a cipher that Node no longer has
  it('lists page after page', async () => {
    const item = (key: string) => `<Contents><Key>place/${key}</Key></Contents>`;
    const asked: (string | null)[] = [];
    const server = createServer((request, response) => {
      const token = new URL(request.url!, 'http://localhost').searchParams.get('continuation-token');
      asked.push(token);
      const next = token === null ? '<NextContinuationToken>n/1=</NextContinuationToken>' : '';
      const keys = token === null ? ['raw/a', 'raw/.hidden', 'raw/b'] : ['raw/c'];
      response.setHeader('content-type', 'application/xml');
      response.end(
        `<?xml version="1.0"?><ListBucketResult>${next}${keys.map(item).join('')}</ListBucketResult>`,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const paged = new BlobsS3(parseS3Url(`s3://leith/place?endpoint=http://127.0.0.1:${port}`));
    expect(await listed(paged, 'raw')).toEqual(['raw/a', 'raw/b', 'raw/c']);
    expect(asked).toEqual([null, 'n/1=']);
    paged.close();
    server.close();
  });
});
