import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Random } from '../simulate/random.ts';
import { simulate } from '../simulate/simulate.ts';
import { measureFrame } from './measure-frame.ts';
import { findSideband } from './sideband.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

function found(hologram: Parameters<typeof measureFrame>[2]) {
  using scope = kernels.scope();
  const { spectrum, image } = measureFrame(kernels, scope, hologram, 'hologram');
  return findSideband(kernels, spectrum, image);
}

describe('a filter beside the autocorrelation term', () => {
  it('holds a lens’s whole sideband, which the term outweighs on the way to DC alone', () => {
    const size = { width_px: 400, height_px: 300, bit_depth: 8 } as const;
    const { hologram } = simulate(kernels, { mode: 'off-axis', object: { kind: 'phase-chart' }, ...size });
    const { passRadius, measuredRadius } = found(hologram);
    expect(passRadius).toBe(measuredRadius);
  });

  it('is no wider where a sideband has no end, as beside an edge that no lens made', () => {
    const [side, carrier] = [192, { x: 0.23, y: 0.11 }];
    const random = Random.from(1);
    const samples = Uint8Array.from({ length: side * side }, (_, i) => {
      const [x, y] = [i % side, Math.floor(i / side)];
      const fringe = 1 + 0.6 * Math.cos(2 * Math.PI * (carrier.x * x + carrier.y * y));
      return Math.round((x < side / 2 ? 132 : 60) * fringe + random.between(-1, 1));
    });
    const { passRadius, measuredRadius } = found({ width: side, height: side, bitDepth: 8, samples });
    const length = Math.hypot(carrier.x, carrier.y);
    expect(measuredRadius).toBeGreaterThan(0.85 * length);
    expect(passRadius).toBeLessThan(0.5 * length);
  });
});
