import { expect, it } from 'vitest';
import { encodeFrame } from '../../formats/encode/frame.ts';
import type { ReceivedFile } from '../ports/received-file.ts';
import { decodeReceived, joinBlocks } from './join-blocks.ts';

/** In blocks of so many bytes, each in memory of its own. */
function received(bytes: Uint8Array, blockBytes: number): ReceivedFile {
  const count = Math.ceil(bytes.length / blockBytes);
  const blocks = Array.from({ length: count }, (_, k) =>
    Uint8Array.from(bytes.subarray(k * blockBytes, (k + 1) * blockBytes)),
  );
  return { name: 'frame', blocks, bytes: bytes.length, sha256: '' };
}

it('joins blocks, and gives their memory back at once', () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, k) => k);
  const file = received(bytes, 300);
  expect(joinBlocks(file)).toEqual(bytes);
  expect(file.blocks.map(({ byteLength }) => byteLength)).toEqual([0, 0, 0, 0]);
  const whole = received(bytes, 1000);
  expect(joinBlocks(whole)).toBe(whole.blocks[0]);
  expect(whole.blocks[0]).toEqual(bytes);
});

it.each(['npy', 'png', 'tif'] as const)(
  'decodes the same frame from several blocks as from one (%s)',
  async (format) => {
    const samples = Uint16Array.from({ length: 40 * 30 }, (_, k) => (k * 7919) % 4096);
    const frame = { width: 40, height: 30, samples, bitDepth: 16 } as const;
    const bytes = new Uint8Array(Buffer.concat([...(await encodeFrame(frame, format, 3.45))]));
    const [one, several] = [received(bytes, bytes.length), received(bytes, 500)];
    expect((await decodeReceived(several)).frame).toEqual((await decodeReceived(one)).frame);
    expect(one.blocks[0]!.byteLength).toBe(bytes.length);
  },
);
