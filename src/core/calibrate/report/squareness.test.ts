import { expect, it } from 'vitest';
import type { TargetToFrame } from '../../rig/calibration.ts';
import { findTarget } from '../../targets/catalogue.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { asDrawn } from '../model/scene.ts';
import { readingsOf, type Readings } from './readings.ts';
import { oblongBy, ofAskewPart, ovalOf, squareOf } from './squareness.ts';

const { wasm } = await loadKernels();

it('takes lengths of a lattice, a chart or a hole along two axes to be off each by itself, and a nut to be regular', () => {
  const square = (id: string) => squareOf(findTarget(id)!.model(), 0.003);
  expect(square('own-dots')).toBeCloseTo(0.003 * Math.sqrt(2), 12);
  expect(square('usaf-1951')).toBeCloseTo(0.003 * Math.sqrt(2), 12);
  expect(square('pinhole-50um')).toBeCloseTo(0.003 * Math.sqrt(2), 12);
  expect(square('hex-nut-m2')).toBeNull();
  expect(squareOf(findTarget('usaf-1951')!.model(), 0)).toBe(0);
});

it('says how oval a hole is seen, unless its certificate says how round it is', () => {
  const hole = findTarget('pinhole-50um')!;
  expect(ovalOf(hole.model(), 1 / 1.004)).toBeCloseTo(0.004, 12);
  expect(ovalOf(hole.model({ feature_size_um: 50, feature_tolerance_um: 0.5 }), 1)).toBe(0);
  expect(ovalOf(hole.model({ part_tolerance: 0.01 }), 1.004)).toBeNull();
  expect(ovalOf(findTarget('own-holes')!.model(), 1.004)).toBeNull();
});

it('calls a part oblong only beyond what the frame leaves unknown and what is said of it', () => {
  const seen = (value: number) => oblongBy({ value, sigma: 0.003 }, 0.004, 4);
  expect([seen(0.0199), seen(0.0201), seen(-0.0201)]).toEqual([0, 0.0201, -0.0201]);
  expect(oblongBy(null, 0.004, 4)).toBe(0);
  expect(oblongBy({ value: 0.5, sigma: 0.003 }, null, 4)).toBe(0);
  // known exactly, and tilted
  expect(oblongBy({ value: 0.0121, sigma: 0.003 }, 0, 4)).toBe(0.0121);
});

/** A grid turned by an angle before pixels that are square. */
function turned(angle: number): TargetToFrame {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos, -sin, 7, sin, cos, -3];
}

const reading = (name: keyof Readings) => (place: TargetToFrame) =>
  readingsOf({ places: [place], zeta: 1, blur: 0, pupil: null, look: asDrawn }, 1, wasm)[name];

it.each([0, 0.06, Math.PI / 8, Math.PI / 4, 1.3])(
  'states what a part that is longer along one of its axes does to ratio, shear and turn: %f rad',
  (angle) => {
    const [longer, [a, b, c, d, e, f]] = [1e-4, turned(angle)];
    // x of the part is 0.005 % longer and y as much shorter: a fit of what is square has their columns so
    const [p, q] = [1 + longer / 2, 1 - longer / 2];
    const seen = [p * a, q * b, c, p * d, q * e, f] as const;
    for (const name of ['anisotropy', 'shear', 'rotation_deg'] as const) {
      const off = Math.abs(reading(name)(seen) - reading(name)(turned(angle)));
      const stated = ofAskewPart(turned(angle), { axes: longer, diagonals: 0 }, reading(name));
      expect(stated).toBeCloseTo(off, name === 'rotation_deg' ? 5 : 7);
    }
  },
);

it.each([0, 0.4, 1.3])(
  'is the same however it lies, where diagonals differ as much as axes: %f rad',
  (angle) => {
    const own = (name: keyof Readings) =>
      ofAskewPart(turned(angle), { axes: 1e-3, diagonals: 1e-3 }, reading(name));
    expect(own('anisotropy')).toBeCloseTo(1e-3, 7);
    expect(own('shear')).toBeCloseTo(1e-3, 7);
    expect((own('rotation_deg') * Math.PI) / 180).toBeCloseTo(0.5e-3, 7);
  },
);
