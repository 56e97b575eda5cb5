import { expect, it } from 'vitest';
import type { FormState } from '../form/form-state.ts';
import { checkSequence, fieldsOfSequence, formOfSequence } from './sequence-fields.ts';

const form: FormState = {
  values: {
    ...{ holography_mode: 'inline', wavelength_um: '532 nm', pixel_pitch_um: '1.67', stack_z_mm: '1,2' },
    ...{ z_mm: '2', phase_retrieval: 'none', output_sampling: 'native', outputs: 'phase' },
  },
  ...{ distance: 'stack', frames: [], left: [], background: null, profileId: null, isWithoutFrame: false },
};

it('sends of a form for one hologram what a sequence takes, and nothing that it settles by itself', () => {
  const fields = fieldsOfSequence(formOfSequence(form, null), 9, '');
  expect(fields).toEqual({
    ...{ holography_mode: 'inline', wavelength_um: '0.532', pixel_pitch_um: '1.67', z_mm: '2', frames: '9' },
  });
  expect(checkSequence(fields)).toEqual(new Map());
});

it.each([
  ['40 ms', '0.04'],
  ['0,5 s', '0.5'],
  ['2', '2'],
  ['now and then', 'now and then'],
])('takes %s between frames for %s', (typed, interval_s) => {
  expect(fieldsOfSequence(form, 9, typed).interval_s).toBe(interval_s);
});

it('names what is wrong with a sequence by its field', () => {
  const fields = fieldsOfSequence(formOfSequence(form, null), 1, 'now and then');
  expect([...checkSequence(fields).keys()].sort()).toEqual(['frames', 'interval_s']);
});
