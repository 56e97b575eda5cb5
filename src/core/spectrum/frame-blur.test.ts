import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { loadCameraImage } from '../field/camera.ts';
import { sidebandSettings } from '../sideband/sideband-settings.ts';
import { Random } from '../simulate/random.ts';
import { frameBlur, passedByBell } from './frame-blur.ts';
import { powerSpectrum } from './power-spectrum.ts';

const kernels = await loadKernels();
const SIDE = 256;
const settings = sidebandSettings.blur;

const normal = (random: Random) =>
  Math.sqrt(-2 * Math.log(random.uniform())) * Math.cos(2 * Math.PI * random.uniform());

/** White noise of so many counts that weights along x and y went over. */
function smoothed(counts: number, weights: readonly number[]): Float64Array {
  const random = Random.from(7, 1);
  const white = Float64Array.from({ length: SIDE * SIDE }, () => counts * normal(random));
  const all = weights[0]! + 2 * weights.slice(1).reduce((sum, w) => sum + w, 0);
  const over = (from: Float64Array) =>
    from.map((_, i) => {
      const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
      const at = (k: number) => from[((x + k + SIDE) % SIDE) * SIDE + y]!;
      return weights.reduce((sum, w, k) => sum + (k === 0 ? w * at(0) : w * (at(k) + at(-k))), 0) / all;
    });
  return over(over(white));
}

/** The same, rounded to whole counts. */
const noise = (counts: number, weights: readonly number[]) =>
  Uint8Array.from(smoothed(counts, weights), (v) => Math.min(255, Math.max(0, Math.round(128 + v))));

const bell = (px: number) => Array.from({ length: 9 }, (_, n) => Math.exp((-n * n) / (2 * px * px)));

function blurOf(samples: Uint8Array | Float64Array, rounding = 1 / 12) {
  using scope = kernels.scope();
  const frame = {
    width: SIDE,
    height: SIDE,
    bitDepth: samples instanceof Uint8Array ? 8 : 64,
    samples,
  } as const;
  const image = loadCameraImage(kernels, scope, frame, 'frame');
  return frameBlur(powerSpectrum(kernels, scope, image), rounding, kernels.wasm, settings);
}

describe('frameBlur', () => {
  it.each([
    [0.7, 3],
    [1, 3],
    [1.2, 12],
  ])('tells a bell of %f px by noise of %f counts', (px, counts) => {
    const found = blurOf(noise(counts, bell(px)))!;
    expect(found.px / px).toBeGreaterThan(0.92);
    expect(found.px / px).toBeLessThan(1.08);
    // there its noise comes to about as much as the rounding
    const left = counts * passedByBell(px, found.heardTo, kernels.wasm);
    expect(left * left * 12).toBeGreaterThan(1 / 4);
    expect(left * left * 12).toBeLessThan(4);
  });

  it('tells one little wider than the least', () => {
    expect(blurOf(noise(1.5, bell(0.58)))!.px).toBeCloseTo(0.58, 1);
  });

  it('tells one above the rounding from 0.8 px on, as noise may fall by less by itself', () => {
    expect(blurOf(smoothed(30, bell(0.7)), 1e-9)).toBeNull();
    expect(blurOf(smoothed(30, bell(0.9)), 1e-9)!.px).toBeCloseTo(0.9, 1);
  });

  it.each([
    ['as a camera has it', noise(3, [1])],
    ['below the rounding', noise(0.1, bell(1))],
    ['of a bell that is too narrow', noise(0.55, bell(0.46))],
  ])('sees nothing in noise %s', (_, samples) => {
    expect(blurOf(samples)).toBeNull();
  });

  it('sees none in an enlarged frame, whose floor is square and ends late', () => {
    // the cubic of Keys half-way between samples, every other one kept
    const random = Random.from(9, 1);
    const half = SIDE / 2;
    const small = Float64Array.from({ length: half * half }, () => 4 * normal(random));
    const cubic = (t: number) => {
      const a = Math.abs(t);
      return a < 1 ? 1.5 * a ** 3 - 2.5 * a * a + 1 : a < 2 ? -0.5 * a ** 3 + 2.5 * a * a - 4 * a + 2 : 0;
    };
    const large = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => {
      const [x, y] = [((i % SIDE) + 0.5) / 2 - 0.5, (Math.floor(i / SIDE) + 0.5) / 2 - 0.5];
      let sum = 128;
      for (let k = Math.floor(y) - 1; k <= Math.floor(y) + 2; k++)
        for (let j = Math.floor(x) - 1; j <= Math.floor(x) + 2; j++)
          sum += cubic(x - j) * cubic(y - k) * small[((k + half) % half) * half + ((j + half) % half)]!;
      return Math.round(sum);
    });
    expect(blurOf(large)).toBeNull();
  });
});

describe('passedByBell', () => {
  it('is that of a Gaussian where the bell is wide against a pixel', () => {
    const expected = Math.exp(-2 * (Math.PI * 1.3 * 0.2) ** 2);
    expect(passedByBell(1.3, 0.2, kernels.wasm)).toBeCloseTo(expected, 4);
    expect(passedByBell(1.3, 0, kernels.wasm)).toBe(1);
  });
});
