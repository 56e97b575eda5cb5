import { totalmem } from 'node:os';
import { describe, expect, it } from 'vitest';
import { memoryBytes, memoryRoom } from './memory-room.ts';

const MIB = 1024 * 1024;

describe('of in-line frames', () => {
  it.each([
    // 270 MB at rest and 336 for requests leave less than the 630 of one, which is computed alone
    { megabytes: 1000, threads: 2, atOnce: 1, counts: 2 },
    { megabytes: 1000, threads: 4, atOnce: 1, counts: 4 },
    // 630 and a thread's 315 beside it
    { megabytes: 1570, threads: 2, atOnce: 1, counts: 2 },
    { megabytes: 1570, threads: 4, atOnce: 1, counts: 3 },
    { megabytes: 1870, threads: 4, atOnce: 2, counts: 2 },
    { megabytes: 1860, threads: 2, atOnce: 1, counts: 2 },
    { megabytes: 1870, threads: 2, atOnce: 2, counts: 1 },
    { megabytes: 100_000, threads: 4, atOnce: 4, counts: 1 },
  ])('$megabytes MB let $threads threads compute $atOnce', ({ megabytes, threads, atOnce, counts }) => {
    const room = memoryRoom({ WORKERS: threads }, megabytes * 1e6);
    expect([room.inlineAtOnce, room.inlineThreads]).toEqual([atOnce, counts]);
  });

  it('as many as the operator says', () => {
    const room = memoryRoom({ WORKERS: 4, INLINE_AT_ONCE: 3 }, 1e9);
    expect([room.inlineAtOnce, room.inlineThreads]).toEqual([3, 1]);
  });

  it('one for each thread at once is room for what threads keep between jobs, whatever the operator says', () => {
    const roomy = (megabytes: number, asked: object = {}) =>
      memoryRoom({ WORKERS: 2, ...asked }, megabytes * 1e6).roomy;
    expect([roomy(1860), roomy(1870)]).toEqual([false, true]);
    expect([roomy(1000, { INLINE_AT_ONCE: 2 }), roomy(1600, { MEMORY_BUDGET_BYTES: 64e6 })]).toEqual([
      false,
      true,
    ]);
  });
});

it('requests hold what is left beside an in-line frame, and no more than 320 MiB', () => {
  const budgetIn = (memory: number) => memoryRoom({ WORKERS: 2 }, memory).budgetBytes;
  expect(budgetIn(1e9)).toBe(96 * MIB);
  expect(budgetIn(1.1e9)).toBe(200e6);
  expect(budgetIn(2e9)).toBe(320 * MIB);
  expect(memoryRoom({ WORKERS: 2, MEMORY_BUDGET_BYTES: 7 }, 1e9).budgetBytes).toBe(7);
});

it('what is held together is no more than there is', () => {
  for (const [threads, memory] of [
    [1, 1.001e9],
    [2, 1.001e9],
    [2, 1.9e9],
    [4, 2.6e9],
    [8, 4e9],
  ] as const) {
    const { budgetBytes, inlineAtOnce, kernelBytes } = memoryRoom({ WORKERS: threads }, memory);
    expect(kernelBytes).toBeGreaterThanOrEqual(580e6);
    expect(270e6 + budgetBytes + inlineAtOnce * (kernelBytes + 50e6)).toBeLessThanOrEqual(memory);
  }
});

it('reads how much memory there is', () => {
  expect(memoryBytes()).toBeGreaterThan(1e8);
  expect(memoryBytes()).toBeLessThanOrEqual(totalmem());
});
