import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ShardStore } from '../services/sequence/sequence-maker.ts';
import { refuseOutputs } from './outputs.ts';

/** What a package is beside its shards, and what is written beside it. */
export interface MadeOfShards {
  /** behind the shards */
  readonly rest: Iterable<Uint8Array>;
  readonly also: readonly FileToWrite[];
}

/** A file, and the bytes that it is to hold. */
interface FileToWrite {
  readonly path: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * A package in the making: each shard is put in its place in the ZIP when it comes, so that gigabytes are written once.
 * That happens in a folder beside the package, on the same disk; the folder is gone afterwards, and no file is there that
 * is not whole.
 * @param output the folder is named after it
 */
export async function throughFolder(
  output: string,
  make: (store: ShardStore) => Promise<MadeOfShards>,
): Promise<void> {
  const folder = `${output}.part`;
  await makeRoom(output, folder);
  await mkdir(folder);
  const whole = (k: number) => join(folder, `whole-${k}`);
  try {
    const zip = await open(whole(0), 'wx+');
    const moments = await open(join(folder, 'moments'), 'wx+');
    const shards = new ShardsInPlace(zip, moments);
    try {
      const { rest, also } = await make(shards);
      await shards.end(rest);
      for (const [k, { bytes }] of also.entries())
        await pipeline(Readable.from(bytes), createWriteStream(whole(k + 1)));
      for (const [k, path] of [output, ...also.map((file) => file.path)].entries())
        await rename(whole(k), path);
    } finally {
      await shards.settled();
      await Promise.all([zip.close(), moments.close()]);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What a run that was killed has left goes; what is somebody's own stays, and is said before anything is done. */
async function makeRoom(output: string, folder: string): Promise<void> {
  await refuseOutputs([output]);
  const there = await stat(folder).catch(() => null);
  const left = there?.isDirectory() ? await readdir(folder) : [];
  const isOwn = there && !(there.isDirectory() && left.every((name) => /^(whole-\d+|moments)$/.test(name)));
  if (isOwn)
    throw new Error(`the package is made in ${folder}, and something else has that name: move it away`);
  await rm(folder, { recursive: true, force: true });
}

interface Waiting {
  readonly parts: readonly Uint8Array[];
  readonly headers: readonly Uint8Array[];
}

/** Where a part of a shard lies. */
interface Place {
  readonly file: FileHandle;
  readonly at: number;
  readonly bytes: number;
}

/** Shards one after the other as a ZIP begins with them, and what is only needed until it is complete in another file. */
class ShardsInPlace implements ShardStore {
  readonly #zip: Appended;
  readonly #moments: Appended;
  /** of each shard, in the order of its parts */
  readonly #places: Place[][] = [];
  /** those that come after one that is not there */
  readonly #waiting = new Map<number, Waiting>();
  #writing: Promise<void> = Promise.resolve();

  constructor(zip: FileHandle, moments: FileHandle) {
    this.#zip = new Appended(zip);
    this.#moments = new Appended(moments);
  }

  write(shard: number, parts: readonly Uint8Array[], headers: readonly Uint8Array[]): Promise<void> {
    this.#waiting.set(shard, { parts, headers });
    return (this.#writing = this.#writing.then(async () => {
      await this.#writeNext();
      // one that has to wait for others can't do so in memory that is used again
      if (this.#waiting.has(shard))
        this.#waiting.set(shard, { parts: parts.map((part) => part.slice()), headers });
    }));
  }

  async #writeNext(): Promise<void> {
    for (let k = this.#places.length; this.#waiting.has(k); k++) {
      const { parts, headers } = this.#waiting.get(k)!;
      this.#waiting.delete(k);
      const places: Place[] = [];
      for (const [i, part] of parts.entries()) {
        const header = headers[i];
        if (header) await this.#zip.append(header);
        places.push(await (header ? this.#zip : this.#moments).append(part));
      }
      this.#places.push(places);
    }
  }

  async read(shard: number, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    let before = 0;
    const place = this.#places[shard]!.find(({ bytes }) => offset < (before += bytes))!;
    const at = place.at + offset - (before - place.bytes);
    const part = new Uint8Array(length);
    const { bytesRead } = await place.file.read(part, 0, length, at);
    return part.subarray(0, bytesRead);
  }

  async end(rest: Iterable<Uint8Array>): Promise<void> {
    await this.#writing;
    if (this.#waiting.size > 0) throw new Error('shards are missing');
    for (const bytes of rest) await this.#zip.append(bytes);
  }

  /** Nothing is under way any more, whatever came of it. */
  async settled(): Promise<void> {
    await this.#writing.catch(() => {});
  }
}

/** A file that grows at its end. */
class Appended {
  readonly #file: FileHandle;
  #end = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async append(bytes: Uint8Array): Promise<Place> {
    const at = this.#end;
    for (let written = 0; written < bytes.byteLength;) {
      const left = bytes.byteLength - written;
      written += (await this.#file.write(bytes, written, left, at + written)).bytesWritten;
    }
    this.#end += bytes.byteLength;
    return { file: this.#file, at, bytes: bytes.byteLength };
  }
}
