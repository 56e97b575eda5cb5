import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { evidenceSettings } from '../../evidence/evidence-settings.ts';
import { normalSource } from '../../simulate/normal.ts';
import { parseRecipe } from '../../recipe/recipe.ts';
import { reconstruct } from '../../reconstruct.ts';
import { Random } from '../../simulate/random.ts';
import { simulate } from '../../simulate/simulate.ts';
import { lineStrips } from './line-strips.ts';
import { doubtOfTears, tearsOf } from './torn-frame.ts';

const kernels = await loadKernels();
const SIDE = 256;
const ROW = 101;
const sideband = { carrier: { x: 0.21, y: -0.14 }, passRadius: 0.25 };

type Place = (x: number, y: number) => readonly [x: number, y: number];
const untorn: Place = (x, y) => [x, y];

/** Fringes with a smooth sample and noise, seen at the places that a torn frame shows in place of its own. */
function tears(
  place: Place,
  sample: (x: number, y: number) => number = smooth,
  noise = 0.05,
  visibility: (x: number) => number = () => 0.6,
) {
  const normal = normalSource(Random.from(5), kernels.wasm);
  using scope = kernels.scope();
  const plane = scope.real(SIDE, SIDE);
  const values = kernels.floats(plane.ptr, SIDE * plane.pitch);
  for (let row = 0; row < SIDE; row++)
    for (let col = 0; col < SIDE; col++) {
      const [x, y] = place(col, row);
      const phase = 2 * Math.PI * (sideband.carrier.x * x + sideband.carrier.y * y) + sample(x, y);
      values[row * plane.pitch + col] = 100 * (1 + visibility(x) * Math.cos(phase) + noise * normal());
    }
  const crop = { x: 20, y: 30, width: SIDE, height: SIDE };
  const strips = lineStrips(kernels, { plane, mean: 100 }, sideband.carrier);
  return tearsOf(kernels, strips, crop, sideband, evidenceSettings);
}

const smooth = (x: number, y: number) => 1.5 * Math.sin(x / 30) * Math.cos(y / 25);
const wrapped = (turns: number) => 2 * Math.PI * (turns - Math.round(turns));

describe('a torn frame', () => {
  it('is told where rows lie a pixel aside, or one is lost, with the place in the whole frame', () => {
    const aside = tears((x, y) => [y < ROW ? x : x - 1, y]);
    expect(aside).toHaveLength(1);
    expect(aside[0]).toMatchObject({ lines: 'rows', at: ROW + 30 });
    expect(Math.abs(aside[0]!.jump - wrapped(-sideband.carrier.x))).toBeLessThan(0.15);
    const lost = tears((x, y) => [x, y < ROW ? y : y + 1]);
    expect(lost).toHaveLength(1);
    expect(Math.abs(lost[0]!.jump - wrapped(sideband.carrier.y))).toBeLessThan(0.15);
  });

  it('is told of columns, too', () => {
    expect(tears((x, y) => [x, x < ROW ? y : y + 1])).toMatchObject([{ lines: 'columns', at: ROW + 20 }]);
  });

  it('is none where nothing but noise, a sample or lines that are broken by themselves is', () => {
    expect(tears(untorn)).toEqual([]);
    expect(tears(untorn, smooth, 1)).toEqual([]);
    expect(tears((x, y) => [y === ROW ? x - 1 : x, y])).toEqual([]);
  });

  it('is none where a step of the sample lies along a row, as the widest aperture passes it', () => {
    // between -4 and 4 rows what a sharp aperture of a quarter of the sampling leaves of a step of 2 rad
    const step = (_: number, y: number) => {
      let [re, im] = [0, 0];
      for (let k = -400; k < 400; k++) {
        const at = (k + 0.5) / 10;
        const weight = Math.sin(2 * Math.PI * 0.25 * at) / (Math.PI * at) / 10;
        const phase = y - at < ROW - 0.5 ? 0 : 2;
        re += weight * Math.cos(phase);
        im += weight * Math.sin(phase);
      }
      return Math.atan2(im, re);
    };
    const rows = Array.from({ length: SIDE }, (_, y) => step(0, y));
    expect(tears(untorn, (_, y) => rows[y]!, 0.01)).toEqual([]);
  });

  it('is none where the fringes jump in one place alone, however much brighter they are there', () => {
    // a hole in a dim plate, in the third of four places along a row
    const inHole = (x: number) => x >= 128 && x < 192;
    const step = (x: number, y: number) => (inHole(x) && y >= ROW ? 2.8 : 0);
    const light = (x: number) => (inHole(x) ? 0.6 : 0.05);
    expect(tears(untorn, step, 0.005, light)).toEqual([]);
    expect(tears(untorn, (_, y) => (y >= ROW ? 2.8 : 0), 0.005, light)).toHaveLength(1);
  });

  it('is not looked for along fringes that hardly cross a line', () => {
    const level = { carrier: { x: 0.01, y: 0.2 }, passRadius: 0.1 };
    using scope = kernels.scope();
    const plane = scope.real(SIDE, SIDE);
    const strips = lineStrips(kernels, { plane, mean: 0 }, level.carrier);
    expect(strips.map(({ lines }) => lines)).toEqual(['columns']);
    const crop = { x: 0, y: 0, width: SIDE, height: SIDE };
    expect(tearsOf(kernels, strips, crop, level, evidenceSettings)).toEqual([]);
  });
});

describe('the doubt of a torn frame', () => {
  const crop = { x: 0, y: 30, width: 100, height: 200 };

  it('is what either side is off by from the mean of all', () => {
    // a quarter of the rows lies behind the tear
    const doubt = doubtOfTears([{ lines: 'rows', at: 180, jump: 1.2 }], crop, 4)!;
    expect(Math.sqrt(doubt[0]!)).toBeCloseTo(0.3, 10);
    expect(Math.sqrt(doubt[15]!)).toBeCloseTo(0.9, 10);
    expect(doubtOfTears([], crop, 4)).toBeNull();
  });

  it('adds the jumps that lie between two places, with their signs', () => {
    const strip = doubtOfTears(
      [
        { lines: 'columns', at: 25, jump: 1 },
        { lines: 'columns', at: 75, jump: -1 },
      ],
      crop,
      4,
    )!;
    expect([...strip.subarray(0, 4)].map((v) => Math.sqrt(v))).toEqual([0.5, 0.5, 0.5, 0.5]);
  });

  it('is in the uncertainty of the phase, which stays known', () => {
    const { hologram, truth, spec } = simulate(kernels, {
      ...{ mode: 'off-axis', object: { kind: 'cells' }, width_px: SIDE, height_px: SIDE, seed: 3 },
    });
    const { width, height } = hologram;
    const aside = Float32Array.from(hologram.samples);
    for (let row = height / 2; row < height; row++)
      aside.copyWithin(row * width + 1, row * width, (row + 1) * width - 1);
    const { wavelength_um, pixel_pitch_um, z_mm } = spec;
    const recipe = parseRecipe({ holography_mode: 'off-axis', wavelength_um, pixel_pitch_um, z_mm });
    const torn = { ...hologram, samples: aside };
    const found = reconstruct(kernels, { hologram: torn, background: null }, recipe);
    expect(found.flags.map(({ code }) => code)).toContain('frame_torn');
    const [sigma, phase] = [found.phase_uncertainty.data, found.phase.data];
    const inside = [...sigma.keys()].filter((i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      return x > 20 && y > 20 && x < width - 20 && y < height - 20;
    });
    const off = inside.map((i) => phase[i]! - truth.unwrappedPhase.data[i]!);
    const mean = off.reduce((sum, one) => sum + one, 0) / off.length;
    const share = (is: (n: number) => boolean) => inside.filter((_, n) => is(n)).length / inside.length;
    // both halves lie apart, by more than any other doubt
    expect(Math.sqrt(off.reduce((sum, one) => sum + (one - mean) ** 2, 0) / off.length)).toBeGreaterThan(0.3);
    expect(share((n) => Math.abs(off[n]! - mean) < 2 * sigma[inside[n]!]!)).toBeGreaterThan(0.95);
    expect(share((n) => sigma[inside[n]!]! < 1.2)).toBeGreaterThan(0.9);
  });
});
