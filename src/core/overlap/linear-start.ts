import { fft2, ifft2 } from '../fft/fft2.ts';
import type { FloatsAt, QuadsAt } from '../kernel/addresses.ts';
import { quadsOf, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { putDisc, takeDisc, type Disc } from './disc.ts';
import { LEAST_WINDOW, type Fringes } from './fringe-grid.ts';
import { unknowns, type Unknowns } from './fringe-model.ts';

/**
 * Where the fit starts: linear demodulation with the whole disc for a filter, and even beams of which the reference is the
 * stronger. Of M = r² + ⟨|o|²⟩ and S = r² ⟨|o|²⟩, r² is the larger root.
 */
export function linearStart(kernels: Kernels, fringes: Fringes, disc: Disc): Unknowns {
  const { data, windowX, windowY, tableX, tableY } = fringes;
  const { rows, cols } = data;
  using scope = kernels.scope();
  const plane = scope.complex(rows, cols);
  const start = unknowns(disc.count);
  const unit = Math.sqrt(rows * cols);
  const faded = (table: QuadsAt, window: FloatsAt, count: number) =>
    times(kernels, scope, table, window, count);
  kernels.run.demodulate(
    data,
    1,
    faded(fringes.tx, windowX, tableX),
    faded(fringes.ty, windowY, tableY),
    plane,
  );
  fft2(kernels, plane);
  takeDisc(kernels, plane, disc, 1 / unit, start.spectrum);
  putDisc(kernels, plane, disc, unit, start.spectrum);
  ifft2(kernels, plane);
  const [backX, backY] = [undone(kernels, scope, windowX, tableX), undone(kernels, scope, windowY, tableY)];
  kernels.run.scaleField(plane, backX.table, backY.table);
  fft2(kernels, plane);
  takeDisc(kernels, plane, disc, 1 / unit, start.spectrum);
  const power = start.spectrum.reduce((sum, value) => sum + value * value, 0) / (backX.known * backY.known);
  const r = Math.sqrt((1 + Math.sqrt(Math.max(0, 1 - 4 * power))) / 2);
  start.spectrum.forEach((value, k) => (start.spectrum[k] = value / r));
  start.surfaces[0] = r;
  return start;
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
