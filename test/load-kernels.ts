import { readFileSync } from 'node:fs';
import { Kernels } from '../src/core/kernel/kernels.ts';

let loaded: Promise<Kernels> | undefined;

/** The committed kernels, for tests and benchmarks under Node: compiled once for each process, however many files it runs. */
export function loadKernels(): Promise<Kernels> {
  return (loaded ??= freshKernels());
}

/** With a memory of their own, for tests that look at how much of it there is. */
export function freshKernels(): Promise<Kernels> {
  return Kernels.load(new Uint8Array(readFileSync(new URL('../kernels/kernels.wasm', import.meta.url))));
}

/** With a memory that holds what is NaN to whoever reads it as floats. */
export async function litteredKernels(): Promise<Kernels> {
  const kernels = await freshKernels();
  using scope = kernels.scope();
  const bytes = 8 * 1024 * 1024;
  kernels.bytes(scope.bytes(bytes), bytes).fill(0xff);
  return kernels;
}
