import { describe, expect, it } from 'vitest';
import { backgroundSettings } from './background-settings.ts';
import { isBeam } from './find-background.ts';

describe('out of focus a level', () => {
  const beam = { light: 0.9, share: 0.8, used: 900, byChance: 100 };

  it.each([
    ['of a third of the light', { light: 0.33 }, true],
    ['of little more than a quarter of the light', { light: 0.27 }, false],
    ['of a third of the frame', { share: 0.33 }, true],
    ['of little more than a quarter of the frame', { share: 0.27 }, false],
    ['of more tiles than chance puts there', { used: 220 }, true],
    ['of about as many tiles as chance puts there', { used: 180 }, false],
  ])('%s is the beam: %o %s', (_, change, is) => {
    expect(isBeam({ ...beam, ...change }, backgroundSettings)).toBe(is);
  });
});
