import { describe, expect, it } from 'vitest';
import { scoreWrapped } from '../../../../bench/accuracy/score.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../../test/off-axis-recipe.ts';
import { oneIn } from '../../../../test/short-form.ts';
import { reconstruct } from '../../reconstruct.ts';
import { simulate } from '../../simulate/simulate.ts';
import type { SimulationInput } from '../../simulate/simulation-spec.ts';
import { linearPhaseLimit } from '../../uncertainty/phase-limits.ts';

const kernels = await loadKernels();
const pupil = 0.08;

function found(radii: number, change: Partial<SimulationInput> = {}, given = {}) {
  const carrier = [0.7682 * radii * pupil, 0.6402 * radii * pupil] as const;
  const { hologram, truth } = simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind: 'cells' }, width_px: 320, height_px: 320, seed: 7 },
    ...{ carrier_cycles_per_px: carrier, pupil_radius_cycles_per_px: pupil, amplitude_ratio: 1.5 },
    ...{ background: false, ...change },
  });
  const result = reconstruct(kernels, { hologram, background: null }, offAxisRecipe({ z_mm: 0, ...given }));
  const inner = { border: 0.08 };
  const { rmse } = scoreWrapped(
    ...([result.phase.data, truth.unwrappedPhase.data, result.rows, result.cols, inner] as const),
  );
  const step = result.steps.find(({ name }) => name === 'overlap');
  const limit = linearPhaseLimit(truth.photoelectrons, truth.visibility!, truth.eta);
  const flagged = result.flags.some(({ code }) => code === 'sideband_overlap');
  const camera = result.uncertainty.components.find(({ name }) => name === 'camera_noise')!.median_rad!;
  return { rmse, limit, field: step?.metrics['field'], flagged, camera };
}

describe('the field beside an overlapping autocorrelation term', () => {
  it.each(oneIn(2, [1.6, 1.3], 1))(
    'is about as good as noise permits where the carrier is %f pupil radii',
    (radii) => {
      const { rmse, limit, field, flagged, camera } = found(radii);
      expect(field).toBe('fitted');
      expect(flagged).toBe(false);
      // linear demodulation has 4 to 7 times the limit there
      expect(rmse / limit).toBeLessThan(1.1);
      expect(rmse / camera).toBeGreaterThan(0.85);
      expect(rmse / camera).toBeLessThan(1.15);
    },
  );

  it('is not looked for where nothing overlaps', () => {
    expect(found(3).field).toBeUndefined();
  });

  it('stays the linear one where the model does not explain the frame', () => {
    expect(found(1.3, { dust: 12, uneven_light: 0.5 }).field).toBe('linear');
  });

  it('is not looked for where a person gave the filter', () => {
    expect(found(1.6, {}, { filter_radius_cycles_per_um: 0.02 }).field).toBeUndefined();
  });
});
