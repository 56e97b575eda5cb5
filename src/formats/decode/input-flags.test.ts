import { expect, it } from 'vitest';
import { decodeFrame } from './decode.ts';
import { inputFlags } from './input-flags.ts';
import { unknownContent } from './samples/unknown-content.ts';

const SIDE = 32;

/** A frame of 32-bit floats as NPY. */
function npy(value: (k: number) => number): Uint8Array {
  const about = `{'descr': '<f4', 'fortran_order': False, 'shape': (${SIDE}, ${SIDE}), }`;
  const header = `${about.padEnd(117)}\n`;
  const values = Float32Array.from({ length: SIDE * SIDE }, (_, k) => value(k));
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x93NUMPY\x01\x00\x76\x00', 'latin1'),
      Buffer.from(header),
      Buffer.from(values.buffer),
    ]),
  );
}
const light = (k: number) => 100 + 60 * Math.sin(k / 3);

async function codes(value: (k: number) => number, holography_mode: 'inline' | 'off-axis') {
  const flags = inputFlags(await decodeFrame(npy(value)), false, { holography_mode });
  return flags.filter(({ code }) => code === 'negative_light');
}

it('in-line, samples below 0 are told with how many they are', async () => {
  const [flag, ...others] = await codes((k) => light(k) - 100, 'inline');
  expect(others).toEqual([]);
  expect(flag!.detail).toMatch(/^(49|50|51) % of the samples are below 0/);
});

it('off-axis, and of noise about a black level, they are not', async () => {
  expect(await codes((k) => light(k) - 100, 'off-axis')).toEqual([]);
  expect(await codes((k) => (k % 7 === 0 ? -0.2 : light(k)), 'inline')).toEqual([]);
  expect(await codes(light, 'inline')).toEqual([]);
});

it('a file of MATLAB 4 is refused with what to save instead', () => {
  const bytes = new Uint8Array(64).fill(1);
  expect(unknownContent(bytes, 'frame.mat').message).toContain('-v7');
  expect(unknownContent(bytes, 'frame.png').message).not.toContain('-v7');
});

it('what was taken for frames without the file’s saying so is told', async () => {
  const decoded = await decodeFrame(npy(light));
  const flags = inputFlags({ ...decoded, assumed: 'Planes were taken.' }, false, {});
  expect(flags).toContainEqual({
    code: 'planes_as_frames',
    level: 'needs_review',
    detail: 'Planes were taken.',
  });
  expect(inputFlags(decoded, false, {}).map(({ code }) => code)).not.toContain('planes_as_frames');
});
