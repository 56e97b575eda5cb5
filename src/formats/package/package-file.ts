import { byteLength, type EncodedFile } from '../encode/encoded-file.ts';
import { checksumsOf } from './digests.ts';
import type { ZipFile } from './stored-zip.ts';

/** A file of the package with what the manifests say about it. */
export interface PackageFile extends ZipFile {
  readonly sha256: string;
}

export function packageFile(path: string, pieces: EncodedFile): PackageFile {
  return { path, pieces, bytes: byteLength(pieces), ...checksumsOf(pieces) };
}

export function textFile(path: string, text: string): PackageFile {
  return packageFile(path, [new TextEncoder().encode(text)]);
}
