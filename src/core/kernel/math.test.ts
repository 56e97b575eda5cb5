import { inRow, quadsOf, TO_IMAGINARY } from './complex-layout.ts';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { Kernels } from './kernels.ts';

const wasm = readFileSync(new URL('../../../kernels/kernels.wasm', import.meta.url));
let kernels: Kernels;
beforeAll(async () => {
  kernels = await Kernels.load(wasm);
});

/** Units in the last place of a double near `value`. */
function ulps(got: number, value: number): number {
  if (Object.is(got, value) || (Number.isNaN(got) && Number.isNaN(value))) return 0;
  return Math.abs(got - value) / (Math.max(Math.abs(value), 2 ** -1022) * Number.EPSILON);
}

/** The largest deviation over `samples` of a function of one number. */
function worst(samples: number[], ours: (x: number) => number, reference: (x: number) => number): number {
  return Math.max(...samples.map((x) => ulps(ours(x), reference(x))));
}

const around = (half: number, count = 20_001) =>
  Array.from({ length: count }, (_, i) => (i / (count - 1) - 0.5) * 2 * half);

describe('double-precision functions', () => {
  it('come with the module: it imports nothing from its host', () => {
    expect(WebAssembly.Module.imports(new WebAssembly.Module(wasm))).toEqual([]);
  });

  it.each(['sin', 'cos'] as const)('%s is within 2 ulp, far from zero too', (name) => {
    const samples = [...around(7), ...around(1e6), ...around(1e15, 1001), 1e300, Math.PI, 0, -0, 1e-310];
    expect(worst(samples, kernels.wasm[name], Math[name])).toBeLessThan(2);
    expect(kernels.wasm[name](Infinity)).toBeNaN();
  });

  it('exp and log are within 2 ulp and inverse to each other at their edges', () => {
    expect(worst([...around(700), 0, -745.1, 710, -Infinity], kernels.wasm.exp, Math.exp)).toBeLessThan(2);
    const positive = around(300).map((x) => 10 ** x);
    expect(worst([...positive, 0, 1, 5e-324, Infinity], kernels.wasm.log, Math.log)).toBeLessThan(2);
    expect(kernels.wasm.log(-1)).toBeNaN();
  });

  it('pow is within 2 ulp', () => {
    for (const exponent of [-2.5, -1, 1 / 3, 0.5, 2, 7.25]) {
      const bases = [0, 1, ...around(200).map((x) => 2 ** x)];
      const deviation = worst(
        bases,
        (x) => kernels.wasm.pow(x, exponent),
        (x) => Math.pow(x, exponent),
      );
      expect(deviation).toBeLessThan(2);
    }
    expect(kernels.wasm.pow(-8, 3)).toBe(-512);
    expect(kernels.wasm.pow(-8, 1 / 3)).toBeNaN();
  });

  it('atan2 is within 2 ulp all around, signed zeros included', () => {
    const { atan2 } = kernels.wasm;
    const angles = around(Math.PI);
    const reference = (a: number) => Math.atan2(3 * Math.sin(a), 3 * Math.cos(a));
    expect(worst(angles, (a) => atan2(3 * Math.sin(a), 3 * Math.cos(a)), reference)).toBeLessThan(2);
    const zeros = [0, -0].flatMap((y) => [1, -1, 0, -0].map((x) => [y, x] as const));
    for (const [y, x] of zeros) expect(Object.is(atan2(y, x), Math.atan2(y, x))).toBe(true);
  });
});

describe('phasors', () => {
  it('are within 1e-7 of the point at the phase rounded to single precision, quarter turns included', () => {
    const turns = [
      ...around(0.5, 40_001),
      ...around(1e5, 9_999),
      0,
      0.25,
      -0.25,
      0.5,
      -0.5,
      0.125,
      0.375,
      1e-40,
    ];
    while (turns.length % 4) turns.push(0);
    using scope = kernels.scope();
    const from = scope.doubles(turns.length);
    const to = scope.quads(turns.length);
    kernels.doubles(from, turns.length).set(turns);
    kernels.wasm.phasors(from, to, quadsOf(turns.length));
    const out = kernels.floats(to, turns.length * 2);
    let error = 0;
    turns.forEach((t, i) => {
      const at = inRow(i);
      const angle = 2 * Math.PI * Math.fround(t - Math.round(t));
      error = Math.max(
        error,
        Math.abs(out[at]! - Math.cos(angle)),
        Math.abs(out[at + TO_IMAGINARY]! - Math.sin(angle)),
      );
    });
    expect(error).toBeLessThan(1e-7);
  });
});
