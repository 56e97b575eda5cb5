import { openFocus } from './metrics/metrics-settings.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { loadCameraImage } from '../../field/camera.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { simulate } from '../../simulate/simulate.ts';
import type { SimulationInput } from '../../simulate/simulation-spec.ts';
import { followCandidate } from './metrics/follow-candidate.ts';
import { focusSettings, type OpinionSettings } from './focus-settings.ts';
import type { Planes, Settled } from './planes.ts';
import { modelCost, type ModelFrame } from './model/model-cost.ts';
import type { ModelSettings } from './model/model-settings.ts';
import { searchRange } from './metrics/search-range.ts';
import { confirmed, isClear, isSpread, secondOpinion } from './second-opinion.ts';
import { contrastSpectrum } from '../optics/contrast-spectrum.ts';
import { energyShares, sampleAt, sweepGrid } from './metrics/sweep.ts';
import { normaliseInline } from '../../light/normalise-inline.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const WAVELENGTH = 0.6328;
const PITCH = 1.67;
const SIDE = 160;
const TILES = 4;
const Z = 275;

const made = new Map<string, ReturnType<typeof simulate>>();

/** The same for all tests of an object. */
function simulated(object: SimulationInput['object']) {
  const key = JSON.stringify(object);
  const found =
    made.get(key) ??
    simulate(kernels, {
      ...{ mode: 'inline', object, width_px: SIDE, height_px: SIDE, background: false, seed: 1 },
      ...{ pixel_pitch_um: PITCH, z_mm: Z / 1000, photoelectrons: 10_000 },
    });
  made.set(key, found);
  return found;
}

/**
 * What is said of a first opinion at z = `first`.
 * @param cost what phase retrieval pays at a distance, where it is not asked
 * @param of settings of the opinion that are others
 */
function opinion(
  object: SimulationInput['object'],
  first: number,
  certain: boolean,
  cost?: (z: number) => number,
  { weakContrast, ...of }: Partial<OpinionSettings & Pick<ModelSettings, 'weakContrast'>> = {},
): Planes {
  const { hologram } = simulated(object);
  using scope = kernels.scope();
  const image = loadCameraImage(kernels, scope, hologram, 'hologram');
  const { amplitude, noiseSigma } = normaliseInline(kernels, scope, image, null);
  const sampling = { pitchX: PITCH, pitchY: PITCH };
  const { contrast: ofContrast, metrics } = focusSettings;
  const model = { ...focusSettings.model, ...(weakContrast !== undefined && { weakContrast }) };
  const optics = { sampling, wavelength: WAVELENGTH };
  const contrast = contrastSpectrum(kernels, scope, amplitude, optics, noiseSigma, ofContrast);
  const setup = {
    ...{
      settings: { ...focusSettings, opinion: { ...focusSettings.opinion, ...of } },
      metrics,
      model,
      highest: ofContrast.highest,
      contrast,
      wavelength: WAVELENGTH,
      tiles: TILES,
    },
    full: { amplitude, sampling, wavelength: WAVELENGTH, noiseSigma },
    range: searchRange(100, 2000),
    onIteration: () => {},
    cost: (frame: ModelFrame, z: number) =>
      cost?.(z) ?? modelCost(kernels, { model, onIteration: () => {} }, frame, z),
  };
  const { reach } = contrast;
  const grid = sweepGrid(kernels, scope, setup, reach);
  const shares = energyShares([200, 400, 800].map((z) => sampleAt(kernels, grid, z)));
  const tiles = Array.from(shares, (_, t) => t);
  const start = { candidate: { z: first, kind: 'phase', strength: 0.05 } as const, tiles, share: 1 };
  const followed = followCandidate(kernels, setup, start, { from: reach, to: reach }, () => {});
  const main = { ...followed, z: first, certain, byMetrics: false };
  return secondOpinion(kernels, setup, shares, { main, others: [] });
}

const weak = { kind: 'cells', count: 18, phase_rad: 0.3, transmission: 1 } as const;

describe('a second opinion', () => {
  it('puts a wrong and uncertain distance of a weak object right', () => {
    const { main } = opinion(weak, 620, false);
    expect(Math.abs(main.z - Z)).toBeLessThan(0.25 * main.depthOfField);
    expect(main).toMatchObject({ certain: true, byRings: true, kind: 'phase' });
    expect(main.uncertainty).toBeLessThan(0.125 * main.depthOfField);
    // beside what a metric may be off by, less than a micrometre, and not too little for how far it is off
    const least = focusSettings.metrics.uncertainty.least * main.depthOfField;
    const own = Math.sqrt(main.uncertainty * main.uncertainty - least * least);
    expect(own).toBeLessThan(0.9);
    expect(Math.abs(main.z - Z) / own).toBeLessThan(2);
  });

  it('leaves an uncertain one as it is where what is ahead of it may be noise', () => {
    const most = { evidence: { ...focusSettings.opinion.evidence, reach: 1000 } };
    expect(opinion(weak, 620, false, () => 1, most).main).toMatchObject({ z: 620, certain: false });
  });

  it('confirms a certain one, and leaves no rival', () => {
    const { main } = opinion(weak, Z + 2, true);
    expect(main).toMatchObject({ z: Z + 2, certain: true, byRings: true });
  });

  it('gives way where phase retrieval finds its distance an eighth more expensive than the one in doubt', () => {
    const at = (more: number) => opinion(weak, 620, false, (z) => (Math.abs(z - Z) < 30 ? 1 + more : 1)).main;
    const { excluded } = focusSettings.model.choice;
    expect(at(excluded + 0.001)).toMatchObject({ z: 620, certain: false });
    expect(Math.abs(at(excluded - 0.001).z - Z)).toBeLessThan(30);
  });

  it('puts an uncertain one in its place that is near, where many parts hold the light', () => {
    const { main } = opinion(weak, Z + 6, false);
    expect(6 / main.depthOfField).toBeLessThan(focusSettings.metrics.step);
    expect(Math.abs(main.z - Z)).toBeLessThan(3);
    expect(main).toMatchObject({ certain: true, byRings: true });
    // where few do, it confirms what it can't move
    expect(opinion(weak, Z + 6, false, undefined, { spread: 2 }).main.z).toBe(Z + 6);
  });

  it('leaves open what phase retrieval does not exclude, where the object is not weak and rings are not enough', () => {
    // few parts hold the light: a guess
    const at = (weakContrast?: number) =>
      opinion(weak, 620, false, () => 1, { spread: 2, ...(weakContrast !== undefined && { weakContrast }) })
        .main;
    const [own, strong] = [at(), at(0)];
    for (const main of [own, strong]) expect(main).toMatchObject({ certain: false, byRings: false });
    expect(Math.abs(strong.z - Z)).toBeLessThan(30);
    expect([own.undecided, strong.undecided].map((one) => one === undefined)).toEqual([false, true]);
  });

  it('disputes a certain one of a weak object, which metrics and costs may both have wrong', () => {
    const { main } = opinion(weak, 620, true, () => 1);
    expect(Math.abs(main.z - Z)).toBeLessThan(0.25 * main.depthOfField);
    expect(main).toMatchObject({ certain: false, byRings: false });
    expect(main.uncertainty).toBe(openFocus(focusSettings.metrics) * main.depthOfField);
  });

  it('does not overrule a certain one of a strong object, or where costs speak for it', () => {
    for (const { main } of [
      opinion(weak, 620, true, () => 1, { weakContrast: 0 }),
      opinion(weak, 620, true, (z) => (Math.abs(z - Z) < 30 ? 2 : 1)),
    ]) {
      expect(main).toMatchObject({ z: 620, certain: true });
      expect(main.byRings).toBeUndefined();
    }
  });

  it('where it is silent, a certain one of a weak object is no more than a guess', () => {
    const silent = { evidence: { ...focusSettings.opinion.evidence, proven: Infinity } };
    const { main } = opinion(weak, Z, true, () => 1, silent);
    expect(main).toMatchObject({ z: Z, certain: false });
    expect(main.uncertainty).toBe(openFocus(focusSettings.metrics) * main.depthOfField);
    expect(opinion(weak, Z, true, () => 1, { ...silent, weakContrast: 0 }).main.certain).toBe(true);
  });

  it('leaves the distance of an object whose light is as strong as the beam, whatever rings its spectrum has', () => {
    const anything = { evidence: { ...focusSettings.opinion.evidence, reach: 0 }, spread: 0, leastParts: 1 };
    const at = (object: SimulationInput['object']) => opinion(object, 620, false, () => 1, anything).main.z;
    expect(at({ kind: 'absorbing-chart' })).toBe(620);
    expect(at({ ...weak, phase_rad: 2 })).toBe(620);
    expect(at(weak)).not.toBe(620);
  });

  it('is silent where the object is not weak, or where there is but one', () => {
    const strong = opinion({ kind: 'absorbing-chart' }, 620, false).main;
    expect(strong).toMatchObject({ z: 620, certain: false });
    const single = opinion({ ...weak, count: 1, size_um: 12, phase_rad: 0.1 }, 620, false).main;
    expect(single.certain).toBe(false);
  });
});

describe('what an opinion rests on', () => {
  it('light is spread where it is even among enough parts', () => {
    const even = (parts: number, of: number) =>
      Float64Array.from({ length: of }, (_, t) => (t < parts ? 1 / parts : 0));
    expect([
      isSpread(even(9, 9), focusSettings.opinion),
      isSpread(even(8, 8), focusSettings.opinion),
      isSpread(even(8, 20), focusSettings.opinion),
      isSpread(even(6, 20), focusSettings.opinion),
    ]).toEqual([true, false, true, false]);
  });

  const clear = (more: object = {}, behind: number | null = 8) =>
    isClear(
      {
        foci: [
          { z: 100, kind: 'phase', behind: 0 },
          ...(behind === null ? [] : [{ z: 200, kind: 'phase', behind } as const]),
        ],
        ...{ sigma: 2.4, gain: 18, modulation: 0.75, ...more },
      },
      (z) => z / 5,
      focusSettings,
    );
  it('rings are clear that are there, ahead of others, and exact', () => {
    // an eighth of a depth of 20 µm
    expect([clear(), clear({ sigma: 2.5 }), clear({ sigma: 2.6 })]).toEqual([true, false, false]);
    expect([clear({ gain: 17.9 }), clear({ modulation: 0.74 }), clear({}, 7.9)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(clear({}, null)).toBe(true);
  });

  it('a confirmed distance is as uncertain as the two differ, and no less than twice the least', () => {
    const main = { z: 100, depthOfField: 40, uncertainty: 9, certain: false } as Settled;
    expect(confirmed(main, 103, 0.05)).toMatchObject({
      z: 100,
      uncertainty: 4,
      certain: true,
      byRings: true,
    });
    expect(confirmed(main, 93, 0.05).uncertainty).toBe(7);
    expect(confirmed({ ...main, certain: true }, 93, 0.05)).toMatchObject({ uncertainty: 9, certain: true });
  });
});
