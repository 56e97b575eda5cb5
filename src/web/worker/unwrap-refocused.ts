import type { Kernels } from '../../core/kernel/kernels.ts';
import type { ComplexPlane } from '../../core/kernel/plane.ts';
import { medianInPlace } from '../../core/fit/median.ts';
import { unwrap } from '../../core/phase/unwrap.ts';
import { modulus, wrappedPhase } from '../../core/phase/wrapped.ts';
import type { RealMap } from '../../core/reconstruction/reconstruction.ts';

const TURN = 2 * Math.PI;
/** Of the usual amplitude: darker pixels have no phase to go by. */
const DARK = 0.1;

export interface UnwrappedField {
  readonly phase: RealMap;
  /** not 0: the number of turns is not to be trusted, see src/core/phase/unwrap.ts */
  readonly untrusted: Uint8Array<ArrayBuffer>;
}

/** The phase of a field without its jumps, by the service's own way, and where its turns are in doubt; most of it lies about 0. */
export function unwrapField(kernels: Kernels, field: ComplexPlane): UnwrappedField {
  const { rows, cols } = field;
  using scope = kernels.scope();
  const [wrapped, amplitude, phase] = [
    scope.real(rows, cols),
    scope.real(rows, cols),
    scope.real(rows, cols),
  ];
  wrappedPhase(kernels, field, wrapped);
  modulus(kernels, field, amplitude);
  const mask = scope.bytes(rows * cols);
  const minimumModulus = DARK * kernels.wasm.medianOfPlane(amplitude);
  unwrap(kernels, wrapped, amplitude, phase, mask, { minimumModulus });
  const out = scope.floats(rows * cols);
  kernels.wasm.exportPlane(phase, 1, out);
  const data = kernels.floats(out, rows * cols).slice();
  const turns = TURN * Math.round(medianInPlace(Float64Array.from(data)) / TURN);
  if (turns !== 0) for (let i = 0; i < data.length; i++) data[i]! -= turns;
  return { phase: { rows, cols, data }, untrusted: kernels.bytes(mask, rows * cols).slice() };
}
