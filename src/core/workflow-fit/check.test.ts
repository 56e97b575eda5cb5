import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits/limits.ts';
import { Problem } from '../problem/problem.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import { checkWorkflowFit } from './check.ts';
import { fileFormats, geometries, parseWorkflowFit } from './request.ts';
import { ruleLevels, type Rule } from './rules.ts';

const good = {
  ...{ geometry: 'off-axis', file_format: 'tiff', wavelength_um: 0.6328, pixel_pitch_um: 3.45 },
  ...{ z_mm: 20, bit_depth: 12, frame_width_px: 1920, frame_height_px: 1080 },
};

const check = (fields: object) => checkWorkflowFit(parseWorkflowFit({ ...good, ...fields }));
const rulesOf = (fields: object) => check(fields).reasons.map(({ rule }) => rule);

function problemOf(input: unknown): Problem {
  try {
    parseWorkflowFit(input);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('no problem was found');
}

const errorsOf = (fields: object) => {
  const { errors } = problemOf({ ...good, ...fields });
  return errors.map(({ pointer }) => pointer);
};

describe('the fit check', () => {
  it('gives the verdict and the reasons of the specification’s example', () => {
    const { verdict, reasons } = checkWorkflowFit(
      parseWorkflowFit({
        ...{ geometry: 'off-axis', file_format: 'video', pixel_pitch_um: 0.6, wavelength_um: 0.65 },
      }),
    );
    expect(verdict).toBe('unsupported');
    expect(reasons.map(({ rule, level }) => [rule, level])).toEqual([
      ['pixel_pitch_not_above_wavelength', 'unsupported'],
      ['video_stream', 'unsupported'],
      ['distance_unknown', 'needs_review'],
    ]);
  });

  it('names the one rule “covered” where nothing speaks against it', () => {
    const { verdict, reasons, note } = check({});
    expect(verdict).toBe('tested');
    expect(reasons).toMatchObject([{ rule: 'covered', level: 'tested' }]);
    expect(note).toMatch(/not how accurate/);
  });

  const cases: [Rule, object][] = [
    ['wavelength_unknown', { wavelength_um: null }],
    ['wavelength_unknown', { wavelength_um: undefined }],
    ['wavelength_out_of_range', { wavelength_um: 0.39 }],
    ['wavelength_out_of_range', { wavelength_um: 650 }],
    ['pixel_pitch_unknown', { pixel_pitch_um: null }],
    ['pixel_pitch_out_of_range', { pixel_pitch_um: 10.1 }],
    ['pixel_pitch_out_of_range', { pixel_pitch_um: 3450 }],
    ['pixel_pitch_not_above_wavelength', { pixel_pitch_um: 0.6 }],
    ['distance_out_of_range', { z_mm: -2000.1 }],
    ['distance_out_of_range', { z_mm: undefined, z_min_mm: 1995, z_max_mm: 2001 }],
    ['focus_span_too_wide', { z_mm: undefined, z_min_mm: 0, z_max_mm: 10.01 }],
    ['frame_too_large', { frame_width_px: 4001 }],
    ['frame_too_large', { frame_height_px: 40_000 }],
    ['video_stream', { file_format: 'video' }],
    ['format_unsupported', { file_format: 'raw' }],
    ['format_unsupported', { file_format: 'other' }],
    ['geometry_phase_shifting', { geometry: 'phase-shifting' }],
    ['geometry_other', { geometry: 'other' }],
    ['format_hdf5', { file_format: 'hdf5' }],
    ['format_jpeg', { file_format: 'jpg' }],
    ['format_bmp', { file_format: 'bmp' }],
    ['format_mat', { file_format: 'mat' }],
    ['bit_depth_untested', { bit_depth: 13 }],
    ['frame_cropped', { frame_width_px: 1921 }],
    ['frame_cropped', { frame_height_px: 1081 }],
    ['frame_cropped', { frame_width_px: 4000, frame_height_px: 4000 }],
    ['magnified_system', { magnification: 20 }],
    ['distance_unknown', { z_mm: undefined }],
  ];
  it.each(cases)('fires %s alone for %o', (rule, fields) => {
    const { verdict, reasons } = check(fields);
    expect(reasons.map((reason) => reason.rule)).toEqual([rule]);
    expect(verdict).toBe(ruleLevels[rule]);
  });

  it('has a case here for every rule', () => {
    const tried = new Set(cases.map(([rule]) => rule));
    expect(Object.keys(ruleLevels).filter((rule) => !tried.has(rule as Rule))).toEqual(['covered']);
  });

  it('takes the edges of every range', () => {
    for (const fields of [
      { wavelength_um: 0.4 },
      { wavelength_um: 0.7 },
      { pixel_pitch_um: 10 },
      { pixel_pitch_um: 0.5, wavelength_um: 0.49 },
      { z_mm: -2000 },
      { z_mm: undefined, z_min_mm: 0.1, z_max_mm: 10.1 },
    ])
      expect(rulesOf(fields)).toEqual(['covered']);
  });

  it('judges the pitch on the sensor, whatever space it is given in', () => {
    const inSample = { pixel_pitch_um: 0.1725, pixel_pitch_basis: 'object_space', magnification: 20 };
    expect(rulesOf(inSample)).toEqual(['magnified_system']);
    expect(rulesOf({ ...inSample, magnification: 2 })).toContain('pixel_pitch_out_of_range');
  });

  it('says the value, the limit and the unit that was probably meant', () => {
    const [reason] = check({ wavelength_um: 650 }).reasons;
    expect(reason!.detail).toMatch(/650 µm; 0\.4 to 0\.7 µm .*did you mean 0\.65\?/);
    const asked: [Record<string, unknown>, RegExp][] = [
      [{ wavelength_um: 6.5e-7 }, /looks like m, did you mean 0\.65\?/],
      [{ wavelength_um: 6500 }, /looks like Å, did you mean 0\.65\?/],
      [{ wavelength_um: 0.00065 }, /looks like mm, did you mean 0\.65\?/],
      [{ pixel_pitch_um: 3450 }, /looks like nm, did you mean 3\.45\?/],
      [{ pixel_pitch_um: 3.45e-6 }, /looks like m, did you mean 3\.45\?/],
      [
        { pixel_pitch_um: 172.5, pixel_pitch_basis: 'object_space', magnification: 20 },
        /looks like nm, did you mean 0\.1725\?/,
      ],
      [{ z_mm: 5000 }, /z_mm is 5000 mm.* looks like µm, did you mean 5\?/],
      [{ z_mm: 5e6 }, /looks like µm, did you mean 5000\?|looks like nm, did you mean 5\?/],
      [{ z_mm: undefined, z_min_mm: 500, z_max_mm: 1500 }, /looks like µm, did you mean 0\.5 to 1\.5\?/],
      [{ z_mm: undefined, z_min_mm: 1000, z_max_mm: 9000 }, /z_max_mm is 9000 mm.* did you mean 9\?/],
    ];
    for (const [fields, hint] of asked) {
      expect(
        check(fields)
          .reasons.map(({ detail }) => detail)
          .join('\n'),
      ).toMatch(hint);
    }
    for (const fields of [{ wavelength_um: 2 }, { pixel_pitch_um: 40 }, { z_mm: -1e12 }]) {
      expect(check(fields).reasons[0]!.detail).not.toMatch(/did you mean/);
    }
  });

  it('gives the limits that are enforced, and steps that differ from each other', () => {
    const { next_steps, limits: stated } = check({ file_format: 'video' });
    expect(stated).toBe(limits);
    expect(next_steps.length).toBeGreaterThan(1);
    expect(new Set(next_steps).size).toBe(next_steps.length);
    expect(check({ metadata: { exposure_recorded: true } }).next_steps.join()).toMatch(/the wavelength, /);
  });
});

describe('a fit request is refused', () => {
  it.each([
    [{ geometry: undefined }, ['/geometry']],
    [{ geometry: 'gabor' }, ['/geometry']],
    [{ file_format: 'gif' }, ['/file_format']],
    [{ wavelength_um: '0.65' }, ['/wavelength_um']],
    [{ wavelength_um: NaN }, ['/wavelength_um']],
    [{ pixel_pitch_basis: 'object_space' }, ['/magnification']],
    [{ magnification: 0 }, ['/magnification']],
    [{ z_min_mm: 1 }, ['/z_max_mm', '/z_min_mm']],
    [{ z_mm: undefined, z_min_mm: 2, z_max_mm: 1 }, ['/z_max_mm']],
    [{ frame_height_px: undefined }, ['/frame_height_px']],
    [{ frame_width_px: 8 }, ['/frame_width_px']],
    [{ frame_width_px: 100.5 }, ['/frame_width_px']],
    [{ bit_depth: 0 }, ['/bit_depth']],
    [{ metadata: { lens_recorded: true } }, ['/metadata/lens_recorded']],
    [{ metadata: { exposure_recorded: 'yes' } }, ['/metadata/exposure_recorded']],
    [{ wavelenght_um: 0.65 }, ['/wavelenght_um']],
    [{ wavelength_um: 'red', bit_depth: 'many' }, ['/wavelength_um', '/bit_depth']],
  ])('for %o, naming every field', (fields, pointers) => {
    expect(errorsOf(fields)).toEqual(pointers);
  });

  it.each([null, [], 'text', 7])('for a body that is %j', (body) => {
    expect(problemOf(body).errors).toEqual([{ pointer: '', message: 'is not a JSON object' }]);
  });
});

describe('the fit check and the recipe', () => {
  const near = (...values: number[]) => fc.constantFrom(...values.flatMap((v) => [v, v * 0.999, v * 1.001]));
  const length = fc.oneof(near(0.4, 0.5, 0.7, 10), fc.double({ min: 0.01, max: 20, noNaN: true }));
  const z = fc.oneof(near(-2000, 0, 2000, 10), fc.double({ min: -2100, max: 2100, noNaN: true }));
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const wavelength = fc.oneof(fc.double({ min: 0.4, max: 0.7, noNaN: true }), length);
  const fields = fc.record({
    wavelength_um: fc.option(wavelength, { nil: undefined, freq: 20 }),
    pixel_pitch_um: fc.option(length, { nil: undefined, freq: 20 }),
    pixel_pitch_basis: optional(fc.constantFrom('sensor', 'object_space')),
    magnification: optional(fc.oneof(near(1, 1e-3, 1e4), fc.double({ min: 0.5, max: 40, noNaN: true }))),
  });
  const distances = fc.oneof(
    fc.constant({}),
    fc.record({ z_mm: z }),
    fc.tuple(z, near(1, 10)).map(([from, width]) => ({ z_min_mm: from, z_max_mm: from + width })),
    fc.record({ z_mm: optional(z), z_min_mm: optional(z), z_max_mm: optional(z) }),
  );

  const accepted = (work: () => unknown): boolean => {
    try {
      return work() !== false;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  };

  it('take and refuse the same: what is unsupported or invalid here is refused there, and the other way round', () => {
    let taken = 0;
    fc.assert(
      fc.property(fields, distances, fc.constantFrom('inline', 'off-axis'), (optics, where, geometry) => {
        const given = { ...optics, ...where };
        const fits = accepted(() => {
          const request = parseWorkflowFit({ ...given, geometry, file_format: 'png' });
          return checkWorkflowFit(request).verdict !== 'unsupported';
        });
        const runs = accepted(() => parseRecipe({ ...given, holography_mode: geometry }));
        taken += runs ? 1 : 0;
        expect(fits).toBe(runs);
      }),
      { numRuns: 5000, seed: 4 },
    );
    expect(taken).toBeGreaterThan(200);
  });

  it('never fails on any JSON', () => {
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.record({ geometry: fc.constantFrom(...geometries), file_format: fc.constantFrom(...fileFormats) }),
    );
    fc.assert(
      fc.property(anything, (input) => {
        accepted(() => checkWorkflowFit(parseWorkflowFit(input)));
      }),
      { numRuns: 2000, seed: 5 },
    );
  });
});
