import { expect, it } from 'vitest';
import { TemporalMoments } from './temporal-moments.ts';

it('gives mean and standard deviation of every sample', () => {
  const frames = Array.from({ length: 7 }, (_, t) =>
    Float32Array.from({ length: 6 }, (_, i) => 1000 + i + Math.cos(3 * t + i)),
  );
  const moments = new TemporalMoments();
  for (const frame of frames) moments.add(frame);
  const [mean, std] = [moments.mean(2, 3), moments.std(2, 3)];
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
  const moments = new TemporalMoments();
  expect([...moments.mean(1, 2).data]).toEqual([0, 0]);
  moments.add(Float32Array.of(3, 4));
  expect([...moments.mean(1, 2).data]).toEqual([3, 4]);
  expect([...moments.std(1, 2).data]).toEqual([0, 0]);
});
