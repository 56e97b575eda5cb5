import { describe, expect, it } from 'vitest';
import { rivalWords } from './rival-words.ts';

const words = (x: number, y: number) =>
  rivalWords({
    ...{ carrier: { x: 0.2, y: 0.17 }, passRadius: 0.08 },
    rival: { carrier: { x, y }, relativeEnergy: 0.28 },
  });

describe('another sideband', () => {
  it.each([
    ['odd and even rows', 0.201, -0.33],
    ['odd and even columns', 0.2989, -0.17],
    ['mosaic', 0.3, 0.33],
    ['mosaic', 0.4856, -0.4856],
  ])('is what %s leave it, half a cycle per pixel aside or at it: (%d, %d)', (cause, x, y) => {
    const found = words(x, y);
    expect(found.spoils).toBe(true);
    expect(found.words).toContain(cause);
    expect(found.words).toContain('28 %');
  });

  it('may be a second reflection elsewhere', () => {
    expect(words(0.1, -0.3).spoils).toBe(false);
    expect(words(0.2, -0.3).words).toContain('second reflection');
  });
});
