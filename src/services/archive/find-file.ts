import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Refusal } from '../refusal.ts';
import { openPackage, type PackageFiles, type ReadPart, type StoredEntry } from './package-reader.ts';
import { readPackage } from './read-package.ts';
import type { ArchivedPackage, Storage } from './storage.ts';

/** A file of a package in the archive, by itself. */
export interface FileOfPackage extends StoredEntry {
  /** hexadecimal */
  readonly sha256: string;
}

/** RFC 8493 sections 2.1.3 and 2.2.1: the payload's digests, and those of what describes it. */
const MANIFESTS = ['manifest-sha256.txt', 'tagmanifest-sha256.txt'];
/** Several times as long as one of ours: this much of a manifest is held in memory. */
const MANIFEST_BYTES_MAX = 256 * 1024;
const LONGEST_QUOTED = 100;

/**
 * One file of a package, without the others: what is stored as it is comes straight out of the archive.
 * @param path from the bag’s root, e.g. `data/phase.tif`
 * @param gone what is thrown where the package has been deleted since it was found
 * @throws Refusal NOT_FOUND: the package has no such file
 */
export async function findFile(
  storage: Pick<Storage, 'store' | 'blobs'>,
  entry: ArchivedPackage,
  path: string,
  gone: () => Error,
): Promise<FileOfPackage> {
  const read: ReadPart = async (range) => {
    const bytes = await readPackage(storage, entry, range);
    if (!bytes) throw gone();
    return bytes;
  };
  const files = await openPackage(read, entry.bytes);
  const file = files.get(path);
  if (!file || path.endsWith('/')) throw noSuchFile(path, [...files.keys()]);
  const sha256 = (await listedDigest(files, path)) ?? (await digestOf(await file.read()));
  return { ...file, sha256 };
}

/** What the bag says of the file; null: nothing. A manifest can't list itself. */
async function listedDigest(files: PackageFiles, path: string): Promise<string | null> {
  const listed = files.get(MANIFESTS[path.startsWith('data/') ? 0 : 1]!);
  if (!listed || listed.bytes > MANIFEST_BYTES_MAX) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of await listed.read()) chunks.push(chunk as Uint8Array);
  const lines = Buffer.concat(chunks).toString().split('\n');
  return (
    lines.find((line) => /^[0-9a-f]{64} {2}/.test(line) && line.slice(66) === path)?.slice(0, 64) ?? null
  );
}

async function digestOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

function noSuchFile(path: string, paths: readonly string[]): Refusal {
  const quoted = path.length > LONGEST_QUOTED ? `${path.slice(0, LONGEST_QUOTED)}…` : path;
  return new Refusal(
    'NOT_FOUND',
    `The package has no file ${JSON.stringify(quoted)}. It holds ${paths.join(', ')}.`,
  );
}
