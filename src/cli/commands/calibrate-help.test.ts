import { expect, it } from 'vitest';
import { rigSettings } from '../../core/calibrate/model/rig-settings.ts';
import { calibrateHelp } from './calibrate-help.ts';

it('asks for a distance as well known as the search around it needs, and says it in one way', () => {
  expect(calibrateHelp).toMatch(/--z-mm <mm> +right to ten per cent;/);
  // the search goes twice as far in the distance as in the scale
  expect(2 * rigSettings.scale).toBeGreaterThanOrEqual(0.1);
  expect(2 * rigSettings.scale).toBeLessThan(0.15);
  expect(calibrateHelp).not.toMatch(/ a guess/);
});
