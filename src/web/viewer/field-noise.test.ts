// @module-tag further/rig
import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import { oneIn } from '../../../test/short-form.ts';
import { EDGE } from '../../core/sideband/bandwidth.ts';
import type { Kernels } from '../../core/kernel/kernels.ts';
import { reconstruct } from '../../core/reconstruct.ts';
import type { Reconstruction } from '../../core/reconstruction/reconstruction.ts';
import { simulate } from '../../core/simulate/simulate.ts';
import { FieldRefocuser } from '../worker/refocuser.ts';
import { noiseOfField, type FieldNoise } from './field-noise.ts';

const SIDE = 160;
const RUNS = 12;
const PITCH = 3.45;
const WAVELENGTH = 0.6328;

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** The same weakly absorbing sample, recorded again and again with other noise. */
function recorded(background: boolean): Reconstruction[] {
  return Array.from({ length: RUNS }, (_, seed) => {
    const frames = simulate(kernels, {
      ...{
        mode: 'off-axis',
        object: { kind: 'absorbing-chart', transmission: 0.4 },
        width_px: SIDE,
        height_px: SIDE,
      },
      ...{ photoelectrons: 2000, background, z_mm: 2, seed },
    });
    // what repeats scatter by is the camera’s part: the rest of the uncertainty is the same each time
    return reconstruct(kernels, frames, offAxisRecipe({ z_mm: 2, outputs: ['amplitude', 'phase_noise'] }));
  });
}

function noiseOf({ amplitude, phase_noise, metrics }: Reconstruction): {
  readonly noise: FieldNoise;
  readonly radius: number;
} {
  const radius = (metrics.filter_radius_cycles_per_um as number) * (1 + EDGE);
  const cycle = 1 / (radius * PITCH);
  const sigma = (index: number) => phase_noise!.data[index]!;
  const noise = noiseOfField(amplitude.data, sigma, amplitude, { x: cycle, y: cycle });
  return { noise, radius };
}

/** Standard deviation over the runs, pixel by pixel, with a common change of the whole frame taken out. */
function spreadOf(runs: readonly Float32Array[]): Float64Array {
  const out = new Float64Array(runs[0]!.length);
  for (let i = 0; i < out.length; i++) {
    const mean = runs.reduce((sum, run) => sum + run[i]!, 0) / runs.length;
    out[i] = Math.sqrt(runs.reduce((sum, run) => sum + (run[i]! - mean) ** 2, 0) / (runs.length - 1));
  }
  return out;
}

/** Root mean square of found over stated deviations where one is stated, and how many that are. */
function ratio(found: Float64Array, stated: (index: number) => number, inset: number) {
  let [sum, count] = [0, 0];
  for (let y = inset; y < SIDE - inset; y++) {
    for (let x = inset; x < SIDE - inset; x++) {
      const sigma = stated(y * SIDE + x);
      if (!(sigma > 0)) continue;
      sum += (found[y * SIDE + x]! / sigma) ** 2;
      count++;
    }
  }
  return { ratio: Math.sqrt(sum / count), count };
}

/** Both maps at a distance, of every run. */
function refocused(runs: readonly Reconstruction[], radius: number, shift_mm: number) {
  const optics = { wavelength: WAVELENGTH, pitchX: PITCH, pitchY: PITCH, radius, taper: 0 };
  return runs.map(({ field }) => {
    using refocuser = new FieldRefocuser(kernels, field, { ...optics, outside: 1 });
    refocuser.to(shift_mm);
    return { amplitude: refocuser.map('amplitude').data, phase: refocuser.map('phase').data };
  });
}

describe('the noise of a field', () => {
  it.each(oneIn(2, [true, false]))(
    'is what maps scatter by from recording to recording; with a background frame: %s',
    (background) => {
      const runs = recorded(background);
      const { noise, radius } = noiseOf(runs[0]!);
      for (const shift_mm of [0, 0.3, -1.5, 3]) {
        const maps = refocused(runs, radius, shift_mm);
        const reach = (Math.abs(shift_mm) * 1000 * WAVELENGTH * radius) / PITCH;
        const stated = noise.spread(reach, reach);
        const inset = shift_mm === 0 ? 12 : 0;
        const phase = ratio(
          spreadOf(maps.map((map) => map.phase)),
          (index) => stated(index) / maps[0]!.amplitude[index]!,
          inset,
        );
        const amplitude = ratio(spreadOf(maps.map((map) => map.amplitude)), stated, inset);
        expect(phase.count).toBeGreaterThan(0.3 * SIDE * SIDE);
        expect(Math.abs(phase.ratio - 1)).toBeLessThan(0.15);
        // without a background frame the fitted light may change from run to run, far more than by noise
        if (background) expect(Math.abs(amplitude.ratio - 1)).toBeLessThan(0.15);
      }
    },
  );

  it('at a distance is the mean of the variance over a disc, and unknown where that leaves the frame', () => {
    // large enough that not every pixel is looked at
    const [rows, cols] = [900, 1300];
    const amplitude = new Float32Array(rows * cols).fill(1);
    const sigma = Float32Array.from(
      { length: rows * cols },
      (_, i) => 0.01 * (1 + 0.5 * Math.sin((i % cols) / 150) * Math.cos(Math.floor(i / cols) / 110)),
    );
    const { spread } = noiseOfField(amplitude, (i) => sigma[i]!, { rows, cols }, { x: 3, y: 3 });
    for (const [x, y, radius] of [
      [600, 400, 20],
      [300, 300, 60],
      [900, 600, 5],
    ] as const) {
      let [sum, count] = [0, 0];
      for (let v = -radius; v <= radius; v++) {
        for (let u = -radius; u <= radius; u++) {
          if (u * u + v * v > radius * radius) continue;
          sum += sigma[(y + v) * cols + x + u]! ** 2;
          count++;
        }
      }
      const found = spread(radius, radius)(y * cols + x);
      expect(Math.abs(found / Math.sqrt(sum / count) - 1)).toBeLessThan(0.01);
    }
    for (const [x, y] of [
      [22, 400],
      [cols - 23, 400],
      [600, 22],
      [600, rows - 23],
    ] as const) {
      expect(spread(20, 20)(y * cols + x)).toBeNaN();
    }
    expect(spread(20, 20)(400 * cols + 23)).toBeGreaterThan(0);
  });

  it('is unknown where the phase is no longer told from its noise', () => {
    const sigma = [0.1, 0.31, Math.PI / Math.sqrt(3), 0.2];
    const { here } = noiseOfField(
      Float32Array.of(2, 1, 1, 0.5),
      (i) => sigma[i]!,
      { rows: 2, cols: 2 },
      { x: 1, y: 1 },
    );
    expect([0, 1, 2, 3].map(here)).toEqual([0.2, NaN, NaN, 0.1]);
  });
});
