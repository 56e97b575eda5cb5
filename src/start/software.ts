import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);

/** What this program is: its version, and the digest of the kernels that make its numbers. */
export function describeSoftware(): { name: string; version: string; kernel_sha256: string } {
  const { name, version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
    name: string;
    version: string;
  };
  const kernels = readFileSync(new URL('kernels/kernels.wasm', root));
  return { name, version, kernel_sha256: createHash('sha256').update(kernels).digest('hex') };
}
