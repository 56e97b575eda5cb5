import { byteLength, type EncodedFile } from '../encode/encoded-file.ts';
import { sha256 } from './digests.ts';

/** A file of the package with what the manifests say about it. */
export interface PackageFile {
  /** from the bag's root, e.g. `data/phase.tif` */
  readonly path: string;
  readonly pieces: EncodedFile;
  readonly bytes: number;
  readonly sha256: string;
}

export function packageFile(path: string, pieces: EncodedFile): PackageFile {
  return { path, pieces, bytes: byteLength(pieces), sha256: sha256(pieces) };
}

export function textFile(path: string, text: string): PackageFile {
  return packageFile(path, [new TextEncoder().encode(text)]);
}

/** One line per file, sorted by path: what `sha256sum` prints and `sha256sum -c` reads. */
export function manifest(files: readonly { readonly path: string; readonly sha256: string }[]): string {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return sorted.map(({ path, sha256: digest }) => `${digest}  ${path}\n`).join('');
}
