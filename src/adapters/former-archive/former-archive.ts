import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormerArchive, FormerPackage } from '../../services/archive/import-former-archive.ts';

/**
 * Packages as the first version kept them, without a database: `<archive_id>.zip`, and `<evidence_report_id>.json` with
 * what was known of it, in one folder.
 */
export class FormerArchiveOnDisk implements FormerArchive {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async packages(): Promise<FormerPackage[]> {
    const names = await unlessAbsent(readdir(this.#folder));
    const entries = (names ?? []).filter((name) => /^evr_[0-9a-z]+\.json$/.test(name)).sort();
    return Promise.all(
      entries.map(
        async (name) => JSON.parse(await readFile(join(this.#folder, name), 'utf8')) as FormerPackage,
      ),
    );
  }

  async read({ archive_id }: FormerPackage): Promise<Uint8Array | null> {
    return unlessAbsent(readFile(join(this.#folder, `${archive_id}.zip`)));
  }

  async remove({ archive_id, evidence_report_id }: FormerPackage): Promise<void> {
    await rm(join(this.#folder, `${archive_id}.zip`), { force: true });
    await rm(join(this.#folder, `${evidence_report_id}.json`), { force: true });
  }
}

async function unlessAbsent<T>(action: Promise<T>): Promise<T | null> {
  try {
    return await action;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
