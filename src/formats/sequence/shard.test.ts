import { expect, it } from 'vitest';
import { crc32c } from './crc32c.ts';
import { decodeShard, encodeShard, framesOfShard, shardCount, shardLayout } from './shard.ts';

const layout = shardLayout(21, 130, 70);
const value = (t: number, y: number, x: number) => t * 100_000 + y * 100 + x;
const frame = (t: number) =>
  Float32Array.from({ length: 130 * 70 }, (_, i) => value(t, Math.floor(i / 70), i % 70));

it('checksums as RFC 3720 does', () => {
  expect(crc32c(new TextEncoder().encode('123456789'))).toBe(0xe3069283);
  expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa);
  expect(crc32c(new Uint8Array(32).fill(255))).toBe(0x62a8ab43);
});

it('is cut so that patches nearly fill the frame, and a shard is neither tiny nor huge', () => {
  expect(layout.chunk).toEqual({ frames: 8, rows: 44, cols: 35 });
  expect(layout.shard).toEqual({ frames: 24, rows: 132, cols: 70 });
  expect(shardLayout(100_000, 288, 288).shard.frames).toBe(64);
  expect(shardLayout(100, 1080, 1920).shard.frames).toBe(8);
  const many = shardLayout(1001, 288, 288);
  expect(shardCount(many)).toBe(16);
  expect(framesOfShard(many, 15)).toEqual({ from: 960, to: 1001 });
});

it('keeps every sample where its index says, and NaN beyond the array', () => {
  const frames = Array.from({ length: 21 }, (_, t) => frame(t));
  const bytes = encodeShard(layout, frames);
  const [deep, down, across] = [3, 3, 2];
  const index = bytes.byteLength - 4 - deep * down * across * 16;
  const view = new DataView(bytes.buffer);
  expect(view.getUint32(bytes.byteLength - 4, true)).toBe(crc32c(bytes.subarray(index, -4)));
  for (const [t, y, x] of [
    [0, 0, 0],
    [9, 44, 34],
    [20, 129, 69],
    [15, 87, 35],
  ] as const) {
    const chunk = (Math.floor(t / 8) * down + Math.floor(y / 44)) * across + Math.floor(x / 35);
    const at = Number(view.getBigUint64(index + chunk * 16, true));
    const inside = ((t % 8) * 44 + (y % 44)) * 35 + (x % 35);
    expect(view.getFloat32(at + 4 * inside, true)).toBe(Math.fround(value(t, y, x)));
  }
  // row 43 of the last chunk down is row 131 of 130
  const last = Number(view.getBigUint64(index + 4 * 16, true));
  expect(view.getFloat32(last + 4 * 43 * 35, true)).toBeNaN();
  expect(decodeShard(layout, bytes, 21)).toEqual(frames);
});

it('leaves chunks out that hold no frame', () => {
  const bytes = encodeShard(layout, [frame(3)]);
  const index = bytes.byteLength - 4 - 18 * 16;
  const view = new DataView(bytes.buffer);
  expect(view.getBigUint64(index + 5 * 16, true)).toBe(BigInt(5 * 8 * 44 * 35 * 4));
  expect(view.getBigUint64(index + 6 * 16, true)).toBe(2n ** 64n - 1n);
  expect(view.getBigUint64(index + 6 * 16 + 8, true)).toBe(2n ** 64n - 1n);
});
