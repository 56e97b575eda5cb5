import { expect, test } from 'vitest';
import { inFieldUnits, inUnitOf } from './with-unit.ts';

test.each([
  ['wavelength_um', '633 nm', '0.633'],
  ['wavelength_um', '633nm', '0.633'],
  ['wavelength_um', '0,6328 µm', '0.6328'],
  ['wavelength_um', '0.6328 μm', '0.6328'],
  ['wavelength_um', '6328 Å', '0.6328'],
  ['pixel_pitch_um', '3,45', '3.45'],
  ['pixel_pitch_um', '3.45 um', '3.45'],
  ['z_mm', '5cm', '50'],
  ['z_mm', '-1.2e2 µm', '-0.12'],
  ['z_mm', '0.05 m', '50'],
  ['z_mm', '12 mm', '12'],
  ['wavelength_tolerance_nm', '1 Å', '0.1'],
])('%s: %s is %s', (field, text, expected) => expect(inUnitOf(field, text)?.text).toBe(expected));

test.each([
  // nothing to change
  ['wavelength_um', '0.633'],
  // no length, or no number
  ['magnification', '20 mm'],
  ['refractive_index_sample', '1,5'],
  ['wavelength_um', '633 parsec'],
  ['wavelength_um', 'red'],
  ['wavelength_um', '1e999 nm'],
  ['z_mm', '1, 2'],
  ['z_mm', '1.2.3 mm'],
])('%s: %s stays as it is', (field, text) => {
  expect(inUnitOf(field, text)).toBeNull();
  expect(inFieldUnits({ [field]: text })).toEqual({ [field]: text });
});

test('the distances of a stack are converted one by one', () => {
  expect(inFieldUnits({ stack_z_mm: '900 µm,1.2 mm, 0.15 cm' })).toEqual({ stack_z_mm: '0.9,1.2,1.5' });
  expect(inFieldUnits({ stack_z_mm: '1.0,1.2' })).toEqual({ stack_z_mm: '1.0,1.2' });
});
