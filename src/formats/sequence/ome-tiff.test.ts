import { expect, it } from 'vitest';
import { decodeFrame } from '../decode/decode.ts';
import { openPages } from '../decode/tiff/pages-in-file.ts';
import { omeTiff } from './ome-tiff.ts';
import { shardLayout } from './shard.ts';

const [frames, rows, cols] = [3, 20, 31];
const frame = (k: number) => Float32Array.from({ length: rows * cols }, (_, i) => k - i / 7);
const image = {
  ...{ name: 'phase', layout: shardLayout(frames, rows, cols), interval_s: 0.5 },
  pixelSizeUm: { x: 0.31, y: 0.32 },
};

async function* all() {
  for (let k = 0; k < frames; k++) yield frame(k);
}

async function listOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

it('holds every frame, its pixel size and the time step', async () => {
  const pieces = await listOf(omeTiff(image, all()));
  const bytes = new Uint8Array(Buffer.concat(pieces));
  const pages = await openPages(async (at, length) => bytes.slice(at, at + length));
  expect(pages.count).toBe(frames);
  for (let k = 0; k < frames; k++)
    expect((await decodeFrame(await pages.page(k))).frame.samples).toEqual(frame(k));
  const xml = new TextDecoder().decode(bytes.subarray(16, 800));
  expect(xml).toContain('SizeX="31" SizeY="20" SizeZ="1" SizeC="1" SizeT="3"');
  expect(xml).toContain('PhysicalSizeX="0.31" PhysicalSizeY="0.32" TimeIncrement="0.5"');
});

it('of one frame tells its pixel size to programs that read no XML', async () => {
  const one = { ...image, layout: shardLayout(1, rows, cols) };
  const pieces = await listOf(
    omeTiff(
      one,
      (async function* () {
        yield frame(0);
      })(),
    ),
  );
  const { stated } = await decodeFrame(new Uint8Array(Buffer.concat(pieces)));
  expect(JSON.stringify(stated)).toMatch(/0\.31/);
});
