import { fft2, ifft2 } from '../fft/fft2.ts';
import type { FloatsAt, QuadsAt } from '../kernel/addresses.ts';
import { quadsOf, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { putDisc, takeDisc, type Disc } from './disc.ts';
import { LEAST_WINDOW, type Fringes } from './fringe-grid.ts';
import { SURFACE_TERMS, unknowns, type Unknowns } from './fringe-model.ts';
import type { ReferenceSettings } from './overlap-settings.ts';
import { referencePower, type StartFrom } from './reference-power.ts';

/**
 * Where the fit may start: linear demodulation with the whole disc for a filter, and even beams. Demodulation gives c = r o. How
 * strong |o|² is beside |c|² tells r, at frequencies that the sideband does not reach, if what got into c does not hide it. And if
 * all light interferes and the reference is the stronger beam, it is known as well: of M = r² + ⟨|o|²⟩ and S = r² ⟨|o|²⟩, r² is
 * the larger root.
 */
export function linearStarts(
  kernels: Kernels,
  fringes: Fringes,
  disc: Disc,
  { radius, carrier, noiseLevel }: StartFrom,
  reference: ReferenceSettings,
): Unknowns[] {
  const { data, windowX, windowY, tableX, tableY } = fringes;
  const { rows, cols } = data;
  using scope = kernels.scope();
  const plane = scope.complex(rows, cols);
  const { spectrum: demodulated } = unknowns(disc.count);
  const unit = Math.sqrt(rows * cols);
  const faded = (table: QuadsAt, window: FloatsAt, count: number) =>
    times(kernels, scope, table, window, count);
  kernels.wasm.demodulate(
    data,
    1,
    faded(fringes.tx, windowX, tableX),
    faded(fringes.ty, windowY, tableY),
    plane,
  );
  fft2(kernels, plane);
  takeDisc(kernels, plane, disc, 1 / unit, demodulated);
  putDisc(kernels, plane, disc, unit, demodulated);
  ifft2(kernels, plane);
  const [backX, backY] = [undone(kernels, scope, windowX, tableX), undone(kernels, scope, windowY, tableY)];
  kernels.wasm.scaleField(plane, backX.table, backY.table);
  const known = referencePower(kernels, plane, fringes, { radius, carrier, noiseLevel }, reference);
  fft2(kernels, plane);
  takeDisc(kernels, plane, disc, 1 / unit, demodulated);
  const power = demodulated.reduce((sum, value) => sum + value * value, 0) / (backX.known * backY.known);
  const stronger = (1 + Math.sqrt(Math.max(0, 1 - 4 * power))) / 2;
  const startOf = (r2: number, rest: number): Unknowns => {
    const r = Math.sqrt(r2);
    const surfaces = new Float64Array(SURFACE_TERMS);
    surfaces[0] = r;
    surfaces[SURFACE_TERMS / 2] = rest;
    return { spectrum: demodulated.map((value) => value / r), surfaces };
  };
  const starts = [startOf(stronger, 0)];
  if (known !== null) starts.push(startOf(known, Math.max(0, 1 - known - power / known)));
  return starts;
}

/** A table of the carrier times a window. */
function times(kernels: Kernels, scope: Scope, table: QuadsAt, window: FloatsAt, count: number): QuadsAt {
  const product = scope.quads(count);
  const weights = kernels.floats(window, count);
  const from = kernels.floats(table, 8 * quadsOf(count));
  // quads of real parts, each followed by its imaginary parts
  kernels
    .floats(product, from.length)
    .set(from.map((value, k) => value * weights[TO_IMAGINARY * Math.floor(k / 8) + (k % TO_IMAGINARY)]!));
  return product;
}

/** What undoes a window where anything is known, 0 elsewhere; and on how many samples. */
function undone(kernels: Kernels, scope: Scope, window: FloatsAt, count: number) {
  const table = scope.floats(count + 4);
  const values = kernels.floats(window, count).map((w) => (w > 0 ? 1 / Math.max(LEAST_WINDOW, w) : 0));
  kernels
    .floats(table, count + 4)
    .fill(0)
    .set(values);
  return { table, known: values.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0) };
}
