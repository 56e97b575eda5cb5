import { tileBounds } from '../../field/tile-bounds.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import { wrappedPhaseAndModulus } from '../../phase/wrapped.ts';

/**
 * Phase variance over equal shares of the frame, rad², row by row, of counts that follow the light with a power in doubt: fringes,
 * and with them the phase, are larger by that share.
 * @param doubt share of itself that a weak phase is unsure by, one standard deviation
 */
export function responseVariance(
  kernels: Kernels,
  field: ComplexPlane,
  tiles: number,
  doubt: number,
): Float64Array {
  const { rows, cols } = field;
  using scope = kernels.scope();
  const [phase, modulus] = [scope.real(rows, cols), scope.real(rows, cols)];
  wrappedPhaseAndModulus(kernels, field, phase, modulus);
  const values = kernels.floats(phase.ptr, rows * phase.pitch);
  return Float64Array.from({ length: tiles * tiles }, (_, t) => {
    const down = tileBounds(Math.floor(t / tiles), tiles, rows);
    const across = tileBounds(t % tiles, tiles, cols);
    let sum = 0;
    for (let y = down.from; y < down.to; y += 1)
      for (let x = across.from; x < across.to; x += 1) sum += square(values[y * phase.pitch + x]!);
    return (doubt * doubt * sum) / ((down.to - down.from) * (across.to - across.from));
  });
}

function square(value: number): number {
  return value * value;
}
