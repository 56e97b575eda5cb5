import { sha256 } from './digests.ts';
import { manifest } from './manifest.ts';

/** `payload_sha256`: SHA-256 of what `sha256sum` prints for the files of the result itself, sorted by path. */
export function payloadDigest(files: readonly { readonly path: string; readonly sha256: string }[]): string {
  return sha256([new TextEncoder().encode(manifest(files))]);
}
