import { describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../../test/load-kernels.ts';
import { focusSettings } from '../focus-settings.ts';
import { searchRange } from '../metrics/search-range.ts';
import { cheapest, coarseDistances, scanByModel } from './scan-by-model.ts';
import type { TrialSetup } from './trials.ts';

const { metrics, model } = focusSettings;

describe('the distances of a scan', () => {
  const scan = (from: number, to: number, depth: (z: number) => number) =>
    coarseDistances({ range: searchRange(from, to), metrics }, depth);

  it('are steps of depths of field to the end of the range', () => {
    const zs = scan(100, 200, () => 20);
    expect(zs[0]).toBe(100);
    expect(zs.at(-1)).toBe(200);
    expect(zs.slice(1, -1).map((z, k) => z - zs[k]!)).toEqual(Array(zs.length - 2).fill(8));
    expect(zs.at(-1)! - zs.at(-2)!).toBeLessThanOrEqual(8);
  });

  it('are no longer than a share of the distance', () => {
    expect(scan(100, 160, () => 1000).slice(0, 2)).toEqual([160]);
    const zs = scan(400, 800, () => 1000);
    expect(zs.map((z) => Math.round(z))).toEqual([400, 520, 676, 800]);
  });

  it('begin where there is a field, and have the end where there is nothing before it', () => {
    expect(scan(100, 2000, () => 500)[0]).toBe(150);
    expect(scan(100, 200, () => 1000)).toEqual([200]);
  });
});

describe('the cheapest distances', () => {
  const limits = { mostFinalists: 2 };
  const zs = [10, 20, 30, 40, 50, 60];

  it('are minima between their neighbours, cheapest first', () => {
    expect(cheapest({ zs, costs: [9, 5, 9, 4, 9, 1] }, limits)).toEqual([40, 20]);
    expect(cheapest({ zs, costs: [9, 5, 9, 4, 9, 1] }, { ...limits, mostFinalists: 1 })).toEqual([40]);
    // the near end is one, the far one is none where there is another
    expect(cheapest({ zs, costs: [3, 5, 9, 4, 9, 1] }, limits)).toEqual([10, 40]);
  });

  it('lie between samples where a parabola has it', () => {
    const [z] = cheapest({ zs, costs: zs.map((at) => (at - 33) ** 2 + 1) }, limits);
    expect(z).toBeCloseTo(33, 9);
  });

  it('are the far end where the cost falls all the way, and the first of equals', () => {
    expect(cheapest({ zs, costs: [6, 5, 4, 3, 2, 1] }, limits)).toEqual([60]);
    expect(cheapest({ zs, costs: [9, 4, 4, 9, 9, 9] }, limits)).toHaveLength(1);
    expect(cheapest({ zs, costs: [4, 4, 4, 4, 4, 4] }, limits)).toHaveLength(1);
  });
});

describe('a scan', () => {
  /** Of a frame of 400 × 300 µm whose cost is least at 700 µm: what it finds, and at which distances on what grid. */
  async function scanned(to: number) {
    const kernels = await loadKernels();
    using scope = kernels.scope();
    const sampling = { pitchX: 1, pitchY: 1 };
    const asked: { readonly z: number; readonly rows: number; readonly cols: number }[] = [];
    const setup = {
      full: { amplitude: scope.real(300, 400), sampling, wavelength: 0.5, noiseSigma: 0 },
      contrast: { radius: 0.4, rows: 300, cols: 400, sampling },
      ...{ wavelength: 0.5, tiles: 1, metrics, model, highest: 0.48, range: searchRange(200, to) },
      cost: ({ amplitude: { rows, cols } }, z) => {
        asked.push({ z, rows, cols });
        return 1 + Math.abs(z / 700 - 1);
      },
    } as TrialSetup;
    return { found: cheapest(scanByModel(kernels, setup), model.choice), asked };
  }

  it.each([
    [1000, 200],
    [20_000, 150],
  ])(
    'to %d µm keeps samples times distances within a million, on %d samples a side at most',
    async (to, most) => {
      const { found, asked } = await scanned(to);
      const [{ rows, cols }] = asked as [(typeof asked)[0]];
      expect(asked.length * rows * cols).toBeLessThanOrEqual(1e6);
      expect(cols).toBeLessThanOrEqual(most);
      // the next finer grid would have taken more
      expect(asked.length * rows * cols).toBeGreaterThan(2e5);
      expect(new Set(asked.map((one) => one.cols)).size).toBe(1);
      expect(found).toHaveLength(1);
      const nearest = asked.map(({ z }) => Math.abs(z - 700)).sort((a, b) => a - b)[1]!;
      expect(Math.abs(found[0]! - 700)).toBeLessThanOrEqual(nearest);
    },
  );
});
