import { beforeAll, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { scoreSequence } from './score-sequence.fixture.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

// what steep beads add to the sideband turns with the drift
it.each([
  { kind: 'beads' as const, count: 6 },
  { kind: 'beads' as const, count: 9 },
  { kind: 'flat' as const, count: 1 },
  { kind: 'beads' as const, count: 1 },
  { kind: 'cells' as const, count: 5 },
  { kind: 'cells' as const, count: 18 },
  { kind: 'mixed' as const, count: 8 },
])('100 frames of $count $kind scatter as stated, and their mean is as good as noise permits', (object) => {
  const score = scoreSequence(kernels, object, 100);
  expect(score.scatter).toBeGreaterThan(0.95);
  expect(score.scatter).toBeLessThan(1.05);
  expect(score.mean).toBeLessThan(1.2);
});
