import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ShardStore } from '../services/sequence/sequence-maker.ts';

/** A file, and the bytes that it is to hold. */
export interface FileToWrite {
  readonly path: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Shards in a folder beside the file that they become part of, on the same disk; the folder is gone afterwards, and no file
 * is there that is not whole.
 * @param output the folder is named after it
 */
export async function throughFolder(
  output: string,
  make: (store: ShardStore) => Promise<readonly FileToWrite[]>,
): Promise<void> {
  const folder = `${output}.part`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  try {
    const path = (shard: number) => join(folder, `shard-${shard}`);
    const store: ShardStore = {
      write: (shard, pieces) => writeFile(path(shard), pieces),
      read: (shard, offset, length) => readPart(path(shard), offset, length),
    };
    const files = await make(store);
    const whole = (k: number) => join(folder, `whole-${k}`);
    for (const [k, { bytes }] of files.entries())
      await pipeline(Readable.from(bytes), createWriteStream(whole(k)));
    for (const [k, file] of files.entries()) await rename(whole(k), file.path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readPart(path: string, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path);
  try {
    const bytes = new Uint8Array(length);
    const { bytesRead } = await file.read(bytes, 0, length, offset);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
