import { expect, it } from 'vitest';
import { modulesOf } from '../bench/accuracy/code-state.ts';

it('records of calibrated rigs are kept under the code that calibrates them, and no other', () => {
  const modules = modulesOf('bench/accuracy/calibration.ts');
  // what it calls, what that calls, and what makes the frames
  expect(modules).toContain('src/core/calibrate/calibrate.ts');
  expect(modules).toContain('src/core/calibrate/report/budget.ts');
  expect(modules).toContain('src/core/targets/ronchi-ruling.ts');
  expect(modules).toContain('src/core/simulate/band-limit.ts');
  expect(modules).toContain('src/core/kernel/kernels.ts');
  expect(modules).not.toContain('src/core/inline/reconstruct-inline.ts');
  expect(modules.filter((path) => path.endsWith('.test.ts'))).toEqual([]);
  expect(modulesOf('bench/accuracy/calibration-gain.ts')).toContain('src/core/reconstruct.ts');
});
