import { expect, it } from 'vitest';
import { soften } from './soften.ts';

/** A ruling of 4 cells a period. */
const around = { rows: 40, cols: 48, fade: 6 };

function ruling() {
  const re = new Float32Array(around.rows * around.cols).map((_, i) => ((i % around.cols) % 4 < 2 ? 1 : 0));
  return { re, im: new Float32Array(re.length).map((_, i) => re[i]! / 2) };
}

it('leaves the frame and what of its margin does not fade as they are drawn, and goes over into the mean at the rim', () => {
  const [before, { re, im }] = [ruling(), soften(ruling(), around, Math.cos)];
  for (let row = 6; row < 34; row += 1)
    for (let col = 6; col < 42; col += 1)
      expect(re[row * around.cols + col]).toBe(before.re[row * around.cols + col]);
  const rim = Array.from({ length: around.cols }, (_, col) => [re[col]!, im[col]!] as const);
  for (const [a, b] of rim) {
    expect(Math.abs(a - 0.5)).toBeLessThan(0.02);
    expect(Math.abs(b - 0.25)).toBeLessThan(0.01);
  }
});

it('changes nothing where nothing is but ground', () => {
  const even = { re: new Float32Array(1920).fill(1), im: new Float32Array(1920) };
  const { re, im } = soften({ re: even.re.slice(), im: even.im.slice() }, around, Math.cos);
  re.forEach((value) => expect(value).toBeCloseTo(1, 6));
  im.forEach((value) => expect(value).toBe(0));
});
