import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { packageFile } from '../formats/package/package-file.ts';
import { zipFrame } from '../formats/package/stored-zip.ts';
import { headersOfShard, pathOfShard, sequenceMaps } from '../formats/sequence/stored-shard.ts';
import { throughFolder } from './shard-folder.ts';

let folder: string;
let output: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leith-shards-'));
  output = join(folder, 'cells.zip');
});
afterEach(() => rmSync(folder, { recursive: true }));

const bytes = (...values: number[]) => Uint8Array.from(values);

function shard(k: number) {
  const parts = [bytes(k, 1, 1), bytes(k, 2), bytes(k, 3, 3, 3)];
  const stored = { phase: packageFile('', [parts[0]!]), amplitude: packageFile('', [parts[1]!]) };
  const files = sequenceMaps.map((map) => ({ ...stored[map], path: pathOfShard(map, k) }));
  return { parts, files, headers: headersOfShard(stored, k) };
}

it('puts shards into their places, in whichever order they come', async () => {
  const shards = [0, 1, 2].map(shard);
  const last = packageFile('bagit.txt', [bytes(9, 9)]);
  const { headers, directory } = zipFrame([...shards.flatMap(({ files }) => files), last]);
  await throughFolder(output, async (store) => {
    const write = async (k: number) => {
      const parts = shards[k]!.parts.map((part) => part.slice());
      await store.write(k, parts, shards[k]!.headers);
      // used for others
      for (const part of parts) part.fill(77);
    };
    await write(1);
    await Promise.all([write(2), write(0)]);
    expect([...(await store.read(1, 0, 3))]).toEqual([1, 1, 1]);
    expect([...(await store.read(2, 3, 2))]).toEqual([2, 2]);
    expect([...(await store.read(0, 5, 4))]).toEqual([0, 3, 3, 3]);
    return { rest: [headers.at(-1)!, ...last.pieces, ...directory], also: [] };
  });
  const files = [...shards.flatMap(({ parts }) => parts.slice(0, 2)), bytes(9, 9)];
  const expected = [...headers.flatMap((header, k) => [header, files[k]!]), ...directory];
  expect(readFileSync(output).equals(Buffer.concat(expected))).toBe(true);
  expect(readdirSync(folder)).toEqual(['cells.zip']);
});

it('leaves nothing where a shard is missing, or making fails while one is written', async () => {
  const { parts, headers } = shard(1);
  const missing = throughFolder(output, async (store) => {
    await store.write(1, parts, headers);
    return { rest: [], also: [] };
  });
  await expect(missing).rejects.toThrow('missing');
  const failing = throughFolder(output, async (store) => {
    void store.write(0, parts, headers);
    throw new Error('no room');
  });
  await expect(failing).rejects.toThrow('no room');
  expect(readdirSync(folder)).toEqual([]);
});

it('takes away what a run that was killed has left, and nothing else', async () => {
  const make = () => throughFolder(output, async () => ({ rest: [], also: [] }));
  const part = `${output}.part`;
  mkdirSync(part);
  for (const name of ['whole-0', 'moments']) writeFileSync(join(part, name), '');
  await make();
  expect(readdirSync(folder)).toEqual(['cells.zip']);
  mkdirSync(part);
  writeFileSync(join(part, 'frame-0.tif'), '');
  await expect(make()).rejects.toThrow('something else has that name');
  expect(readdirSync(part)).toEqual(['frame-0.tif']);
  rmSync(part, { recursive: true });
  writeFileSync(part, 'a download');
  await expect(make()).rejects.toThrow('something else has that name');
  expect(readFileSync(part, 'utf8')).toBe('a download');
});

it('says at once that the package would be a folder', async () => {
  mkdirSync(output);
  let made = false;
  const making = throughFolder(output, async () => {
    made = true;
    return { rest: [], also: [] };
  });
  await expect(making).rejects.toThrow('is a folder');
  expect(made).toBe(false);
});

it('writes what goes beside the package, and shows both at once', async () => {
  const { parts, headers } = shard(0);
  const beside = join(folder, 'cells.tif');
  await throughFolder(output, async (store) => {
    await store.write(0, parts, headers);
    const read = async function* () {
      yield await store.read(0, 0, 3);
      expect(readdirSync(folder)).toEqual(['cells.zip.part']);
    };
    return { rest: [], also: [{ path: beside, bytes: read() }] };
  });
  expect(readdirSync(folder).toSorted()).toEqual(['cells.tif', 'cells.zip']);
  expect([...readFileSync(beside)]).toEqual([0, 1, 1]);
});
