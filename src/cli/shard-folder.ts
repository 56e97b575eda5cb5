import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ShardStore } from '../services/sequence/make-sequence.ts';

/**
 * Shards in a folder beside the file that they become part of, on the same disk; the folder is gone afterwards.
 * @param make returns the file's bytes, or null where there is to be none
 */
export async function throughFolder(
  output: string,
  make: (store: ShardStore) => Promise<AsyncIterable<Uint8Array>>,
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
    const whole = join(folder, 'whole');
    await pipeline(Readable.from(await make(store)), createWriteStream(whole));
    await rename(whole, output);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
