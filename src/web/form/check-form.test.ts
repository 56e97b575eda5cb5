import { describe, expect, it } from 'vitest';
import { checkFields, judge, proposedValue } from './check-form.ts';
import { givenFields } from '../fields/fields.ts';

const frame = { format: 'png', width: 768, height: 768, bit_depth: 8, background: false };
const rig = { holography_mode: 'off-axis', wavelength_um: '0.6328', pixel_pitch_um: '3.45', z_mm: '5' };

describe('checkFields', () => {
  it('finds nothing wrong with a good request, and says what is wrong in words that hold a proposal', () => {
    expect(checkFields(rig).size).toBe(0);
    const message = checkFields({ ...rig, wavelength_um: '632.8' }).get('wavelength_um')!;
    expect(proposedValue(message)).toBe('0.6328');
    expect(proposedValue(checkFields({ ...rig, z_mm: '5mm' }).get('z_mm')!)).toBe('5');
    expect(proposedValue(checkFields({ ...rig, z_mm: '5,5' }).get('z_mm')!)).toBe('5.5');
    expect(proposedValue(checkFields({ ...rig, z_mm: 'far' }).get('z_mm')!)).toBeNull();
  });
});

describe('judge', () => {
  it('is the fit check of the service', () => {
    expect(judge(rig, frame)?.verdict).toBe('tested');
    expect(judge(rig, { ...frame, format: 'hdf5' })?.reasons.map(({ rule }) => rule)).toEqual([
      'format_hdf5',
    ]);
    expect(judge(rig, { ...frame, width: 4001 })?.verdict).toBe('unsupported');
    expect(judge({ ...rig, z_mm: 'far' }, frame)).toBeNull();
  });
});

describe('checkFields', () => {
  it('names fields and their values as the form does', () => {
    const given = { ...rig, phase_retrieval: 'none', z_min_mm: '1', sample_type: 'reflection' };
    const errors = checkFields({ ...given, refractive_index_sample: '1.5' });
    expect(errors.get('phase_retrieval')).toBe('belongs to “Inline” under “Recorded”, not to off-axis');
    expect(errors.get('z_min_mm')).toContain('contradicts “Distance”');
    expect(errors.get('refractive_index_sample')).toContain('with “reflection” under “Sample seen in”');
  });
});

describe('givenFields', () => {
  const typed = {
    ...rig,
    holography_mode: 'inline',
    sideband: 'conjugate',
    stack_z_mm: '1,2',
    phase_retrieval: 'none',
  };

  it('sends what has a meaning in the mode, in one way to say the distance', () => {
    expect(Object.keys(givenFields(typed, 'known', 1))).toEqual([
      ...['holography_mode', 'wavelength_um', 'pixel_pitch_um', 'phase_retrieval', 'z_mm'],
    ]);
    expect(givenFields(typed, 'known', 2)).toMatchObject({ stack_z_mm: '1,2' });
    expect(givenFields(typed, 'known', 2)).not.toHaveProperty('z_mm');
    const off = { ...typed, z_tolerance_mm: '0.05' };
    for (const frames of [1, 2])
      expect(givenFields(off, 'known', frames)).toMatchObject({ z_tolerance_mm: '0.05' });
    expect(givenFields(off, 'unknown', 1)).not.toHaveProperty('z_tolerance_mm');
    const offAxis = givenFields({ ...typed, holography_mode: 'off-axis' }, 'stack', 1);
    expect(offAxis).toMatchObject({ z_mm: '5', sideband: 'conjugate' });
    expect(offAxis).not.toHaveProperty('phase_retrieval');
  });

  it('leaves refractive indices out of a reflection', () => {
    const indices = { refractive_index_sample: '1.5', refractive_index_medium: '1' };
    expect(givenFields({ ...rig, ...indices } as never, 'known', 1)).toMatchObject(indices);
    const reflected = givenFields({ ...rig, ...indices, sample_type: 'reflection' } as never, 'known', 1);
    expect(reflected).not.toHaveProperty('refractive_index_sample');
  });
});
