import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Frame } from '../../field/frame.ts';
import { linearFrames } from './linear-frames.ts';

const kernels = await loadKernels();
const frameOf = (samples: Frame['samples']): Frame => ({ width: 2, height: 2, samples, bitDepth: 8 });

it('counts are in proportion to the light again, with steps of one where they are as bright as the mean', () => {
  const light = [0, 40, 160, 200];
  const counts = Float64Array.from(light, (value) => value ** (1 / 2.2));
  const { hologram, background } = linearFrames(
    kernels,
    { hologram: frameOf(counts), background: frameOf(counts.map((value) => 1.1 * value)) },
    2.2,
  );
  light.forEach((value, k) => {
    expect(hologram.samples[k]! / hologram.samples[3]!).toBeCloseTo(value / 200, 6);
    // of one scale with the hologram
    expect(background!.samples[k]! / hologram.samples[3]!).toBeCloseTo((1.1 ** 2.2 * value) / 200, 6);
  });
  const mean = 100;
  const around = frameOf(Uint8Array.of(mean - 1, mean, mean, mean + 1));
  const made = linearFrames(kernels, { hologram: around, background: null }, 2).hologram.samples;
  expect(made[3]! - made[0]!).toBeCloseTo(2, 5);
});

it('the other frames of a stack may be asked for twice, and are of the first one’s scale', () => {
  const [one, other] = [frameOf(Uint8Array.of(10, 10, 10, 10)), frameOf(Uint8Array.of(20, 20, 20, 20))];
  const { furtherFrames } = linearFrames(
    kernels,
    { hologram: one, furtherFrames: [other], background: null },
    2,
  );
  for (let time = 0; time < 2; time += 1)
    expect([...furtherFrames!].map(({ samples }) => samples[0])).toEqual([20]);
});
