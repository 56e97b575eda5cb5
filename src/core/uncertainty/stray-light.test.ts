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
function found(
  wave: (normal: () => number, x: number, y: number) => readonly [re: number, im: number],
): number {
  using scope = kernels.scope();
  const normal = normalSource(Random.from(3), kernels.run);
  const noise = () => Math.sqrt(KNOWN / 2) * normal();
  const plane = planeOf(kernels, scope, SIDE, SIDE, (x, y) => {
    const [re, im] = wave(normal, x, y);
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

  it('takes dark parts, whose phases are chance, for none, nor a corner of something else', () => {
    const bars = (normal: () => number, at: number): readonly [number, number] => {
      const phase = 6 * normal();
      return at % 16 < 6 ? [0.05 * Math.cos(phase), 0.05 * Math.sin(phase)] : [1, 0];
    };
    expect(found(bars)).toBeLessThan(0.01);
    // a step of 1 rad in a few samples of some windows
    const corners = (_: () => number, x: number, y: number): readonly [number, number] =>
      x % 48 < 2 && y % 48 < 2 ? [Math.cos(1), Math.sin(1)] : [1, 0];
    expect(found(corners)).toBeLessThan(1e-5);
  });
});
