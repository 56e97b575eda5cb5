import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../../test/load-kernels.ts';
import type { Kernels } from '../../../kernel/kernels.ts';
import { focusSettings } from '../focus-settings.ts';
import type { FocusCandidate } from '../metrics/foci.ts';
import { searchRange } from '../metrics/search-range.ts';
import { chooseByModel, costMore, finalFactor, mayMove } from './choose-by-model.ts';
import type { ModelFrame } from './model-cost.ts';
import { scanByModel } from './scan-by-model.ts';
import type { TrialSetup } from './trials.ts';

const at = (z: number, strength: number): FocusCandidate => ({ z, strength, kind: 'phase' });

describe('a grid corrects a candidate', () => {
  const { metrics, model } = focusSettings;
  const moves = (strength: number, contrast: number, depth: number) =>
    mayMove(
      { metrics, model, contrast: { strength: contrast } },
      { depth: (z) => (depth * z) / 100 },
      at(100, strength),
      (z) => z / 10,
    );

  it('where it is not much coarser than what the candidate was found on', () => {
    expect([moves(0.2, 0.1, 20), moves(0.2, 0.1, 20.1)]).toEqual([true, false]);
    // one of the scan has nothing better
    expect(moves(0, 0.1, 1000)).toBe(true);
  });

  it('but not what is clear in a weak hologram', () => {
    expect([moves(0.11, 0.039, 1), moves(0.1, 0.039, 1), moves(0.11, 0.04, 1)]).toEqual([false, true, true]);
  });
});

describe('the last grid', () => {
  const frame = { sampling: { pitchX: 1, pitchY: 2 }, wavelength: 0.5 };
  const factor = (resolved: number, z: number) => finalFactor(frame, resolved, z, { reach: 0.45, side: 288 });

  it('averages as many pixels as hold the fringes', () => {
    // √(4 · 0.45 · 0.5 · z / 288) / 2 of the coarser pitch
    expect(factor(0.01, 288 * 10)).toBe(Math.round(Math.sqrt(4 * 0.45 * 0.5 * 10) / 2));
    expect(factor(0.01, 288 * 40)).toBe(3);
    expect(factor(0.01, 288 * 160)).toBe(6);
    expect(factor(0.01, 288 * 0.1)).toBe(1);
  });

  it('and no more than leave what is resolved', () => {
    expect(factor(0.1, 288 * 160)).toBe(2);
    expect(factor(0.1125, 288 * 160)).toBe(2);
    expect(factor(0.12, 288 * 160)).toBe(1);
    expect(factor(3, 288 * 160)).toBe(1);
  });
});

describe('by costs that are known', () => {
  const SIDE = 256;
  /** µm, of 0.4 cycles/µm at 0.5 µm */
  const DEPTH = 12.5;
  let kernels: Kernels;
  beforeAll(async () => {
    kernels = await loadKernels();
  });

  type Well = readonly [z: number, cost: number];

  type Costed = { readonly strength?: number; readonly settles?: number; readonly steep?: number };

  /** A frame of 256 µm, and a cost with a parabola at each of these. */
  function withSetup<T>(
    wells: readonly Well[],
    [from, to]: Well,
    use: (setup: TrialSetup, frames: ModelFrame[]) => T,
    { strength = 0.2, settles = 0, steep = 0.002 }: Costed = {},
  ): T {
    using scope = kernels.scope();
    const [amplitude, sampling, wavelength] = [scope.real(SIDE, SIDE), { pitchX: 1, pitchY: 1 }, 0.5];
    const frames: ModelFrame[] = [];
    const contrast = { rows: SIDE, cols: SIDE, sampling, radius: 0.4, reach: 0.4, strength };
    const setup = {
      ...{ contrast, wavelength, tiles: 6, metrics: focusSettings.metrics, model: focusSettings.model },
      highest: focusSettings.contrast.highest,
      ...{ full: { amplitude, sampling, wavelength, noiseSigma: 0.01 }, range: searchRange(from, to) },
      cost: (frame: ModelFrame, z: number, settled = false) => {
        frames.push(frame);
        const moved = settled ? z - settles : z;
        return Math.min(20, ...wells.map(([at, cost]) => cost + steep * (moved - at) ** 2));
      },
    } as unknown as TrialSetup;
    return use(setup, frames);
  }

  const choose = (
    wells: readonly Well[],
    found: readonly FocusCandidate[],
    range: Well = [300, 600],
    costed?: Costed,
  ) =>
    withSetup(
      wells,
      range,
      (setup) =>
        chooseByModel(kernels, setup, {
          found,
          scan: scanByModel(kernels, setup),
          sweptDepth: () => DEPTH,
          sharpen: (candidate) => candidate.z,
          boxAt: (_, side) => ({ x: 0, y: 0, width: Math.min(SIDE, side), height: Math.min(SIDE, side) }),
        }),
      costed,
    );

  it('the one that is chosen lies where costs that settled are least, or half way where most fringes leave the frame', () => {
    const chosen = (z: number, settles = 3) =>
      choose([[z + 3, 10]], [at(z, 0.3)], [250, 600], { settles, steep: 0.1 })[0]!;
    const [near, far, close] = [chosen(300), chosen(400), (to: number) => expect.closeTo(to, 6) as number];
    expect(near).toMatchObject({ candidate: { z: close(306) }, cheapest: near.candidate.z, open: 0 });
    expect(far).toMatchObject({ candidate: { z: close(404.5) }, open: close(1.5) });
    expect(chosen(300, 8)).toMatchObject({ candidate: { z: close(311) }, open: 0 });
  });

  it('a walk to settled costs that does not end leaves the distance where it was, and as open as it went', () => {
    const { candidate, inside, open } = choose([[303, 10]], [at(300, 0.3)], [250, 600], { settles: 60 })[0]!;
    expect(inside).toBe(true);
    expect(candidate.z).toBeCloseTo(303, 6);
    expect(open).toBeGreaterThan(DEPTH);
    expect(open).toBeLessThan(60);
  });

  it('the metrics’ candidates are moved to where it is cheapest, and compared', () => {
    const [first, second, ...others] = choose(
      [
        [403, 10],
        [500, 10.5],
      ],
      [at(400, 0.3), at(502, 0.2)],
    );
    expect(first!.candidate).toEqual({ z: expect.closeTo(403, 6), strength: 0.3, kind: 'phase' });
    expect(first).toMatchObject({ inside: true, resolves: true, depth: expect.closeTo(DEPTH, 9) });
    expect(first!.relativeCost).toBeCloseTo(1, 2);
    expect(second!.candidate).toEqual({ z: expect.closeTo(500, 6), strength: 0.2, kind: 'phase' });
    expect(second!.relativeCost).toBeCloseTo(1.05, 2);
    expect(others).toEqual([]);
    expect(first!.rise).toBeGreaterThan(0); // one step of 0.35 depths from the nearest trial
    expect(first!.rise).toBeLessThan((0.002 * (0.35 * DEPTH) ** 2) / 10);
  });

  it('what costs far more is left out, and what the scan alone finds goes on', () => {
    const wells: Well[] = [
      [350, 9],
      [403, 9.1],
      [500, 12],
    ];
    const found = choose(wells, [at(403, 0.3), at(500, 0.29)]);
    expect(found.map(({ candidate }) => Math.round(candidate.z))).toEqual([403, 350]);
    expect(found[1]!.candidate).toMatchObject({ strength: 0, kind: 'phase' });
    expect(found[1]!.relativeCost).toBeCloseTo(1, 2);
    // 12 % more is not even tried again, and 9 % more is no choice
    const clear = choose(
      [
        [350, 9],
        [403, 9.81],
      ],
      [{ ...at(403, 0.3), kind: 'absorbing' }],
    );
    expect(clear.map(({ candidate }) => Math.round(candidate.z))).toEqual([350, 403]);
    expect(clear[0]!.candidate.kind).toBe('absorbing');
    expect(
      choose(
        [
          [350, 9],
          [403, 10.1],
        ],
        [at(403, 0.3)],
      ),
    ).toHaveLength(1);
  });

  it('what is a little cheaper comes first, unless a weak hologram shows another clearly', () => {
    const wells: Well[] = [
      [350, 9],
      [403, 9.3],
    ];
    const zs = (strength: number, contrast: number) =>
      choose(wells, [at(403, strength)], undefined, { strength: contrast }).map(({ candidate }) =>
        Math.round(candidate.z),
      );
    const { weakContrast } = focusSettings.model;
    expect(zs(0.11, 1.01 * weakContrast)).toEqual([350, 403]);
    expect([zs(0.1, 0.99 * weakContrast), zs(0.11, 0.99 * weakContrast)]).toEqual([
      [350, 403],
      [403, 350],
    ]);
  });

  it('what the frame catches little of is no rival to what is clear', () => {
    // the frame catches 256 / z cycles/µm: less than half of 0.4 beyond 1280 µm
    const zs = (strength: number) =>
      choose(
        [
          [400, 10],
          [1500, 8],
        ],
        [at(400, strength)],
        [300, 2000],
      ).map(({ candidate }) => Math.round(candidate.z / 10));
    expect(zs(0.3)).toEqual([40]);
    expect(zs(0.05)[0]).toBe(150);
  });

  it('a part costs more at one distance than at another, alone and on a grid of its own', () => {
    const box = { x: 120, y: 120, width: 40, height: 40 };
    const more = (cost: number, than: number) =>
      withSetup(
        [
          [400, cost],
          [500, than],
        ],
        [300, 600],
        (setup, frames) => ({
          more: costMore(kernels, setup, box, { at: 400, than: 500 }),
          side: frames[0]!.amplitude.cols,
        }),
      );
    expect(more(11, 10)).toEqual({ more: expect.closeTo(0.1, 9) as number, side: 40 });
    expect(more(9, 10).more).toBeCloseTo(-0.1, 9);
  });
});
