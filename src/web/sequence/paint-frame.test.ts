import { expect, it } from 'vitest';
import { usualRange, wholeRange } from './paint-frame.ts';

/** 100 × 100 samples of a noisy ground, with something small and high on it, edges that hold anything, and a gap. */
function frame() {
  const data = Float32Array.from({ length: 10_000 }, (_, i) => ((i * 7919) % 100) / 1000);
  for (let k = 0; k < 100; k++) data[k * 100] = -50;
  data.fill(40, 0, 100);
  for (let y = 50; y < 56; y++) data.fill(1.5, y * 100 + 50, y * 100 + 56);
  data[3030] = 7;
  data[4040] = NaN;
  return { rows: 100, cols: 100, data };
}

it('spans what is small and high, but for single samples and the edges of the frame', () => {
  const { min, max } = usualRange(frame())!;
  expect(min).toBeCloseTo(0.001, 6);
  expect(max).toBeCloseTo(1.5, 6);
  expect(wholeRange(frame())!.min).toBe(min);
  expect(wholeRange(frame())!.max).toBe(7);
});

it('is none of a frame that holds nothing', () => {
  const nothing = { rows: 4, cols: 4, data: new Float32Array(16).fill(NaN) };
  expect(usualRange(nothing)).toBeNull();
});
