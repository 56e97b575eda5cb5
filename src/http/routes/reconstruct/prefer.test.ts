import { describe, expect, it } from 'vitest';
import { prefersAsync } from './prefer.ts';

describe('prefersAsync', () => {
  it('finds the preference among others, in any case and with parameters', () => {
    for (const header of ['respond-async', 'Respond-Async', 'wait=10, respond-async', 'respond-async; a=b']) {
      expect(prefersAsync(header), header).toBe(true);
    }
    expect(prefersAsync(['wait=10', 'respond-async'])).toBe(true);
  });

  it('finds nothing else', () => {
    for (const header of [undefined, '', 'return=minimal', 'no-respond-async', 'wait="respond-async"']) {
      expect(prefersAsync(header), header).toBe(false);
    }
  });
});
