import { describe, expect, it } from 'vitest';
import { goDownhill } from './go-downhill.ts';

const steps = { step: 10, most: 400, flat: 0.002 };
const bowl = (middle: number, wide: number) => (at: number) => 1 + ((at - middle) / wide) ** 2;

describe('a walk downhill', () => {
  it('asks for three costs where it begins in a minimum, and no place twice', () => {
    const asked: number[] = [];
    const found = goDownhill((at) => {
      asked.push(at);
      return bowl(1, 50)(at);
    }, steps);
    expect(asked.toSorted((a, b) => a - b)).toEqual([-10, 0, 10]);
    expect(found).toMatchObject({ at: [-10, 0, 10], here: 1.0004 });
  });

  it('takes longer steps to a minimum that is far, and ends with short ones about it', () => {
    const asked: number[] = [];
    const found = goDownhill((at) => {
      asked.push(at);
      return bowl(-153, 100)(at);
    }, steps)!;
    expect(found.at).toEqual([-160, -150, -140]);
    expect(found.here).toBeCloseTo(1 + 1.53 ** 2, 9);
    expect(asked.length).toBeLessThan(15);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('takes longer steps where the cost hardly rises over short ones', () => {
    expect(goDownhill(bowl(0, 1000), steps)!.at).toEqual([-80, 0, 80]);
  });

  it('says nothing where the cost is flat, or has no minimum so near', () => {
    expect(goDownhill(() => 1, steps)).toBeNull();
    expect(goDownhill((at) => 1000 - at, steps)).toBeNull();
  });
});
