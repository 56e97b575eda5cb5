import { readFileSync } from 'node:fs';
import { Kernels } from '../src/core/kernel/kernels.ts';

/** The committed kernels, for tests and benchmarks under Node. */
export function loadKernels(): Promise<Kernels> {
  return Kernels.load(new Uint8Array(readFileSync(new URL('../kernels/kernels.wasm', import.meta.url))));
}
