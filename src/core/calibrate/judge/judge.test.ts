import { describe, expect, it } from 'vitest';
import { findDrawn } from '../../targets/catalogue.ts';
import type { Area } from '../../targets/target-model.ts';
import { rigSettings } from '../model/rig-settings.ts';
import { judgeSettings } from './judge-settings.ts';
import {
  acceptable,
  refuseSaturated,
  refuseUnresolved,
  whyBeyond,
  whyContrary,
  whyOblong,
  whyOpen,
  type Evidence,
} from './judge.ts';

interface Finding {
  readonly target_id?: string;
  readonly explained?: number;
  /** of a scale: the same between the ends of its lines */
  readonly between?: number;
  readonly found?: number;
  readonly expected?: number;
  /** pitch over nominal pitch */
  readonly scale?: number;
  /** pitch along x over pitch along y */
  readonly ratio?: number;
  /** rad */
  readonly shear?: number;
  /** µm */
  readonly z?: number;
  readonly wider_um?: number;
  /** in-line: variance of the camera’s noise */
  readonly noise?: number;
  /** see `Prepared` */
  readonly saturated?: number;
  readonly alike?: number;
}

/** What a fit leaves behind, as far as the judge looks at it: 1 µm pixels, between 90 and 110 µm. */
function evidence(finding: Finding): Evidence {
  const { target_id = 'usaf-1951', explained = 0.98, found = 9, expected = found } = finding;
  const { scale = 1, ratio = 1, shear = 0, z = 100, wider_um = 0, noise = 0 } = finding;
  const target = findDrawn(target_id)!;
  const model = target.model();
  const look = { wider_um, cuts_um: 0, corners_um: 0, longer: 0, phaseScale: 1, contrast: 1 };
  const zeta = z / (scale * scale);
  const root = Math.sqrt(ratio);
  const place = [1 / scale / root, shear / scale, 0, 0, root / scale, 0];
  const state = { places: [place], zeta, blur: 0, pupil: null, look };
  const cells = 64 * 64;
  const varied = { re: new Float64Array(cells).map((_, k) => (k % 2) * 2 - 1), im: new Float64Array(cells) };
  const measured = { rows: 64, cols: 64, cell: 1, ...varied, filter: { pass: 0.1, stop: 0.1 } };
  const left = {
    square: new Float64Array(cells).fill(1 - (finding.between ?? explained)),
    weight: new Float64Array(cells).fill(1),
  };
  const nominal = {
    ...{ medium_wavelength_um: 0.6, pitch_um: 1, magnification: 1, allowed: rigSettings },
    ...{ from_um: 90, to_um: 110, rangeGiven: false },
  };
  const parts: Area[] = model.areas({ left_um: -500, right_um: 500, top_um: -500, bottom_um: 500 });
  return {
    ...{ model, nominal, expected: parts.slice(0, expected), settings: judgeSettings },
    prepared: { noise, saturated: finding.saturated ?? 0, alike: finding.alike ?? 0 },
    final: {
      fit: { state, explained, meanSquare: 1 - explained, left },
      subject: { model },
      measured: noise > 0 ? { ...measured, im: null, filter: null } : measured,
    },
    features: { found, expected },
    request: { target, recipe: { magnification: 1 } },
  } as unknown as Evidence;
}

const refusals = (finding: Finding) => acceptable(evidence(finding)).refusals.join(' ');

it('takes for what a lens may have bent only what is not as drawn, where enough of it is in view', () => {
  const mayBeBent = (finding: Finding) => acceptable(evidence(finding)).mayBeBent;
  expect(mayBeBent({ explained: 0.6 })).toBe(true);
  expect(mayBeBent({ found: 4, expected: 9 })).toBe(true);
  expect(mayBeBent({})).toBe(false);
  expect(mayBeBent({ explained: 0.6, scale: 1.06 })).toBe(false);
  expect(mayBeBent({ explained: 0.6, ratio: 1.1 })).toBe(false);
  expect(mayBeBent({ explained: 0.6, z: 500 })).toBe(false);
  const mayLieBeyond = (finding: Finding) => acceptable(evidence(finding)).mayLieBeyond;
  expect([{ z: 500 }, {}, { explained: 0.6, z: 500 }, { scale: 1.06, z: 500 }].map(mayLieBeyond)).toEqual([
    ...[true, false, false, false],
  ]);
  expect(mayBeBent({ target_id: 'distortion-grid-50um', explained: 0.6, found: 3 })).toBe(false);
});

it('blames neither a tilt nor a period where a hole is not square, and says what the exposure took', () => {
  const hole: Finding = { target_id: 'pinhole-10um', found: 1, shear: 0.02 };
  expect(refusals(hole)).toMatch(/right angle; .* the hole is oval, or the light .* curved/);
  expect(refusals(hole)).not.toMatch(/tilted|period|lower the exposure|same value/);
  expect(refusals({ ...hole, saturated: 0.0003 })).toMatch(/0\.030 % of the pixels are full/);
  expect(refusals({ ...hole, alike: 0.98 })).toMatch(/98 % of the pixels hold one and the same value/);
  expect(refusals({ target_id: 'pinhole-10um', found: 1, alike: 0.98, saturated: 0.0003 })).toBe('');
});

describe('a fit is believed just inside and refused just outside', () => {
  it.each<[string, Finding, Finding, RegExp]>([
    ['how much of a part is explained', { explained: 0.801 }, { explained: 0.799 }, /at least 80 %/],
    [
      'how much of a lattice is explained, however many of its periods are found',
      { target_id: 'ronchi-50', found: 30, explained: 0.901 },
      { target_id: 'ronchi-50', found: 30, explained: 0.899 },
      /at least 90 % .* 30 of 30 expected parts were found/,
    ],
    [
      'how much is explained where many different parts are found one by one',
      { found: 74, explained: 0.601 },
      { found: 74, explained: 0.599 },
      /at least 60 %/,
    ],
    [
      'how many parts are many',
      { found: 20, explained: 0.7 },
      { found: 19, explained: 0.7 },
      /at least 80 %/,
    ],
    [
      'how many of many may be missing',
      { found: 27, expected: 30, explained: 0.7 },
      { found: 26, expected: 30, explained: 0.7 },
      /at least 80 %/,
    ],
    [
      'how many parts are found',
      { found: 6, expected: 10 },
      { found: 5, expected: 10 },
      /5 of 10 expected parts .* at least 6 .* explains 98 %/,
    ],
    [
      'how many periods are in view',
      { target_id: 'ronchi-50', found: 4 },
      { target_id: 'ronchi-50', found: 3 },
      /shows 3 of its parts whole/,
    ],
    [
      'how many lines of a scale are in view',
      { target_id: 'stage-micrometer-100um', found: 2 },
      { target_id: 'stage-micrometer-100um', found: 1 },
      /shows 1 of its parts .* needs 2 at least: bring lines into view for as long as they lie apart/,
    ],
    ['how large pixels are', { scale: 1.0599 }, { scale: 1.0601 }, /6\.0 % from the nominal .* would have/],
    ['how wide pixels are', { ratio: 1.0299 }, { ratio: 1.0301 }, /3\.0 % wider than high/],
    ['how high pixels are', { ratio: 0.9701 }, { ratio: 0.9699 }, /-3\.0 % wider than high/],
    ['how square a target is seen', { shear: 0.0099 }, { shear: 0.0101 }, /0\.58° off a right angle/],
    ['how square, the other way', { shear: -0.0099 }, { shear: -0.0101 }, /0\.58° off a right angle/],
    ['how small pixels are', { scale: 0.9401 }, { scale: 0.9399 }, /-6\.0 % from the nominal size/],
    [
      'how much of a scale is explained between the ends of its lines',
      { target_id: 'stage-micrometer-100um', explained: 0.81, between: 0.91 },
      { target_id: 'stage-micrometer-100um', explained: 0.81, between: 0.89 },
      /explains 89 % .* at least 90 % are needed\. The lines themselves were found\. A base line/,
    ],
    [
      'how much beside a scale is none',
      { target_id: 'stage-micrometer-100um', explained: 0.81, between: 0.99 },
      { target_id: 'stage-micrometer-100um', explained: 0.79, between: 0.99 },
      /explains 79 % .* at least 90 % are needed/,
    ],
    [
      'how wide lines of a ruling are',
      { target_id: 'ronchi-50', wider_um: 2.49 },
      { target_id: 'ronchi-50', wider_um: 2.51 },
      /1\.25 × as wide as drawn .* has 0\.75 to 1\.25/,
    ],
    [
      'how narrow lines of a ruling are',
      { target_id: 'ronchi-50', wider_um: -2.49 },
      { target_id: 'ronchi-50', wider_um: -2.51 },
      /0\.75 × as wide as drawn/,
    ],
  ])('%s', (_, inside, outside, why) => {
    expect(refusals(inside)).toBe('');
    expect(refusals(outside)).toMatch(why);
  });

  // half a depth of field, λ / (λ · 0.1 µm⁻¹)², beyond the range
  const slack = 0.5 / (0.6 * 0.1 * 0.1);
  it.each([
    ['far', 110 + 0.99 * slack, 110 + 1.01 * slack],
    ['near', 90 - 0.99 * slack, 90 - 1.01 * slack],
  ])('how %s it may be', (_, inside, outside) => {
    expect(refusals({ z: inside })).toBe('');
    expect(refusals({ z: outside })).toMatch(
      /The best fit lies at 0\.\d+ mm; 0\.09000 to 0\.1100 mm were looked through\. The drawing explains 98 %/,
    );
  });

  it('what the rig can’t resolve', () => {
    expect(() => refuseUnresolved(null, 'A chart')).not.toThrow();
    expect(() => refuseUnresolved('Bars are finer.', 'A chart')).toThrow(
      /^A chart can’t be resolved by this rig\. Bars are finer\. Take a coarser target, or magnify more\.$/,
    );
  });

  it('behind a lens by how much a distance differs on its two sides', () => {
    const behind = (magnification: number) => {
      const own = evidence({ z: 500 });
      const recipe = { ...own.request.recipe, magnification, pixel_pitch_basis: 'sensor' as const };
      return acceptable({ ...own, request: { ...own.request, recipe } }).refusals.join(' ');
    };
    expect(behind(20)).toMatch(/lies at 0\.5000 mm; .* 400 times/);
    expect(behind(1)).not.toMatch(/times/);
  });

  it('a share is said in whole per cent, the nearest', () => {
    expect(refusals({ explained: 0.516 })).toMatch(/explains 52 % of what/);
    expect(refusals({ explained: 0.514 })).toMatch(/explains 51 % of what/);
    expect(refusals({ explained: -0.2 })).toMatch(/explains 0 % of what/);
  });

  it('how many pixels are saturated', () => {
    expect(() => refuseSaturated(0.01, judgeSettings)).not.toThrow();
    expect(() => refuseSaturated(0.0101, judgeSettings)).toThrow(
      /1\.0 % of the pixels are saturated; at most 1 %/,
    );
  });
});

describe('a fit is judged', () => {
  it('with every reason that speaks against it', () => {
    const all = refusals({ explained: 0.5, found: 2, expected: 9, scale: 1.08, z: 250 });
    expect(all).toMatch(
      /2 of 9 expected parts .* explains 50 % .* 8\.0 % from the nominal size.* lies at 0\.2500 mm/,
    );
  });

  it('by what is left of the frame without the camera’s noise', () => {
    // of a variation of 1, 0.3 is noise: the drawing explains 0.65 of the other 0.7
    const { explained } = acceptable(evidence({ explained: 0.65, noise: 0.3 }));
    expect(explained).toBeCloseTo(0.65 / 0.7, 12);
    // of noise alone little is left, and that proves nothing
    expect(acceptable(evidence({ explained: 0.65, noise: 0.6 })).explained).toBe(0.65);
  });

  it('as not believed where nothing says how much is explained', () => {
    expect(refusals({ explained: NaN })).not.toBe('');
  });

  it('by no width where edges are known', () => {
    expect(refusals({ target_id: 'fibre-125um', found: 1, wider_um: 100 })).toBe('');
  });
});

it('refuses a pitch that the frame leaves as open as it was, and not for what is not known of the part', () => {
  const line = (type: 'A' | 'B', u: number, quantity = 'pixel_pitch_um') => {
    return { quantity, source: 'split', type, u, unit: 'µm' } as const;
  };
  const corrections = { pixel_pitch_um: { value: 2, sigma: 1 } } as Parameters<
    typeof whyOpen
  >[0]['corrections'];
  const why = (...budget: ReturnType<typeof line>[]) =>
    whyOpen({ budget, corrections }, rigSettings.scale, judgeSettings);
  // 3 σ of 2 µm, where 6 % off is not believed
  expect(why(line('A', 0.039), line('B', 1), line('A', 1, 'z_mm'))).toBeNull();
  expect(why(line('A', 0.03), line('A', 0.03))).toMatch(/open by 2\.1 %/);
});

it('refuses a distance that contradicts the range that was given by more than what it leaves unknown', () => {
  const why = (value: number, sigma: number, rangeGiven = true) => {
    const corrections = { z_mm: { value, sigma } } as Parameters<typeof whyBeyond>[0]['corrections'];
    return whyBeyond({ corrections }, { from_um: 110, to_um: 90, rangeGiven }, judgeSettings);
  };
  expect([why(0.09, 0.001), why(0.1129, 0.001), why(0.0871, 0.001)]).toEqual([null, null, null]);
  expect(why(0.1131, 0.001)).toMatch(/^The best fit lies at 0\.1131 mm; 0\.09000 to 0\.1100 mm were/);
  expect(why(-0.1, 0.05)).toContain('It is known to 50 µm, so both can’t be true');
  // nobody said more than a guess
  expect(why(-0.1, 0.05, false)).toBeNull();
});

it('refuses frames that say scales half a per cent in doubt and more, each of them sure of its own', () => {
  const corrections = { pixel_pitch_um: { value: 2, sigma: 0.01 } } as Parameters<
    typeof whyContrary
  >[0]['corrections'];
  const why = (u: number, quantity = 'pixel_pitch_um', type: 'A' | 'B' = 'A') => {
    const budget = [{ quantity, source: 'repeatability', type, u, unit: 'µm' }];
    return whyContrary({ budget, corrections }, [{ corrections }, { corrections }], 0.005);
  };
  expect(why(0.011)).toContain('pixels of 2.0000, 2.0000 µm');
  // less; of another quantity; and what a person has measured
  expect([why(0.009), why(0.011, 'z_mm'), why(0.011, 'pixel_pitch_um', 'B')]).toEqual([null, null, null]);
});

it('holds the width of lines against all that are thought of, whichever a fit began with', () => {
  const own = evidence({ target_id: 'distortion-grid-50um', wider_um: -3.5 });
  const [thin] = own.model.otherWidths!;
  // from 2.5 to 6 µm, which is next to the 5 µm of the catalogue
  expect(acceptable({ ...own, model: thin! }).refusals).toEqual([]);
});

it('refuses a part that is seen so oblong that it hardly fixes a scale', () => {
  expect(whyOblong(0.0099, 0.005)).toBeNull();
  expect(whyOblong(0.0101, 0.005)).toMatch(/1\.0 % larger/);
  expect(whyOblong(-0.019, 0.005)).toMatch(/1\.9 % smaller/);
});
