import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { CarriedField } from '../prepare/carried-field.ts';
import { shapeNearest, inThatLight } from './wave-shape.ts';
import { nearest, nothing, sumsOf, tablesOf, waveOf } from './wave-sums.ts';

it('comes to the shape that is nearest, as sums over all samples do', async () => {
  const { wasm } = await loadKernels();
  const [cols, rows] = [40, 34];
  const carried = {
    ...{ across: { count: cols, step: 1.5, pixels: 60 }, down: { count: rows, step: 1.5, pixels: 51 } },
  } as CarriedField;
  let seed = 3;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647 - 0.5;
  const noise = () => ({
    re: Float32Array.from({ length: cols * rows }, random),
    im: Float32Array.from({ length: cols * rows }, random),
  });
  const tables = tablesOf(carried);
  const sums = sumsOf(noise(), tables);
  const rest = noise();
  const wave = { ...waveOf(wasm, carried, [0.031, -0.084]), own: nothing(3) };
  const wanted = nearest(rest, sums, wave, tables.length);
  const found = shapeNearest(inThatLight(rest, sums), sums, wave);
  const largest = Math.max(...wanted.re.map(Math.abs));
  for (const part of ['re', 'im'] as const)
    wanted[part].forEach((value, k) =>
      expect(Math.abs(found[part][k]! - value)).toBeLessThan(1e-5 * largest),
    );
});
