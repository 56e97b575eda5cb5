import type { ComplexPlane } from '../../kernel/plane.ts';
import type { Kernels } from '../../kernel/kernels.ts';

/**
 * How far a field both absorbs and delays light in the same places, 0 to about 1: 2 Σ (1 − |x|) |Im x| / Σ |x − 1|².
 * Near 0 for pure absorbers and pure phase objects, whose broad structure the bound |x| ≤ 1 and the total variation
 * settle. Where it is not, a single hologram leaves the broad part of the phase open: fitting the data to the noise,
 * a retrieval may still be wrong by much of that phase.
 */
export function mixedShare(kernels: Kernels, field: ComplexPlane): number {
  using scope = kernels.scope();
  const out = scope.doubles(2);
  kernels.wasm.mixedSums(field, out);
  const [both, structure] = kernels.doubles(out, 2) as unknown as [number, number];
  return structure > 0 ? (2 * both) / structure : 0;
}
