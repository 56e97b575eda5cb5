import { expect, it } from 'vitest';
import { readTime } from './read-time.ts';

it.each([
  ['2026-11-21T14:00Z', '2026-11-21T14:00:00.000Z'],
  ['2026-11-21T15:00:07.5+01:00', '2026-11-21T14:00:07.500Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  // in the zone of this machine
  ['2026-11-21T14:00', null],
  ['2026-11-21 14:00', null],
  // days that are none
  ['2026-02-30', null],
  ['2026-04-31T00:00Z', null],
  ['2026-13-01T00:00Z', null],
  ['21.11.2026', null],
])('%s is %s', (text, time) => {
  expect(readTime(text)?.toISOString() ?? null).toBe(time);
});
