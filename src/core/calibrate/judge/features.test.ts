import { expect, it } from 'vitest';
import { findTarget } from '../../targets/catalogue.ts';
import type { FinalFit } from '../fit/final-fit.ts';
import type { Complex } from '../model/spectrum.ts';
import { findFeatures, type Pictures } from './features.ts';
import { judgeSettings } from './judge-settings.ts';

const SIDE = 64;

/** A spot as soft as light makes a small hole, and something of every second cell. */
function spot(x: number, pattern = 0): Complex {
  const re = Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
    const [u, v] = [(i % SIDE) - x, Math.floor(i / SIDE) - 32];
    return (
      Math.exp(-(u * u + v * v) / 50) + pattern * (((i % SIDE) + Math.floor(i / SIDE)) % 2 === 0 ? 1 : -1)
    );
  });
  return { re, im: new Float32Array(SIDE * SIDE) };
}

/** The pinhole in the middle of a frame, as the fit puts it. */
function found(pictures: Pictures, settings = judgeSettings.features) {
  const model = findTarget('pinhole-10um')!.model();
  const weight = new Float64Array(SIDE * SIDE).fill(1);
  const measured = { rows: SIDE, cols: SIDE, cell: 1, im: new Float64Array(1), weight };
  const state = { places: [[1, 0, 32, 0, 1, 32]] };
  const final = { fit: { state }, subject: { model, pieces: [null] }, measured };
  const areas = model.areas({ left_um: -20, right_um: 20, top_um: -20, bottom_um: 20 });
  return findFeatures(final as unknown as FinalFit, pictures, areas, settings);
}

it('finds a part beside where the fit puts it, and leaves out what is farther off than is believed', () => {
  const pictures = { seen: spot(32.5), drawn: spot(32) };
  const { features, residual_px } = found(pictures);
  expect(features).toHaveLength(1);
  const shift = features[0]!.found_px.x - features[0]!.fitted_px.x;
  expect(shift).toBeCloseTo(0.5, 1);
  expect(residual_px).toBeCloseTo(shift, 6);
  const within = (far: number) => {
    const { found: count, features: all } = found(pictures, { ...judgeSettings.features, far });
    return [count, all[0]!.rejected];
  };
  expect(within(1.001 * shift)).toEqual([1, false]);
  expect(within(0.999 * shift)).toEqual([0, true]);
});

it('finds a part that looks like its drawing by 0.7, and none that does less', () => {
  // of the cells around the hole the spot’s own variance, taken from the pictures themselves
  const drawn = spot(32);
  const box = Array.from({ length: SIDE * SIDE }, (_, i) => i).filter((i) => {
    const [col, row] = [i % SIDE, Math.floor(i / SIDE)];
    return col >= 24 && col < 41 && row >= 24 && row < 41;
  });
  const mean = box.reduce((sum, i) => sum + drawn.re[i]!, 0) / box.length;
  const variance = box.reduce((sum, i) => sum + (drawn.re[i]! - mean) ** 2, 0) / box.length;
  // a pattern of amplitude p leaves a correlation of 1 / √(1 + p² / variance)
  const patternFor = (alike: number) => Math.sqrt(variance * (1 / (alike * alike) - 1));
  expect(found({ seen: spot(32, patternFor(0.72)), drawn }).found).toBe(1);
  expect(found({ seen: spot(32, patternFor(0.68)), drawn }).features).toEqual([]);
});
