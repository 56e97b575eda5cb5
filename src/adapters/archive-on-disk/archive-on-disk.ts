import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ArchivedPackage, ByteRange, PackageArchive } from '../../services/ports/package-archive.ts';

const READ_AHEAD_BYTES = 1024 * 1024;
const PART = '.part';

/**
 * Packages as files of one folder: `<archive_id>.zip`, and `<evidence_report_id>.json` with what is known of it.
 * The JSON file is written last, so a package that has one is complete.
 */
export class ArchiveOnDisk implements PackageArchive {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Opens the archive, makes its folder where there is none, and clears away what a crash left half written. */
  static async open(folder: string): Promise<ArchiveOnDisk> {
    await mkdir(folder, { recursive: true });
    const unfinished = (await readdir(folder)).filter((name) => name.endsWith(PART));
    await Promise.all(unfinished.map((name) => rm(join(folder, name), { force: true })));
    return new ArchiveOnDisk(folder);
  }

  async store(entry: ArchivedPackage, zip: readonly Uint8Array[]): Promise<void> {
    const zipPath = this.#zipPath(entry);
    try {
      await writeDurably(zipPath, zip);
      const metadata = new TextEncoder().encode(`${JSON.stringify(entry, null, 2)}\n`);
      await writeDurably(this.#entryPath(entry.evidence_report_id), [metadata]);
      await syncFolder(this.#folder);
    } catch (error) {
      await rm(zipPath, { force: true });
      throw error;
    }
  }

  async find(evidenceReportId: string): Promise<ArchivedPackage | null> {
    try {
      return JSON.parse(await readFile(this.#entryPath(evidenceReportId), 'utf8')) as ArchivedPackage;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async read(entry: ArchivedPackage, range?: ByteRange): Promise<Readable> {
    const file = await open(this.#zipPath(entry));
    return file.createReadStream({ ...range, highWaterMark: READ_AHEAD_BYTES });
  }

  async check(): Promise<void> {
    await access(this.#folder, constants.W_OK);
  }

  #zipPath({ archive_id }: ArchivedPackage): string {
    return join(this.#folder, `${archive_id}.zip`);
  }

  #entryPath(evidenceReportId: string): string {
    return join(this.#folder, `${evidenceReportId}.json`);
  }
}

/** Writes to a temporary name, waits for the disk, renames: the file is there whole or not at all. */
async function writeDurably(path: string, pieces: readonly Uint8Array[]): Promise<void> {
  const part = `${path}.${randomUUID()}${PART}`;
  try {
    const file = await open(part, 'wx');
    try {
      for (const piece of pieces) await writeAll(file, piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, piece: Uint8Array): Promise<void> {
  for (let written = 0; written < piece.byteLength;) {
    written += (await file.write(piece, written)).bytesWritten;
  }
}

/** A rename is only durable once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
