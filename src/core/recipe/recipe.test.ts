import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { thorough } from '../../../test/short-form.ts';
import { Problem } from '../problem/problem.ts';
import { parseRecipe, recipeFields } from './recipe.ts';

const minimal = { holography_mode: 'off-axis', wavelength_um: '0.65', pixel_pitch_um: '3.45' };
const inline = { ...minimal, holography_mode: 'inline' };
const inObject = { ...minimal, pixel_pitch_basis: 'object_space', magnification: 10 };

function refusals(input: Record<string, unknown>): Record<string, string> {
  try {
    parseRecipe(input);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect(error.code).toBe('INVALID_INPUT');
    return Object.fromEntries(error.errors.map(({ pointer, message }) => [pointer, message]));
  }
  return {};
}

describe('parseRecipe', () => {
  it('fills in every default', () => {
    expect(parseRecipe(minimal)).toEqual({
      holography_mode: 'off-axis',
      wavelength_um: 0.65,
      wavelength_tolerance_nm: null,
      z_tolerance_mm: null,
      pixel_pitch_um: 3.45,
      pixel_pitch_basis: 'sensor',
      magnification: 1,
      z_mm: null,
      z_min_mm: null,
      z_max_mm: null,
      sample_type: 'transmission',
      refractive_index_sample: null,
      refractive_index_medium: null,
      refractive_index_immersion: 1,
      sideband: 'auto',
      carrier_cycles_per_px: null,
      filter_radius_cycles_per_um: null,
      demodulation: 'linear',
      lens_distortion: 'keep',
      phase_retrieval: 'constrained',
      ...{ camera_gamma: null, stack_z_mm: null },
      phase_background: 'auto',
      background_degree: null,
      background_region: null,
      output_sampling: 'full',
      outputs: ['phase', 'phase_wrapped', 'amplitude', 'phase_uncertainty', 'height', 'field', 'previews'],
      channel: null,
    });
  });

  it.each([
    ['0.65', 0.65],
    ['6.5e-1', 0.65],
    ['.65', 0.65],
    ['+0.650', 0.65],
    [' 0.65 ', 0.65],
    [0.65, 0.65],
  ])('reads %j as a number', (wavelength_um, expected) => {
    expect(parseRecipe({ ...minimal, wavelength_um }).wavelength_um).toBe(expected);
  });

  it.each([
    '0.65um',
    '',
    ' ',
    'Infinity',
    '1e999',
    'NaN',
    '0x1',
    '0,65',
    '1_0',
    '--1',
    null,
    true,
    [],
    {},
    NaN,
  ])('does not read %j as one', (wavelength_um) => {
    expect(refusals({ ...minimal, wavelength_um })).toHaveProperty('/wavelength_um');
  });

  it.each([
    [{ wavelength_um: '650' }, '/wavelength_um', '0.65'],
    [{ wavelength_um: '6328' }, '/wavelength_um', '0.6328'],
    [{ wavelength_um: '6.328e-7' }, '/wavelength_um', '0.6328'],
    [{ wavelength_um: '0,65' }, '/wavelength_um', '0.65'],
    [{ wavelength_um: '0.65 µm' }, '/wavelength_um', '0.65'],
    [{ pixel_pitch_um: '3450' }, '/pixel_pitch_um', '3.45'],
    [{ pixel_pitch_um: '0.00345' }, '/pixel_pitch_um', '3.45'],
    [{ z_mm: '5000' }, '/z_mm', '5'],
  ])('%j is hinted at', (fields, pointer, meant) => {
    expect(refusals({ ...minimal, ...fields })[pointer]).toMatch(
      new RegExp(`(did you mean|out,) ${meant}\\b`),
    );
  });

  it.each([
    [minimal, { z_mm: 1, z_min_mm: 1, z_max_mm: 2 }, ['/z_min_mm', '/z_max_mm']],
    [minimal, { z_min_mm: 1 }, ['/z_max_mm']],
    [minimal, { z_min_mm: 2, z_max_mm: 2 }, ['/z_max_mm']],
    [minimal, { z_min_mm: -1, z_max_mm: 9.01 }, ['/z_max_mm']],
    [minimal, { z_mm: 2000.1 }, ['/z_mm']],
    [minimal, { pixel_pitch_basis: 'object_space' }, ['/magnification']],
    [minimal, { pixel_pitch_basis: 'object_space', magnification: 4 }, ['/pixel_pitch_um']],
    [minimal, { pixel_pitch_um: 0.65 }, ['/pixel_pitch_um']],
    [inObject, { pixel_pitch_um: 0.06 }, ['/pixel_pitch_um']],
    [minimal, { magnification: 0 }, ['/magnification']],
    [minimal, { z_mm: 5, z_tolerance_mm: -0.1 }, ['/z_tolerance_mm']],
    [minimal, { z_min_mm: 1, z_max_mm: 2, z_tolerance_mm: 0.1 }, ['/z_tolerance_mm']],
    [minimal, { refractive_index_medium: 1.33 }, ['/refractive_index_sample']],
    [minimal, { refractive_index_medium: 1.33, refractive_index_sample: 1.33 }, ['/refractive_index_sample']],
    [
      minimal,
      { sample_type: 'reflection', refractive_index_medium: 1, refractive_index_sample: 1.5 },
      ['/refractive_index_sample', '/refractive_index_medium'],
    ],
    [minimal, { phase_retrieval: 'none' }, ['/phase_retrieval']],
    [minimal, { camera_gamma: 1 }, ['/camera_gamma']],
    [minimal, { stack_z_mm: '1,2' }, ['/stack_z_mm']],
    [minimal, { carrier_cycles_per_px: '0.51,0' }, ['/carrier_cycles_per_px/0']],
    [minimal, { carrier_cycles_per_px: '0.1' }, ['/carrier_cycles_per_px']],
    [minimal, { carrier_cycles_per_px: '0.1,0.2,0.3' }, ['/carrier_cycles_per_px']],
    [
      inline,
      { sideband: 'conjugate', filter_radius_cycles_per_um: 0.1 },
      ['/sideband', '/filter_radius_cycles_per_um'],
    ],
    [minimal, { demodulation: 'linear' }, []],
    [inline, { demodulation: 'linear' }, []],
    [minimal, { demodulation: 'likelihood' }, []],
    [inline, { demodulation: 'likelihood' }, ['/demodulation']],
    [inline, { demodulation: 'hilbert' }, ['/demodulation']],
    [inline, { camera_gamma: '22' }, ['/camera_gamma']],
    [inline, { stack_z_mm: '1' }, ['/stack_z_mm']],
    [inline, { stack_z_mm: '1,2,3,4,5,6,7,8,9' }, ['/stack_z_mm']],
    [inline, { stack_z_mm: '1,x' }, ['/stack_z_mm/1']],
    [inline, { stack_z_mm: '1,1' }, ['/stack_z_mm']],
    [inline, { stack_z_mm: '1,2', z_mm: 1 }, ['/z_mm']],
    [minimal, { background_degree: 3 }, ['/background_degree']],
    [minimal, { phase_background: 'tilt', background_degree: 3 }, ['/background_degree']],
    [minimal, { phase_background: 'polynomial', background_degree: 0 }, ['/background_degree']],
    [minimal, { phase_background: 'polynomial', background_degree: 7 }, ['/background_degree']],
    [minimal, { phase_background: 'polynomial', background_degree: 2.5 }, ['/background_degree']],
    [minimal, { phase_background: 'polynomial', background_degree: '6' }, []],
    [minimal, { background_region: '' }, ['/background_region/0']],
    [minimal, { background_region: '1,2,3' }, ['/background_region/0']],
    [minimal, { background_region: '1,2,30,40;1,2,x,4' }, ['/background_region/1/2']],
    [minimal, { background_region: '-1,2,30,40' }, ['/background_region/0/0']],
    [minimal, { background_region: '1,2,0,40' }, ['/background_region/0/2']],
    [minimal, { background_region: '1.5,2,30,40' }, ['/background_region/0/0']],
    [minimal, { background_region: '0,0,9,9;'.repeat(33) }, ['/background_region']],
    [minimal, { outputs: '' }, ['/outputs/0']],
    [minimal, { outputs: [] }, ['/outputs']],
    [minimal, { outputs: 'phase,depth' }, ['/outputs/1']],
    [minimal, { outputs: 'phase,phase' }, ['/outputs']],
    [minimal, { outputs: 'height' }, ['/outputs']],
    [{ ...minimal, sample_type: 'reflection' }, { outputs: 'height' }, []],
    [{}, {}, ['/holography_mode', '/wavelength_um', '/pixel_pitch_um']],
    [minimal, { 'a/b~c': 1 }, ['/a~1b~0c']],
    [minimal, JSON.parse('{"__proto__":"1"}') as object, ['/__proto__']],
  ])('%j with %j is refused', (base, fields, pointers) => {
    const input = Object.assign(Object.create(null), base) as Record<string, unknown>;
    for (const [name, value] of Object.entries(fields)) {
      Object.defineProperty(input, name, { value, enumerable: true });
    }
    expect(Object.keys(refusals(input)).sort()).toEqual([...pointers].sort());
  });

  it.each([minimal, inline])('takes every default that the API document declares: %j', (base) => {
    const declared = Object.entries(recipeFields).flatMap(([name, field]) => {
      const { default: value } = (field.meta() ?? z.toJSONSchema(field, { io: 'input' })) as {
        default?: unknown;
      };
      return value === undefined ? [] : [[name, value] as const];
    });
    expect(declared.map(([name]) => name)).toEqual(expect.arrayContaining(['sideband', 'phase_retrieval']));
    expect(refusals({ ...base, ...Object.fromEntries(declared) })).toEqual({});
  });

  it.each([
    '0,10,200,150; 300,0,80,60',
    '0,10,200,150;300,0,80,60;',
    [
      [0, 10, 200, 150],
      [300, 0, 80, 60],
    ],
  ])('reads rectangles as people write them: %j', (background_region) => {
    expect(parseRecipe({ ...minimal, background_region }).background_region).toEqual([
      [0, 10, 200, 150],
      [300, 0, 80, 60],
    ]);
  });

  it('takes the maps that are asked for in any order, as a text or a list', () => {
    for (const outputs of ['previews, phase', ['previews', 'phase']])
      expect(parseRecipe({ ...minimal, outputs }).outputs).toEqual(['phase', 'previews']);
    expect(refusals({ ...minimal, outputs: 'depth' })['/outputs/0']).toContain('phase_wrapped');
  });

  it('holds the edges of every limit for valid', () => {
    for (const fields of [
      { wavelength_um: 0.4, pixel_pitch_um: 0.5 },
      { wavelength_um: 0.7, pixel_pitch_um: 10 },
      { z_mm: -2000 },
      { z_min_mm: 0.1, z_max_mm: 10.1 },
      { pixel_pitch_basis: 'object_space', magnification: 100, pixel_pitch_um: 0.1 },
      { carrier_cycles_per_px: '-0.5,0.5' },
    ]) {
      expect(refusals({ ...minimal, ...fields })).toEqual({});
    }
  });

  it('lists what the caller found wrong with its own findings', () => {
    const otherErrors = [{ pointer: '/hologram', message: 'is missing' }];
    expect(() => parseRecipe({ ...minimal, z_mm: 'x' }, { otherErrors })).toThrow(
      expect.objectContaining({ errors: [otherErrors[0], expect.objectContaining({ pointer: '/z_mm' })] }),
    );
  });

  it('makes a recipe or a problem of anything', { tags: 'further/many' }, () => {
    const names = fc.oneof(fc.constantFrom(...Object.keys(recipeFields)), fc.string());
    const values = fc.oneof(
      fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true }),
      fc.string({ unit: 'binary' }),
      fc.double().map(String),
      fc.constantFrom('off-axis', 'inline', '0.65', '3.45', '1,2', 'auto'),
    );
    fc.assert(
      fc.property(fc.dictionary(names, values), (input) => {
        try {
          expect(Object.keys(parseRecipe(input)).sort()).toEqual(Object.keys(recipeFields).sort());
        } catch (error) {
          expect(error).toBeInstanceOf(Problem);
          expect((error as Problem).errors.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: thorough ? 1000 : 300, seed: 1 },
    );
  });

  it('gives back exactly what was sent, as numbers or as texts', () => {
    fc.assert(
      fc.property(validRequest, (request) => {
        const texts = Object.fromEntries(
          Object.entries(request).map(([name, value]) => [name, String(value)]),
        );
        expect(parseRecipe(request)).toMatchObject(request);
        expect(parseRecipe(texts)).toEqual(parseRecipe(request));
      }),
    );
  });
});

// + 0: a text has no negative zero
const between = (min: number, max: number) => fc.double({ min, max, noNaN: true }).map((x) => x + 0);

const distance = fc.oneof(
  fc.constant({}),
  fc.record({ z_mm: between(-2000, 2000) }),
  fc
    .tuple(between(-1000, 1000), between(0.001, 9.999))
    .map(([start, width]) => ({ z_min_mm: start, z_max_mm: start + width })),
);

const offAxis = fc.record(
  {
    holography_mode: fc.constant('off-axis'),
    sideband: fc.constantFrom('auto', 'conjugate'),
    carrier_cycles_per_px: fc.tuple(between(-0.5, 0.5), between(-0.5, 0.5)),
    filter_radius_cycles_per_um: between(0.001, 1),
  },
  { requiredKeys: ['holography_mode'] },
);

const inlineMode = fc.record({
  holography_mode: fc.constant('inline'),
  phase_retrieval: fc.constantFrom('constrained', 'none'),
  camera_gamma: fc.double({ min: 0.2, max: 5, noNaN: true }),
});

const validRequest = fc
  .tuple(
    fc.record({ wavelength_um: between(0.4, 0.7), pixel_pitch_um: between(0.71, 10) }),
    fc.oneof(offAxis, inlineMode),
    distance,
    fc.record(
      {
        magnification: between(0.1, 100),
        phase_background: fc.constantFrom('auto', 'none', 'tilt', 'polynomial'),
        output_sampling: fc.constantFrom('full', 'native'),
      },
      { requiredKeys: [] },
    ),
  )
  .map((parts): Record<string, unknown> => Object.assign({}, ...parts));
