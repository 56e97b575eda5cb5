import { createHash } from 'node:crypto';
import { listZip } from '../../formats/decode/array/zip-directory.ts';
import { evidenceReportSchema } from '../../formats/report/evidence-report.ts';
import { summarise } from './summary.ts';
import { findPackage } from './find-package.ts';
import { storePackage } from './store-package.ts';
import type { ArchivedPackage, Storage } from './storage.ts';

/** What the first version kept of a package beside its ZIP. */
export type FormerPackage = Pick<
  ArchivedPackage,
  'evidence_report_id' | 'archive_id' | 'created_at' | 'requester' | 'input_sha256' | 'sha256' | 'bytes'
>;

/** The archive of the first version, which had no database. */
export interface FormerArchive {
  packages(): Promise<readonly FormerPackage[]>;
  /** null: its ZIP is gone */
  read(former: FormerPackage): Promise<Uint8Array | null>;
  remove(former: FormerPackage): Promise<void>;
}

export interface Import {
  readonly imported: number;
  /** why a package stays where it is, each as a sentence */
  readonly problems: readonly string[];
}

/** Takes every package of the first version over. One that was cut short by a crash is taken over the next time. */
export async function importFormerArchive(storage: Storage, former: FormerArchive): Promise<Import> {
  const problems: string[] = [];
  let imported = 0;
  for (const known of await former.packages()) {
    if (!(await findPackage(storage.store, known.requester, known.evidence_report_id))) {
      const zip = await former.read(known);
      const problem = zip === null ? 'its ZIP is gone' : damage(zip, known);
      if (zip === null || problem !== null) {
        problems.push(`${known.evidence_report_id} of the former archive was not taken over: ${problem}.`);
        continue;
      }
      await take(storage, known, zip);
      imported++;
    }
    await former.remove(known);
  }
  return { imported, problems };
}

function damage(zip: Uint8Array, { sha256, bytes }: FormerPackage): string | null {
  const intact = zip.byteLength === bytes && createHash('sha256').update(zip).digest('hex') === sha256;
  return intact ? null : 'its ZIP does not have its checksum';
}

async function take(storage: Storage, known: FormerPackage, zip: Uint8Array): Promise<void> {
  const { data } = listZip(zip).find(({ name }) => name === 'data/evidence.json')!;
  const evidence = evidenceReportSchema.parse(JSON.parse(new TextDecoder().decode(data)));
  const { evidence_report_id, archive_id, created_at, requester, input_sha256, sha256, bytes } = known;
  await storePackage(
    storage,
    {
      ...{ evidence_report_id, archive_id, created_at, requester, input_sha256, sha256, bytes },
      ...{ run_id: null, profile_id: null },
      holography_mode: String(evidence.parameters.used.holography_mode),
      summary: summarise(evidence),
      zip: [zip],
    },
    // the usual key is the name of the file that is being read
    { blobKey: `archive/${archive_id}.former.zip` },
  );
}
