import { bagTexts, TAG_MANIFEST, type BagContext, type ListedFile } from './bag-texts.ts';
import { manifest } from './manifest.ts';
import { textFile, type PackageFile } from './package-file.ts';

/**
 * The tag files of a BagIt bag (RFC 8493) around payload files that lie under `data/`. The manifests are what
 * `sha256sum -c` reads.
 */
export function bagFiles(payload: readonly ListedFile[], context: BagContext): PackageFile[] {
  const tags = bagTexts(payload, context).map(({ path, text }) => textFile(path, text));
  return [...tags, textFile(TAG_MANIFEST, manifest(tags))];
}
