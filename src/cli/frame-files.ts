import { closeSync, openSync, readSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { FileToRead } from '../services/sequence/frames-of-file.ts';

/** What a folder may hold beside its frames: what programs write about them. */
const frameNames = ['.png', '.tif', '.tiff', '.npy', '.npz', '.bmp', '.mat', '.h5', '.hdf5', '.jpg', '.jpeg'];

export const natural = new Intl.Collator('en', { numeric: true });

/** The files that arguments name, in natural order: frame2 before frame10. Of a folder those that look like frames. */
export async function frameFiles(paths: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(
    paths.map(async (path) => {
      if (!(await stat(path)).isDirectory()) return [path];
      const names = (await readdir(path)).filter((name) => isFrame(name));
      return names.map((name) => join(path, name));
    }),
  );
  return lists.flat().toSorted((a, b) => natural.compare(a, b));
}

export function isFrame(name: string): boolean {
  return !/^[.~]/.test(name) && frameNames.includes(extname(name).toLowerCase());
}

/**
 * A file that is opened for each read, so that a hundred thousand of them need not be open at once. Its thread has nothing
 * else to do, and waiting for another one to read would take it longer than the reading.
 */
export async function fileToRead(path: string): Promise<FileToRead> {
  const { size } = await stat(path);
  return {
    ...{ name: basename(path), size },
    async read(offset, length, room) {
      const wanted = Math.max(0, Math.min(length, size - offset));
      const bytes =
        room && room.byteLength >= wanted ? new Uint8Array(room, 0, wanted) : new Uint8Array(wanted);
      const file = openSync(path, 'r');
      try {
        let done = 0;
        while (done < bytes.length) {
          const read = readSync(file, bytes, done, bytes.length - done, offset + done);
          if (read === 0) break;
          done += read;
        }
        return bytes.subarray(0, done);
      } finally {
        closeSync(file);
      }
    },
  };
}
