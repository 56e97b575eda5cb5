import { expect, it } from 'vitest';
import type { ProfileCheck } from '../../services/calibration/check-profile.ts';
import type { Profile } from '../../services/calibration/profile.ts';
import { checkInWords } from './check-record.ts';

it('says what moved with as many digits as its uncertainty is worth', () => {
  const quantity = {
    ...{ name: 'pixel_pitch_um', then: 0.500081234, now: 0.501568844 },
    ...{ difference: 0.00148761, expanded: 0.0000611352, e_n: 24.333, agrees: false },
  };
  const check = { quantities: [quantity], same_frame: false, due: false, refused: null, pass: false };
  const [first, row] = checkInWords(check as unknown as ProfileCheck, {} as Profile);
  expect(first).toContain('fail');
  expect(row).toBe('  moved  pixel_pitch_um: 0.500081 → 0.501569 µm, +0.001488 of ±0.000061 (E_n 24.33)');
});
