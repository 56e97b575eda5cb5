import type { QuadsAt } from '../kernel/addresses.ts';
import { wholeQuads } from '../kernel/complex-layout.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';

/** exp(−2πi f n), n = 0 … samples − 1. */
export function plainCarrier(kernels: Kernels, scope: Scope, samples: number, frequency: number): QuadsAt {
  const padded = wholeQuads(samples);
  const block = scope.quads(padded);
  using scratch = kernels.scope();
  const even = scratch.floats(padded);
  kernels.floats(even, padded).fill(1);
  kernels.wasm.carrierTable(block, even, { count: samples, padded, frequency });
  return block;
}
