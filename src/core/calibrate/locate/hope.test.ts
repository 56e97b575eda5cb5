import { expect, it } from 'vitest';
import { findTarget } from '../../targets/catalogue.ts';
import { calibrationSettings as settings } from '../calibration-settings.ts';
import { leastBeforeFit, mayExplainMore } from './hope.ts';

it('finer cells are looked at where the coarsest explain a quarter of what is asked in the end, and of lattices always', () => {
  const isWorth = (target_id: string, explained: number) =>
    mayExplainMore({ subject: { model: findTarget(target_id)!.model() }, settings }, { fit: { explained } });
  expect([0.199, 0.2].map((own) => isWorth('usaf-1951', own))).toEqual([false, true]);
  expect(isWorth('ronchi-50', 0.01)).toBe(true);
});

it('the last fit is made where a search explains half of it', () => {
  expect(leastBeforeFit(settings)).toBe(0.4);
});
