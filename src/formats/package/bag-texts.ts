import type { PackageContext } from '../report/package-context.ts';
import { manifest } from './manifest.ts';

/** What the bag says of its contents; the evidence report says the same. */
export type BagContext = Pick<
  PackageContext,
  'evidence_report_id' | 'archive_id' | 'created_at' | 'software'
>;

/** What a bag says of a payload file. */
export interface ListedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The last of a bag's tag files: the digests of the others. */
export const TAG_MANIFEST = 'tagmanifest-sha256.txt';

/**
 * What the tag files of a bag (RFC 8493) say, in order, apart from the last one: nothing but what follows from the
 * payload and the evidence report, so that whoever has these two can tell whether a tag file was changed.
 */
export function bagTexts(
  payload: readonly ListedFile[],
  context: BagContext,
): { readonly path: string; readonly text: string }[] {
  return [
    { path: 'bagit.txt', text: 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n' },
    { path: 'bag-info.txt', text: bagInfo(payload, context) },
    { path: 'manifest-sha256.txt', text: manifest(payload) },
  ];
}

function bagInfo(payload: readonly ListedFile[], context: BagContext): string {
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
