import { totalmem } from 'node:os';
import { expect, it } from 'vitest';
import { inlineAtOnce, memoryBytes } from './inline-at-once.ts';

it.each([
  // 250 MB at rest and 350 for requests leave 400: not enough for one by itself, which is tried all the same
  [1000, 1],
  [1899, 1],
  [1901, 2],
  [2551, 3],
  [100_000, 4],
])('%d MB have room for %d in-line frames with four workers', (megabytes, frames) => {
  expect(inlineAtOnce({ WORKERS: 4, MEMORY_BUDGET_BYTES: 350e6 }, megabytes * 1e6)).toBe(frames);
});

it('reads how much memory there is', () => {
  expect(memoryBytes()).toBeGreaterThan(1e8);
  expect(memoryBytes()).toBeLessThanOrEqual(totalmem());
});
