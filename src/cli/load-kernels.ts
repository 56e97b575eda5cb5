import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Kernels } from '../core/kernel/kernels.ts';

const CURRENT = new URL('../../kernels/kernels.wasm', import.meta.url);
/** Those of past releases, each under its digest: `<sha256>.wasm`. */
const PAST = new URL('../../kernels/past/', import.meta.url);

/** The compiled kernels that come with the package. */
export async function loadKernels(): Promise<Kernels> {
  return Kernels.load(new Uint8Array(await readFile(CURRENT)));
}

/**
 * The kernels that a result names, where they are kept, else those of this version; with the digest of what it is.
 * @param sha256 hexadecimal
 */
export async function loadKernelsOf(
  sha256: string,
  past = PAST,
): Promise<{ readonly kernels: Kernels; readonly sha256: string }> {
  const current = await readFile(CURRENT);
  const kept = [current, ...(await keptKernels(sha256, past))];
  const digests = kept.map((wasm) => createHash('sha256').update(wasm).digest('hex'));
  const at = Math.max(0, digests.indexOf(sha256));
  return { kernels: await Kernels.load(new Uint8Array(kept[at]!)), sha256: digests[at]! };
}

async function keptKernels(sha256: string, past: URL): Promise<Buffer[]> {
  if (!/^[0-9a-f]{64}$/.test(sha256)) return [];
  return [await readFile(new URL(`${sha256}.wasm`, past)).catch(() => null)].filter((wasm) => wasm !== null);
}
