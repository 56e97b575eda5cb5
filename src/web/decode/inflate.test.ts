import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import * as service from '../../formats/decode/samples/inflate.ts';
import { inflateRawBeginning } from './inflate.ts';

const noise = Uint8Array.from({ length: 5000 }, (_, i) => (i * i * 2654435761) >>> 13);

test.each([
  ['bytes that can be packed', noise.map((value) => value % 4)],
  ['bytes that cannot, which are stored as they are', noise],
])('the beginning of %s is what the service finds', (_, bytes) => {
  const cut = new Uint8Array(deflateRawSync(bytes)).subarray(0, 1000);
  const found = inflateRawBeginning(cut);
  expect(found.length).toBeGreaterThan(500);
  expect(found).toEqual(bytes.subarray(0, found.length));
  expect(service.inflateRawBeginning(cut).subarray(0, 500)).toEqual(found.subarray(0, 500));
});
