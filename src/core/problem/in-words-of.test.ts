import { expect, test } from 'vitest';
import { choicesOf, inWordsOf, termsIn } from './in-words-of.ts';

const place = {
  field: (name: string, value: string | null) => `<${name}${value === null ? '' : ` to ${value}`}>`,
  address: (address: string) => `[${address}]`,
};

test.each([
  ['ask for holography_mode=inline.', 'ask for <holography_mode to inline>.'],
  ['take it with channel=green, or', 'take it with <channel to green>, or'],
  ['sideband=auto', '<sideband to auto>'],
  ['pixel_pitch_basis=object_space needs it', '<pixel_pitch_basis to object_space> needs it'],
  ['contradicts z_mm: give', 'contradicts <z_mm>: give'],
  ['or a range, z_min_mm and z_max_mm.', 'or a range, <z_min_mm> and <z_max_mm>.'],
  ['; GET /calibration/targets lists them', '; [GET /calibration/targets] lists them'],
  ['see GET /a/{b_c}.', 'see [GET /a/{b_c}].'],
  // what somebody sent or named
  ['is "z_mm"; it is one of', 'is "z_mm"; it is one of'],
  ['is "a\\" z_mm"; see z_mm', 'is "a\\" z_mm"; see <z_mm>'],
  ['is "zzz_mm…; it is z_mm', 'is "zzz_mm…; it is <z_mm>'],
  ['holds “bg_data” (35 × 40)', 'holds “bg_data” (35 × 40)'],
  // no field
  ['z = 0, σ=1, at fx=0.1', 'z = 0, σ=1, at fx=0.1'],
  ['the magnification and the channel', 'the magnification and the channel'],
])('%s', (message, expected) => expect(inWordsOf(place, message)).toBe(expected));

test('a message lists what it names', () => {
  expect(termsIn('give z_mm, or sideband=auto')).toEqual([
    { field: 'z_mm', value: null },
    { field: 'sideband', value: 'auto' },
  ]);
});

test('no value that one may choose is taken for a field', () => {
  const message = `is "camera"; it is one of ${choicesOf(['sensor', 'object_space'])}`;
  expect(inWordsOf(place, message)).toBe('is "camera"; it is one of sensor, “object_space”');
});
