import { expect, it } from 'vitest';
import { Overloaded } from '../../services/ports/overloaded.ts';
import { MemoryBudget } from './memory-budget.ts';

it('gives one request all that is free, and nobody more than there is', () => {
  const budget = new MemoryBudget(100);
  const share = budget.open('a');
  share.grow(90);
  expect([share.fits(10), share.fits(11)]).toEqual([true, false]);
  expect(() => share.grow(11)).toThrow(Overloaded);
  expect(() => budget.open('b').grow(11)).toThrow('All the memory');
  share.close();
  share.close();
  expect(budget.taken).toBe(0);
});

it('leaves others as much as several requests of one client hold together', () => {
  const budget = new MemoryBudget(100);
  const [one, two] = [budget.open('a'), budget.open('a')];
  one.grow(30);
  two.grow(20);
  expect(two.fits(1)).toBe(false);
  expect(() => two.grow(1)).toThrow('Your other requests');
  const other = budget.open('b');
  other.grow(50);
  expect(() => other.grow(1)).toThrow('All the memory');
  one.close();
  two.grow(5);
  expect(budget.taken).toBe(75);
  other.close();
  two.grow(70);
  expect(budget.taken).toBe(95);
  expect(budget.freeShare).toBeCloseTo(0.05);
});
