import { describe, expect, it } from 'vitest';
import { Problem } from './problem.ts';
import { unlessRefused } from './unless-refused.ts';

const refuse = () => {
  throw new Problem('HOLOGRAM_UNSUPPORTED', 'It is dark.');
};

describe('unlessRefused', () => {
  it('gives what the work gives, and null where that is refused', () => {
    expect(unlessRefused(() => 7)).toBe(7);
    expect(unlessRefused(refuse)).toBeNull();
    expect(unlessRefused(refuse, 'HOLOGRAM_UNSUPPORTED')).toBeNull();
  });

  it('passes on other reasons than the one that counts, and mistakes', () => {
    expect(() => unlessRefused(refuse, 'HOLOGRAM_UNREADABLE')).toThrow('It is dark.');
    expect(() =>
      unlessRefused(() => {
        throw new TypeError('a mistake');
      }),
    ).toThrow('a mistake');
  });
});
