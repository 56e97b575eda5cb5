import { describe, expect, it } from 'vitest';
import { scorePhase } from '../../../../bench/accuracy/score.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../../test/off-axis-recipe.ts';
import { oneIn, thorough } from '../../../../test/short-form.ts';
import type { Recipe } from '../../recipe/values.ts';
import { reconstruct } from '../../reconstruct.ts';
import { simulate } from '../../simulate/simulate.ts';
import type { SimulationInput } from '../../simulate/simulation-spec.ts';
import type { SmoothBackground } from '../../phase/background.ts';
import { linearPhaseLimit } from '../../uncertainty/phase-limits.ts';
import { withFirst } from './to-pupil.ts';

const kernels = await loadKernels();
const SIDE = thorough ? 512 : 384;

function run(input: Partial<SimulationInput>, fields: Partial<Recipe> = {}, background = false) {
  const size = { width_px: SIDE, height_px: SIDE, background };
  const simulation = simulate(kernels, { mode: 'off-axis', object: { kind: 'cells' }, ...size, ...input });
  const { hologram, background: blank, truth } = simulation;
  const frames = { hologram, background: background ? blank : null };
  const result = reconstruct(kernels, frames, offAxisRecipe(fields));
  const { rows, cols, phase, phase_uncertainty } = result;
  const { rmse, difference } = scorePhase(phase.data, truth.unwrappedPhase.data, rows, cols, {});
  const limit = linearPhaseLimit(10_000, truth.visibility!, truth.eta) * (background ? Math.SQRT2 : 1);
  let [squares, count] = [0, 0];
  difference.forEach((d, i) => {
    if (Number.isNaN(d)) return;
    squares += (d / phase_uncertainty.data[i]!) ** 2;
    count++;
  });
  const filter = result.steps.find(({ name }) => name === 'filter')!.metrics;
  const radius = Number(filter.radius_cycles_per_px) / truth.pupil_radius_cycles_per_px;
  return { ratio: rmse / limit, ofSigma: Math.sqrt(squares / count), filter, radius };
}

/** Defocus along both axes, rad of a second Legendre polynomial each. */
const curved = (rad: number) => [
  { x: 2, y: 0, rad },
  { x: 0, y: 2, rad },
];

describe('the filter of the pupil', () => {
  it('is found to a Fourier pixel and a half where the sideband ends at a rim', () => {
    const { radius, filter, ratio } = run({
      pupil_radius_cycles_per_px: 0.06,
      width_px: 512,
      height_px: 512,
    });
    expect(Math.abs(radius - 1)).toBeLessThan(1.5 / (0.06 * 512));
    expect(filter.curved_carrier).toBe(false);
    expect(ratio).toBeLessThan(1.1);
  });

  // find-rim.test.ts has rims beside an autocorrelation term as they are
  const rims = [
    ['is looked for up to where a small frame has a few rings beyond it', 'beads', 512],
    ['is told from an autocorrelation term that ends the filter a ring short of it', 'cells', 1024],
  ] as const;
  it.each(oneIn(2, rims))('%s', (_, kind, side) => {
    const { radius, ratio } = run({
      object: { kind },
      width_px: side,
      height_px: side,
      seed: 502,
      coherence: 0.9,
    });
    expect(Math.abs(radius - 1)).toBeLessThan(0.015);
    // of the linear limit; where no rim is found, 1.07
    expect(ratio).toBeLessThan(1.04);
  });

  it.each(oneIn(2, [false, true], 1))(
    'goes around a curved carrier, with a background frame: %s',
    (background) => {
      const { ratio, ofSigma, radius, filter } = run({ aberration: curved(15) }, {}, background);
      expect(filter.curved_carrier).toBe(true);
      expect(Math.abs(radius - 1)).toBeLessThan(0.03);
      expect(ratio).toBeLessThan(1.1);
      // what is stated shrinks with the noise
      expect(ofSigma).toBeGreaterThan(0.6);
      expect(ofSigma).toBeLessThan(1.1);
    },
  );

  it('stays where the autocorrelation term ends the sideband', () => {
    const carrier_cycles_per_px = [0.07, 0.058] as const;
    const { filter } = run({ carrier_cycles_per_px, pupil_radius_cycles_per_px: 0.0781 });
    expect(filter.radius_cycles_per_px).toBe(filter.first_radius_cycles_per_px);
  });

  it('leaves the curvature in the phase of a result that is to keep it', { tags: 'further/rig' }, () => {
    const fields = { phase_background: 'none', carrier_cycles_per_px: [0.18, 0.15] } as const;
    const { ratio, filter } = run({ aberration: curved(8) }, fields);
    expect(filter.curved_carrier).toBe(true);
    // 8 rad of defocus, not 2 mrad of noise
    expect(ratio).toBeGreaterThan(1000);
  });

  it('is the one that a person asks for', { tags: 'further/rig' }, () => {
    const asked = { filter_radius_cycles_per_um: 0.1 / 3.45 };
    const { filter } = run({ aberration: curved(15) }, asked);
    expect(filter).toMatchObject({ curved_carrier: false });
    expect(filter.radius_cycles_per_px).toBeCloseTo(0.1, 9);
    expect(filter.first_radius_cycles_per_px).toBe(filter.radius_cycles_per_px);
  });
});

describe('withFirst', () => {
  it('is the sum of both surfaces, and what else the first may have been is in doubt as before', () => {
    const surface = (...values: number[]) => Float64Array.from(values);
    const first = {
      ...{ degree: 1, phase: surface(1, 2, 3) },
      others: [{ degree: 2, coefficients: surface(1, 2, 3, 0.4, 0, 0), share: 0.3 }],
    };
    const again = { ...first, phase: surface(0, 0.1, -0.2), others: [] } as unknown as SmoothBackground;
    const both = withFirst(first, again);
    expect(both.degree).toBe(1);
    expect([...both.phase]).toEqual([1, 2.1, 2.8]);
    expect(both.others).toHaveLength(1);
    expect([...both.others[0]!.coefficients]).toEqual([1, 2.1, 2.8, 0.4, 0, 0]);
    expect(both.others[0]).toMatchObject({ degree: 2, share: 0.3 });
  });
});
