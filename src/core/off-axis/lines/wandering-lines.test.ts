import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { evidenceSettings } from '../../evidence/evidence-settings.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import { parseRecipe } from '../../recipe/recipe.ts';
import { reconstruct } from '../../reconstruct.ts';
import { normalSource } from '../../simulate/normal.ts';
import { Random } from '../../simulate/random.ts';
import { wanderingLines } from './wandering-lines.ts';

const kernels = await loadKernels();
const SIDE = 256;
type Phase = (x: number, y: number) => number;

/** Fringes that a sample and the lines of the camera turn, with noise, and what comes of them. */
function found(sample: Phase, turn: Phase, light: Phase = () => 1) {
  const normal = normalSource(Random.from(9), kernels.wasm);
  const samples = Float32Array.from({ length: SIDE * SIDE }, (_, k) => {
    const [x, y] = [k % SIDE, Math.floor(k / SIDE)];
    const fringes = Math.cos(2 * Math.PI * (0.21 * x - 0.14 * y) + sample(x, y) + turn(x, y));
    return 1000 * (1 + 0.6 * light(x, y) * fringes + 0.02 * normal());
  });
  const recipe = parseRecipe({ holography_mode: 'off-axis', wavelength_um: 0.5, pixel_pitch_um: 3, z_mm: 0 });
  const frames = { hologram: { width: SIDE, height: SIDE, samples, bitDepth: 16 }, background: null };
  const { phase, phase_uncertainty, flags } = reconstruct(kernels, frames, recipe);
  const inside = [...phase.data.keys()].filter((i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    return Math.min(x, y, SIDE - 1 - x, SIDE - 1 - y) > 20;
  });
  // the sign is one by convention: R* has the other one here
  const off = inside.map((i) => phase.data[i]! - sample(i % SIDE, Math.floor(i / SIDE)));
  const middle = off.toSorted((a, b) => a - b)[off.length >> 1]!;
  const within = off.filter((one, n) => Math.abs(one - middle) < 2 * phase_uncertainty.data[inside[n]!]!);
  return {
    rms: Math.sqrt(off.reduce((sum, one) => sum + (one - middle) ** 2, 0) / off.length),
    within: within.length / off.length,
    shaken: flags.filter(({ code }) => code === 'frame_shaken').map(({ detail }) => detail),
  };
}

const bump = (x: number, y: number, cx: number, cy: number, width: number) =>
  Math.exp(-((x - cx) * (x - cx) + (y - cy) * (y - cy)) / (2 * width * width));
/** Some cells, one of which the frame's side cuts. */
const cells: Phase = (x, y) =>
  bump(x, y, 70, 80, 9) +
  1.5 * bump(x, y, 180, 60, 11) +
  0.8 * bump(x, y, 140, 190, 8) +
  2 * bump(x, y, 2, 150, 9);
const wander = (line: number) =>
  0.2 * Math.sin(2 * Math.PI * (0.013 * line + 0.2)) + 0.1 * Math.sin(2 * Math.PI * 0.031 * line);

describe('lines that wander', () => {
  it('are told and turned back, rows and columns: 0.16 rad of error become a few hundredths of that', () => {
    const still = found(cells, () => 0);
    const rows = found(cells, (_, y) => wander(y));
    const columns = found(cells, (x) => wander(x));
    expect(still.shaken).toEqual([]);
    expect(rows.shaken).toEqual([expect.stringContaining('frame’s rows')]);
    expect(columns.shaken).toEqual([expect.stringContaining('frame’s columns')]);
    for (const { rms, within } of [rows, columns]) {
      expect(rms).toBeLessThan(1.2 * still.rms);
      expect(within).toBeGreaterThan(0.93);
    }
  });

  it('are none where a sample lies along the rows: edges show in the modulus, and it falls across the frame', () => {
    // bars whose edges an aperture has rounded
    const bars = (height: number) => Math.tanh(8 * Math.sin(height / 9));
    const dimmed = (height: number) => 1 - 0.2 * (1 - bars(height) ** 2);
    const alongBars = found(
      (_, y) => 0.4 * bars(y),
      () => 0,
      (_, y) => dimmed(y),
    );
    expect(alongBars.shaken).toEqual([]);
    // smooth, and a pixel and a half lower at the other side
    expect(
      found(
        (x, y) => 0.3 * Math.sin(0.15 * (y - 0.006 * x)),
        () => 0,
      ).shaken,
    ).toEqual([]);
    // a fibre in one part of the frame
    expect(
      found(
        (_, y) => bump(0, y, 0, 90, 8),
        () => 0,
      ).shaken,
    ).toEqual([]);
  });

  it('are none of an array of lenses along the rows: nothing turns in the gaps between them', () => {
    using scope = kernels.scope();
    const [pitch, high, radius] = [30, 26, 12];
    const lenses: Phase = (x, y) => {
      const u = ((x + (Math.floor(y / high) % 2) * (pitch / 2)) % pitch) - pitch / 2;
      const v = (y % high) - high / 2;
      return 10 * Math.max(0, 1 - (u * u + v * v) / (radius * radius));
    };
    const linesOf = (phase: Phase) => {
      const plane = scope.complex(SIDE, SIDE);
      const values = kernels.floats(plane.ptr, floatsIn(plane));
      const normal = normalSource(Random.from(9), kernels.wasm);
      for (let y = 0; y < SIDE; y++)
        for (let x = 0; x < SIDE; x++) {
          const at = y * floatsPerRow(plane) + inRow(x);
          values[at] = Math.cos(phase(x, y)) + 0.02 * normal();
          values[at + TO_IMAGINARY] = Math.sin(phase(x, y)) + 0.02 * normal();
        }
      const grid = { rows: SIDE, cols: SIDE, fullRows: SIDE, fullCols: SIDE };
      const field = { plane, ...grid, stepX: 1, stepY: 1, taper: 0, noiseGain: 1 };
      return wanderingLines(kernels, field, 0, evidenceSettings);
    };
    expect(linesOf(lenses)).toEqual([]);
    expect(linesOf((_, y) => wander(y))).toEqual(['rows']);
  });
});
