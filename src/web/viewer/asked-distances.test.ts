import { expect, it } from 'vitest';
import { windowAround } from './asked-distances.ts';

it('a window reaches as far as the doubt and the depth of field ask for, and the service takes', () => {
  expect(windowAround(5, 0.02, 0.1)).toEqual({ z_mm: '', z_min_mm: '4.6', z_max_mm: '5.4' });
  expect(windowAround(5, 0.2, 0.1)).toEqual({ z_mm: '', z_min_mm: '4', z_max_mm: '6' });
  // nor does it cross the sensor
  expect(windowAround(5, 0.2, 3)).toEqual({ z_mm: '', z_min_mm: '0.5', z_max_mm: '10' });
  expect(windowAround(-2, 1, 0.1)).toEqual({ z_mm: '', z_min_mm: '-7', z_max_mm: '-0.2' });
  // wider than 10 mm the service does not search
  expect(windowAround(42, 3, 0.1)).toEqual({ z_mm: '', z_min_mm: '37', z_max_mm: '47' });
});
