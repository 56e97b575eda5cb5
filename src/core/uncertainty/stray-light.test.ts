import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { planeOf } from '../../../test/wave-of.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { scatterSettings } from './scatter-settings.ts';
import { strayLight } from './stray-light.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [SIDE, TILES] = [96, 24];
/** A disc as large as all that samples can hold. */
const rim = { x: 0.564, y: 0.564 };
/** E|n|² */
const KNOWN = 2e-4;

/** Mean variance that is found in a wave with known noise. */
function found(wave: (normal: () => number) => readonly [re: number, im: number]): number {
  using scope = kernels.scope();
  const normal = normalSource(Random.from(3), kernels.run);
  const noise = () => Math.sqrt(KNOWN / 2) * normal();
  const plane = planeOf(kernels, scope, SIDE, SIDE, () => {
    const [re, im] = wave(normal);
    return [re + noise(), im + noise()];
  });
  const known = new Float64Array(TILES * TILES).fill(KNOWN);
  const map = strayLight(kernels, { plane, rows: SIDE, cols: SIDE, rim }, known, TILES, 1, scatterSettings);
  return map.reduce((a, b) => a + b, 0) / map.length;
}

describe('strayLight', () => {
  it('finds a field of random phases beside the light, and its variance', () => {
    const variance = found((normal) => [1 + 0.1 * normal(), 0.1 * normal()]);
    expect(variance / 0.01).toBeGreaterThan(0.9);
    expect(variance / 0.01).toBeLessThan(1.15);
  });

  it('finds nothing where there is no more than is known', () => {
    expect(found(() => [1, 0])).toBeLessThan(0.02 * KNOWN);
  });

  it('takes a sample that delays for none, nor one that absorbs as it delays, however strong', () => {
    for (const [delay, absorbs] of [
      [0.1, 0],
      [2, 0],
      [0.2, 0.15],
    ] as const) {
      const variance = found((normal) => {
        const thick = normal();
        const modulus = Math.exp(-absorbs * thick);
        return [modulus * Math.cos(delay * thick), modulus * Math.sin(delay * thick)];
      });
      expect(variance).toBeLessThan(0.01 * delay * delay);
    }
  });
});
