import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Kernels } from '../core/kernel/kernels.ts';
import type { SoftwareAtHand } from '../services/verify/verify-by-repeating.ts';
import { hasSecondCore, startSecondThread } from './second-thread.ts';

const CURRENT = new URL('../../kernels/kernels.wasm', import.meta.url);
const MANIFEST = new URL('../../package.json', import.meta.url);
/** Those of past releases, each under its digest: `<sha256>.wasm`. */
const PAST = new URL('../../kernels/past/', import.meta.url);

/** The compiled kernels that come with the package, with a second thread to help them where there is a core for it. */
export async function loadKernels(): Promise<Kernels> {
  return helped(await Kernels.load(new Uint8Array(await readFile(CURRENT))));
}

function helped(kernels: Kernels): Kernels {
  return Object.assign(kernels, { startThread: hasSecondCore() ? startSecondThread : null });
}

/**
 * This version with the kernels that a result names, where they are kept, else with its own.
 * @param sha256 of the kernels, hexadecimal
 */
export async function loadKernelsOf(sha256: string, past = PAST): Promise<SoftwareAtHand> {
  const { version } = JSON.parse(await readFile(MANIFEST, 'utf8')) as { version: string };
  const current = await readFile(CURRENT);
  const kept = [current, ...(await keptKernels(sha256, past))];
  const digests = kept.map((wasm) => createHash('sha256').update(wasm).digest('hex'));
  const at = Math.max(0, digests.indexOf(sha256));
  const kernels = await Kernels.load(new Uint8Array(kept[at]!));
  // those of a past release may know nothing of a second thread
  if (at === 0) helped(kernels);
  return { kernels, kernel_sha256: digests[at]!, version, isCurrent: at === 0 };
}

async function keptKernels(sha256: string, past: URL): Promise<Buffer[]> {
  if (!/^[0-9a-f]{64}$/.test(sha256)) return [];
  return [await readFile(new URL(`${sha256}.wasm`, past)).catch(() => null)].filter((wasm) => wasm !== null);
}
