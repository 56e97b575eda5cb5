import { expect, it } from 'vitest';
import { parseOrigin } from './parse-origin.ts';

it('reads column and row', () => {
  expect(parseOrigin('640, 360')).toEqual({ x: 640, y: 360 });
  expect(parseOrigin('0,0')).toEqual({ x: 0, y: 0 });
});

it.each(['', '640', '-1,2', '1.5,2', '4001,0', '1,2,3', 'x,y', `${'9'.repeat(400)},1`])(
  'refuses %j',
  (text) => {
    expect(() => parseOrigin(text)).toThrow(/two whole numbers/);
  },
);
