import { beforeAll, expect, test } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../../test/off-axis-recipe.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { EvidenceSettings } from '../../evidence/evidence-settings.ts';
import { reconstruct } from '../../reconstruct.ts';
import { simulate } from '../../simulate/simulate.ts';
import { offAxisSettings } from '../off-axis-settings.ts';
import type { FlagSettings } from './flag-settings.ts';

type Bounds = Partial<FlagSettings & Pick<EvidenceSettings, 'saturated' | 'untrusted'>>;

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

test('a flag is raised where its bound is passed, not a thousandth before', () => {
  const { hologram } = simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind: 'beads', count: 4, phase_rad: 60 }, background: false },
    ...{ width_px: 200, height_px: 192, carrier_cycles_per_px: [0.14, 0.1], amplitude_ratio: 0.5 },
    ...{ pupil_radius_cycles_per_px: 0.12, full_scale_percentile: 95, full_scale_fraction: 1 },
  });
  const flagged = ({ saturated, untrusted, ...flags }: Bounds) => {
    const own = offAxisSettings.flags;
    const shared = {
      ...(saturated !== undefined && { saturated }),
      ...(untrusted !== undefined && { untrusted }),
    };
    const evidence = { ...own.evidence, ...shared };
    const offAxis = { ...offAxisSettings, flags: { ...own, ...flags, evidence } };
    const frames = { hologram, background: null };
    return reconstruct(kernels, frames, offAxisRecipe(), () => {}, null, { offAxis });
  };
  const { metrics, steps } = flagged({});
  const share = steps.find(({ name }) => name === 'aberration')!.metrics.background_share;
  const bounds = [
    ['saturated', 'saturated', metrics.fraction_at_maximum, 0.999],
    ['weakFringes', 'weak_fringes', metrics.fringe_visibility, 1.001],
    ['overlapping', 'autocorrelation_overlap', metrics.autocorrelation_overlap, 0.999],
    ['littleBackground', 'little_background', share, 1.001],
    ['untrusted', 'unwrapping_untrusted', metrics.untrusted_fraction, 0.999],
  ] as const;
  /** each flag has a bound of its own, so that all are tried at once */
  const raisedAt = (side: (measured: number, beyond: number) => number) => {
    const settings = bounds.map(([setting, , measured, beyond]) => [setting, side(Number(measured), beyond)]);
    const raised = flagged(Object.fromEntries(settings)).flags.map(({ code }) => code);
    return bounds.map(([, code]) => raised.includes(code));
  };
  for (const [, , measured] of bounds) expect(Number(measured)).toBeGreaterThan(0);
  expect(raisedAt((measured, beyond) => measured * beyond)).toEqual(bounds.map(() => true));
  expect(raisedAt((measured, beyond) => measured / beyond)).toEqual(bounds.map(() => false));
});
