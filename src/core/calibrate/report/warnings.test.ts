import { expect, it } from 'vitest';
import { findTarget } from '../../targets/catalogue.ts';
import { locateSettings } from '../locate/locate-settings.ts';
import { rigSettings } from '../model/rig-settings.ts';
import { reportSettings } from './report-settings.ts';
import { warningsOf, type Grounds } from './warnings.ts';

interface Given {
  readonly explained?: number;
  readonly found?: number;
  readonly saturated?: number;
  readonly alike?: number;
  readonly tolerance?: number | null;
  readonly wavelength_tolerance_nm?: number | undefined;
  readonly target?: string;
  readonly ratio?: number;
  readonly oblong?: number;
  readonly oval?: number;
  readonly aside_um?: number;
  readonly beyond_um?: number | null;
  readonly isFreed?: boolean;
  readonly mirrored?: boolean;
  readonly range?: readonly [z_min_mm: number, z_max_mm: number];
}

/** What is said of a nut in a frame that leaves nothing to be said but what is given. */
function said(given: Given) {
  const {
    explained = 0.99,
    found = 20,
    saturated = 0,
    alike = 0,
    tolerance = 0.001,
    target = 'hex-nut-m2',
  } = given;
  const { ratio = 1, oblong = 0, oval = null, isFreed = false, mirrored = false } = given;
  const { aside_um = 0, beyond_um = null } = given;
  const [z_min_mm, z_max_mm] = given.range ?? [null, null];
  const wavelength_tolerance_nm = 'wavelength_tolerance_nm' in given ? given.wavelength_tolerance_nm : 0.01;
  const grounds = {
    corrections: {
      scale_anisotropy: { value: ratio, sigma: 0.001 },
      z_mm: { value: 1, sigma: 0.1 },
      phase_scale: null,
    },
    request: { wavelength_tolerance_nm, recipe: { z_min_mm, z_max_mm } },
    features: { found, expected: 20 },
    prepared: { saturated, alike },
    model: findTarget(target)!.model(),
    ...{
      tolerance,
      oblong,
      oval,
      isFreed,
      mirrored,
      doubt: { why: null, aside_um, beyond_um },
      nominal_z_mm: 1,
      verdict: { explained, refusals: [] },
    },
    usual: { clear: locateSettings.clear, shear: rigSettings.shear },
    settings: reportSettings,
  };
  return warningsOf(grounds as unknown as Grounds);
}

it.each<[string, Given, Given, RegExp, boolean]>([
  ['explains too little', { explained: 0.93 }, { explained: 0.929 }, /explains 93 % of what/, true],
  ['lacks parts', { found: 19 }, { found: 18 }, /18 of 20 expected parts/, true],
  ['is saturated', { saturated: 0.002 }, { saturated: 0.0021 }, /0\.21 % of the pixels/, true],
  ['is rounded to one value', { alike: 0.5 }, { alike: 0.87 }, /87 % of the pixels hold one and the/, true],
  ['has oblong pixels', { ratio: 1.0099 }, { ratio: 1.03 }, /3\.0 % wider than high/, true],
  ['has upright pixels', { ratio: 0.9901 }, { ratio: 0.98 }, /2\.0 % higher than wide/, true],
  ['is of an oblong part', {}, { ratio: 1.03, oblong: -0.029 }, /2\.9 % smaller beside/, true],
  ['is of a loose target', { tolerance: 0.005 }, { tolerance: 0.0051 }, /uncertain by 0\.5 %/, false],
  ['is of a target without a tolerance', { tolerance: 0 }, { tolerance: null }, /No tolerance.*±5 %/, true],
  ['has an image beyond the range', {}, { beyond_um: 382.1 }, /0\.3821 mm, beyond .* rests on that/, false],
  [
    'has an image of a lattice beside it',
    {},
    { aside_um: 8.31 },
    /fits as well may lie 8\.3 µm aside/,
    false,
  ],
  ['was freed of figures', {}, { isFreed: true }, /as figures are.*taken out/, false],
  [
    'has a distance beyond the range',
    { range: [0.9, 1.001] },
    { range: [0.9, 0.98] },
    /lies 20 µm outside the range that was given, and is known to ±100 µm/,
    false,
  ],
  [
    'has a distance before the range',
    { range: [0.999, 2] },
    { range: [1.05, 2] },
    /lies 50 µm outside/,
    false,
  ],
  ['is seen mirrored', {}, { mirrored: true }, /seen mirrored: through its back/, false],
  ['counts on the wavelength', {}, { wavelength_tolerance_nm: undefined }, /±1 % off/, false],
])('says that a calibration %s, just outside and not just inside', (_, inside, outside, text, serious) => {
  expect(said(inside)).toEqual([]);
  const [warning, ...more] = said(outside);
  expect(warning!.text).toMatch(text);
  expect([warning!.serious, more]).toEqual([serious, []]);
});

it('says of a hole how oval it is seen, and that this is nothing of the pixels', () => {
  const [small, large] = [said({ oval: -0.00399 }), said({ oval: 0.0101 })];
  expect(small[0]!.text).toMatch(/hole is seen 0\.40 % higher than wide\. .*nobody states/);
  expect(large[0]!.text).toMatch(/seen 1\.01 % wider than high/);
  expect([small.length, small[0]!.serious, large[0]!.serious]).toEqual([1, false, true]);
});

it('says of a lattice, which one machine drew, that much less was taken where no tolerance is known', () => {
  const texts = said({ tolerance: null, target: 'ronchi-50' }).map(({ text }) => text);
  expect(texts.join(' ')).toMatch(/No tolerance.*±0\.1 %/);
});
