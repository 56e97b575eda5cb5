import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { transformed } from './spectrum.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

it.each([
  [6, 8],
  [5, 7],
  [9, 2],
])('transforms %i × %i samples as the sum of their waves, and back', (rows, cols) => {
  const values = (seed: number) =>
    Float32Array.from({ length: rows * cols }, (_, i) => ((i * seed) % 13) - 6);
  const wave = { re: values(5), im: values(7) };
  const spectrum = transformed(kernels, wave, rows, cols);
  for (let v = 0; v < rows; v += 1) {
    for (let u = 0; u < cols; u += 1) {
      let [re, im] = [0, 0];
      for (let i = 0; i < rows * cols; i += 1) {
        const angle = -2 * Math.PI * ((u * (i % cols)) / cols + (v * Math.floor(i / cols)) / rows);
        re += wave.re[i]! * Math.cos(angle) - wave.im[i]! * Math.sin(angle);
        im += wave.re[i]! * Math.sin(angle) + wave.im[i]! * Math.cos(angle);
      }
      expect(spectrum.re[v * cols + u]).toBeCloseTo(re, 3);
      expect(spectrum.im[v * cols + u]).toBeCloseTo(im, 3);
    }
  }
  const back = transformed(kernels, spectrum, rows, cols, true);
  back.re.forEach((value, i) => expect(value).toBeCloseTo(wave.re[i]!, 4));
  back.im.forEach((value, i) => expect(value).toBeCloseTo(wave.im[i]!, 4));
});

it('takes real samples for complex ones without an imaginary part', () => {
  const re = Float32Array.from({ length: 15 }, (_, i) => (i * 4) % 7);
  const own = transformed(kernels, { re, im: null }, 3, 5);
  expect(own).toEqual(transformed(kernels, { re, im: new Float32Array(15) }, 3, 5));
});
