import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { bytesAfter, bytesPerRow, type BytePitch, type DoublesAt, type FloatPitch } from './addresses.ts';
import type { CompiledKernels } from './compiled.ts';
import type { Kernels, Scope } from './kernels.ts';
import { bytesIn, corner, partOf, type ComplexPlane, type RealPlane } from './plane.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** Never called: `npm run types` says whether each of these lines is refused. */
export function doNotCompile(
  { wasm }: Kernels,
  compiled: CompiledKernels,
  scope: Scope,
  { real, field }: { readonly real: RealPlane; readonly field: ComplexPlane },
): void {
  const { ptr, pitch, rows, cols } = real;
  const out = scope.floats(rows * cols);
  const sums = scope.doubles(2);
  const mask = scope.bytes(rows * cols);

  // @ts-expect-error: an address and a pitch
  compiled.exportPlane(pitch, ptr, rows, cols, 1, out);
  // @ts-expect-error: a pitch in floats and one in bytes
  compiled.exportPlane(ptr, bytesPerRow(real), rows, cols, 1, out);
  // @ts-expect-error: a pitch in floats and one in bytes
  compiled.exportField(field.ptr, pitch, rows, cols, out);
  // @ts-expect-error: a count and an address
  compiled.exportPlane(ptr, pitch, rows, out, 1, cols);
  // @ts-expect-error: a count and an address
  wasm.fillBytes(mask, { value: mask, bytes: 1 });
  // @ts-expect-error: a count and a pitch
  compiled.exportPlane(ptr, pitch, pitch, cols, 1, out);
  // @ts-expect-error: addresses of different things
  wasm.exportPlane(real, 1, sums);
  // @ts-expect-error: addresses of different things
  wasm.maskLowModulus(real, out, 0);
  // @ts-expect-error: addresses of different things
  kernels.doubles(out, 1);
  // @ts-expect-error: an address that was worked out by hand
  wasm.mixedSums(field, sums + 8);
  // @ts-expect-error: a real plane and a complex one
  wasm.exportField(real, out);
  // @ts-expect-error: a real plane and a complex one
  wasm.exportPlane(field, 1, out);
  const bytes: BytePitch = field.pitchBytes;
  // @ts-expect-error: a plane put together from the wrong pitch
  wasm.exportPlane({ ...real, pitch: bytes }, 1, out);
  // @ts-expect-error: no plane where one is needed
  wasm.exportPlane(null, 1, out);

  // Without the mistakes they compile.
  compiled.exportPlane(ptr, pitch, rows, cols, 1, out);
  wasm.exportPlane(real, 1, out);
  wasm.mixedSums(field, bytesAfter(sums, 8));
}

describe('planes', () => {
  it('are compared where a kernel walks through two of them', () => {
    using scope = kernels.scope();
    const [small, wide] = [scope.complex(4, 8), scope.complex(4, 32)];
    const whole = { re: 0, im: 0 };
    expect(() => kernels.wasm.takeField(wide, small, whole)).toThrow(RangeError);
    expect(() => kernels.wasm.takeField(corner(wide, 4, 8), small, whole)).not.toThrow();
    expect(() => kernels.wasm.divideField(corner(wide, 4, 8), small, 1)).toThrow(RangeError);
    expect(() => kernels.wasm.multiplyField(small, { ur: 1, ui: 0 })).not.toThrow();
  });

  it('have parts that lie where they say', () => {
    using scope = kernels.scope();
    const [real, field] = [scope.real(5, 10), scope.complex(5, 20)];
    kernels.floats(real.ptr, 60).set(Array.from({ length: 60 }, (_, i) => i));
    const part = partOf(real, { row: 2, col: 3 }, 3, 7);
    expect(part).toMatchObject({ rows: 3, cols: 7, pitch: 12 });
    expect(kernels.floats(part.ptr, 1)[0]).toBe(27);
    expect(partOf(field, { row: 1, col: 4 }, 4, 16).ptr - field.ptr).toBe(field.pitchBytes + 32);
    expect([bytesIn(real), bytesIn(field)]).toEqual([240, 5 * 256]);
  });

  it('have no parts beyond their edges, nor complex ones within a quad', () => {
    using scope = kernels.scope();
    const [real, field] = [scope.real(5, 10), scope.complex(5, 20)];
    expect(() => corner(real, 6, 10)).toThrow(RangeError);
    expect(() => corner(field, 5, 21)).toThrow(RangeError);
    expect(() => partOf(real, { row: 1, col: 0 }, 5, 10)).toThrow(RangeError);
    expect(() => partOf(field, { row: 0, col: 2 }, 5, 4)).toThrow(RangeError);
  });

  it('have a pitch in floats that is a fourth of that in bytes', () => {
    expect(bytesPerRow({ pitch: 12 as FloatPitch })).toBe(48);
    expect(bytesAfter(128 as DoublesAt, 16)).toBe(144);
  });
});
