import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { backgroundSettings } from './background-settings.ts';
import { areSmall, coherenceAround } from './coherence-around.ts';
import { fitFlat, leftFlat } from './fit-flat.ts';
import { flatOrLevel } from './flat-or-level.ts';
import { regionsOf } from './flat-regions.ts';
import type { ChosenPhase } from './choose-degree.ts';
import { legendreDesign, legendreTerms } from './legendre.ts';
import { valuesAt } from './surface-values.ts';
import type { Tiles } from './tiles.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 32;
const count = SIDE * SIDE;
const along = Float64Array.from({ length: SIDE }, (_, k) => (2 * k) / (SIDE - 1) - 1);
const inside = new Uint8Array(count).fill(1);
const places = { count, x: along, y: along, inside, block: { rows: 1, cols: 1 } };
const SCALE = 0.02;

const BOWL = { degree: 2, coefficients: Float64Array.of(0, 0.2, -0.1, 0.3, 0.1, 0.25) };

/** A bowl over the ground on the left and a plateau on the right, a column between them left out. */
function groundAndPlateau(height: number) {
  const normal = normalSource(Random.from(7), kernels.wasm);
  const surface = valuesAt(places, BOWL);
  const column = (t: number) => t % SIDE;
  const phases = surface.map((s, t) => s + SCALE * normal() + (column(t) > SIDE / 2 ? height : 0));
  const weight = Float64Array.from({ length: count }, (_, t) => (column(t) === SIDE / 2 ? 0 : 1));
  return { phases, weight };
}

function partOf(t: number): number {
  const part = (k: number) => Math.floor((4 * k) / SIDE);
  return part(t % SIDE) + 4 * part(Math.floor(t / SIDE));
}

/** rad: root mean square of what two surfaces differ by beyond a constant */
function apart(one: { degree: number; coefficients: Float64Array }, other: typeof one): number {
  const [a, b] = [valuesAt(places, one), valuesAt(places, other)];
  const off = a.map((v, t) => v - b[t]!);
  const mean = off.reduce((x, y) => x + y, 0) / count;
  return Math.sqrt(off.reduce((sum, v) => sum + (v - mean) * (v - mean), 0) / count);
}

describe('regions', () => {
  it('are quiet tiles that touch along a side, nine of them at least', () => {
    const drawn = ['1110111', '1110111', '1110110', '0001001'].join('');
    const quiet = Uint8Array.from(drawn, Number);
    const { of, count: found } = regionsOf({ x: new Float64Array(7), y: new Float64Array(4) }, quiet);
    expect(found).toBe(1);
    expect([...of].flatMap((region, t) => (region === 0 ? [t] : []))).toEqual([0, 1, 2, 7, 8, 9, 14, 15, 16]);
  });
});

describe('a surface that leaves regions flat', () => {
  const of = Uint8Array.from({ length: count }, (_, t) => partOf(t));
  const setUp = (height = 0.9) => {
    const { phases, weight } = groundAndPlateau(height);
    const regions = regionsOf(places, weight);
    return {
      weight,
      regions,
      problem: {
        designOf: (degree: number) => legendreDesign(places, degree),
        regions,
        phases,
        partOf: of,
        parts: 16,
      },
    };
  };

  it('is that of both sides of a step, which moves it by nothing', () => {
    const { regions, problem } = setUp();
    expect(regions.count).toBe(2);
    const found = fitFlat(problem, 2)!;
    // 6 terms of n places: 0.02 · √(6 / 992)
    expect(apart(found, BOWL)).toBeLessThan(3 * SCALE * Math.sqrt(6 / count));
    expect(apart(fitFlat(setUp(0).problem, 2)!, found)).toBeLessThan(1e-9);
  });

  it('is, without a part, the one of who never had it, and foretells that part', () => {
    const { weight, regions, problem } = setUp();
    const found = fitFlat(problem, 2)!;
    const others = Float64Array.from(weight, (w, t) => (partOf(t) === 5 ? 0 : w));
    const without = fitFlat(
      { ...problem, regions: { ...regions, of: regions.of.map((r, t) => (others[t] === 0 ? -1 : r)) } },
      2,
    )!;
    // its weights are those of all tiles: nearer than a fifth of what noise moves a surface by
    expect(apart({ degree: 2, coefficients: found.without[5]! }, without)).toBeLessThan(
      (SCALE / 5) * Math.sqrt(6 / count),
    );
    const left = [...found.leftOut.keys()].filter((t) => partOf(t) === 5 && weight[t] === 1);
    const rms = Math.sqrt(left.reduce((sum, t) => sum + found.leftOut[t]! ** 2, 0) / left.length);
    expect(rms / SCALE).toBeGreaterThan(0.8);
    expect(rms / SCALE).toBeLessThan(1.2);
  });

  it('is none where the regions lie in one part alone', () => {
    const { problem } = setUp();
    const corner = Float64Array.from({ length: count }, (_, t) => (partOf(t) === 0 ? 1 : 0));
    expect(fitFlat({ ...problem, regions: regionsOf(places, corner) }, 2)).toBeNull();
    const left = leftFlat({ ...problem, regions: regionsOf(places, corner) }, BOWL);
    expect(left.every((r) => Number.isNaN(r))).toBe(true);
  });
});

describe('of a surface by levels and one that leaves regions flat', () => {
  const chosenAs = (surface: { degree: number; coefficients: Float64Array }): ChosenPhase => ({
    ...surface,
    fit: { coefficients: new Float64Array(1), scale: SCALE, weight: new Float64Array(count).fill(1) },
    heldOutByDegree: [0],
    others: [],
  });
  const of = (height: number) => {
    const { phases, weight } = groundAndPlateau(height);
    const tiles = { ...places, coherence: new Float64Array(count).fill(1) } as unknown as Tiles;
    return { tiles, phases, weight, quiet: weight, start: new Float64Array(legendreTerms(2).length) };
  };
  const choose = (height: number, surface: { degree: number; coefficients: Float64Array }) =>
    flatOrLevel(kernels, of(height), chosenAs(surface), [2], 2e-4, backgroundSettings);
  /** bent from the ground up to the plateau */
  const joined = { degree: 2, coefficients: BOWL.coefficients.map((c, k) => (k === 1 ? c + 0.4 : c)) };

  it('takes the flat one where the other bends from one level into another', () => {
    const taken = choose(0.9, joined);
    expect(apart(taken, BOWL)).toBeLessThan(3 * SCALE * Math.sqrt(6 / count));
    // by the tiles of one level
    const held = [...taken.fit.weight].flatMap((w, t) => (w > 0 ? [t % SIDE > SIDE / 2] : []));
    expect(new Set(held).size).toBe(1);
    // how far it may be off: as far as it is by what is left of it, within a factor of two
    const variance = taken.others.reduce((sum, each) => sum + each.share * apart(each, taken) ** 2, 0);
    const sigma = SCALE * Math.sqrt(5 / count);
    expect(Math.sqrt(variance) / sigma).toBeGreaterThan(0.5);
    expect(Math.sqrt(variance) / sigma).toBeLessThan(2);
  });

  it('keeps the one by levels where both are as good, and the other as possible', () => {
    const taken = choose(0.9, BOWL);
    expect(taken.coefficients).toEqual(BOWL.coefficients);
    const shares = taken.others.map(({ share }) => share);
    expect(Math.max(...shares)).toBeGreaterThan(0.1);
    expect(Math.max(...taken.others.map((each) => apart(each, BOWL)))).toBeLessThan(SCALE / 2);
  });

  it('of tiles of many samples takes the flat one where it is better, and says nothing else', () => {
    const large = (height: number, surface: typeof BOWL) => {
      const { tiles, ...rest } = of(height);
      const many = { ...tiles, block: { rows: 4, cols: 4 } } as unknown as Tiles;
      const chosen = chosenAs(surface);
      const taken = flatOrLevel(kernels, { ...rest, tiles: many }, chosen, [2], 2e-4, backgroundSettings);
      return { chosen, taken };
    };
    const bent = large(0.9, joined);
    expect(apart(bent.taken, BOWL)).toBeLessThan(3 * SCALE * Math.sqrt(6 / count));
    const right = large(0.9, BOWL);
    expect(right.taken).toBe(right.chosen);
    const tilt = large(0.9, { degree: 1, coefficients: Float64Array.of(0, 0.5, 0) });
    expect(tilt.taken).toBe(tilt.chosen);
  });

  it('says nothing where no degree bends', () => {
    const chosen = chosenAs(BOWL);
    expect(flatOrLevel(kernels, of(0.9), chosen, [1], 2e-4, backgroundSettings)).toBe(chosen);
  });
});

describe('tiles', () => {
  it('are small below nine samples', () => {
    expect(areSmall({ block: { rows: 2, cols: 4 } })).toBe(true);
    expect(areSmall({ block: { rows: 3, cols: 3 } })).toBe(false);
  });

  it('have a coherence with those around them by the definition', () => {
    const one = { x: new Float64Array(3), y: new Float64Array(3), modulus: new Float64Array(9).fill(2) };
    const phase = Float64Array.of(0, 0, 0, 0, Math.PI / 2, 0, 0, 0, 0);
    const found = coherenceAround(kernels, { ...one, phase, coherence: new Float64Array(9).fill(1) });
    expect(found[4]).toBeCloseTo(Math.sqrt(64 + 1) / 9, 12);
    expect(found[0]).toBeCloseTo(Math.sqrt(9 + 1) / 4, 12);
  });
});
