import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeHdf5 } from './hdf5.ts';

// Written by h5py: see test/fixtures/make-fixtures.py. What is read correctly is in fixtures.test.ts.
const folder = new URL('../../../../test/fixtures/decode/', import.meta.url);
const fixture = (name: string) => readFileSync(new URL(name, folder));

test.each([
  ['too-large.h5', 'FRAME_TOO_LARGE', '65535 × 65535'],
  ['tiny-chunks.h5', 'HOLOGRAM_UNSUPPORTED', '16000000 chunks'],
  ['huge-chunk.h5', 'HOLOGRAM_UNSUPPORTED', '1800000000 bytes'],
  ['lzf.h5', 'HOLOGRAM_UNSUPPORTED', '“lzf”'],
  ['virtual.h5', 'HOLOGRAM_UNSUPPORTED', 'other files'],
  // 900 groups, one in the other
  ['nested.h5', 'HOLOGRAM_UNSUPPORTED', 'deeper than 32'],
  ['link.h5', 'HOLOGRAM_UNSUPPORTED', 'no two-dimensional array'],
  ['external.h5', 'HOLOGRAM_UNREADABLE', 'damaged'],
  ['bomb.h5', 'HOLOGRAM_UNREADABLE', 'unpacks to more than it states'],
])('%s is refused with %s, quickly and in little memory', async (name, code, detail) => {
  const memory = process.memoryUsage().rss;
  const start = performance.now();
  await expect(decodeHdf5(fixture(`hostile/${name}`))).rejects.toMatchObject({
    code,
    message: expect.stringContaining(detail),
  });
  // a bomb that went off would take minutes
  expect(performance.now() - start).toBeLessThan(20_000);
  expect(process.memoryUsage().rss - memory).toBeLessThan(150e6);
});

test('a bomb or a broken file leaves the next file readable, also at the same time', async () => {
  const cut = fixture('h5py-u2.h5').subarray(0, 900);
  const [bomb, broken, sound] = await Promise.allSettled([
    decodeHdf5(fixture('hostile/bomb.h5')),
    decodeHdf5(cut),
    decodeHdf5(fixture('h5py-u2.h5')),
  ]);
  expect([bomb.status, broken.status, sound.status]).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(await decodeHdf5(fixture('h5py-f4.h5'))).toMatchObject({
    frame: { width: 40, height: 35, bitDepth: 32 },
  });
});

test('the background beside the hologram is taken, and it alone', async () => {
  const { frame, background, unused } = await decodeHdf5(fixture('h5py-two-named.h5'));
  expect(frame.bitDepth).toBe(12);
  expect(background?.bitDepth).toBe(16);
  expect(unused).toEqual([]);
});

test('links to a dataset make no second one of it', async () => {
  const { frame, unused } = await decodeHdf5(fixture('h5py-links.h5'));
  expect(frame.bitDepth).toBe(16);
  expect(unused).toEqual([]);
});

test('the WebAssembly of others is as it was', async () => {
  const { instantiate } = WebAssembly;
  await decodeHdf5(fixture('h5py-u1.h5'));
  expect(WebAssembly.instantiate).toBe(instantiate);
});

test('a heap in which the library would walk for ever is found before', async () => {
  const bytes = new Uint8Array(fixture('hostile/virtual.h5'));
  const view = new DataView(bytes.buffer);
  const heap = Buffer.from(bytes).indexOf('GCOL');
  // behind the one object, of 89 bytes, lies what is free
  const free = heap + 16 + 16 + 96;
  expect([view.getUint16(free, true), Number(view.getBigUint64(free + 8, true))]).toEqual([0, 3968]);
  view.setBigUint64(free + 8, 0n, true);
  await expect(decodeHdf5(bytes)).rejects.toMatchObject({ code: 'HOLOGRAM_UNREADABLE' });
});
