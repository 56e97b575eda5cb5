import { expect, it } from 'vitest';
import { NOISE_TILES } from '../../demodulate/demodulate-pair.ts';
import type { BackgroundScatter } from '../../uncertainty/background-scatter.ts';
import type { NoiseMap } from '../../uncertainty/phase-sigma.ts';
import { budgetOf, withLessOverlap, withOutOfFocus } from './budget.ts';

const PLACES = NOISE_TILES * NOISE_TILES;
const all = (value: number) => new Float64Array(PLACES).fill(value);
const CAMERA = 1e-4;
const ROUNDED = 3e-4;

const camera: NoiseMap = {
  ...{ tiles: NOISE_TILES, fieldVariance: all(2 * CAMERA), extraPhaseVariance: all(0) },
  ...{ noisierX: new Float32Array(1).fill(1), noisierY: new Float32Array(1).fill(1) },
} as NoiseMap;

const scattering = (variance: number): BackgroundScatter => ({
  ...{ grain: { variance, length: 1 }, clouds: { variance: 0, length: 8 } },
  ...{ local: all(1), found: Int32Array.from(all(1).keys()), share: 0.5, hidden: 0, isLevel: true },
});

/** rad², of a frame that scatters by so much, of whose rounding errors this share shows */
function varianceOf(scatter: number, compressionSeen: number): number {
  const faults = { clipped: null, compression: all(2 * ROUNDED), compressionSeen };
  const { maps } = budgetOf(camera, scattering(scatter), null, null, faults);
  return maps.noise.fieldVariance[0]! / 2;
}

it('counts rounding errors once that a frame scatters by', () => {
  expect(varianceOf(2e-3, 1)).toBeCloseTo(2e-3, 12);
});

it('adds what a lossy file rounded to nothing to what the frame scatters still', () => {
  expect(varianceOf(2e-3, 0)).toBeCloseTo(2e-3 + ROUNDED, 12);
  expect(varianceOf(2e-3, 0.25)).toBeCloseTo(2e-3 + 0.75 * ROUNDED, 12);
});

it('states no less than noise and rounding errors where the frame scatters by less', () => {
  for (const seen of [0, 0.5, 1]) expect(varianceOf(1e-5, seen)).toBeCloseTo(CAMERA + ROUNDED, 12);
});

it('takes no noise of dim places for stray light where what is free of sample lies there', () => {
  const dim = Float64Array.from({ length: PLACES }, (_, t) => (t < PLACES / 4 ? 8 : 2) * CAMERA);
  const uneven = { ...camera, fieldVariance: dim };
  const found = Int32Array.from({ length: PLACES / 8 }, (_, k) => k);
  const coherent = (variance: number) =>
    budgetOf(uneven, { ...scattering(variance), found }, null, null).coherent!.median;
  expect(coherent(4 * CAMERA)).toBe(0);
  expect(coherent(9 * CAMERA)).toBeCloseTo(Math.sqrt(5 * CAMERA), 12);
});

it('counts the larger of light from out of focus and of what missed the frame, place by place', () => {
  const phase = Float64Array.from({ length: PLACES }, (_, t) => (t < PLACES / 2 ? 9e-3 : 1e-3));
  const edges = { phase, field: phase.map((v) => 2 * v) };
  const usual = budgetOf(camera, null, null, null, {
    ...{ clipped: null, compression: null, compressionSeen: 1, edges },
  });
  const { maps, outOfFocus } = withOutOfFocus(usual, all(4e-3));
  const { tiles, phaseVariance, fieldVariance } = maps.noise.finer!;
  expect([tiles, phaseVariance[0], phaseVariance[PLACES - 1]]).toEqual([NOISE_TILES, 0, 4e-3]);
  expect([fieldVariance[0], fieldVariance[PLACES - 1]]).toEqual([18e-3, 0]);
  expect(outOfFocus!.median).toBeCloseTo(Math.sqrt(4e-3), 12);
  expect(withOutOfFocus(usual, null)).toBe(usual);
});

it('doubts what full pixels took beyond what most of the frame lost, which it scatters by', () => {
  const faults = {
    ...{ clipped: all(2e-3).fill(8e-3, 0, PLACES / 4), compression: null, compressionSeen: 1 },
  };
  const variance = (scatter: BackgroundScatter | null) =>
    budgetOf(camera, scatter, null, null, faults).maps.noise.fieldVariance;
  const seen = variance(scattering(5e-4));
  expect(seen[PLACES - 1]! / 2).toBeCloseTo(5e-4, 12);
  expect(seen[0]! / 2).toBeCloseTo(5e-4 + 3e-3, 12);
  // nothing tells what a frame without a quiet part scatters by
  expect(variance(null)[PLACES - 1]! / 2).toBeCloseTo(CAMERA + 1e-3, 12);
});

it('counts of an overlap that was taken out what is left of it, and what the frame scatters where that is more', () => {
  const overlap = Float64Array.from({ length: PLACES }, (_, t) => (t < PLACES / 2 ? 9e-3 : 1e-4));
  const whole = budgetOf(camera, scattering(6e-4), null, { mean: overlap, places: overlap });
  const taken = withLessOverlap(whole, all(3e-3));
  const ends = ({ maps }: typeof whole) => [
    maps.noise.fieldVariance[0],
    maps.noise.fieldVariance[PLACES - 1],
  ];
  const ofScatter = 2 * (6e-4 - CAMERA);
  expect(ends(whole)[0]).toBeCloseTo(2 * CAMERA + 9e-3, 12);
  expect(ends(taken)[0]).toBeCloseTo(2 * CAMERA + 3e-3, 12);
  for (const one of [whole, taken]) expect(ends(one)[1]).toBeCloseTo(2 * CAMERA + ofScatter, 12);
  expect(taken.overlap!.rms).toBeCloseTo(Math.sqrt((3e-3 + 1e-4) / 4), 12);
  const without = budgetOf(camera, null, null, null);
  expect(withLessOverlap(without, all(0))).toBe(without);
});

it('counts an overlap in the places where it gathers, beyond what its tiles have in the mean', () => {
  const tiles = 2 * NOISE_TILES;
  const places = new Float64Array(tiles * tiles);
  // one place of a tile holds all of the tile's
  places[0] = 8e-3;
  const mean = all(0);
  mean[0] = 2e-3;
  const whole = budgetOf(camera, null, null, { mean, places });
  expect(whole.maps.noise.fieldVariance[0]).toBeCloseTo(2 * CAMERA + 2e-3, 12);
  const { finer } = whole.maps.noise;
  expect(finer!.tiles).toBe(tiles);
  expect(finer!.fieldVariance[0]).toBeCloseTo(6e-3, 12);
  expect(finer!.fieldVariance[tiles]).toBe(0);
  expect(whole.overlap!.rms).toBeCloseTo(Math.sqrt(8e-3 / 2 / (tiles * tiles)), 12);
  expect(withLessOverlap(whole, all(0)).maps.noise.finer?.fieldVariance[0] ?? 0).toBe(0);
});

it('keeps what is known of light from out of focus where an overlap was taken out', () => {
  const stray = new Float64Array(NOISE_TILES * NOISE_TILES).fill(3e-3);
  const whole = budgetOf(camera, null, null, { mean: all(1e-3), places: all(1e-3) });
  const taken = withLessOverlap(withOutOfFocus(whole, stray), all(0));
  expect(taken.maps.noise.finer!.phaseVariance[5]).toBeCloseTo(3e-3, 12);
});
