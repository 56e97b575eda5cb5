import { expect, it } from 'vitest';
import {
  boundMap,
  decodeMoments,
  encodeMoments,
  joined,
  meanMap,
  momentsOf,
  scatterMap,
} from './temporal-moments.ts';

const frames = Array.from({ length: 7 }, (_, t) =>
  Float32Array.from({ length: 6 }, (_, i) => 1000 + i + Math.cos(3 * t + i)),
);

it.each([
  ['all at once', [7]],
  ['in two parts', [3, 4]],
  ['one by one', [1, 1, 1, 1, 1, 1, 1]],
  ['with parts that hold none', [0, 2, 0, 5, 0]],
])('gives mean and standard deviation of every sample, %s', (_, lengths) => {
  let from = 0;
  const parts = lengths.map((length) => momentsOf(frames.slice(from, (from += length)), 6));
  const stored = parts.map((part) => decodeMoments(encodeMoments(part), part.count));
  const moments = stored.reduce(joined);
  const [mean, std] = [meanMap(moments, 2, 3), scatterMap(moments, 2, 3)];
  for (let i = 0; i < 6; i++) {
    const values = frames.map((frame) => frame[i]!);
    const average = values.reduce((a, b) => a + b, 0) / 7;
    const variance = values.reduce((sum, v) => sum + (v - average) ** 2, 0) / 6;
    expect(mean.data[i]).toBeCloseTo(average, 3);
    expect(std.data[i]).toBeCloseTo(Math.sqrt(variance), 5);
  }
  expect([mean.rows, mean.cols, moments.count]).toEqual([2, 3, 7]);
});

it('of one frame has no scatter, of none is zero', () => {
  expect([...meanMap(momentsOf([], 2), 1, 2).data]).toEqual([0, 0]);
  const one = momentsOf([Float32Array.of(3, 4)], 2);
  expect([...meanMap(one, 1, 2).data]).toEqual([3, 4]);
  expect([...scatterMap(one, 1, 2).data]).toEqual([0, 0]);
});

it('keeps the largest of what frames state, and what is stated for all where none does', () => {
  const bounds = [Float32Array.of(1, 0, 3), Float32Array.of(2, 0, NaN)];
  const parts = bounds.map((bound, k) => momentsOf([frames[k]!.subarray(0, 3)], 3, [bound]));
  const stored = parts.map((part) => decodeMoments(encodeMoments(part), part.count));
  const usual = { rows: 1, cols: 3, data: Float32Array.of(5, 5, 5) };
  expect([...boundMap(stored.reduce(joined), usual).data]).toEqual([2, 5, 3]);
});
