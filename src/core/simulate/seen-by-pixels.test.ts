import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { seenByPixels } from './seen-by-pixels.ts';
import { completeSpec } from './simulation-spec.ts';
import { emptyWave } from './wave.ts';

const kernels = await loadKernels();
const side = 64;
const spec = completeSpec({
  ...{ mode: 'off-axis', object: { kind: 'flat' }, width_px: side, height_px: side },
  ...{ carrier_cycles_per_px: [0.25, -0.125], pupil_radius_cycles_per_px: 0.12 },
});

/** What a fringe keeps of its contrast where light is collected over whole pixels, summed up over their area. */
function keptBySum(x: number, y: number): number {
  const parts = 200;
  const along = (f: number) => {
    let sum = 0;
    for (let k = 0; k < parts; k++) sum += Math.cos(2 * Math.PI * f * ((k + 0.5) / parts - 0.5));
    return sum / parts;
  };
  return along(x) * along(y);
}

describe('seenByPixels', () => {
  it.each([
    [0, 0],
    [6, 0],
    [-6, 0],
    [0, 5],
    [4, -4],
  ])('weakens the wave of %i and %i turns a frame as the area of pixels weakens its fringes', (u, v) => {
    const wave = emptyWave(side, side);
    for (let i = 0; i < side * side; i++) {
      const turn = (2 * Math.PI * (u * (i % side) + v * Math.floor(i / side))) / side;
      [wave.re[i], wave.im[i]] = [Math.cos(turn), Math.sin(turn)];
    }
    const { fringes: seen } = seenByPixels(kernels, wave, spec);
    const kept = keptBySum(0.25 + u / side, -0.125 + v / side) / keptBySum(0.25, -0.125);
    for (const i of [0, 77, 1234, 4095]) {
      expect(seen.re[i]).toBeCloseTo(kept * wave.re[i]!, 4);
      expect(seen.im[i]).toBeCloseTo(kept * wave.im[i]!, 4);
    }
  });
});
