import { crc32 } from '../decode/samples/inflate.ts';
import { bagTexts, TAG_MANIFEST, type ListedFile } from '../package/bag-texts.ts';
import { isAboutSignature, TIMESTAMP_PATH } from '../package/envelope.ts';
import { manifest } from '../package/manifest.ts';
import { storedZip } from '../package/stored-zip.ts';
import type { EvidenceReport } from '../report/evidence-report.ts';
import { failed, type Check } from './check.ts';
import { listedIn } from './listed-in.ts';
import { signedOrder, type Signed } from './read-signed.ts';

const CRATE = 'data/ro-crate-metadata.json';

/** A package as it was found. */
export interface FoundPackage {
  /** by their paths, in the order of the archive */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly digests: ReadonlyMap<string, string>;
  /** what else lies there */
  readonly others: readonly string[];
  /** null: it is a folder, and its files have no order */
  readonly zip: Uint8Array | null;
}

/**
 * Whether every byte follows from what is signed. The bag's own files are those that are made of the payload and the
 * report, and the archive is, byte for byte, the one that is made of these files in the order that was signed: so there
 * is no file more, no comment and no other header, and no byte that nobody signed.
 * @param lacks files that were signed or listed and are not there
 */
export function checkForm(
  found: FoundPackage,
  evidence: EvidenceReport | null,
  signed: Signed,
  lacks: readonly string[],
): Check {
  const name = 'form';
  if (!evidence) return failed(name, 'without a report nothing says what it should be');
  const wrong = [...strangers(found, signed), ...wrongTags(found, evidence, signed)];
  if (wrong.length > 0) {
    const paths = [...new Set(wrong)].join(', ');
    return failed(name, `not part of such a package, or not as it is made: ${paths}`);
  }
  if (!found.zip) {
    const detail =
      lacks.length === 0 ? 'every file belongs to the package' : 'every file that is there belongs to it';
    return { name, passed: true, detail };
  }
  if (lacks.length > 0) return failed(name, `it lacks ${lacks.join(', ')}`);
  return startsAs(found.zip, archiveOf(found, signed))
    ? { name, passed: true, detail: 'every byte belongs to a file of the package' }
    : failed(name, 'the archive holds bytes, an order or headers that no such package has');
}

/** The archive that is made of a package's files, in pieces. */
export function archiveOf({ files }: Pick<FoundPackage, 'files'>, signed: Signed): Uint8Array[] {
  const found = [...files.keys()];
  const payload =
    signed.kind === 'signed' ? signedOrder(signed, files.has(TIMESTAMP_PATH)) : found.filter(isPayload);
  // what describes the result comes first altogether, as in sequences, or last
  const isFirst = signed.kind === 'signed' ? payload[0] === CRATE : found[0] === tagPaths()[0];
  const paths = isFirst ? [...tagPaths(), ...payload] : [...payload, ...tagPaths()];
  return storedZip(
    paths.map((path) => {
      const bytes = files.get(path)!;
      return { path, pieces: [bytes], bytes: bytes.byteLength, crc32: crc32(bytes) };
    }),
  );
}

export function isPayload(path: string): boolean {
  return path.startsWith('data/');
}

export function tagPaths(): string[] {
  return ['bagit.txt', 'bag-info.txt', 'manifest-sha256.txt', TAG_MANIFEST];
}

function strangers({ files, others }: FoundPackage, signed: Signed): string[] {
  const tags = tagPaths();
  const belongs = (path: string): boolean =>
    tags.includes(path) ||
    (isPayload(path) && (signed.kind !== 'signed' || isAboutSignature(path) || signed.files.has(path)));
  return [...others, ...[...files.keys()].filter((path) => !belongs(path))];
}

/** Tag files that are there and are not what payload and report make of them. */
function wrongTags({ files, digests }: FoundPackage, evidence: EvidenceReport, signed: Signed): string[] {
  const known = new Map(signed.kind === 'signed' ? signed.files : []);
  for (const [path, digest] of digests) if (isPayload(path)) known.set(path, digest);
  // of a timestamp that is absent only the manifest tells
  const listed = listedIn(files.get('manifest-sha256.txt')).get(TIMESTAMP_PATH);
  if (listed !== undefined && !files.has(TIMESTAMP_PATH)) known.set(TIMESTAMP_PATH, listed);
  const payload: ListedFile[] = [...known].map(([path, sha256]) => {
    return { path, sha256, bytes: files.get(path)?.byteLength ?? NaN };
  });
  const texts = bagTexts(payload, evidence);
  const given = new Map(texts.map(({ path }) => [path, textOf(files.get(path))]));
  const wrong = texts.filter(({ path, text }) => {
    const found = given.get(path);
    return found !== null && withoutSize(found!, payload) !== withoutSize(text, payload);
  });
  const tags = texts.map(({ path }) => ({ path, sha256: digests.get(path) }));
  const tagsListed = textOf(files.get(TAG_MANIFEST));
  const whole = tags.filter((tag): tag is { path: string; sha256: string } => tag.sha256 !== undefined);
  const isListed = tagsListed === null || whole.length < tags.length || tagsListed === manifest(whole);
  return [...wrong.map(({ path }) => path), ...(isListed ? [] : [TAG_MANIFEST])];
}

/** How many bytes a payload has can't be told where some of it is absent. */
function withoutSize(text: string, payload: readonly ListedFile[]): string {
  const whole = payload.every(({ bytes }) => !Number.isNaN(bytes));
  return whole ? text : text.replace(/^(Payload-Oxum: )[^.\n]+/m, '$1');
}

/** Byte for byte: a text that is not UTF-8, or begins with a mark, is none of ours. */
function textOf(bytes: Uint8Array | undefined): string | null {
  return bytes ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : null;
}

function startsAs(zip: Uint8Array, pieces: readonly Uint8Array[]): boolean {
  let at = 0;
  for (const piece of pieces) {
    if (at + piece.byteLength > zip.byteLength) return false;
    for (let i = 0; i < piece.byteLength; i++) if (zip[at + i] !== piece[i]) return false;
    at += piece.byteLength;
  }
  return at === zip.byteLength;
}
