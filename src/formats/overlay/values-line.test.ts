import { expect, it } from 'vitest';
import type { Corrections } from '../../core/rig/calibration.ts';
import { valuesLine } from './values-line.ts';

it('says what was measured to two digits of its uncertainty, and nothing of what was not', () => {
  const found = {
    ...{ pixel_pitch_um: { value: 3.4512345, sigma: 0.00172 }, scale_anisotropy: null },
    ...{ z_mm: { value: 12.34, sigma: 0.96 }, phase_scale: { value: 1, sigma: 0 } },
  } as unknown as Corrections;
  expect(valuesLine(found)).toBe(
    'pixel 3.4512 ± 0.0017 µm   distance 12.34 ± 0.96 mm   phase scale 1   (± σ)',
  );
  expect(valuesLine({ pixel_pitch_um: null } as unknown as Corrections)).toBeNull();
});
