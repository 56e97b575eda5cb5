// @module-tag further/rig
import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Frame } from '../field/frame.ts';
import { simulate } from '../simulate/simulate.ts';
import { sentFrame } from './sent-frame.fixture.ts';

const SIDE = 256;
/** Half a cycle per pixel beside its twin: there the pattern of two by two pixels puts a ghost of the twin. */
const CARRIER = [0.257, 0.243] as const;
/** As recorded frames of a colour camera that somebody made grey have them. */
const GAINS = [1.09, 0.93, 0.93, 1.05];

it('the frame of a colour camera comes out as that of one without filters, and says so', async () => {
  const kernels = await loadKernels();
  const { hologram, truth } = simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind: 'cells' }, width_px: SIDE, height_px: SIDE },
    ...{ carrier_cycles_per_px: CARRIER, bit_depth: 12, background: false, seed: 3 },
  });
  const behindFilters: Frame = {
    ...hologram,
    samples: Uint16Array.from(hologram.samples, (value, i) =>
      Math.round(0.9 * value * GAINS[2 * (Math.floor(i / SIDE) % 2) + ((i % SIDE) % 2)]!),
    ),
  };
  const of = (sent: Frame) => sentFrame(kernels, sent, truth, 'colour_mosaic');
  const [plain, filtered] = [of(hologram), of(behindFilters)];
  expect(filtered.rmse / plain.rmse).toBeLessThan(1.1);
  expect(plain.words).toBeUndefined();
  expect(filtered.words).toMatch(/pattern of two by two pixels/);
});
