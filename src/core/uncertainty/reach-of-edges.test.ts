import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { reachOfEdges, shareWithoutEdges } from './reach-of-edges.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** Mean squares of twenty normal numbers, times what is expected. */
function scattered(expected: Float64Array, seed: number): Float64Array {
  const normal = normalSource(Random.from(seed), kernels.wasm);
  return expected.map((e) => {
    let sum = 0;
    for (let k = 0; k < 20; k++) sum += normal() ** 2 / 20;
    return e * sum;
  });
}

const reach = Float64Array.from({ length: 60 }, (_, k) => 0.1 + 0.03 * k);

describe('reachOfEdges', () => {
  it('falls with the third power of the distance, and is of tiles with a sample alone', () => {
    const tilesX = 6;
    const power = new Float64Array(12).fill(1);
    const quiet = Uint8Array.from(power, (_, t) => (t === 0 ? 0 : 1));
    const found = reachOfEdges(kernels, power, { tilesX, quiet });
    expect(found).toHaveLength(11);
    expect(found[0]).toBeCloseTo(1, 9);
    expect(found[1]).toBeCloseTo(1 / 8, 9);
    expect(found[6]).toBeCloseTo(1 / Math.SQRT2 ** 3, 9);
  });

  it('sums over all sources, tile by tile of a grid of odd size', () => {
    const [tilesX, tilesY] = [7, 5];
    const power = Float64Array.from({ length: tilesX * tilesY }, (_, t) => ((t * 13) % 11) - 2);
    const quiet = Uint8Array.from(power, (_, t) => (t % 3 === 0 ? 0 : 1));
    const found = reachOfEdges(kernels, power, { tilesX, quiet });
    const expected = [...power.keys()]
      .filter((t) => quiet[t] === 1)
      .map((t) =>
        power.reduce((sum, own, s) => {
          if (quiet[s] === 1 || !(own > 0)) return sum;
          const far = Math.hypot(
            (s % tilesX) - (t % tilesX),
            Math.floor(s / tilesX) - Math.floor(t / tilesX),
          );
          return sum + own / far ** 3;
        }, 0),
      );
    expect(found).toHaveLength(expected.length);
    expected.forEach((value, k) => expect(found[k]).toBeCloseTo(value, 9));
  });
});

describe('shareWithoutEdges', () => {
  it('leaves what is the same everywhere', () => {
    const variance = scattered(
      reach.map(() => 4e-4),
      1,
    );
    expect(shareWithoutEdges(kernels, reach, variance)).toBeGreaterThan(0.85);
  });

  it('takes what grows with the reach, and not more', () => {
    const usual = reach[30]!;
    const variance = scattered(
      reach.map((r) => 1e-4 * (0.4 + (0.6 * r) / usual)),
      2,
    );
    const share = shareWithoutEdges(kernels, reach, variance);
    expect(share).toBeGreaterThan(0.35);
    expect(share).toBeLessThan(0.75);
  });

  it('says nothing of a few tiles whose variances say nothing', () => {
    const few = Float64Array.from([1, 1.1, 1.05, 1.2, 0.95, 1.15, 1.08, 1.02]);
    expect(shareWithoutEdges(kernels, few, Float64Array.from([3, 1, 2, 4, 2.5, 1.5, 5, 2]))).toBe(1);
  });

  it('takes nothing where no edge is', () => {
    expect(shareWithoutEdges(kernels, new Float64Array(20), new Float64Array(20).fill(1))).toBe(1);
  });
});
