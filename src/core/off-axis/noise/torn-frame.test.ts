import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { evidenceSettings } from '../../evidence/evidence-settings.ts';
import { normalSource } from '../../simulate/normal.ts';
import { Random } from '../../simulate/random.ts';
import { tearsOf } from './torn-frame.ts';

const kernels = await loadKernels();
const SIDE = 256;
const ROW = 101;
const sideband = { carrier: { x: 0.21, y: -0.14 }, passRadius: 0.25 };

type Place = (x: number, y: number) => readonly [x: number, y: number];
const untorn: Place = (x, y) => [x, y];

/** Fringes with a smooth sample and noise, seen at the places that a torn frame shows in place of its own. */
function tears(place: Place, sample: (x: number, y: number) => number = smooth, noise = 0.05) {
  const normal = normalSource(Random.from(5), kernels.wasm);
  using scope = kernels.scope();
  const plane = scope.real(SIDE, SIDE);
  const values = kernels.floats(plane.ptr, SIDE * plane.pitch);
  for (let row = 0; row < SIDE; row++)
    for (let col = 0; col < SIDE; col++) {
      const [x, y] = place(col, row);
      const phase = 2 * Math.PI * (sideband.carrier.x * x + sideband.carrier.y * y) + sample(x, y);
      values[row * plane.pitch + col] = 100 * (1 + 0.6 * Math.cos(phase) + noise * normal());
    }
  const crop = { x: 20, y: 30, width: SIDE, height: SIDE };
  return tearsOf(kernels, { plane, mean: 100, crop }, sideband, evidenceSettings);
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

  it('is not looked for along fringes that hardly cross a line', () => {
    const level = { carrier: { x: 0.01, y: 0.2 }, passRadius: 0.1 };
    using scope = kernels.scope();
    const plane = scope.real(SIDE, SIDE);
    const crop = { x: 0, y: 0, width: SIDE, height: SIDE };
    expect(tearsOf(kernels, { plane, mean: 0, crop }, level, evidenceSettings)).toEqual([]);
  });
});
