import { loadKernels } from '../../../test/load-kernels.ts';
import { expect, it } from 'vitest';
import type { OutputName } from '../../core/recipe/outputs.ts';
import { pictureLimits } from '../preview/map-picture.ts';
import { beadReconstruction } from './bead-reconstruction.fixture.ts';
import { encodePayload } from './payload.ts';

const kernels = await loadKernels();

const pixel_size_um = { x: 0.5, y: 0.25 };
const shape = [20, 32];

function reconstructed(outputs: readonly OutputName[]) {
  const made = { ...beadReconstruction(20, 32, { height: true }), pixel_size_um };
  return { ...made, used: { ...made.used, recipe: { ...made.used.recipe, outputs } } };
}
const text = (pieces: readonly Uint8Array[]) => Buffer.concat(pieces).toString('latin1');
/** What ImageJ shows as black and white. */
const limitsIn = (pieces: readonly Uint8Array[]) =>
  ['min', 'max'].map((end) => Number(new RegExp(`${end}=(\\S+)`).exec(text(pieces))![1]));

it('holds each map that is asked for, with what it measures', () => {
  const maps = [
    ['phase', 'phase', 'rad'],
    ['phase_wrapped', 'wrapped phase', 'rad'],
    ['amplitude', 'amplitude', '1'],
    ['phase_uncertainty', 'standard uncertainty of phase', 'rad'],
    ['phase_noise', 'standard deviation of phase by camera noise', 'rad'],
    ['height', 'height', 'nm'],
  ] as const;
  const made = reconstructed(maps.map(([name]) => name));
  const { files, previews } = encodePayload(kernels, made);
  expect(previews).toEqual([]);
  expect(files.map(({ output }) => output)).toEqual(
    maps.map(([name, quantity, unit], i) => ({
      ...{ path: `data/${name}.tif`, sha256: files[i]!.sha256, quantity, unit },
      ...{ shape, dtype: 'float32', pixel_size_um },
    })),
  );
  for (const [i, [name]] of maps.entries()) {
    expect(files[i]!.mediaType).toBe('image/tiff');
    const { min, max } = pictureLimits(kernels, made[name]!, pixel_size_um);
    const ought = name === 'phase_wrapped' ? [-Math.PI, Math.PI] : [min, max];
    limitsIn(files[i]!.pieces).forEach((limit, k) => expect(limit / ought[k]!).toBeCloseTo(1, 4));
    expect(encodePayload(kernels, reconstructed([name])).files).toMatchObject([{ sha256: files[i]!.sha256 }]);
  }
  expect(encodePayload(kernels, { ...reconstructed(['phase', 'height']), height: null }).files).toHaveLength(
    1,
  );
});

it('says of the amplitude what 1 is: no sample, or the bright parts of a frame without a background', () => {
  const made = reconstructed(['amplitude', 'previews']);
  const detail = 'Nothing was removed.';
  const dark = [{ code: 'background_not_fitted', level: 'warning', detail } as const];
  for (const [flags, one] of [
    [[], 'no sample'],
    [dark, 'bright parts'],
  ] as const) {
    const { files, previews } = encodePayload(kernels, { ...made, flags });
    expect(files[0]!.description.includes('bright parts')).toBe(one === 'bright parts');
    expect(previews.map(({ title }) => title)).toContain(`Amplitude (1 = ${one})`);
  }
});

it('holds the field', () => {
  const [field, ...none] = encodePayload(kernels, reconstructed(['field'])).files;
  expect(none).toEqual([]);
  expect([field!.mediaType, field!.output]).toEqual([
    'application/octet-stream',
    {
      ...{ path: 'data/field.npy', sha256: field!.sha256, quantity: 'complex field', unit: '1' },
      ...{ shape, dtype: 'complex64', pixel_size_um },
    },
  ]);
  const header = text(field!.pieces).slice(0, 128);
  expect(header).toContain("'descr': '<c8'");
  expect(header).toContain("'shape': (20, 32)");
});

it('holds pictures, which measure nothing, and shows a map between the limits of its picture', () => {
  const { files, previews } = encodePayload(kernels, reconstructed(['phase', 'previews']));
  const [phase, ...pictures] = files;
  expect(pictures.map(({ output, mediaType }) => ({ ...output, mediaType }))).toEqual(
    previews.map(({ name, width, height }, i) => ({
      ...{ path: `data/preview/${name}.png`, sha256: pictures[i]!.sha256, mediaType: 'image/png' },
      ...{ quantity: `picture of ${name}`, unit: null, shape: [height, width] },
      ...{ dtype: 'uint8', pixel_size_um: null },
    })),
  );
  expect(previews.length).toBeGreaterThan(3);
  const { min, max } = previews.find(({ name }) => name === 'phase')!.limits!;
  const [least, most] = limitsIn(phase!.pieces);
  expect([least! / min, most! / max].map((ratio) => Math.round(1e4 * ratio))).toEqual([1e4, 1e4]);
});

it('keeps the memory that later files need, whoever takes that of a file away', () => {
  const made = reconstructed(['phase', 'amplitude', 'field']);
  const whole = encodePayload(kernels, made).files.map(({ sha256 }) => sha256);
  const samples = 20 * 32;
  const memory = new Float32Array(4 * samples);
  const put = (data: Float32Array, at: number) => {
    memory.set(data, at * samples);
    return memory.subarray(at * samples, at * samples + data.length);
  };
  const shared = {
    ...made,
    phase: { ...made.phase, data: put(made.phase.data, 0) },
    amplitude: { ...made.amplitude, data: put(made.amplitude.data, 1) },
    field: { ...made.field, data: put(made.field.data, 2) },
  };
  const onFile = ({ pieces }: { readonly pieces: readonly Uint8Array[] }) => {
    for (const { buffer } of pieces)
      if ((buffer as ArrayBuffer).byteLength > 0)
        structuredClone(buffer, { transfer: [buffer as ArrayBuffer] });
  };
  expect(encodePayload(kernels, shared, { onFile }).files.map(({ sha256 }) => sha256)).toEqual(whole);
});
