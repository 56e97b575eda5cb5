import { readFile } from 'node:fs/promises';
import { Kernels } from '../core/kernel/kernels.ts';

/** The compiled kernels that come with the package. */
export async function loadKernels(): Promise<Kernels> {
  return Kernels.load(new Uint8Array(await readFile(new URL('../../kernels/kernels.wasm', import.meta.url))));
}
