import type { KernelExports } from '../kernel/exports.ts';

/** Orthonormal cosines of a block's side: frequency u at sample x is entry u · side + x. */
export function cosines({ cos }: Pick<KernelExports, 'cos'>, side: number): Float64Array {
  return Float64Array.from({ length: side * side }, (_, k) => {
    const [u, x] = [Math.floor(k / side), k % side];
    return Math.sqrt((u === 0 ? 1 : 2) / side) * cos(((2 * x + 1) * u * Math.PI) / (2 * side));
  });
}

/**
 * The transform of a square block along x and then along y, or its inverse.
 * @param basis what `cosines` gives for the block's side
 */
export function blockCosines(block: Float64Array, basis: Float64Array, forward: boolean): Float64Array {
  const side = Math.sqrt(basis.length);
  const weight = (to: number, from: number) => basis[forward ? to * side + from : from * side + to]!;
  const along = (values: Float64Array, at: (line: number, k: number) => number) => {
    const out = new Float64Array(values.length);
    for (let line = 0; line < side; line++)
      for (let to = 0; to < side; to++) {
        let sum = 0;
        for (let from = 0; from < side; from++) sum += weight(to, from) * values[at(line, from)]!;
        out[at(line, to)] = sum;
      }
    return out;
  };
  const rows = along(block, (line, k) => line * side + k);
  return along(rows, (line, k) => k * side + line);
}
