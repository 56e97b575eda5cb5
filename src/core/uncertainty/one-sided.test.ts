import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { planeOf } from '../../../test/wave-of.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { oneSidedShare } from './one-sided.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIZE = 96;
const MARGIN = 4;
const SIDE = 8;
const TILES = (SIZE - 2 * MARGIN) / SIDE;
const RIM = 0.45;

/** Of a field of 1 with something beside it, `quiet` where a tile holds no sample. */
function shareOf(
  beside: (x: number, y: number, normal: () => number) => readonly [re: number, im: number],
  quiet: (i: number, j: number) => boolean = () => true,
): number {
  using scope = kernels.scope();
  const normal = normalSource(Random.from(7), kernels.wasm);
  const plane = planeOf(kernels, scope, SIZE, SIZE, (x, y) => {
    const [re, im] = beside(x, y, normal);
    return [1 + re, im];
  });
  const tiles = Uint8Array.from({ length: TILES * TILES }, (_, t) =>
    quiet(t % TILES, Math.floor(t / TILES)) ? 1 : 0,
  );
  const grid = { side: SIDE, tilesX: TILES, quiet: tiles, margin: MARGIN };
  return oneSidedShare(kernels, { plane, rows: SIZE, cols: SIZE, rim: { x: RIM, y: RIM }, ...grid });
}

/** A plane wave of 0.05. */
const wave = (x: number, y: number) => {
  const angle = 2 * Math.PI * (0.31 * x + 0.12 * y);
  return [0.05 * Math.cos(angle), 0.05 * Math.sin(angle)] as const;
};

describe('oneSidedShare', () => {
  it('is all of it where a stray wave lies beside the beam, and where a sample hides half of it', () => {
    expect(shareOf((x, y) => wave(x, y))).toBeGreaterThan(0.95);
    expect(
      shareOf(
        (x, y) => wave(x, y),
        (i, j) => (i + j) % 3 !== 0 && i < 8,
      ),
    ).toBeGreaterThan(0.9);
  });

  it('is half of it where noise is as strong', () => {
    const share = shareOf((x, y, normal) => {
      const [re, im] = wave(x, y);
      // within the rim alone lies what it is compared with
      const sigma = 0.05 / Math.SQRT2 / Math.sqrt(Math.PI * RIM * RIM);
      return [re + sigma * normal(), im + sigma * normal()];
    });
    expect(share).toBeGreaterThan(0.45);
    expect(share).toBeLessThan(0.6);
  });

  it('is next to nothing of what lies alike on both sides, of noise, and of nothing', () => {
    expect(shareOf((x, y) => [0, 2 * wave(x, y)[1]])).toBeLessThan(0.02);
    expect(shareOf((x, y) => [2 * wave(x, y)[0], 0])).toBeLessThan(0.02);
    expect(shareOf((_, __, normal) => [0.05 * normal(), 0.05 * normal()])).toBeLessThan(0.05);
    // of few tiles chance makes much of single bins
    const few = (i: number, j: number) => (3 * i + 5 * j) % 13 === 0;
    expect(shareOf((_, __, normal) => [0.05 * normal(), 0.05 * normal()], few)).toBe(0);
    expect(shareOf(wave, few)).toBeGreaterThan(0.8);
    expect(shareOf(() => [0, 0])).toBe(0);
    expect(
      shareOf(
        () => [0, 0],
        () => false,
      ),
    ).toBe(0);
  });
});
