import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { openBeside } from './beside-parts.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const TILES = 40;
/** 4 × 8 px of 1.5 and 1 µm a tile: 6 and 8 µm */
const optics = { rows: 320, cols: 160, sampling: { pitchX: 1.5, pitchY: 1 }, wavelength: 0.5 };
const Z = 1800;
/** µm, √(λz)/π */
const REACH = 30 / Math.PI;

function around(parts: ReadonlyMap<number, number>, distances: readonly number[]) {
  const open = Float64Array.from({ length: TILES * TILES }, (_, t) => parts.get(t) ?? 0);
  const sample = Uint8Array.from(open, (variance) => (variance > 0 ? 1 : 0));
  return openBeside(kernels, open, { tiles: TILES, sample }, optics, distances);
}

describe('openBeside', () => {
  it('dies away on all sides over √(λz)/π of the farthest frame, and adds nothing within the sample', () => {
    const [y, x] = [20, 15];
    const found = around(new Map([[y * TILES + x, 0.09]]), [300, -Z]);
    expect(found[y * TILES + x]).toBe(0);
    for (const [down, right] of [
      [0, 1],
      [0, -3],
      [2, 0],
      [-1, 0],
      [1, 1],
      [-2, 2],
      [3, -3],
    ] as const) {
      const far = Math.hypot(6 * right, 8 * down);
      const here = found[(y + down) * TILES + x + right]!;
      expect(Math.sqrt(here)).toBeCloseTo(0.3 * Math.exp(-far / REACH), 6);
    }
  });

  it('takes what is open of the sample alone', () => {
    const [here, beside] = [20 * TILES + 15, 20 * TILES + 17];
    const open = new Float64Array(TILES * TILES);
    [open[here], open[beside]] = [0.09, 0.04];
    const sample = Uint8Array.from(open, (_, t) => (t === here ? 1 : 0));
    const found = openBeside(kernels, open, { tiles: TILES, sample }, optics, [Z]);
    expect(found[beside]).toBeCloseTo((0.3 * Math.exp(-12 / REACH)) ** 2, 6);
    expect(found[here]).toBe(0);
  });

  it('is that of the part that leaves more', () => {
    const [weak, strong] = [20 * TILES + 10, 20 * TILES + 16];
    const found = around(
      new Map([
        [weak, 0.01],
        [strong, 1],
      ]),
      [Z],
    );
    expect(Math.sqrt(found[weak + 1]!)).toBeCloseTo(
      Math.exp(-30 / REACH) > 0.1 * Math.exp(-6 / REACH) ? Math.exp(-30 / REACH) : 0.1 * Math.exp(-6 / REACH),
      6,
    );
    expect(Math.sqrt(found[strong - 1]!)).toBeCloseTo(Math.exp(-6 / REACH), 6);
  });

  it('is nothing where there is no sample, and none at the sensor', () => {
    expect(Math.max(...around(new Map(), [Z]))).toBe(0);
    expect(around(new Map([[5, 1]]), [0]).reduce((sum, one) => sum + one, 0)).toBe(0);
  });
});
