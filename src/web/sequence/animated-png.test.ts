import { crc32, deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { animatedPng } from './animated-png.ts';

interface Read {
  readonly type: string;
  readonly data: Buffer;
}

function written(type: string, data: Uint8Array): Buffer {
  const whole = Buffer.alloc(data.length + 12);
  whole.writeUInt32BE(data.length);
  whole.write(type, 4, 'latin1');
  whole.set(data, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, data.length + 8)), data.length + 8);
  return whole;
}

/** Two rows of grey, its compressed samples in two chunks. */
function png(grey: number, width = 3): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(2, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const row = [0, ...Array.from({ length: width }, () => grey)];
  const data = deflateSync(Uint8Array.from([...row, ...row]));
  const pieces = [data.subarray(0, 5), data.subarray(5)].map((piece) => written('IDAT', piece));
  return Buffer.concat([SIGNATURE, written('IHDR', header), ...pieces, written('IEND', Buffer.alloc(0))]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** @throws where a chunk's checksum is wrong */
function chunksOf(file: Buffer): Read[] {
  const chunks: Read[] = [];
  for (let at = 8; at < file.length;) {
    const end = at + 8 + file.readUInt32BE(at);
    expect(file.readUInt32BE(end)).toBe(crc32(file.subarray(at + 4, end)));
    chunks.push({ type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

it('makes one animation of pictures, whose samples are those of each', async () => {
  const pictures = [png(10), png(20), png(30)];
  const chunks = chunksOf(Buffer.from(await animatedPng(pictures, 5).arrayBuffer()));
  const twice = (type: string) => [type, type];
  const frame = (type: string) => ['fcTL', ...twice(type)];
  expect(chunks.map(({ type }) => type)).toEqual(
    ['IHDR', 'acTL', frame('IDAT'), frame('fdAT'), frame('fdAT'), 'IEND'].flat(),
  );
  const of = (type: string) => chunks.filter((chunk) => chunk.type === type).map(({ data }) => data);
  expect(of('acTL')[0]!.readUInt32BE(0)).toBe(3);
  for (const control of of('fcTL')) {
    expect([control.readUInt32BE(4), control.readUInt32BE(8)]).toEqual([3, 2]);
    expect(control.readUInt16BE(20) / control.readUInt16BE(22)).toBe(1 / 5);
  }
  const numbers = chunks.filter(({ type }) => type === 'fcTL' || type === 'fdAT');
  expect(numbers.map(({ data }) => data.readUInt32BE(0))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  const third = of('fdAT')
    .slice(2)
    .map((data) => data.subarray(4));
  const own = chunksOf(Buffer.from(pictures[2]!)).filter(({ type }) => type === 'IDAT');
  expect(third).toEqual(own.map(({ data }) => data));
});

it('makes none of pictures of different sizes', () => {
  expect(() => animatedPng([png(10), png(20, 4)], 5)).toThrow('could not write the film');
});
