import { blocksOf } from '../../kernel/complex-layout.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { WAVELENGTH, sampling } from '../../../../test/inline-case.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { randomMatrix, readComplex, writeComplex, type Matrix } from '../../../../test/direct-transform.ts';
import { bytesIn, corner, type ComplexPlane } from '../../kernel/plane.ts';
import { fftRows } from '../../fft/fft2.ts';
import { columnsFftMultiplyIfft } from '../../fft/filter-columns.ts';
import { FftPlans } from '../../fft/plans.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { RetrievalLevel } from './retrieval-level.ts';
import { retrievalSettings } from './retrieval-settings.ts';
import { packedTransfer, transferPlane } from '../optics/transfer-plane.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const optics = { rows: 36, cols: 44, sampling, wavelength: WAVELENGTH };
const grid = { rows: 54, cols: 64, firstRow: 9, firstCol: 8 };

const mapped = (m: Matrix, of: (re: number, im: number) => readonly [number, number]): Matrix => {
  const pairs = Array.from(m.re, (re, i) => of(re, m.im[i]!));
  return { ...m, re: Float64Array.from(pairs, (p) => p[0]), im: Float64Array.from(pairs, (p) => p[1]) };
};
const conjugate = (m: Matrix) => mapped(m, (re, im) => [re, -im]);
/** Re Σ a b* */
const inner = (a: Matrix, b: Matrix) =>
  a.re.reduce((sum, v, i) => sum + v * b.re[i]! + a.im[i]! * b.im[i]!, 0);
const distance = (a: Matrix, b: Matrix) =>
  Math.sqrt(a.re.reduce((sum, v, i) => sum + (v - b.re[i]!) ** 2 + (a.im[i]! - b.im[i]!) ** 2, 0));

describe('propagation', () => {
  /** By the packed columns, and by the plain ones. */
  function propagated(values: Matrix, z: number, packed: boolean): Matrix {
    using scope = kernels.scope();
    const plane = scope.complex(grid.rows, grid.cols);
    writeComplex(kernels, plane, values);
    fftRows(kernels, plane);
    if (packed) {
      const plan = FftPlans.of(kernels).lines(grid.rows);
      const factors = packedTransfer(kernels, scope, grid, optics, z);
      const scratch = scope.scratch(kernels.wasm.propagateColumnsScratchBytes(plan));
      kernels.wasm.propagateColumns(plan, plane, factors, plane, scratch, {
        ...{ first: 0, end: blocksOf(grid.cols) },
      });
    } else columnsFftMultiplyIfft(kernels, plane, transferPlane(kernels, scope, grid, optics, z));
    fftRows(kernels, plane, true);
    return readComplex(kernels, plane);
  }

  it('packed factors do what the whole plane does', () => {
    const values = randomMatrix(grid.rows, grid.cols, 1);
    const [a, b] = [propagated(values, 600, true), propagated(values, 600, false)];
    expect(distance(a, b)).toBeLessThan(1e-6 * Math.sqrt(inner(b, b)));
  });

  it('several frames that share the columns’ transforms are propagated as each by itself', () => {
    using scope = kernels.scope();
    const { wasm } = kernels;
    const { rows, cols } = grid;
    const plan = FftPlans.of(kernels).lines(rows);
    const scratch = scope.scratch(wasm.propagateColumnsScratchBytes(plan));
    const planes = [1, 2, 3].map(() => scope.complex(rows, cols));
    const [shared, alone, back] = planes as [ComplexPlane, ComplexPlane, ComplexPlane];
    const all = { first: 0, end: blocksOf(cols) };
    const columns = (plane: ComplexPlane, inverse: boolean) =>
      wasm.fftColumns(plan, plane, scratch, { inverse, ...all });
    const distances = [600, 900];
    const packed = distances.map((z) => packedTransfer(kernels, scope, grid, optics, z));
    const values = randomMatrix(rows, cols, 5);
    const sum = { re: new Float64Array(rows * cols), im: new Float64Array(rows * cols) };
    writeComplex(kernels, shared, values);
    columns(shared, false);
    for (const [k, factors] of packed.entries()) {
      wasm.spreadColumns(plan, shared, factors, alone, scratch, all);
      const spread = readComplex(kernels, alone);
      wasm.gatherColumns(plan, alone, factors, back, scratch, { adds: k > 0, ...all });
      writeComplex(kernels, alone, values);
      const once = () => wasm.propagateColumns(plan, alone, factors, alone, scratch, all);
      once();
      expect(distance(spread, readComplex(kernels, alone))).toBeLessThan(
        1e-5 * Math.sqrt(inner(values, values)),
      );
      once();
      const twice = readComplex(kernels, alone);
      for (const i of sum.re.keys()) {
        sum.re[i]! += twice.re[i]!;
        sum.im[i]! += twice.im[i]!;
      }
    }
    columns(back, true);
    const expected: Matrix = { ...values, ...sum };
    const size = Math.sqrt(inner(expected, expected));
    expect(distance(readComplex(kernels, back), expected)).toBeLessThan(1e-5 * size);
  });

  it('the conjugate of the propagated conjugate is the adjoint: ⟨P a, b⟩ = ⟨a, P* b⟩', () => {
    const [a, b] = [randomMatrix(grid.rows, grid.cols, 1), randomMatrix(grid.rows, grid.cols, 2)];
    const adjoint = conjugate(propagated(conjugate(b), 600, true));
    const forward = inner(propagated(a, 600, true), b);
    expect(Math.abs(forward)).toBeGreaterThan(0.1);
    expect(inner(a, adjoint)).toBeCloseTo(forward, 4);
    const back = propagated(b, -600, false);
    expect(distance(adjoint, back)).toBeLessThan(1e-5 * Math.sqrt(inner(back, back)));
  });
});

describe('one step of the solver', () => {
  type Start = (grid: { rows: number; cols: number }) => Matrix;
  /** @param recorded what stands for an amplitude: itself, −1 where it was not measured, −1 − A where it is at least A */
  function level(scope: Scope, x: Start, recorded = (amplitude: number) => amplitude): RetrievalLevel {
    const frames = [400, 700].map((z, i) => {
      const amplitude = scope.real(optics.rows, optics.cols);
      const values = randomMatrix(optics.rows, optics.cols, 10 + i).re;
      kernels.floats(amplitude.ptr, values.length).set(values.map((v) => recorded(0.7 + 0.4 * v)));
      return { amplitude, z, weight: 1 + i };
    });
    const made = new RetrievalLevel(kernels, scope, frames, optics);
    writeComplex(kernels, made.x, x(made.grid));
    made.begin();
    return made;
  }
  const start = (g: { rows: number; cols: number }) =>
    mapped(randomMatrix(g.rows, g.cols, 3), (re, im) => [0.6 + 0.2 * re, 0.2 * im]);
  /** Next to no regularisation, so that a step is the gradient alone wherever |x| stays below 1. */
  const NONE = 1e-9;

  it.each([
    ['all of which was measured', (amplitude: number) => amplitude],
    [
      'where parts were not measured, or are only known to be as bright',
      (amplitude: number) => (amplitude < 0.45 ? -1 : amplitude > 0.6 ? -1 - amplitude : amplitude),
    ],
  ])('goes along the gradient of the data term, as finite differences have it: %s', (_, recorded) => {
    using scope = kernels.scope();
    const here = level(scope, start, recorded);
    const x0 = start(here.grid);
    here.residual(0);
    here.advance(NONE, 0);
    const x1 = readComplex(kernels, here.x);
    expect(Math.max(...x1.re.map((re, i) => Math.hypot(re, x1.im[i]!)))).toBeLessThan(1);
    const { step } = retrievalSettings.solver;
    const gradient = {
      ...x0,
      re: x0.re.map((v, i) => (v - x1.re[i]!) / step),
      im: x0.im.map((v, i) => (v - x1.im[i]!) / step),
    };
    for (const seed of [20, 21, 22]) {
      const direction = randomMatrix(x0.rows, x0.cols, seed);
      const at = (step: number) => {
        using inside = kernels.scope();
        const moved = (): Matrix => ({
          ...x0,
          re: x0.re.map((v, i) => v + step * direction.re[i]!),
          im: x0.im.map((v, i) => v + step * direction.im[i]!),
        });
        return level(inside, moved, recorded).residual(0).weighted / 2;
      };
      const step = 0.01;
      const slope = (at(step) - at(-step)) / (2 * step);
      expect(inner(gradient, direction)).toBeCloseTo(slope, 1);
      expect(Math.abs(inner(gradient, direction) - slope)).toBeLessThan(0.01 * Math.abs(slope) + 0.02);
    }
  });

  it('what is brighter than it must be is as good as what was not measured, and what is darker is not', () => {
    const misfit = (recorded: (amplitude: number) => number) => {
      using scope = kernels.scope();
      return level(scope, start, recorded).residual(0).plain;
    };
    expect(misfit((amplitude) => (amplitude > 0.6 ? -1 - 0.01 : amplitude))).toBe(
      misfit((amplitude) => (amplitude > 0.6 ? -1 : amplitude)),
    );
    const measured = misfit(() => 5);
    expect(measured).toBeGreaterThan(0);
    expect(misfit(() => -1 - 5)).toBeCloseTo(measured, 1);
  });

  it('knows the misfit of the iterate though it looks at the point beyond it', () => {
    using scope = kernels.scope();
    const here = level(scope, start);
    here.residual(0);
    here.advance(0.01, 0);
    here.residual(0);
    here.advance(0.01, 0.7);
    const known = here.residual(0.7).plain;
    const x = readComplex(kernels, here.x);
    using other = kernels.scope();
    expect(level(other, () => x).residual(0).plain / known).toBeCloseTo(1, 5);
  });
});

describe('the proximal step', () => {
  const [rows, cols] = [23, 32];
  const LAMBDA = 0.08;

  /** Dx of a matrix: to the right, downwards, 0 at the last column and row. */
  function differences(m: Matrix): { right: Matrix; down: Matrix } {
    const difference = (dy: number, dx: number): Matrix => {
      const of = (values: Float64Array) =>
        values.map((v, i) => {
          const [y, x] = [Math.floor(i / cols) + dy, (i % cols) + dx];
          return y < rows && x < cols ? values[y * cols + x]! - v : 0;
        });
      return { ...m, re: of(m.re), im: of(m.im) };
    };
    return { right: difference(0, 1), down: difference(1, 0) };
  }

  function moduli({ right, down }: { right: Matrix; down: Matrix }): number[] {
    return Array.from(right.re, (_, i) => Math.hypot(right.re[i]!, right.im[i]!, down.re[i]!, down.im[i]!));
  }

  /** x and p after `steps` steps of the dual from 0. */
  function proximal(v: Matrix, steps: number, absorbs = false) {
    using scope = kernels.scope();
    const { wasm } = kernels;
    const planes = Array.from({ length: 4 }, () => scope.complex(rows, cols));
    const [gradient, x, point, spectrum] = planes as [ComplexPlane, ComplexPlane, ComplexPlane, ComplexPlane];
    const p = scope.complex(2 * rows, cols);
    writeComplex(kernels, point, v);
    const zero = (plane: ComplexPlane) => wasm.fillBytes(plane.ptr, { value: 0, bytes: bytesIn(plane) });
    for (const plane of [gradient, x, p]) zero(plane);
    const plan = FftPlans.of(kernels).row(cols)!;
    const scratch = scope.scratch(wasm.retrieveStepScratchBytes(plan, steps));
    const sums = scope.doubles(3 * rows);
    const seam = scope.scratch(0);
    const all = { first: 0, end: rows, closes: false };
    const numbers = { lambda: LAMBDA, absorbs, sigma: 1 / 8 / LAMBDA, steps, momentum: 0, ...all };
    const px = corner(p, rows, cols);
    wasm.retrieveStep(plan, gradient, px, x, point, spectrum, seam, sums, scratch, numbers);
    return {
      x: readComplex(kernels, x),
      p: readComplex(kernels, p),
      variation: kernels.doubles(sums, 3 * rows).reduce((sum, of, k) => (k % 3 === 2 ? sum + of : sum), 0),
    };
  }

  const v = mapped(randomMatrix(rows, cols, 5), (re, im) => [0.9 + 0.5 * re, 0.5 * im]);

  it.each([
    ['|x| ≤ 1', false],
    ['real x from 0 to 1', true],
  ])('has no duality gap: x is the minimum of ½‖x − v‖² + λ Σ |Dx| over %s', (_, absorbs) => {
    const { x, p, variation } = proximal(v, 3000, absorbs);
    const half = rows * cols;
    const right = { ...x, re: p.re.slice(0, half), im: p.im.slice(0, half) };
    const down = { ...x, re: p.re.slice(half), im: p.im.slice(half) };
    const d = differences(x);
    const total = moduli(d).reduce((sum, m) => sum + m, 0);
    const lengths = Array.from(x.re, (re, i) => Math.hypot(re, x.im[i]!));
    expect(variation).toBeCloseTo(total, 3);
    expect(Math.max(...lengths)).toBeLessThan(1 + 1e-6);
    expect(lengths.filter((l) => l > 0.999).length).toBeGreaterThan(5);
    if (absorbs) {
      expect(x.im.every((im) => im === 0)).toBe(true);
      expect(Math.min(...x.re)).toBeGreaterThanOrEqual(0);
    }
    expect(Math.max(...moduli({ right, down }))).toBeLessThan(1 + 1e-6);
    // x minimises the Lagrangian at p exactly, so the gap is λ (Σ |Dx| − Re⟨p, Dx⟩)
    const gap = LAMBDA * (total - inner(right, d.right) - inner(down, d.down));
    expect(gap).toBeGreaterThan(-1e-4);
    expect(gap).toBeLessThan(2e-4 * (distance(x, v) ** 2 / 2 + LAMBDA * total));
  });

  it('several steps in one sweep are the steps one after the other', () => {
    const at = (x: Matrix) =>
      distance(x, v) ** 2 / 2 + LAMBDA * moduli(differences(x)).reduce((sum, m) => sum + m, 0);
    const values = [0, 1, 4, 20, 100].map((steps) => at(proximal(v, steps).x));
    expect(values).toEqual(values.toSorted((a, b) => b - a));
  });
});
