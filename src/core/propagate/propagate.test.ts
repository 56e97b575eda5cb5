import type { ComplexPlane } from '../kernel/plane.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { planeOf, polar } from '../../../test/wave-of.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Random } from '../simulate/random.ts';
import { fromPlane, type Wave } from '../simulate/wave.ts';
import { propagate, type PropagateOptions } from './propagate.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const wavelength = 0.6328;
const pitch = 3.45;
const sampling = { pitchX: pitch, pitchY: pitch };
const dark = { re: 0, im: 0 };

type Formula = (x: number, y: number) => readonly [number, number];

function propagated(rows: number, cols: number, field: Formula, options: Partial<PropagateOptions>): Wave {
  using scope = kernels.scope();
  const plane = planeOf(kernels, scope, rows, cols, field);
  const all = { sampling, wavelength, z: 0, radius: 0.05, outside: dark, taper: 0, ...options };
  propagate(kernels, plane, rows, cols, all);
  return fromPlane(kernels, plane, rows, cols);
}

function largestError(found: Wave, expected: Formula, inset = 0): number {
  let largest = 0;
  for (let y = inset; y < found.rows - inset; y++) {
    for (let x = inset; x < found.cols - inset; x++) {
      const [re, im] = expected(x, y);
      const at = y * found.cols + x;
      largest = Math.max(largest, Math.hypot(found.re[at]! - re, found.im[at]! - im));
    }
  }
  return largest;
}

/** A Gaussian beam (waist w µm at z = 0), less exp(ikz): 1/(1 + iz/zR) · exp(−r²/(w² (1 + iz/zR))). */
function gaussian(rows: number, cols: number, waist: number, z: number): Formula {
  const s = z / ((Math.PI * waist * waist) / wavelength);
  const shrink = 1 / (1 + s * s);
  return (x, y) => {
    const dx = (x - (cols - 1) / 2) * pitch;
    const dy = (y - (rows - 1) / 2) * pitch;
    const square = (dx * dx + dy * dy) / (waist * waist);
    return polar(Math.sqrt(shrink) * Math.exp(-square * shrink), square * s * shrink - Math.atan(s));
  };
}

describe('propagate', () => {
  it.each([
    [256, 240, 100, 1000],
    [256, 256, 100, -20_000],
    [256, 300, 100, 100_000],
    [512, 512, 200, 400_000],
  ])('takes a Gaussian beam on %i × %i, waist %i µm, to z = %i µm within 1e-6', (rows, cols, waist, z) => {
    const radius = 3 / (Math.PI * waist);
    const found = propagated(rows, cols, gaussian(rows, cols, waist, 0), { z, radius });
    expect(largestError(found, gaussian(rows, cols, waist, z))).toBeLessThan(1e-6);
  });

  it('goes back as it came', () => {
    using scope = kernels.scope();
    const field: Formula = (x, y) => {
      const [re, im] = gaussian(200, 210, 60, 0)(x, y);
      return [re * (1 + 0.3 * Math.sin(x / 5)), im + re * 0.4 * Math.cos(y / 7)];
    };
    const plane = planeOf(kernels, scope, 200, 210, field);
    const options = { sampling, wavelength, radius: 0.06, outside: dark, taper: 0 };
    propagate(kernels, plane, 200, 210, { ...options, z: 3000 });
    propagate(kernels, plane, 200, 210, { ...options, z: -3000 });
    expect(largestError(fromPlane(kernels, plane, 200, 210), field)).toBeLessThan(3e-6);
  });

  it('leaves an undisturbed plane background exactly as it is, borders included', () => {
    const background = polar(0.8, 1.3);
    const outside = { re: background[0], im: background[1] };
    const found = propagated(97, 131, () => background, { z: 30_000, outside, taper: 9 });
    expect(largestError(found, () => background)).toBeLessThan(1e-7);
  });

  it('does not ring: near a disturbance in the middle the border has no say', () => {
    // the same small object on a large and on a small frame
    const object =
      (size: number): Formula =>
      (x, y) => {
        const r2 = (x - size / 2) ** 2 + (y - size / 2) ** 2;
        return polar(1 - 0.3 * Math.exp(-r2 / 40), 0.9 * Math.exp(-r2 / 60));
      };
    const outside = { re: 1, im: 0 };
    const small = propagated(192, 192, object(192), { z: 4000, outside, taper: 12 });
    const large = propagated(384, 384, object(384), { z: 4000, outside, taper: 12 });
    const expected: Formula = (x, y) => {
      const at = (y + 96) * 384 + x + 96;
      return [large.re[at]!, large.im[at]!];
    };
    expect(largestError(small, expected, 24)).toBeLessThan(3e-4);
  });

  it('moves a beam that travels along +x towards +x, by the tangent of its angle', () => {
    const [frequency, z] = [0.04, 10_000];
    const tilted: Formula = (x, y) => {
      const [re, im] = gaussian(256, 256, 90, 0)(x, y);
      const [c, s] = polar(1, 2 * Math.PI * frequency * x * pitch);
      return [re * c - im * s, re * s + im * c];
    };
    const { re, im } = propagated(256, 256, tilted, { z, radius: frequency + 0.011 });
    let weight = 0;
    const centre = { x: 0, y: 0 };
    for (let i = 0; i < re.length; i++) {
      const power = re[i]! ** 2 + im[i]! ** 2;
      weight += power;
      centre.x += (i % 256) * power;
      centre.y += Math.floor(i / 256) * power;
    }
    const expected = (z * Math.tan(Math.asin(wavelength * frequency))) / pitch;
    expect(centre.x / weight - 127.5).toBeCloseTo(expected, 2);
    expect(centre.y / weight - 127.5).toBeCloseTo(0, 3);
  });
});

describe('applyTransfer', () => {
  /** A spectrum with numbers in every bin, multiplied by H. */
  function transferred(
    rows: number,
    cols: number,
    z: number,
    limitX: number,
    limitY: number,
    step = 1 / 900,
  ) {
    using scope = kernels.scope();
    const random = Random.from(3);
    const plane = planeOf(kernels, scope, rows, cols, () => [random.uniform() - 0.5, random.uniform() - 0.5]);
    const before = fromPlane(kernels, plane, rows, cols);
    const apply = (from: ComplexPlane | null) => {
      const steps = { stepX: step, stepY: step };
      kernels.wasm.applyTransfer(from, plane, {
        ...steps,
        wavelength,
        z,
        limitX,
        limitY,
        first: 0,
        end: plane.rows,
      });
    };
    apply(plane);
    const after = fromPlane(kernels, plane, rows, cols);
    apply(null);
    return { before, after, transfer: fromPlane(kernels, plane, rows, cols) };
  }

  const signed = (i: number, count: number) => (i < count / 2 ? i : i - count);

  it('gives every plane wave exp(2πi z (√(1/λ² − f²) − 1/λ)) and nothing else', () => {
    const [rows, cols, step, z] = [30, 45, 1 / 50, 7654.3];
    const { transfer } = transferred(rows, cols, z, 9, 9, step);
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < cols; x++) {
        const f2 = (signed(x, cols) * step) ** 2 + (signed(y, rows) * step) ** 2;
        const turns = (-z * f2) / (Math.sqrt(1 / wavelength ** 2 - f2) + 1 / wavelength);
        const [re, im] = polar(1, 2 * Math.PI * (turns - Math.round(turns)));
        expect(transfer.re[y * cols + x]).toBeCloseTo(re, 5);
        expect(transfer.im[y * cols + x]).toBeCloseTo(im, 5);
      }
    }
  });

  it('is unitary: it changes no modulus, in place or not', () => {
    const { before, after, transfer } = transferred(24, 36, 5000, 9, 9);
    for (let i = 0; i < before.re.length; i++) {
      expect(Math.hypot(transfer.re[i]!, transfer.im[i]!)).toBeCloseTo(1, 6);
      const product = before.re[i]! * transfer.re[i]! - before.im[i]! * transfer.im[i]!;
      expect(after.re[i]).toBeCloseTo(product, 6);
      expect(Math.hypot(after.re[i]!, after.im[i]!)).toBeCloseTo(Math.hypot(before.re[i]!, before.im[i]!), 6);
    }
  });

  it('lets nothing pass that does not travel, and nothing beyond the band', () => {
    const [rows, cols, step] = [40, 52, 0.1];
    const [limitX, limitY] = [1.25, 0.95];
    const { transfer } = transferred(rows, cols, 800, limitX, limitY, step);
    let passed = 0;
    for (let i = 0; i < transfer.re.length; i++) {
      const fx = signed(i % cols, cols) * step;
      const fy = signed(Math.floor(i / cols), rows) * step;
      const travels = fx * fx + fy * fy < 1 / wavelength ** 2;
      const inside = travels && Math.abs(fx) <= limitX && Math.abs(fy) <= limitY;
      expect(Math.hypot(transfer.re[i]!, transfer.im[i]!)).toBeCloseTo(inside ? 1 : 0, 6);
      if (inside) passed++;
    }
    expect(passed).toBeGreaterThan(200);
    expect(passed).toBeLessThan(transfer.re.length / 2);
  });
});
