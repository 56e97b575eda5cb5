import { manifest, textFile, type PackageFile } from './package-file.ts';
import type { PackageContext } from '../report/package-context.ts';

/** What the bag says of its contents; the evidence report says the same. */
export type BagContext = Pick<
  PackageContext,
  'evidence_report_id' | 'archive_id' | 'created_at' | 'software'
>;

/**
 * The tag files of a BagIt bag (RFC 8493) around payload files that lie under `data/`. The manifests are what
 * `sha256sum -c` reads.
 */
export function bagFiles(payload: readonly PackageFile[], context: BagContext): PackageFile[] {
  const tags = [
    textFile('bagit.txt', 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'),
    textFile('bag-info.txt', bagInfo(payload, context)),
    textFile('manifest-sha256.txt', manifest(payload)),
  ];
  return [...tags, textFile('tagmanifest-sha256.txt', manifest(tags))];
}

function bagInfo(payload: readonly PackageFile[], context: BagContext): string {
  const bytes = payload.reduce((sum, file) => sum + file.bytes, 0);
  const { software } = context;
  const fields: [string, string][] = [
    ['Source-Organization', 'Leith'],
    ['Bagging-Date', context.created_at.slice(0, 10)],
    ['External-Description', 'Reconstruction of a digital hologram, for research use only'],
    ['External-Identifier', context.evidence_report_id],
    ['External-Identifier', context.archive_id],
    ['Bag-Software-Agent', `${software.name} ${software.version}`],
    ['Payload-Oxum', `${bytes}.${payload.length}`],
  ];
  return fields.map(([label, value]) => `${label}: ${oneLine(value)}\n`).join('');
}

/** A line feed would start a field of its own. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
