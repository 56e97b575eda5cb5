import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { floatsIn, floatsPerRow, inRow } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { structureAtEdges } from './structure-at-edges.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

it('asks for what changes away from an edge, and takes opposite edges together', () => {
  using scope = kernels.scope();
  const plane = scope.complex(64, 64);
  const values = kernels.floats(plane.ptr, floatsIn(plane)).fill(0);
  // rows change at the upper edge, columns nowhere
  for (let y = 0; y < 64; y++)
    for (let x = 0; x < 64; x++)
      values[y * floatsPerRow(plane) + inRow(x)] = y < 8 ? (y % 2 === 0 ? 1.5 : 0.5) : 1;
  const { places, power } = structureAtEdges(kernels, { plane, rows: 64, cols: 64 });
  expect(places).toBe(8);
  power.forEach((value, t) =>
    expect(value, `place ${t}`).toBeCloseTo([0, 7].includes(Math.floor(t / 8)) ? 0.5 : 0, 5),
  );
});
