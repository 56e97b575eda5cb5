import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { oneIn, thorough } from '../../../test/short-form.ts';
import { refocusStart } from '../../web/viewer/refocus-optics.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import { calibrate } from '../calibrate/calibrate.ts';
import { checkRig } from '../calibrate-apply/check-rig.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { parseRecipe } from '../recipe/recipe.ts';
import type { Recipe } from '../recipe/values.ts';
import { reconstruct } from '../reconstruct.ts';
import type { Reconstruction } from '../reconstruction/reconstruction.ts';
import { simulate } from '../simulate/simulate.ts';
import { findTarget } from '../targets/catalogue.ts';
import { heightPerRadian } from './geometry.ts';
import type { CalibratedRig } from './calibrated-rig.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** The same light twice: 0.66 µm in a medium of 1.5, and 0.44 µm in vacuum. Both are accepted, and 0.66 / 1.5 is exact. */
const immersed = { wavelength_um: 0.66, refractive_index_immersion: 1.5 };
const shorter = { wavelength_um: 0.66 / 1.5 };
const size = { width_px: 192, height_px: 160 };

function both(mode: 'off-axis' | 'inline', fields: Record<string, unknown>): Reconstruction[] {
  // a retrieval takes long
  const [width_px, height_px] = mode === 'inline' ? [96, 80] : [192, 160];
  const spec = { mode, object: { kind: 'cells' }, width_px, height_px, z_mm: 1.5, seed: 5 } as const;
  const { hologram } = simulate(kernels, { ...spec, pixel_pitch_um: 2.2, ...shorter });
  return [immersed, shorter].map((light) => {
    const recipe = parseRecipe({ holography_mode: mode, pixel_pitch_um: 2.2, ...fields, ...light });
    return reconstruct(kernels, { hologram, background: null }, recipe);
  });
}

function expectSame([a, b]: readonly Reconstruction[]): void {
  for (const name of ['field', 'phase', 'amplitude', 'phase_uncertainty'] as const)
    expect(Buffer.compare(Buffer.from(a![name].data.buffer), Buffer.from(b![name].data.buffer))).toBe(0);
  expect(a!.metrics).toEqual(b!.metrics);
  expect(a!.foci).toEqual(b!.foci);
}

describe('light of λ in a medium of index n', () => {
  const asked = [
    ['off-axis', { z_mm: 1.5 }],
    ['off-axis', { z_min_mm: 1, z_max_mm: 2 }],
    ['inline', { z_mm: 1.5, phase_retrieval: 'none', phase_background: 'tilt' }],
    ['inline', { z_min_mm: 1, z_max_mm: 2, phase_retrieval: 'none' }],
    ['inline', { z_mm: 1.5 }],
  ] as const;
  // a search and a given distance, which a retrieval starts from
  it.each(oneIn(2, asked, 1))('propagates as light of λ / n in vacuum: %s %j', (mode, fields) => {
    const results = both(mode, fields);
    expectSame(results);
    expect(results[0]!.used.propagation_wavelength_um).toBe(0.44);
  });

  it('focuses where it was recorded, and elsewhere when the medium is not said', () => {
    const spec = { mode: 'off-axis', object: { kind: 'absorbing-chart' }, ...size, z_mm: 5 } as const;
    const { hologram, background } = simulate(kernels, { ...spec, pixel_pitch_um: 2.2, ...shorter });
    const focused = (light: Partial<Recipe>) => {
      const fields = { holography_mode: 'off-axis', pixel_pitch_um: 2.2, z_min_mm: 2, z_max_mm: 7 };
      const recipe = parseRecipe({ ...fields, ...light });
      return reconstruct(kernels, { hologram, background }, recipe).metrics.z_mm as number;
    };
    expect(Math.abs(focused(immersed) - 5)).toBeLessThan(0.05);
    // paraxially z / n
    expect(Math.abs(focused({ wavelength_um: 0.66 }) - 5 / 1.5)).toBeLessThan(0.05);
  });

  it('has its own wavelength, that in vacuum, where phase becomes height', () => {
    const indices = { refractive_index_sample: 1.6, refractive_index_medium: 1.5 };
    const fields = { holography_mode: 'off-axis', pixel_pitch_um: 2.2, ...indices };
    const perTurn = (light: object) => 2 * Math.PI * heightPerRadian(parseRecipe({ ...fields, ...light }))!;
    expect(perTurn(immersed)).toBeCloseTo(660 / 0.1, 6);
    const mirror = { ...fields, sample_type: 'reflection', ...immersed };
    const { refractive_index_sample: _, refractive_index_medium: __, ...reflecting } = mirror;
    expect(2 * Math.PI * heightPerRadian(parseRecipe(reflecting))!).toBeCloseTo(330, 9);
  });

  it('is followed in the page as in the reconstruction', () => {
    const optics = ([report]: readonly Reconstruction[]) =>
      refocusStart(
        { parameters: { requested: {}, used: report!.used } } as unknown as EvidenceReport,
        report!.pixel_size_um,
      );
    const [a, b] = both('off-axis', { z_mm: 1.5 });
    expect(optics([a!])).toEqual(optics([b!]));
    expect(optics([a!])!.optics.wavelength).toBe(0.44);
  });
});

describe('a rig calibrated in a medium', () => {
  const nominal = { holography_mode: 'inline', pixel_pitch_um: 3.5, z_mm: 0.78 };

  // calibrate.test.ts has such a rig in a medium
  it.runIf(thorough)('is found with λ / n', () => {
    const target = findTarget('ronchi-10')!;
    const { hologram, background } = simulate(kernels, {
      ...{ mode: 'inline', object: { kind: 'target' }, width_px: 160, height_px: 160 },
      ...{ pixel_pitch_um: 3.45, z_mm: 0.8, target: { target_id: 'ronchi-10', rotation_deg: 7 }, ...shorter },
    });
    const request = { target, recipe: parseRecipe({ ...nominal, ...immersed }) };
    const { corrections } = calibrate(kernels, { hologram, background }, request);
    expect(Math.abs(corrections.z_mm!.value - 0.8)).toBeLessThan(0.02);
    expect(Math.abs(corrections.pixel_pitch_um!.value / 3.45 - 1)).toBeLessThan(1e-3);
  });

  it('is another rig in another medium; a profile without one is of air', () => {
    const recipe = parseRecipe({ ...nominal, ...immersed });
    const frame = { width_px: 8, height_px: 8, crop_px: { x: 0, y: 0, width: 8, height: 8 } };
    const corrections = { pixel_pitch_um: null } as unknown as CalibratedRig['corrections'];
    const rig = (own: object) => ({
      ...{ profile_id: 'prof_1', frame, corrections },
      nominal: { ...recipe, refractive_index_immersion: undefined, ...own },
    });
    expect(() => checkRig(recipe, rig({ refractive_index_immersion: 1.5 }), null)).not.toThrow();
    expect(() => checkRig(recipe, rig({}), null)).toThrow('refractive_index_immersion is 1.5');
    const inAir = { ...recipe, refractive_index_immersion: 1 };
    expect(() => checkRig(inAir, rig({}), null)).not.toThrow();
  });
});
