import { describe, expect, it } from 'vitest';
import { increment } from './open-threads.ts';

describe('increment', () => {
  it('never ends at a niceness of -1, which is taken for an error', () => {
    const ends = [-20, -7, -6, -5, -1, 0, 10].map((own) => own + increment(own, 5));
    expect(ends).toEqual([-15, -2, 0, 0, 4, 5, 15]);
    expect(-1 + increment(-1, 0)).toBe(0);
  });
});
