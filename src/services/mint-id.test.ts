import { describe, expect, it } from 'vitest';
import { isId, mintId } from './mint-id.ts';

describe('mintId', () => {
  it('sorts by time', () => {
    const times = [0, 1, 31, 32, 1e12, 1.8e12, 1.8e12 + 1].map((ms) => mintId('evr', new Date(ms)));
    expect(times.toSorted()).toEqual(times);
  });

  it('does not repeat itself, and every digit of its random part varies', () => {
    const ids = Array.from({ length: 2000 }, () => mintId('arc', new Date(0)));
    expect(new Set(ids).size).toBe(ids.length);
    for (let i = 'arc_'.length + 10; i < ids[0]!.length; i++) {
      expect(new Set(ids.map((id) => id[i])).size, `digit ${i}`).toBe(32);
    }
  });
});

describe('isId', () => {
  it('knows its own and nothing else', () => {
    const id = mintId('evr', new Date());
    expect(isId('evr', id)).toBe(true);
    for (const other of [
      id.slice(1),
      `${id}0`,
      id.toUpperCase(),
      id.replace('evr', 'arc'),
      `evr_../${id}`,
      '',
    ]) {
      expect(isId('evr', other), other).toBe(false);
    }
  });
});
