import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { simulate } from '../simulate/simulate.ts';
import { measureFrame } from './measure-frame.ts';
import { findSideband } from './sideband.ts';

it('a sideband is not given up all around where the autocorrelation term outweighs it on the way to DC alone', async () => {
  const kernels = await loadKernels();
  const size = { width_px: 400, height_px: 300, bit_depth: 8 } as const;
  const { hologram } = simulate(kernels, { mode: 'off-axis', object: { kind: 'phase-chart' }, ...size });
  using scope = kernels.scope();
  const { spectrum, image } = measureFrame(kernels, scope, hologram, 'hologram');
  const { passRadius, measuredRadius } = findSideband(kernels, spectrum, image);
  expect(passRadius).toBe(measuredRadius);
});
