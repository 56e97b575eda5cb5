import { expect, it } from 'vitest';
import { findTarget } from '../../targets/catalogue.ts';
import { allUnknowns } from './unknowns.ts';

it.each([
  ['stage-micrometer-100um', true],
  ['ronchi-10', false],
  ['usaf-1951', false],
])('of %s asks how long lines are only where nobody states it: %s', (name, isAsked) => {
  expect(allUnknowns(findTarget(name)!.model(), 1).includes('longer')).toBe(isAsked);
});
