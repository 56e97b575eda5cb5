import { expect, it } from 'vitest';
import { stopwatch } from './stopwatch.ts';

it('tells of a file that is read in the middle of a stage, and of the stage that goes on', () => {
  const heard: (readonly [string, number])[] = [];
  const watch = stopwatch((stage, fraction) => heard.push([stage, fraction]));
  watch.progress('normalise', 0.2);
  expect(watch.decoding(() => heard.length)).toBe(2);
  watch.progress('focus', 0.3);
  expect(heard).toEqual([
    ['normalise', 0.2],
    ['decode', 0.2],
    ['normalise', 0.2],
    ['focus', 0.3],
  ]);
  expect(Object.keys(watch.stop())).toEqual(['normalise', 'decode', 'focus']);
});
