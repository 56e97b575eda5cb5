import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../../test/off-axis-recipe.ts';
import { oneIn } from '../../../../test/short-form.ts';
import { reconstruct } from '../../reconstruct.ts';
import { simulate } from '../../simulate/simulate.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import { parseRecipe } from '../../recipe/recipe.ts';
import { uncorrected } from '../../rig/rig-correction.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import type { BackgroundScatter } from '../../uncertainty/background-scatter.ts';
import { offAxisSettings } from '../off-axis-settings.ts';
import type { TwinChoice } from './choose-twin.ts';
import { doubtOfDistance } from './doubt-of-distance.ts';

const kernels = await loadKernels();

it('states what the distance that was found leaves in doubt, and nothing for one that was given', () => {
  const { hologram, truth } = simulate(kernels, {
    mode: 'off-axis',
    object: { kind: 'cells', phase_rad: 2 },
    ...{ width_px: 256, height_px: 256, z_mm: 2, background: false },
  });
  const found = (fields: Record<string, unknown>) =>
    reconstruct(kernels, { hologram, background: null }, offAxisRecipe(fields));
  const part = (of: ReturnType<typeof found>) =>
    of.uncertainty.components.find(({ name }) => name === 'distance')!;
  const at = (z_mm: number) => found({ z_mm }).phase.data;

  const searched = found({ z_min_mm: 1, z_max_mm: 3 });
  const [{ z_mm, sigma_mm }] = searched.foci as [(typeof searched.foci)[0]];
  expect(sigma_mm).toBeGreaterThan(0);
  expect(part(searched)).toMatchObject({ type: 'A', correlation_length_um: null });
  expect(part(found({ z_mm }))).toMatchObject({ type: 'B', median_rad: 0 });

  // by direct comparison of two reconstructions a σ apart: the root mean square of what σ gained over a given distance
  const [here, further] = [at(z_mm), at(z_mm - sigma_mm)];
  const given = found({ z_mm }).phase_uncertainty.data;
  const isCell = truth.unwrappedPhase.data.map((phase) => (phase > 0.2 ? 1 : 0));
  // most of it lies in the cells; beside their edges a map of half the resolution spreads it
  for (const [part, most] of [
    [1, 1.25],
    [0, 1.5],
  ] as const) {
    const only = (of: (k: number) => number) => rms((k) => (isCell[k] === part ? of(k) : 0));
    const change = only((k) => here[k]! - further[k]!);
    const gained = only((k) =>
      Math.sqrt(Math.max(0, searched.phase_uncertainty.data[k]! ** 2 - given[k]! ** 2)),
    );
    expect(gained / change).toBeGreaterThan(0.8);
    expect(gained / change).toBeLessThan(most);
  }
});

const Z = 2;
const LIGHT = 0.6328;

/** Root mean square over the inner pixels. */
function rms(of: (k: number) => number): number {
  let [sum, count] = [0, 0];
  for (let y = 40; y < 216; y++)
    for (let x = 40; x < 216; x++) {
      sum += of(y * 256 + x) ** 2;
      count++;
    }
  return Math.sqrt(sum / count);
}

const tolerances = [
  // the field that a shorter wave would have been focused to, and one from nearer by
  ['wavelength', { wavelength_tolerance_nm: 40 }, { wavelength_um: LIGHT + 0.04 / Math.sqrt(3) }],
  ['distance', { z_tolerance_mm: 0.15 }, { z_mm: Z + 0.15 / Math.sqrt(3) }],
] as const;
// the derivative by the distance is that of the first test
it.each(oneIn(2, tolerances))(
  'states what a tolerance does to the phase, by its derivative: %s',
  (name, tolerance, moved) => {
    const { hologram } = simulate(kernels, {
      mode: 'off-axis',
      object: { kind: 'cells', phase_rad: 2 },
      ...{ width_px: 256, height_px: 256, z_mm: Z, wavelength_um: LIGHT, background: false },
    });
    const found = (fields: Record<string, unknown>) =>
      reconstruct(
        kernels,
        { hologram, background: null },
        offAxisRecipe({ z_mm: Z, wavelength_um: LIGHT, ...fields }),
      );
    const [exact, stated, other] = [found({}), found(tolerance), found(moved)];
    const gained = rms((k) =>
      Math.sqrt(Math.max(0, stated.phase_uncertainty.data[k]! ** 2 - exact.phase_uncertainty.data[k]! ** 2)),
    );
    const change = rms((k) => exact.phase.data[k]! - other.phase.data[k]!);
    expect(gained / change).toBeGreaterThan(0.8);
    expect(gained / change).toBeLessThan(1.25);
    expect(Buffer.from(stated.phase.data.buffer).equals(Buffer.from(exact.phase.data.buffer))).toBe(true);
    const components = stated.uncertainty.components.filter(({ median_rad }) => median_rad! > 0);
    expect(components.find((one) => one.name === name)).toMatchObject({ type: 'B' });
    expect(exact.uncertainty.components.find((one) => one.name === name)).toMatchObject({
      ...{ type: 'B', median_rad: 0, method: 'taken as exact' },
    });
  },
);

describe('a frame of which nothing tells the twins apart', () => {
  const SIDE = 128;
  const [PITCH, PERIOD, DEPTH] = [4, 64, 0.1];
  // a weak phase grating at 2z has turned into one of amplitude: π λ 2z / period² is a quarter of a turn
  const z = PERIOD ** 2 / (4 * LIGHT);

  /** Mean over the inner places of the distance's doubt, rad², over the mean square of the grating. */
  function doubtOf(by: TwinChoice['by'], scattered = 0): number {
    using scope = kernels.scope();
    const plane = scope.complex(SIDE, SIDE);
    const values = kernels.floats(plane.ptr, floatsIn(plane)).fill(0);
    for (let y = 0; y < SIDE; y++)
      for (let x = 0; x < SIDE; x++) {
        const phase = DEPTH * Math.cos((2 * Math.PI * x * PITCH) / PERIOD);
        const at = y * floatsPerRow(plane) + inRow(x);
        values[at] = Math.cos(phase);
        values[at + TO_IMAGINARY] = Math.sin(phase);
      }
    const size = { plane, rows: SIDE, cols: SIDE, stepX: 1, stepY: 1, taper: 0 };
    const field = { ...size, fullRows: SIDE, fullCols: SIDE, noiseGain: 1 };
    const sideband = { passRadius: 0.2 } as Sideband;
    const none = { length: 1, variance: 0 };
    const { distance } = doubtOfDistance(
      kernels,
      { field, sideband, outside: { re: 1, im: 0 }, rig: uncorrected },
      { conjugate: false, z, focus: null, by, margin: 1.01 },
      parseRecipe({ holography_mode: 'off-axis', z_mm: 1, wavelength_um: LIGHT, pixel_pitch_um: PITCH }),
      offAxisSettings,
      { grain: { ...none, variance: scattered }, clouds: none } as unknown as BackgroundScatter,
    );
    if (!distance) return 0;
    const places = Math.round(Math.sqrt(distance.length));
    const isInner = (at: number) => at >= places / 4 && at < (3 * places) / 4;
    const inner = distance.filter((_, t) => isInner(t % places) && isInner(Math.floor(t / places)));
    return inner.reduce((sum, v) => sum + v, 0) / inner.length / (DEPTH ** 2 / 2);
  }

  it('counts half of the square of what the other side of the sensor differs by', () => {
    expect(doubtOf('nearly equal sharpness')).toBeCloseTo(0.5, 1);
    expect(doubtOf('sharpness')).toBe(0);
  });

  it('but what scatters everywhere, which counts by itself', () => {
    expect(doubtOf('nearly equal sharpness', DEPTH ** 2)).toBe(0);
  });
});
