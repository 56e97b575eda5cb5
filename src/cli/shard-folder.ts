import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ShardStore } from '../services/sequence/make-sequence.ts';

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
    const path = (map: string, shard: number) => join(folder, `${map}-${shard}`);
    const store: ShardStore = {
      write: (map, shard, bytes) => writeFile(path(map, shard), bytes),
      // a copy of its own: a buffer out of Node's pool need not be aligned
      read: async (map, shard) => new Uint8Array(await readFile(path(map, shard))),
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
