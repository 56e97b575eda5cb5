import { expect, it } from 'vitest';
import { offAxisSettings } from '../off-axis-settings.ts';
import { reachOf } from './resolve-overlap.ts';

it('a fit beside the autocorrelation term is tried where that adds a twentieth to the noise and sidebands stay apart', () => {
  const reach = (crossing: number, outwardRadius = 0.1) =>
    reachOf({ carrier: { x: 0.12, y: -0.16 }, crossing, outwardRadius }, offAxisSettings);
  expect(reach(0.099)).toBeNull();
  // to as much as its radius may be off
  expect(reach(0.101)).toBeCloseTo(0.103, 9);
  // 0.95 of the carrier
  expect(reach(1, 0.1899)).toBeCloseTo(0.19, 9);
  expect(reach(1, 0.1901)).toBeNull();
});
