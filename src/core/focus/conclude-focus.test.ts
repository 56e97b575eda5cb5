import { describe, expect, it } from 'vitest';
import { autofocusSettings } from './autofocus-settings.ts';
import { concludeFocus, type Searched } from './conclude-focus.ts';
import { dips, EXCESS, medianOf, minima, smallest, VARIATION, type Sample } from './focus-samples.ts';
import { isBright, sharper, type Sharpness } from './sharpness.ts';

/** µm: distances 0, 2, … 200, depth of field 10, the focus at 80 unless said otherwise. */
const DOF = 10;
const distances = Array.from({ length: 101 }, (_, k) => 2 * k);

/** A dip of this depth, a parabola as wide as two depths of field on either side. */
const dip = (z: number, at: number, depth = 1) => depth * Math.max(0, 1 - ((z - at) / (2 * DOF)) ** 2);

interface Field {
  readonly variation?: (z: number) => number;
  readonly excess?: (z: number) => number;
  readonly gradient?: (z: number) => number;
  readonly contrast?: (z: number) => number;
}

function samplesOf(field: Field = {}, zs: readonly number[] = distances): Sample[] {
  const {
    variation = (z) => 3 - dip(z, 80),
    excess = (z) => 0.5 - 0.4 * dip(z, 80),
    gradient = (z) => 2 - dip(z, 80),
    contrast = (z) => 1 + dip(z, 80),
  } = field;
  return zs.map((z) => ({
    z,
    sharpness: {
      ...{ complexVariation: variation(z), excess: excess(z), beamShare: 1 },
      ...{ amplitudeGradient: gradient(z), amplitudeContrast: contrast(z) },
    },
  }));
}

function concluded(field: Field = {}, more: Partial<Searched> = {}, settings = autofocusSettings) {
  const coarse = samplesOf(field);
  const range = { from: 0, to: 200, depthOfField: DOF, conjugate: false, band: () => 1 };
  return concludeFocus({ ...range, coarse, finest: coarse, ...more }, settings);
}

describe('the focus', () => {
  it('lies where the field varies least, within a twelfth of a depth of field', () => {
    const { z, uncertainty, depthOfField, doubts, sharpness } = concluded({
      variation: (at) => 3 - dip(at, 80.7),
    });
    expect(z).toBeCloseTo(80.7, 9);
    expect(uncertainty).toBeCloseTo(DOF / 12, 9);
    expect(depthOfField).toBe(DOF);
    expect(doubts).toEqual([]);
    expect(sharpness.complexVariation).toBeCloseTo(2, 2);
  });

  it('is as uncertain as its metrics differ, those within a depth of field', () => {
    // one is 6 off and one 11
    const off = { gradient: (z: number) => 2 - dip(z, 86), contrast: (z: number) => 1 + dip(z, 91) };
    expect(concluded(off).uncertainty).toBeCloseTo(6, 6);
    const near = { gradient: (z: number) => 2 - dip(z, 86), contrast: (z: number) => 1 + dip(z, 89.9) };
    expect(concluded(near).uncertainty).toBeCloseTo(Math.sqrt((36 + 9.9 ** 2) / 2), 6);
  });

  it('is as uncertain as the field is bright elsewhere within a depth of field, if it is bright', () => {
    const at = (z: number, contrast: number) =>
      concluded({ contrast: () => contrast, excess: (to) => 1 - 0.5 * dip(to, z) }).uncertainty;
    expect(at(84, 0.1)).toBeCloseTo(4, 9);
    expect(at(84, 2)).toBeCloseTo(DOF / 12, 9);
  });

  it('of a lens is where least light is brighter than the beam', () => {
    // bright where it varies least, and at 120 with less than 0.4 of that
    const lens = (share: number) =>
      concluded({
        contrast: (z) => 0.1 + 0.01 * dip(z, 120),
        gradient: (z) => 2 - dip(z, 120),
        excess: (z) => 1 - (1 - share) * dip(z, 120),
      });
    const { z, uncertainty, curves } = lens(0.39);
    expect(z).toBeCloseTo(120, 9);
    expect(uncertainty).toBeCloseTo(DOF / 4, 9);
    // the spot is no less sharp than the lens, and may be the sample as well
    expect(lens(0.41).uncertainty).toBeCloseTo(Math.sqrt((DOF / 12) ** 2 + 40 ** 2 / 2), 9);
    expect(curves.map(({ metric }) => metric)).toEqual([
      ...['light brighter than the beam', 'gradient energy of the amplitude', 'contrast of the amplitude'],
      'total variation of the complex field',
    ]);
    expect(lens(0.41).z).toBeCloseTo(80, 9);
  });

  it('of a range that the sharpest distance lies at an end of is where least light is brighter than the beam, if that is no end', () => {
    const bright = (from: number, at: number) =>
      concluded(
        { contrast: () => 0.1, excess: (z) => 1 - 0.5 * dip(z, at) - 0.001 * dip(z, 80) },
        { from, to: 200 },
      );
    expect(bright(74, 120).z).toBeCloseTo(80, 9);
    const { z, uncertainty, doubts } = bright(76, 120);
    expect(z).toBeCloseTo(120, 9);
    expect(uncertainty).toBeGreaterThan(40 / Math.SQRT2);
    expect(doubts[0]).toMatch(/lies at an end of the search range/);
    expect(doubts.at(-1)).toMatch(/least structure at -0\.0800 mm and .* at -0\.1200 mm/);
    // both at ends
    expect(bright(76, 197).z).toBeCloseTo(80, 9);
    // the spot of a lens is far brighter, and no doubt wherever it lies
    const spot = {
      contrast: (z: number) => 0.1 + 0.01 * dip(z, 120),
      gradient: (z: number) => 2 - dip(z, 120),
    };
    const lens = concluded({ ...spot, excess: (z) => 1 - 0.9 * dip(z, 120) }, { from: 76 });
    expect(lens.z).toBeCloseTo(120, 9);
    expect(lens.doubts).toEqual([]);
  });

  it('is not looked for where too little of the band reaches the frame', () => {
    const field = {
      contrast: () => 0.1,
      excess: (z: number) => 1 - 0.9 * dip(z, 120) - 0.5 * dip(z, 60),
    };
    const at = (share: number) => concluded(field, { band: (z) => (z > 100 ? share : 1) }).z;
    expect(at(0.61)).toBeCloseTo(120, 9);
    expect(at(0.59)).toBeCloseTo(80, 9);
  });

  it('comes with curves over the distance from the sample, and one near the focus where that was searched', () => {
    const finest = samplesOf(
      {},
      distances.filter((z) => z > 20 && z < 140),
    );
    const { curves } = concluded({}, { finest });
    expect(curves.map(({ metric, extremum }) => `${metric}: ${extremum}`)).toEqual([
      'total variation of the complex field: min',
      'gradient energy of the amplitude: min',
      'contrast of the amplitude: max',
      'total variation of the complex field, near the focus: min',
      'light brighter than the beam: min',
    ]);
    expect(curves[0]!.z_mm).toEqual(distances.toReversed().map((z) => z / -1000));
    expect(curves[0]!.value[60]).toBe(2);
    expect(curves[3]!.z_mm).toEqual(curves[0]!.z_mm.filter((z) => Math.abs(z + 0.08) <= 0.0401));
    curves.forEach(({ best_z_mm }) => expect(best_z_mm).toBeCloseTo(-0.08, 9));
    // an extremum of the amplitude counts within three depths of field
    const far = concluded({ gradient: (z) => 2 - dip(z, 111), contrast: (z) => 1 + dip(z, 109) }).curves;
    expect(far[1]!.best_z_mm).not.toBeCloseTo(-0.111, 6);
    expect(far[2]!.best_z_mm).toBeCloseTo(-0.109, 9);
  });
});

describe('a doubt', () => {
  const doubts = (field: Field, more: Partial<Searched> = {}) => concluded(field, more).doubts.join('; ');

  it('is raised within half a depth of field of an end of a range that is longer than one', () => {
    expect(doubts({}, { from: 75.1 })).toMatch(/^the sharpest distance lies at an end of the search range/);
    expect(doubts({}, { from: 74.9 })).toBe('');
    expect(doubts({}, { to: 84.9 })).toMatch(/lies at an end/);
    expect(doubts({}, { to: 85.1 })).toBe('');
    expect(doubts({}, { from: 76, to: 86 })).toBe('');
    expect(doubts({}, { from: 76, to: 86.1 })).toMatch(/lies at an end/);
  });

  it('is raised within half a depth of field of the sensor, where both sides were searched', () => {
    const near = (at: number): Field => ({
      ...{ variation: (z) => 3 - dip(z, at), excess: (z) => 0.5 - 0.4 * dip(z, at) },
      ...{ gradient: (z) => 2 - dip(z, at), contrast: (z) => 1 + dip(z, at) },
    });
    const around = (at: number, from = -100, to = 100) => {
      const coarse = samplesOf(
        near(at),
        distances.map((z) => z - 100),
      );
      return concludeFocus(
        { from, to, depthOfField: DOF, conjugate: false, band: () => 1, coarse, finest: coarse },
        autofocusSettings,
      ).doubts.join();
    };
    expect(around(4.9)).toMatch(/is z = 0, where dust/);
    expect(around(-4.9)).toMatch(/is z = 0/);
    expect([around(5.1), around(-5.1)]).toEqual(['', '']);
    // a range that ends within a micrometre beyond the sensor has both sides
    expect(around(-4.9, -100, 0.5)).toMatch(/is z = 0/);
    expect(around(4.9, -0.5, 100)).toMatch(/is z = 0/);
    expect(around(4.9, -100, 0)).not.toMatch(/z = 0/);
    expect(around(-4.9, 0, 100)).not.toMatch(/z = 0/);
  });

  it('is raised by another minimum of 0.7 of the depth, three depths of field away', () => {
    const rival = (depth: number, at = 150, more: Partial<Searched> = {}) =>
      doubts({ variation: (z) => 3 - dip(z, 80) - depth * dip(z, at) }, more);
    expect(rival(0.71)).toBe('another distance, -0.1500 mm, is nearly as sharp (71 % as deep a minimum)');
    expect(rival(0.69)).toBe('');
    expect(rival(0.9, 150, { conjugate: true })).toMatch(/another distance, 0\.1500 mm, .*\(90 %/);
    expect(rival(0.9, 112)).toMatch(/0\.1120 mm/);
    expect(rival(0.9, 110)).toBe('');
    expect(rival(0.9, 48)).toMatch(/0\.0480 mm/);
    expect(rival(0.9, 50)).toBe('');
  });

  it('is raised where no metric of the amplitude agrees', () => {
    const apart = { gradient: (z: number) => 2 - dip(z, 86), contrast: (z: number) => 1 + dip(z, 86) };
    expect(doubts(apart)).toMatch(/^no metric of the amplitude has an extremum within 0.5 depths of field/);
    expect(doubts({ ...apart, contrast: (z) => 1 + dip(z, 85) })).toBe('');
    const finest = samplesOf(apart, distances);
    expect(doubts(apart, { finest })).toMatch(/^no metric of the amplitude/);
  });

  it('is raised where a bright field is least so elsewhere, unless by far', () => {
    const bright = (share: number, at = 100) =>
      doubts({ contrast: () => 0.1, excess: (z) => 1 - (1 - share) * dip(z, at) - 0.001 * dip(z, 80) });
    expect(bright(0.5)).toMatch(
      /the field has least structure at -0\.0800 mm and least light that is brighter than the beam at -0\.1000 mm/,
    );
    expect(bright(0.5, 88)).not.toMatch(/least structure/);
    expect(bright(0.14, 130)).not.toMatch(/least structure/);
    expect(bright(0.16, 130)).toMatch(/least structure/);
    // darker than the beam: nothing to quarrel about
    expect(doubts({ excess: (z) => 0.5 - 0.4 * dip(z, 120) })).not.toMatch(/least structure/);
  });
});

describe('samples of a metric', () => {
  const of = (values: readonly number[]) =>
    values.map((value, z) => ({ z, sharpness: { complexVariation: value, excess: -value } as Sharpness }));

  it('have minima, the deepest first, ends included and of equal ones the last', () => {
    expect(minima(of([2, 5, 1, 4, 3]), VARIATION)).toEqual([2, 0, 4]);
    expect(minima(of([5, 3, 3, 4]), VARIATION)).toEqual([2]);
    expect(minima(of([2, 5, 1, 4, 3]), EXCESS)).toEqual([1, 3]);
    expect(minima([], VARIATION)).toEqual([]);
  });

  it('have dips, the deepest first beside what is around', () => {
    // 6 among 10 is less of a dip than 2 among 4, and more than 1 among 1.1
    const values = [1.2, 1, 1.1, 1.2, 4, 2, 4.1, 4.2, 10, 6, 10.1, 10.2];
    expect(dips(of(values), VARIATION, 1)).toEqual([5, 9, 1]);
    expect(minima(of(values), VARIATION)).toEqual([1, 5, 9]);
  });

  it('have an upper median, and a least one between samples', () => {
    expect(medianOf(of([4, 1, 3, 2]), VARIATION)).toBe(3);
    const least = smallest(of([9, 4, 1, 0.64, 3, 9].map((v) => v)), VARIATION);
    expect(least.sharpness.complexVariation).toBe(0.64);
    expect(least.z).toBeGreaterThan(2.5);
    expect(least.z).toBeLessThan(3);
  });
});

describe('of two fields the sharper one', () => {
  const field = (complexVariation: number, excess: number, amplitudeContrast = 0.5) =>
    ({ complexVariation, excess, beamShare: 1, amplitudeContrast }) as Sharpness;

  it('varies less, unless it is bright and the other one has less than 0.4 of its excess', () => {
    const choice = { clearlyDimmer: 0.4 };
    const [bright, dim, dimmer] = [field(1, 1), field(2, 0.41), field(2, 0.39)];
    expect(sharper(bright, dim, choice)).toBe(bright);
    expect(sharper(dim, bright, choice)).toBe(bright);
    expect(sharper(bright, dimmer, choice)).toBe(dimmer);
    expect(sharper(dimmer, bright, choice)).toBe(dimmer);
    const dark = field(1, 1, 1.1);
    expect(sharper(dark, dimmer, choice)).toBe(dark);
    expect([isBright(field(1, 0.5, 0.5)), isBright(field(1, 0.51, 0.5))]).toEqual([false, true]);
  });
});
