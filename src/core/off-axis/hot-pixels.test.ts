// @module-tag further/rig
import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Frame } from '../field/frame.ts';
import { Random } from '../simulate/random.ts';
import { simulate } from '../simulate/simulate.ts';
import { sentFrame } from './sent-frame.fixture.ts';

const SIDE = 256;
const HOT = 40;

it('hot pixels cost an off-axis frame nothing, and it says how many there were', async () => {
  const kernels = await loadKernels();
  const { hologram, truth } = simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind: 'cells' }, width_px: SIDE, height_px: SIDE },
    ...{ bit_depth: 12, background: false, seed: 5 },
  });
  const random = Random.from(41);
  // exposed so that fringes fill two fifths of the range
  const dimmer = {
    ...hologram,
    samples: Uint16Array.from(hologram.samples, (count) => Math.round(0.4 * count)),
  };
  const samples = dimmer.samples.slice();
  for (let k = 0; k < HOT; k++) samples[random.bits() % samples.length] = 4095;
  const of = (sent: Frame) => sentFrame(kernels, sent, truth, 'pixels_left_out');
  const [plain, spoilt] = [of(dimmer), of({ ...dimmer, samples })];
  expect(plain.words).toBeUndefined();
  expect(spoilt.words).toMatch(/^(3[0-9]|40) single pixels stand out/);
  expect(spoilt.rmse / plain.rmse).toBeLessThan(1.05);
});
