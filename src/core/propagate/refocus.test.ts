import { beforeAll, describe, expect, it } from 'vitest';
import { freshKernels } from '../../../test/load-kernels.ts';
import { planeOf } from '../../../test/wave-of.ts';
import type { ComplexPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Random } from '../simulate/random.ts';
import { propagate } from './propagate.ts';
import { Refocus } from './refocus.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await freshKernels();
});

const rig = {
  sampling: { pitchX: 3.45, pitchY: 3.6 },
  wavelength: 0.6328,
  radius: 0.06,
  outside: { re: 1, im: 0 },
};

function bits(plane: ComplexPlane): Uint32Array {
  using scope = kernels.scope();
  const out = scope.floats(plane.rows * plane.cols * 2);
  kernels.wasm.exportField(plane, out);
  return new Uint32Array(kernels.wasm.memory.buffer, out, plane.rows * plane.cols * 2).slice();
}

describe.each([
  [64, 96, 5],
  [61, 83, 0],
  [135, 130, 12],
])('a field of %i × %i samples that fades over %i', (rows, cols, taper) => {
  it('comes out at every distance as propagate gives it, in whatever order one asks', () => {
    using scope = kernels.scope();
    const random = Random.from(11);
    const field = planeOf(kernels, scope, rows, cols, () => [0.5 + random.uniform(), random.uniform() - 0.5]);
    using refocus = new Refocus(kernels, field, { ...rig, taper });
    for (const z of [500, -500, 20_000, 510, 0, -3.25, 20_000]) {
      const found = bits(refocus.to(z));
      using own = kernels.scope();
      const same = own.complex(rows, cols);
      const bytes = rows * field.pitchBytes;
      kernels.bytes(same.ptr, bytes).set(kernels.bytes(field.ptr, bytes));
      if (z !== 0) propagate(kernels, same, rows, cols, { ...rig, taper, z });
      expect(found).toEqual(bits(same));
    }
  });
});

it('gives its memory back', () => {
  using scope = kernels.scope();
  const field = planeOf(kernels, scope, 64, 64, () => [1, 0]);
  const round = () => {
    using refocus = new Refocus(kernels, field, { ...rig, taper: 0 });
    refocus.to(3000);
    refocus.to(30_000);
  };
  round();
  const before = kernels.wasm.memory.buffer.byteLength;
  for (let i = 0; i < 200; i++) round();
  expect(kernels.wasm.memory.buffer.byteLength).toBe(before);
});
