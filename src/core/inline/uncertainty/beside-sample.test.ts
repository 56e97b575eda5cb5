import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { normalSource } from '../../simulate/normal.ts';
import { Random } from '../../simulate/random.ts';
import { besideSample } from './beside-sample.ts';
import type { SampleFree } from './sample-free.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const TILES = 96;
const SIDE = 5;

/** Clouds with a Gaussian autocorrelation of this length (tiles), of variance 1. */
function clouds(length: number, seed: number): Float64Array {
  const normal = normalSource(Random.from(seed), kernels.wasm);
  const reach = Math.ceil(3 * length);
  const wide = TILES + 2 * reach;
  const white = Float64Array.from({ length: wide * wide }, normal);
  const bell = Float64Array.from({ length: 2 * reach + 1 }, (_, k) =>
    Math.exp((-2 * (k - reach) ** 2) / (length * length)),
  );
  const norm = bell.reduce((sum, w) => sum + w * w, 0);
  const rows = new Float64Array(wide * TILES);
  for (let y = 0; y < wide; y++)
    for (let x = 0; x < TILES; x++)
      rows[y * TILES + x] = bell.reduce((sum, w, k) => sum + w * white[y * wide + x + k]!, 0);
  return Float64Array.from(
    { length: TILES * TILES },
    (_, t) =>
      bell.reduce((sum, w, k) => sum + w * rows[(Math.floor(t / TILES) + k) * TILES + (t % TILES)]!, 0) /
      norm,
  );
}

function frameOf(phase: Float64Array, sample: (x: number, y: number) => boolean = () => false): SampleFree {
  const parts = Int32Array.from(phase, (_, t) => (sample(t % TILES, Math.floor(t / TILES)) ? 1 : 0));
  return {
    ...{ tiles: TILES, side: { x: SIDE, y: SIDE }, count: 1, beam: 1, phase, parts },
    modulus: new Float64Array(phase.length).fill(1),
    sample: Uint8Array.from(parts),
    square: phase.map((p) => p * p),
    ...{ within: new Float64Array(phase.length), beside: new Float64Array(phase.length) },
  };
}

describe('besideSample', () => {
  it.each([3, 6])('finds over which length clouds hang together: %i tiles', (length) => {
    const found = [1, 2, 3].map(
      (seed) => besideSample(kernels, frameOf(clouds(length, seed)), 1).clouds.length!,
    );
    const mean = found.reduce((sum, one) => sum + one, 0) / found.length;
    expect(mean / (SIDE * length)).toBeGreaterThan(0.85);
    expect(mean / (SIDE * length)).toBeLessThan(1.15);
  });

  it('says of how many clouds its variance is: it scatters by as much', () => {
    const found = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => besideSample(kernels, frameOf(clouds(6, seed)), 1));
    const squares = found.map(({ fine, clouds: part }) => part.sigma ** 2 + fine.sigma ** 2);
    const mean = squares.reduce((a, b) => a + b, 0) / squares.length;
    const spread = squares.reduce((a, b) => a + (b - mean) ** 2, 0) / (squares.length - 1);
    const places = found.reduce((sum, one) => sum + one.places, 0) / found.length;
    // 2 over the number of places is the relative variance of a variance
    expect((2 * mean * mean) / spread / places).toBeGreaterThan(0.4);
    expect((2 * mean * mean) / spread / places).toBeLessThan(2.5);
  });

  it('follows where the phase is calm and where it is not, into a sample too', () => {
    const sample = (x: number, y: number) => Math.abs(x - 72) < 4 && Math.abs(y - 40) < 4;
    const phase = clouds(3, 4).map((p, t) => (t % TILES < 48 ? 0.1 : 1) * p);
    const at = frameOf(
      phase.map((p, t) => (sample(t % TILES, Math.floor(t / TILES)) ? 50 : p)),
      sample,
    );
    const { variance, clouds: part, share } = besideSample(kernels, at, 0.7);
    const mean = (from: number, to: number) => {
      const values = variance.filter((_, t) => t % TILES >= from && t % TILES < to);
      return Math.sqrt(values.reduce((sum, v) => sum + v, 0) / values.length);
    };
    // the spread of the whole frame counts a little everywhere
    expect(mean(0, 36)).toBeLessThan(0.3);
    expect(mean(60, 96)).toBeGreaterThan(0.8);
    expect(mean(60, 96)).toBeLessThan(1.2);
    expect(Math.sqrt(variance[40 * TILES + 72]!)).toBeGreaterThan(0.4);
    expect(Math.sqrt(variance[40 * TILES + 72]!)).toBeLessThan(2);
    expect(share).toBeCloseTo(1 - 49 / TILES ** 2, 9);
    expect(part.sigma).toBeGreaterThan(0.2);
  });

  it.each([1, 2, 5, 8])('the phase over it has a mean square of 1: clouds of %i tiles', (length) => {
    const over = [1, 2, 3, 4].map((seed) => {
      const phase = clouds(length, seed);
      const { variance } = besideSample(kernels, frameOf(phase), 1);
      return phase.reduce((sum, p, t) => sum + (p * p) / variance[t]!, 0) / phase.length;
    });
    const mean = over.reduce((sum, one) => sum + one, 0) / over.length;
    expect(mean).toBeGreaterThan(0.88);
    expect(mean).toBeLessThan(1.05);
  });

  it('of what is finer than a tile is its mean square', () => {
    const phase = new Float64Array(TILES * TILES);
    const fine = phase.map(() => 0.09);
    const { variance, fine: part } = besideSample(
      kernels,
      { ...frameOf(phase), square: fine, within: fine },
      0.3,
    );
    expect(Math.min(...variance)).toBeCloseTo(0.09, 9);
    expect(Math.max(...variance)).toBeCloseTo(0.09, 9);
    expect(part.sigma).toBeCloseTo(0.3, 9);
  });

  it('tells what is finer than a tile from the rest, and how far neighbours agree in it', () => {
    const phase = clouds(4, 5).map((p) => 0.3 * p);
    const frame = {
      ...frameOf(phase),
      square: phase.map((p) => p * p + 0.09),
      within: phase.map(() => 0.09),
      beside: phase.map(() => 0.09 * Math.exp(-1 / 4)),
    };
    const { fine, clouds: coarse } = besideSample(kernels, frame, 0.42);
    expect(fine.length).toBeCloseTo(2, 6);
    expect(fine.sigma / coarse.sigma).toBeGreaterThan(0.8);
    expect(fine.sigma / coarse.sigma).toBeLessThan(1.25);
  });

  it('knows nothing of places where there is hardly any frame without a sample', () => {
    const {
      variance,
      clouds: part,
      share,
    } = besideSample(
      kernels,
      frameOf(clouds(3, 6), (x, y) => x + y > 3),
      0.2,
    );
    expect(new Set(variance)).toEqual(new Set([0.2 * 0.2]));
    expect(part).toEqual({ sigma: 0.2, length: null });
    expect(share).toBeLessThan(0.01);
  });
});
