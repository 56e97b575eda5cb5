import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { evidenceSettings } from '../../evidence/evidence-settings.ts';
import { parseRecipe } from '../../recipe/recipe.ts';
import { reconstruct } from '../../reconstruct.ts';
import { normalSource } from '../../simulate/normal.ts';
import { Random } from '../../simulate/random.ts';
import { simulate } from '../../simulate/simulate.ts';
import { lineStrips } from './line-strips.ts';
import { shakenLines } from './shaken-lines.ts';

const kernels = await loadKernels();
const SIDE = 256;
const sideband = { carrier: { x: 0.21, y: -0.14 }, passRadius: 0.1 };
const normals = (seed: number) => normalSource(Random.from(seed), kernels.wasm);

/** Which lines shake of fringes that each pixel turns by as much as is asked, in the light that is asked, with noise. */
function shaken(turn: (x: number, y: number) => number, light: (x: number, y: number) => number = () => 1) {
  const normal = normals(5);
  using scope = kernels.scope();
  const plane = scope.real(SIDE, SIDE);
  const values = kernels.floats(plane.ptr, SIDE * plane.pitch);
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const phase = 2 * Math.PI * (sideband.carrier.x * x + sideband.carrier.y * y) + turn(x, y);
      values[y * plane.pitch + x] = 100 * light(x, y) * (1 + 0.6 * Math.cos(phase) + 0.05 * normal());
    }
  const strips = lineStrips(kernels, { plane, mean: 100 }, sideband.carrier);
  return shakenLines(kernels, strips, sideband, evidenceSettings);
}

function turnsOf(seed: number, by: number): readonly number[] {
  const normal = normals(seed);
  return Array.from({ length: SIDE }, () => by * normal());
}

describe('lines that shake', () => {
  it('are told, rows and columns', () => {
    const turns = turnsOf(7, 0.1);
    expect(shaken((_, y) => turns[y]!)).toEqual(['rows']);
    expect(shaken((x) => turns[x]!)).toEqual(['columns']);
  });

  it('are none where noise, a sample all along the rows, every other row a broken one or a tear do it', () => {
    const turns = turnsOf(7, 0.5);
    expect(shaken(() => 0)).toEqual([]);
    expect(shaken((_, y) => 0.5 * Math.sin(0.08 * 2 * Math.PI * y))).toEqual([]);
    expect(shaken((_, y) => (y % 2 === 0 ? 0.5 : 0))).toEqual([]);
    expect(shaken((_, y) => (y === 60 || y > 140 ? 1.3 : 0))).toEqual([]);
    // a camera whose rows differ in gain
    expect(
      shaken(
        () => 0,
        (_, y) => 1 + 0.05 * turns[y]!,
      ),
    ).toEqual([]);
  });

  it('are not asked for in a filter that leaves nothing beyond an aperture', () => {
    const wide = { passRadius: 0.32 };
    const across = { lines: 'rows', count: SIDE, across: 0, values: new Float64Array(8 * SIDE) } as const;
    expect(shakenLines(kernels, [across], wide, evidenceSettings)).toEqual([]);
  });

  it('are turned back: the phase is as near as its uncertainty says, and some hundredths of what it was', () => {
    const { hologram, truth, spec } = simulate(kernels, {
      ...{ mode: 'off-axis', object: { kind: 'cells' }, width_px: SIDE, height_px: SIDE, seed: 3 },
    });
    const { width } = hologram;
    const moved = Float32Array.from(hologram.samples);
    const normal = normals(11);
    for (let at = 0; at < moved.length; at += width) {
      const by = 0.15 * normal();
      const row = hologram.samples.slice(at, at + width);
      // by cubic interpolation, as a line is resampled whose clock is off
      for (let x = 2; x < width - 2; x++) {
        const t = Math.abs(by);
        const [a, b, c, d] = [-1, 0, 1, 2].map((k) => row[x + (by < 0 ? -k : k)]!) as [
          number,
          number,
          number,
          number,
        ];
        moved[at + x] = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
      }
    }
    const { wavelength_um, pixel_pitch_um, z_mm } = spec;
    const recipe = parseRecipe({ holography_mode: 'off-axis', wavelength_um, pixel_pitch_um, z_mm });
    const errorOf = (samples: typeof hologram.samples) => {
      const frames = { hologram: { ...hologram, samples }, background: null };
      const { phase, phase_uncertainty, flags } = reconstruct(kernels, frames, recipe);
      const inside = [...phase.data.keys()].filter((i) => {
        const [x, y] = [i % width, Math.floor(i / width)];
        return Math.min(x, y, width - 1 - x, width - 1 - y) > 20;
      });
      const off = inside.map((i) => phase.data[i]! - truth.unwrappedPhase.data[i]!);
      const mean = off.reduce((sum, one) => sum + one, 0) / off.length;
      const rms = Math.sqrt(off.reduce((sum, one) => sum + (one - mean) ** 2, 0) / off.length);
      const within = off.filter((one, n) => Math.abs(one - mean) < 2 * phase_uncertainty.data[inside[n]!]!);
      return { rms, within: within.length / off.length, codes: flags.map(({ code }) => code) };
    };
    // without, 0.1 rad at half as much of uncertainty
    const still = errorOf(hologram.samples);
    const shook = errorOf(moved);
    expect(still.codes).not.toContain('frame_shaken');
    expect(shook.codes).toContain('frame_shaken');
    expect(shook.within).toBeGreaterThan(0.93);
    expect(shook.rms).toBeLessThan(0.01);
  });
});
