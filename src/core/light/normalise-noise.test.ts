import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { lightSettings } from './light-settings.ts';
import { frameNoise, lowerLine } from './normalise-noise.ts';

/** The line through classes of noise whose brightness spreads by a share of its mean, of an offset and a slope. */
function lineOf(spread: number) {
  const mean = Array.from({ length: 48 }, (_, k) => 100 * (1 + (k % 2 === 0 ? spread : -spread)));
  return lowerLine(
    mean,
    mean.map((m) => 50 + 0.5 * m),
    lightSettings.noise,
  );
}

it('noise is that of the light alone where brightness spreads too little to tell an offset', () => {
  expect(lineOf(0.074)).toEqual({ offset: 0, slope: expect.closeTo(1, 6) });
  const { offset, slope } = lineOf(0.086);
  expect([offset, slope]).toEqual([expect.closeTo(50, 6), expect.closeTo(0.5, 6)]);
});

it('a frame with a broken pixel near every place has noise all the same', async () => {
  const kernels = await loadKernels();
  using scope = kernels.scope();
  const plane = scope.real(64, 64);
  const values = kernels.floats(plane.ptr, 64 * plane.pitch);
  // any scatter will do
  values.forEach((_, i) => (values[i] = 100 + ((i * 7919) % 13)));
  const broken = [...values.keys()].filter((i) => i % 3 === 0);
  const image = { plane, crop: { x: 0, y: 0, width: 64, height: 64 }, mean: 106 };
  const noise = frameNoise(kernels, image, lightSettings.noise, broken);
  expect(noise).toEqual(frameNoise(kernels, image, lightSettings.noise));
  expect(noise.offset + noise.slope).toBeGreaterThan(0);
});

it('counts that hardly change have the noise of their rounding, with pixels among them that were filled in', async () => {
  const kernels = await loadKernels();
  using scope = kernels.scope();
  const plane = scope.real(64, 64);
  const values = kernels.floats(plane.ptr, 64 * plane.pitch);
  values.fill(9);
  // a camera of few counts, a pixel of the first row left out: its noise was nothing, and nothing could be weighted by it
  values[20] = 9.25;
  const image = { plane, crop: { x: 0, y: 0, width: 64, height: 64 }, mean: 9 };
  const { offset, slope } = frameNoise(kernels, image, lightSettings.noise, [20]);
  expect(offset + 9 * slope).toBeCloseTo(1 / 12, 6);
});
