import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { toPlane } from '../../simulate/wave.ts';
import { coupledErrors } from './coupled-errors.ts';
import { sampleFree } from './sample-free.ts';
import { uncertaintySettings } from './uncertainty-settings.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 128;
const RADIUS = 16;
const { openError, coupledError } = uncertaintySettings;

/** Of a dome of 1 rad in the middle, which absorbs by `loss` of its phase at a share of its radius. */
function errorsOf(loss: (far: number, phase: number) => number) {
  using scope = kernels.scope();
  const [re, im] = [new Float64Array(SIDE * SIDE).fill(1), new Float64Array(SIDE * SIDE)];
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const far = Math.hypot(x - SIDE / 2, y - SIDE / 2) / RADIUS;
      if (far >= 1) continue;
      const phase = Math.sqrt(1 - far * far);
      const passes = Math.exp(-loss(far, phase));
      re[y * SIDE + x] = passes * Math.cos(phase);
      im[y * SIDE + x] = passes * Math.sin(phase);
    }
  const field = scope.complex(SIDE, SIDE);
  toPlane(kernels, { rows: SIDE, cols: SIDE, re, im }, field);
  const parts = sampleFree(kernels, field, 0.01, uncertaintySettings);
  const errors = coupledErrors(kernels, field, parts, 0.05, uncertaintySettings);
  return errors[parts.parts[(parts.tiles >> 1) * (parts.tiles + 1)]!]!;
}

describe('coupledErrors', () => {
  it('is that of what goes together where absorption follows the phase', () => {
    expect(errorsOf((_, phase) => 0.2 * phase)).toBeCloseTo(coupledError, 3);
  });

  it('is nearly that of any part where a ring absorbs in a ball that does not', () => {
    const ring = errorsOf((far) => (Math.abs(far - 0.85) < 0.1 ? 0.15 : 0));
    expect(ring).toBeGreaterThan(0.8 * openError);
    expect(ring).toBeLessThanOrEqual(openError);
  });
});
