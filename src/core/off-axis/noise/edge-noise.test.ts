import { beforeAll, describe, expect, it } from 'vitest';
import { frameOf } from '../../../../test/frame-of.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { demodulate, nativeGrid, unfade } from '../../demodulate/demodulate.ts';
import { upsample } from '../../demodulate/upsample.ts';
import { loadCameraImage } from '../../field/camera.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { normalSource } from '../../simulate/normal.ts';
import { Random } from '../../simulate/random.ts';
import { fromPlane } from '../../simulate/wave.ts';
import { edgeNoise, sidesOf } from './edge-noise.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [WIDTH, HEIGHT] = [150, 129];
const FRAMES = 60;
const FILTER = { passRadius: 0.1, stopRadius: 0.115, taper: 15 };
/** Samples off the corners, so that one edge alone counts. */
const APART = 10;

/** Root mean square of demodulated noise by its place along x, and what is said of it. */
function noiseAlong(native: boolean) {
  const normal = normalSource(Random.from(774_000), kernels.wasm);
  const squares: number[] = [];
  let said: Float32Array = new Float32Array();
  let count = 0;
  for (let k = 0; k < FRAMES; k++) {
    using scope = kernels.scope();
    const frame = frameOf(WIDTH, HEIGHT, () => 2000 + 100 * normal());
    const image = loadCameraImage(kernels, scope, frame, 'hologram');
    const grid = nativeGrid(HEIGHT, WIDTH, FILTER.stopRadius);
    const field = demodulate(kernels, scope, image, { x: 0.21, y: 0.13 }, FILTER, grid);
    unfade(kernels, field, image.plane, FILTER);
    const coarse = { ...field.plane, rows: field.rows, cols: field.cols };
    const output = native ? coarse : upsample(kernels, scope, field, HEIGHT, WIDTH, { re: 0, im: 0 });
    const { re, im } = fromPlane(kernels, output, output.rows, output.cols);
    said = edgeNoise(
      kernels,
      sidesOf(field, image.plane, output, native).x,
      FILTER,
      native ? 'native' : 'camera',
    );
    for (let y = APART; y < output.rows - APART; y++)
      for (let x = 0; x < output.cols; x++) {
        const i = y * output.cols + x;
        squares[x] = (squares[x] ?? 0) + re[i]! ** 2 + im[i]! ** 2;
      }
    count = (output.rows - 2 * APART) * FRAMES;
  }
  const rms = squares.map((sum) => Math.sqrt(sum / count));
  const middle = Math.sqrt(squares.slice(20, -20).reduce((a, b) => a + b, 0) / (squares.length - 40) / count);
  return { measured: rms.map((value) => value / middle), said };
}

describe('noise at the edges', () => {
  it('is what demodulated noise scatters by, on the native grid', () => {
    const { measured, said } = noiseAlong(true);
    expect(said[0]).toBeGreaterThan(1.5);
    measured.forEach((value, x) => expect(value / said[x]!, `column ${x}`).toSatisfy(about(0.06)));
  });

  it('is what it scatters by on the camera’s, but for the outermost pixels, where it is less', () => {
    const { measured, said } = noiseAlong(false);
    measured
      .slice(3, -6)
      .forEach((value, x) => expect(value / said[x + 3]!, `column ${x + 3}`).toSatisfy(about(0.06)));
    expect(measured[0]! / said[0]!).toBeLessThan(1);
    expect(measured[1]! / said[1]!).toBeLessThan(1);
  });
});

const about = (share: number) => (ratio: number) => Math.abs(ratio - 1) < share;
