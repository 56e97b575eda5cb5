import type { Kernels } from '../kernel/kernels.ts';

/** Values in ascending order, −0 before 0, as a typed array's own `sort` gives it; worth it from a few hundred on. */
export function sorted(kernels: Kernels, values: Float64Array): Float64Array {
  const count = values.length;
  using scope = kernels.scope();
  const [at, room] = [scope.doubles(count), scope.doubles(count)];
  kernels.doubles(at, count).set(values);
  kernels.wasm.sortDoubles(at, count, room);
  return kernels.doubles(at, count).slice();
}
