import { expect, it } from 'vitest';
import { repeatedNames } from './repeated-names.ts';

it.each([
  ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}', []],
  ['{"a":1,"a":1}', ['/a']],
  [String.raw`{"a":1,"\u0061":2,"b":3,"a":4,"b":5}`, ['/a', '/b']],
  ['[{"x":1},{"x":[0,{"y":1,"y":2}]}]', ['/1/x/1/y']],
  [String.raw`{"a":"{\"b\":1,\"b\":2}","c":"b\\","d":",:"}`, []],
  [String.raw`{"m/n":{"~":1,"~":2},"":0,"":1}`, ['/m~1n/~0', '/']],
  ['"a"', []],
  ['7', []],
])('%s has %j twice', (json, pointers) => {
  expect(repeatedNames(json)).toEqual(pointers);
});

it('finds as many names as an object reader drops', () => {
  const names = Array.from({ length: 500 }, (_, k) => `n${(k * k) % 97}`);
  const json = `{${names.map((name, k) => `"${name}":${k}`).join(',')}}`;
  const dropped = names.filter((name, k) => names.indexOf(name) !== k);
  expect(repeatedNames(json)).toHaveLength(new Set(dropped).size);
});
