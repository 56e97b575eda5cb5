import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import * as hdf5 from 'h5wasm/node';
import { openStack } from './frames-of-file.ts';

const [FRAMES, ROWS, COLS] = [5, 20, 17];
const folder = mkdtempSync(join(tmpdir(), 'leith-hdf5-'));
afterAll(() => rmSync(folder, { recursive: true }));

const samples = Uint16Array.from({ length: FRAMES * ROWS * COLS }, (_, i) => (i * 7919) % 4096);

/** An HDF5 file as the library writes it. */
async function written(options: object, datasets = ['run/frames']): Promise<Uint8Array> {
  await hdf5.ready;
  const path = join(folder, `${Math.random()}.h5`);
  const file = new hdf5.File(path, 'w');
  file.create_group('run');
  for (const name of datasets)
    file.create_dataset({ name, data: samples, shape: [FRAMES, ROWS, COLS], ...options });
  file.close();
  return new Uint8Array(readFileSync(path));
}

const opened = (bytes: Uint8Array) =>
  openStack(
    { name: 'a.h5', size: bytes.length, read: async (at, length) => bytes.slice(at, at + length) },
    null,
  );

it.each([
  ['in one piece', {}],
  ['in packed chunks across frames', { chunks: [2, 8, 17], compression: 4 }],
])('reads each frame of a three-dimensional array of HDF5, %s', async (_, options) => {
  const stack = await opened(await written(options));
  expect([stack.count, stack.format]).toEqual([FRAMES, 'hdf5']);
  for (const k of [3, 0, 4, 3]) {
    const { width, height, samples: read } = await stack.frame(k);
    expect([width, height]).toEqual([COLS, ROWS]);
    const own = samples.slice(k * ROWS * COLS, (k + 1) * ROWS * COLS);
    expect([...read]).toEqual([...own]);
  }
});

it('refuses a file with two of them, and one that is cut short', async () => {
  const two = await written({}, ['run/a', 'run/b']);
  await expect(opened(two)).rejects.toMatchObject({ code: 'HOLOGRAM_UNSUPPORTED' });
  const bytes = await written({});
  await expect(opened(bytes.slice(0, 700))).rejects.toMatchObject({ code: 'HOLOGRAM_UNREADABLE' });
});
