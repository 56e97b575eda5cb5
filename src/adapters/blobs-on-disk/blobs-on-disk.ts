import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { BlobCheck } from '../check-blob.ts';
import {
  isBlobKey,
  type BlobContent,
  type Blobs,
  type ByteRange,
  type ExpectedBlob,
  type Space,
} from '../../services/ports/blobs.ts';
import { StorageUnavailable } from '../../services/ports/storage-unavailable.ts';
import { probeFolder } from '../probe-folder.ts';
import { writeDurably } from './write-durably.ts';

/** What a blob that is read holds in memory, while few are; all of them together should not hold much more than eight of these. */
const READ_AHEAD_BYTES = 1024 * 1024;
const LEAST_AHEAD_BYTES = 64 * 1024;
const READ_ALL_BYTES = 8 * READ_AHEAD_BYTES;
const PART = '.part';
/** Room for a package in the making: with less, the service says that it isn't ready. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;
/** What blobs leave of a disk: on a full one the database could not even delete what would make room. */
const LEFT_BYTES = 16 * 1024 * 1024;

/** Blobs as files below one folder, their keys as paths. Only the service's own user can read them. */
export class BlobsOnDisk implements Blobs {
  readonly lateWrites = false;
  readonly needsDigest = false;
  readonly #root: string;
  readonly #leftBytes: number;
  #reading = 0;

  /** @param leftBytes of the disk, which no blob may take */
  constructor(root: string, leftBytes = LEFT_BYTES) {
    this.#root = root;
    this.#leftBytes = leftBytes;
  }

  async put(key: string, content: BlobContent, expected: ExpectedBlob): Promise<string> {
    const path = this.#path(key);
    // a dot comes first in no key, so it can't be taken for a blob
    const part = join(dirname(path), `.${key.split('/')[1]}.${randomUUID()}${PART}`);
    return attempt(async () => {
      await this.#makeFolder(dirname(path));
      const room = await this.#leaveRoom(expected);
      let sha256: string;
      try {
        sha256 = await writeChecked(part, content, expected, room);
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
      try {
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      return sha256;
    });
  }

  async read(key: string, range?: ByteRange): Promise<Readable | null> {
    const file = await unlessAbsent(open(this.#path(key)));
    if (!file) return null;
    this.#reading += 1;
    const share = Math.floor(READ_ALL_BYTES / this.#reading);
    const highWaterMark = Math.max(LEAST_AHEAD_BYTES, Math.min(READ_AHEAD_BYTES, share));
    const stream = file.createReadStream({ ...range, highWaterMark });
    return stream.once('close', () => (this.#reading -= 1));
  }

  async delete(key: string): Promise<void> {
    const path = this.#path(key);
    await unlessAbsent(rm(path).then(() => syncFolder(dirname(path))));
  }

  async stat(key: string): Promise<{ readonly bytes: number } | null> {
    const found = await unlessAbsent(stat(this.#path(key)));
    return found && { bytes: found.size };
  }

  async *list(folder: string): AsyncIterable<string> {
    const entries = await unlessAbsent(opendir(join(this.#root, folder)));
    if (!entries) return;
    for await (const { name } of entries) {
      const key = `${folder}/${name}`;
      if (isBlobKey(key)) yield key;
    }
  }

  async removeUnfinished(before: Date): Promise<void> {
    const folders = (await unlessAbsent(readdir(this.#root, { withFileTypes: true }))) ?? [];
    for (const folder of folders.filter((entry) => entry.isDirectory())) {
      const path = join(this.#root, folder.name);
      const parts = (await attempt(() => readdir(path))).filter((name) => name.endsWith(PART));
      for (const part of parts.map((name) => join(path, name))) {
        const found = await unlessAbsent(stat(part));
        if (found && found.mtime < before) await attempt(() => rm(part, { force: true }));
      }
    }
  }

  async check(): Promise<void> {
    await attempt(() => probeFolder(this.#root));
    const { freeBytes } = await this.space();
    if (freeBytes < LEAST_FREE_BYTES) throw new StorageUnavailable('The disk for packages is almost full.');
  }

  async space(): Promise<Space> {
    const { bavail, blocks, bsize } = await attempt(() => statfs(this.#root));
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  }

  close(): void {}

  #path(key: string): string {
    if (!isBlobKey(key)) throw new Error(`${JSON.stringify(key)} is no key of a blob`);
    return join(this.#root, key);
  }

  /** @returns how many bytes there is room for: of what is made while it is written nobody knows how long it will be */
  async #leaveRoom({ bytes }: ExpectedBlob): Promise<number> {
    const room = (await this.space()).freeBytes - this.#leftBytes;
    if (room < (typeof bytes === 'number' ? bytes : 0)) throw diskFull();
    return room;
  }

  async #makeFolder(folder: string): Promise<void> {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncFolder(dirname(made));
  }
}

/** @returns the SHA-256 */
async function writeChecked(
  path: string,
  content: BlobContent,
  expected: ExpectedBlob,
  room: number,
): Promise<string> {
  const check = new BlobCheck(expected);
  let left = room;
  const pieces = typeof content === 'function' ? content() : content;
  // what has just been copied is hashed in three quarters of the time of what comes from memory
  await writeDurably(path, pieces, (bytes) => {
    left -= bytes.byteLength;
    if (left < 0) throw diskFull();
    check.add(bytes);
  });
  return check.end();
}

function diskFull(): StorageUnavailable {
  return new StorageUnavailable('The disk for packages is full.');
}

/** A name that was given or taken away is only durable once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What the system refuses passes, as far as this process can tell: a full disk, one that was unmounted. */
async function attempt<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException;
    if (syscall === undefined) throw cause;
    const full = code === 'ENOSPC' || code === 'EDQUOT';
    const detail = full
      ? 'The disk for packages is full.'
      : 'The folder for packages can’t be used at the moment.';
    throw new StorageUnavailable(detail, { cause });
  }
}

async function unlessAbsent<T>(action: Promise<T>): Promise<T | null> {
  return attempt(() =>
    action.catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    }),
  );
}
