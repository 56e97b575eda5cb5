import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { decodeFrame } from '../decode.ts';
import { buildTiff, greyTags } from './tiff.fixture.ts';
import { decodeTiff } from './tiff.ts';
import { openPages, type ReadAt } from './pages-in-file.ts';

const folder = new URL('../../../../test/fixtures/decode/', import.meta.url);
const reader =
  (bytes: Uint8Array): ReadAt =>
  async (offset, length) =>
    bytes.slice(offset, offset + length);

it.each(readdirSync(folder).filter((name) => name.endsWith('.tif')))('reads the page of %s', async (name) => {
  const bytes = new Uint8Array(readFileSync(new URL(name, folder)));
  const channel = name.includes('rgb') ? 'green' : null;
  const pages = await openPages(reader(bytes));
  expect(pages.count).toBe(1);
  const { frame } = await decodeFrame(await pages.page(0), { channel });
  expect(frame).toEqual(decodeTiff(bytes, channel));
});

const WIDTH = 40;
const HEIGHT = 30;
const samplesOf = (k: number) =>
  Uint16Array.from({ length: WIDTH * HEIGHT }, (_, i) => (k * 1000 + 7 * i) % 65_536);
const bytesOf = (k: number) => new Uint8Array(samplesOf(k).buffer);
const tags = greyTags(WIDTH, HEIGHT, 16);

it('reads the pages of a stack in any order, and of each no more than itself', async () => {
  const strips = (k: number) => [bytesOf(k).subarray(0, 1200), bytesOf(k).subarray(1200)];
  const pages = [0, 1, 2, 3].map((k) => ({ tags: { ...tags, 278: 15 }, segments: strips(k) }));
  const thumbnail = { tags: { ...tags, 254: 1 }, segments: [bytesOf(9)] };
  const bytes = buildTiff([...pages.slice(0, 2), thumbnail, ...pages.slice(2)]);
  let most = 0;
  const found = await openPages((offset, length) => {
    most = Math.max(most, length);
    return reader(bytes)(offset, length);
  });
  expect(found.count).toBe(4);
  for (const k of [2, 0, 3, 1]) {
    const { frame } = await decodeFrame(await found.page(k));
    expect(frame.samples).toEqual(samplesOf(k));
  }
  // with room for a head
  expect(most).toBeLessThan(2400 + 300);
});

it('reads the run of samples that ImageJ writes behind one page', async () => {
  const page = { tags: { ...tags, 270: 'ImageJ=1.54f\nimages=3\n' }, segments: [bytesOf(0)] };
  // the fixture's directory comes after the samples: the run is put before it
  const one = buildTiff([page]);
  const run = new Uint8Array(8 + 3 * 2400 + one.length);
  for (const k of [0, 1, 2]) run.set(bytesOf(k), 8 + k * 2400);
  const moved = 8 + 3 * 2400;
  run.set(one.subarray(0, 8));
  run.set(one.subarray(8), moved);
  const view = new DataView(run.buffer);
  const first = view.getUint32(4, true) - 8 + moved;
  view.setUint32(4, first, true);
  for (let k = 0; k < view.getUint16(first, true); k++) {
    const entry = first + 2 + 12 * k;
    if (view.getUint16(entry, true) === 270)
      view.setUint32(entry + 8, view.getUint32(entry + 8, true) - 8 + moved, true);
  }
  const found = await openPages(reader(run));
  expect(found.count).toBe(3);
  for (const k of [2, 0, 1])
    expect((await decodeFrame(await found.page(k))).frame.samples).toEqual(samplesOf(k));
});

it('refuses what points beyond its end or in a circle', async () => {
  const bytes = new Uint8Array(readFileSync(new URL('tifffile-u2.tif', folder)));
  const pages = await openPages(reader(bytes));
  const cut = await openPages(reader(bytes.slice(0, bytes.length - 10))).catch((error: unknown) => error);
  const read =
    cut instanceof Error ? cut : await (cut as typeof pages).page(0).catch((error: unknown) => error);
  expect(read).toMatchObject({ code: 'HOLOGRAM_UNREADABLE' });
  await expect(openPages(reader(bytes.slice(0, 9)))).rejects.toMatchObject({ code: 'HOLOGRAM_UNREADABLE' });
  const circle = bytes.slice();
  const view = new DataView(circle.buffer);
  const first = view.getUint32(4, true);
  view.setUint32(first + 2 + 12 * view.getUint16(first, true), first, true);
  await expect(openPages(reader(circle))).rejects.toThrow(/circle/);
});
