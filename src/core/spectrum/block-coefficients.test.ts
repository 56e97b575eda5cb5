import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { loadCameraImage } from '../field/camera.ts';
import { jpegSteps, throughJpeg } from '../simulate/jpeg-loss.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { keptShares } from './block-coefficients.ts';

const kernels = await loadKernels();
const SIDE = 256;

it('says of each cosine how often a JPEG kept it: as often as noise exceeds half a step', () => {
  const normal = normalSource(Random.from(8), kernels.wasm);
  const sigma = 6;
  const raw = Uint8Array.from({ length: SIDE * SIDE }, () => Math.round(128 + sigma * normal()));
  const quantisation = jpegSteps(90);
  const samples = throughJpeg(raw, SIDE, SIDE, quantisation, kernels.wasm);
  using scope = kernels.scope();
  const frame = { width: SIDE, height: SIDE, samples, bitDepth: 8, quantisation };
  const kept = keptShares(kernels, loadCameraImage(kernels, scope, frame, 'frame'), quantisation);
  // by Abramowitz & Stegun 7.1.25, to 3e-5
  const beyond = (x: number) => {
    const t = 1 / (1 + 0.47047 * (x / Math.SQRT2));
    return (0.3480242 * t - 0.0958798 * t * t + 0.7478556 * t ** 3) * Math.exp((-x * x) / 2);
  };
  quantisation.steps.forEach((step, k) => {
    if (k > 0) expect(Math.abs(kept[k]! - beyond(step / 2 / sigma))).toBeLessThan(0.07);
  });
});
