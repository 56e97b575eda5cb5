import { expect, it } from 'vitest';
import { calibrationSection } from './calibration-section.ts';

const applied = { profile_id: 'rig-7', corrections: [] };

it('names the part of the calibrated frame that somebody has stated, and none where nobody has', () => {
  const stated = calibrationSection({ ...applied, profile: { origin_px: { x: 200, y: 40 } } });
  expect(stated.markup).toContain('of whose frame this one begins at pixel (200, 40)');
  expect(calibrationSection({ ...applied, profile: {} }).markup).not.toContain('begins at pixel');
});

it('says where no profile was given', () => {
  expect(calibrationSection(null).markup).toContain('None was applied');
});
