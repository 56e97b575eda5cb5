import { expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import { responseVariance } from './response-variance.ts';

it('a power in doubt leaves as large a share of the phase open, part by part', async () => {
  const kernels = await loadKernels();
  using scope = kernels.scope();
  const field = scope.complex(6, 8);
  const values = kernels.floats(field.ptr, floatsIn(field));
  for (let row = 0; row < 6; row += 1)
    for (let col = 0; col < 8; col += 1) {
      // the lower left quarter delays by a radian, whatever it absorbs
      const phase = row >= 3 && col < 4 ? 1 : 0;
      const i = row * floatsPerRow(field) + inRow(col);
      values[i] = 0.5 * Math.cos(phase);
      values[i + TO_IMAGINARY] = 0.5 * Math.sin(phase);
    }
  const variance = responseVariance(kernels, field, 2, 0.2);
  [0, 0, 0.04, 0].forEach((expected, k) => expect(variance[k]).toBeCloseTo(expected, 6));
});
