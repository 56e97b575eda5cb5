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
  ['wavelength_um', '6.33e-1 um', '0.633'],
  ['wavelength_um', '6328\u00a0\u212b', '0.6328'],
  ['z_mm', '2 in', '50.8'],
  ['z_mm', '−5 mm', '-5'],
  ['z_mm', '−5', '-5'],
  ['magnification', '20x', '20'],
  ['magnification', '1,5 ×', '1.5'],
  ['refractive_index_sample', '1,5', '1.5'],
  ['filter_radius_cycles_per_um', '0,5', '0.5'],
  ['filter_radius_cycles_per_um', '0.5 cycles/µm', '0.5'],
  ['filter_radius_cycles_per_um', '500 lp/mm', '0.5'],
  ['filter_radius_cycles_per_um', '500 1/mm', '0.5'],
])('%s: %s is %s', (field, text, expected) => expect(inUnitOf(field, text)?.text).toBe(expected));

test.each([
  // nothing to change
  ['wavelength_um', '0.633'],
  // no length, or no number
  ['magnification', '20 mm'],
  ['wavelength_um', '633 parsec'],
  ['wavelength_um', 'red'],
  ['wavelength_um', '633 /nm'],
  ['z_mm', '12 px'],
  ['z_mm', '1 000 µm'],
  ['z_mm', '1,234.5'],
  ['z_mm', ''],
  ['z_mm', 'mm'],
  ['magnification', '20 times'],
  ['filter_radius_cycles_per_um', '500 nm'],
  ['holography_mode', '1,5'],
  ['wavelength_um', '1e999 nm'],
  ['z_mm', '1, 2'],
  ['z_mm', '1.2.3 mm'],
])('%s: %s stays as it is', (field, text) => {
  expect(inUnitOf(field, text)).toBeNull();
  expect(inFieldUnits({ [field]: text })).toEqual({ [field]: text });
});

test.each([
  ['900 µm,1.2 mm, 0.15 cm', '0.9,1.2,1.5'],
  ['1.0,1.2', '1.0,1.2'],
  // a unit behind the last is that of all
  ['1.0, 1.2, 1.4 cm', '10,12,14'],
  ['1,0 mm; 1,2 mm', '1,1.2'],
  ['1,0; 1,2', '1.0,1.2'],
  ['−1,1', '-1,1'],
  // a comma that may be decimal, units that some lack, and what is no number
  ['1,0 mm, 1,2 mm', null],
  ['1 mm, 2', null],
  ['1, 2 px', null],
  ['1,,2 mm', null],
])('the distances of a stack, %s, are %s', (text, expected) => {
  expect(inFieldUnits({ stack_z_mm: text })).toEqual({ stack_z_mm: expected ?? text });
});

test.each([
  ['0.18,0.15', '0.18,0.15'],
  ['0,18; -0,15', '0.18,-0.15'],
  ['0.18, 0.15 cycles/px', '0.18,0.15'],
  ['0.18 cycles/mm, 0.15', null],
])('a carrier of %s is %s', (text, expected) => {
  expect(inFieldUnits({ carrier_cycles_per_px: text })).toEqual({ carrier_cycles_per_px: expected ?? text });
});
