import { expect, it } from 'vitest';
import type { OpenedPackage } from '../package/opened-package.ts';
import { noiseOfMap, withoutSigma } from './map-noise.ts';

it('does not say that there is no uncertainty while it is on its way', () => {
  const absent = [{ name: 'phase_uncertainty' }];
  const early = { maps: {}, parts: { absent } } as unknown as OpenedPackage;
  expect(withoutSigma(noiseOfMap(early, 'phase'))).toBe('uncertainty on its way');
  const without = { maps: {}, parts: null } as unknown as OpenedPackage;
  expect(withoutSigma(noiseOfMap(without, 'phase'))).toBe('no uncertainty');
  expect(withoutSigma(noiseOfMap(early, 'phase_noise'))).toBe('no uncertainty');
});
