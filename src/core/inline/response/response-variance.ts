import { tileBounds } from '../../field/tile-bounds.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import { realMap } from '../../maps/maps.ts';
import { wrappedPhase } from '../../phase/wrapped.ts';

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
  const phase = phaseOf(kernels, field);
  return meanSquares(field, tiles, (at) => doubt * phase[at]!);
}

/**
 * The same of any phase: what a field that was retrieved with the counts taken to another power, one standard deviation off, has
 * otherwise. A strong phase does not grow in proportion, nor does all that lies within one part of the sample.
 */
export function varianceApart(
  kernels: Kernels,
  field: ComplexPlane,
  other: ComplexPlane,
  tiles: number,
): Float64Array {
  const [here, there] = [phaseOf(kernels, field), phaseOf(kernels, other)];
  return meanSquares(field, tiles, (at) => {
    const apart = here[at]! - there[at]!;
    return apart - 2 * Math.PI * Math.round(apart / (2 * Math.PI));
  });
}

/** rad, rows · cols */
function phaseOf(kernels: Kernels, field: ComplexPlane): Float32Array {
  const { rows, cols } = field;
  using scope = kernels.scope();
  const phase = scope.real(rows, cols);
  wrappedPhase(kernels, field, phase);
  return realMap(kernels, phase).data;
}

function meanSquares(
  { rows, cols }: Pick<ComplexPlane, 'rows' | 'cols'>,
  tiles: number,
  of: (at: number) => number,
): Float64Array {
  return Float64Array.from({ length: tiles * tiles }, (_, t) => {
    const down = tileBounds(Math.floor(t / tiles), tiles, rows);
    const across = tileBounds(t % tiles, tiles, cols);
    let sum = 0;
    for (let y = down.from; y < down.to; y += 1)
      for (let x = across.from; x < across.to; x += 1) sum += square(of(y * cols + x));
    return sum / ((down.to - down.from) * (across.to - across.from));
  });
}

function square(value: number): number {
  return value * value;
}
