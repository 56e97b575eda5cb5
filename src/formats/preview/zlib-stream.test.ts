import { loadKernels } from '../../../test/load-kernels.ts';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zlibStream } from './zlib-stream.ts';

const kernels = await loadKernels();

function compressed(bytes: Uint8Array): Uint8Array {
  using scope = kernels.scope();
  const at = scope.bytes(bytes.length);
  kernels.bytes(at, bytes.length).set(bytes);
  return zlibStream(kernels, at, bytes.length);
}
const roundTrip = (bytes: Uint8Array): Uint8Array => new Uint8Array(inflateSync(compressed(bytes)));

describe('zlibStream', () => {
  it('is undone by zlib, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
        expect(roundTrip(bytes)).toEqual(bytes);
      }),
      { seed: 1 },
    );
  });

  it('is undone by zlib for runs of every length', () => {
    const runs = Array.from({ length: 600 }, (_, i) => new Uint8Array(i).fill(i % 3));
    const bytes = new Uint8Array(Buffer.concat(runs));
    expect(roundTrip(bytes)).toEqual(bytes);
  });

  it('sums the largest bytes without running over', () => {
    const bytes = new Uint8Array(300_007).fill(255);
    bytes[200_000] = 254;
    expect(roundTrip(bytes)).toEqual(bytes);
  });

  it('stays within 15 bits a symbol for counts that grow like Fibonacci numbers', () => {
    let [a, b] = [1, 1];
    const parts = Array.from({ length: 24 }, (_, symbol) => {
      [a, b] = [b, a + b];
      return Uint8Array.from({ length: a }, (_, i) => (i % 2 === 0 ? symbol : 200 + (i % 7)));
    });
    const bytes = new Uint8Array(Buffer.concat(parts));
    expect(roundTrip(bytes)).toEqual(bytes);
  });

  it('makes smooth bytes smaller', () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => (i >> 6) & 7);
    expect(compressed(bytes).length).toBeLessThan(bytes.length / 10);
  });
});
