import { expect, it } from 'vitest';
import { findTarget } from '../../targets/catalogue.ts';
import { oblongBy, squareOf } from './squareness.ts';

it('takes lengths of a lattice or a chart along two axes to be off each by itself, and a single thing to be regular', () => {
  const square = (id: string) => squareOf(findTarget(id)!.model(), 0.003);
  expect(square('own-dots')).toBeCloseTo(0.003 * Math.sqrt(2), 12);
  expect(square('usaf-1951')).toBeCloseTo(0.003 * Math.sqrt(2), 12);
  expect(square('pinhole-50um')).toBe(0);
});

it('calls a part oblong only beyond what the frame leaves unknown and what is said of it', () => {
  const seen = (value: number) => oblongBy({ value, sigma: 0.003 }, 0.004, 4);
  expect([seen(0.0199), seen(0.0201), seen(-0.0201)]).toEqual([0, 0.0201, -0.0201]);
  expect(oblongBy(null, 0.004, 4)).toBe(0);
  expect(oblongBy({ value: 0.5, sigma: 0.003 }, 0, 4)).toBe(0);
});
