import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeMat5 } from './mat5.ts';

// Files of SciPy and Octave are read in fixtures.test.ts, and damaged in hostile.test.ts.
const folder = new URL('../../../../test/fixtures/decode/', import.meta.url);
const read = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));

/** One element as the format has it: type, length, data, padding to eight. */
function element(type: number, data: Uint8Array): Buffer {
  const tag = Buffer.alloc(8);
  tag.writeUInt32LE(type, 0);
  tag.writeUInt32LE(data.length, 4);
  return Buffer.concat([tag, data, Buffer.alloc((8 - (data.length % 8)) % 8)]);
}

const words = (...values: number[]) => new Uint8Array(Int32Array.from(values).buffer);

interface Parts {
  readonly name?: string;
  readonly shape?: readonly number[];
  readonly flags?: number;
  readonly samples?: Uint8Array;
}

function file(...variables: readonly Parts[]): Uint8Array {
  const header = Buffer.alloc(128, ' ');
  header.write('MATLAB 5.0 MAT-file', 'latin1');
  header.writeUInt16LE(0x0100, 124);
  header.write('IM', 126, 'latin1');
  const matrices = variables.map(({ name = 'frame', shape = [20, 18], flags = 9, samples }) => {
    const count = shape.reduce((product, side) => product * side, 1);
    const parts = [
      element(6, words(flags, 0)),
      element(5, words(...shape)),
      element(1, Buffer.from(name)),
      element(2, samples ?? new Uint8Array(Math.min(count, 1e6)).map((_, k) => k)),
    ];
    return element(14, Buffer.concat(parts));
  });
  return new Uint8Array(Buffer.concat([header, ...matrices]));
}

const refusal = (bytes: Uint8Array) => {
  try {
    decodeMat5(bytes);
    return 'a frame';
  } catch (error) {
    return (error as Error).message;
  }
};

test('numbers are stored by columns', () => {
  const { frame } = decodeMat5(file({ shape: [20, 18] }));
  expect([frame.width, frame.height]).toEqual([18, 20]);
  expect([...frame.samples.subarray(0, 3)]).toEqual([0, 20, 40]);
});

test('the variable is chosen by its name, or the message names all that there are', () => {
  const [a, b] = [{ name: 'first' }, { name: 'second' }];
  expect(refusal(file(a, b))).toContain('“first” (20 × 18), “second” (20 × 18)');
  expect(refusal(file(a, b, { name: 'Hologram' }))).toBe('a frame');
  expect(refusal(file({ name: 'pitch', shape: [1, 1] }, { name: 'notes', shape: [1, 7] }))).toContain(
    'among 2 arrays: “pitch” (1 × 1), “notes” (1 × 7)',
  );
  expect(refusal(file())).toContain('no two-dimensional array');
});

test('what is no plain number is refused by name', () => {
  const [structure, complex] = [2, 9 | 0x0800];
  expect(refusal(file({ flags: structure }))).toContain('“frame” holds no plain numbers');
  expect(refusal(file({ flags: complex }))).toContain('complex numbers');
});

test('a frame that is too large is refused by what its header says', () => {
  expect(refusal(file({ shape: [5000, 4100] }))).toContain('4100 × 5000 px');
});

test('samples that are fewer or more than the shape says are damage', () => {
  expect(refusal(file({ samples: new Uint8Array(359) }))).toContain('damaged');
  expect(refusal(file({ samples: new Uint8Array(368) }))).toContain('damaged');
});

test('a packed variable that grows beyond its shape is stopped there', { tags: 'further/many' }, () => {
  const sound = read('scipy-u2-deflated.mat');
  expect(refusal(sound)).toBe('a frame');
  const packed = bomb();
  const before = process.memoryUsage().rss;
  expect(refusal(packed)).toContain('damaged');
  expect(process.memoryUsage().rss - before).toBeLessThan(60e6);
});

/** A small frame whose packed element goes on for 120 MB, twice what may be held of it. */
function bomb(): Uint8Array {
  const plain = file({ shape: [20, 18], samples: new Uint8Array(120e6) });
  const packed = deflateSync(plain.subarray(128));
  return new Uint8Array(Buffer.concat([plain.subarray(0, 128), tagOf(15, packed.length), packed]));
}

function tagOf(type: number, length: number): Buffer {
  const tag = Buffer.alloc(8);
  tag.writeUInt32LE(type, 0);
  tag.writeUInt32LE(length, 4);
  return tag;
}
