import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { writeComplex } from '../../../../test/direct-transform.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { contradictedBy, withoutContradicted, type Contradicted } from './contradicted.ts';
import type { RetrievalLevel } from './retrieval-level.ts';
import type { RetrievalFrame } from './sensor-model.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [rows, cols] = [40, 37];
const NOISE = 0.01;
const evidence = { sure: 8, reach: 4 };

/** What is contradicted where one frame is off by this much, in noise, beside noise that is even. */
function found(off: (x: number, y: number) => number | null) {
  using scope: Scope = kernels.scope();
  const estimate = scope.complex(rows, cols);
  const ones = new Float64Array(rows * cols).fill(0.6);
  writeComplex(kernels, estimate, { rows, cols, re: ones, im: ones.map(() => 0.8) });
  const amplitude = scope.real(rows, cols);
  const values = kernels.floats(amplitude.ptr, rows * amplitude.pitch);
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < cols; x += 1) {
      const noise = (((x * 7 + y * 13) % 9) - 4) / 2.6;
      const here = off(x, y);
      values[y * amplitude.pitch + x] = here === null ? -1 : 1 + NOISE * (noise + here);
    }
  const level = { sensor: { matched: [{ amplitude, estimate }] }, optics: { rows, cols } };
  const [one] = contradictedBy(kernels, level as unknown as RetrievalLevel, NOISE, evidence);
  const { pitch } = amplitude;
  return { ...one!, places: one!.places.map((at) => [at % pitch, Math.floor(at / pitch)]) };
}

describe('contradictedBy', () => {
  it('finds what is off by more than chance, and what is connected to it and no noise', () => {
    const off = new Map([
      ['20,10', 30],
      ['21,10', 6.5],
      ['22,11', -6.5],
      // as far off, but by itself
      ['5,30', 6.4],
    ]);
    const { places, share, beside } = found((x, y) => off.get(`${x},${y}`) ?? 0);
    expect(places).toEqual([
      [20, 10],
      [21, 10],
      [22, 11],
    ]);
    expect(share).toBeGreaterThan(0.25);
    expect(share).toBeLessThan(0.6);
    expect(beside).toBe(0);
  });

  it('finds none where all of a frame is off, and says what is left beside pixels that are not known', () => {
    expect(found((x, y) => ((x + y) % 2 ? 12 : -12)).places).toEqual([]);
    const isKnown = (x: number, y: number) => !(x >= 10 && x < 13 && y >= 10 && y < 13);
    const around = found((x, y) => (isKnown(x, y) ? 0 : null));
    expect(around.beside).toBeGreaterThan(0.6);
    expect(around.beside).toBeLessThan(1.4);
    const near = (x: number, y: number) => x >= 9 && x < 14 && y >= 9 && y < 14;
    const blurred = found((x, y) => (isKnown(x, y) ? (near(x, y) ? 4 : 0) : null));
    expect(blurred.places).toEqual([]);
    expect(blurred.beside).toBeGreaterThan(3);
  });
});

describe('withoutContradicted', () => {
  const bounds = { worth: 0.01, unexplained: 2.5 };
  const one = (share: number, beside = 1, places: readonly number[] = [7]): Contradicted => ({
    ...{ places, share, beside },
  });

  /** @param after what each further solution comes to: its misfit, and what contradicts it */
  function of(first: Contradicted, after: readonly (readonly [number, Contradicted])[]) {
    using scope: Scope = kernels.scope();
    const field = scope.complex(4, 4);
    const floats = () => kernels.floats(field.ptr, 8);
    const amplitude = scope.real(4, 8);
    kernels.floats(amplitude.ptr, 4 * amplitude.pitch).fill(1);
    floats().fill(1);
    const unknown: number[][] = [];
    const solve = (frames: readonly RetrievalFrame[]) => {
      const [dataMisfit, next] = after[unknown.length]!;
      const { ptr, pitch } = frames[0]!.amplitude;
      const values = kernels.floats(ptr, 4 * pitch);
      unknown.push([...values.keys()].filter((at) => values[at]! < 0));
      floats().fill(unknown.length + 1);
      return { found: { dataMisfit }, contradicted: [next] };
    };
    const input = { frames: [{ amplitude, z: 1 }], field };
    const result = withoutContradicted(
      kernels,
      input,
      { found: { dataMisfit: 9 }, contradicted: [first] },
      solve,
      bounds,
    );
    return { ...result, unknown, field: floats()[0] };
  }

  it('leaves all as it is where what is contradicted hardly counts', () => {
    const { found: kept, withheld, unknown, field } = of(one(0.009), []);
    expect([kept.dataMisfit, withheld, unknown, field]).toEqual([9, [[]], [], 1]);
  });

  it('leaves pixels out until none counts any more', () => {
    const once = of(one(0.5), [[1.1, one(0)]]);
    expect([once.found.dataMisfit, once.withheld, once.unknown, once.field]).toEqual([1.1, [[7]], [[7]], 2]);
    const twice = of(one(0.5), [
      [2, one(0.3, 3, [9])],
      [1, one(0.5)],
    ]);
    expect([twice.found.dataMisfit, twice.withheld, twice.unknown]).toEqual([1, [[7, 9]], [[7], [7, 9]]]);
  });

  it.each([
    ['the others are not explained then', 2.6, 1],
    ['what lies beside them is not', 1.1, 2.6],
  ])('takes nothing of it where %s', (_, misfit, beside) => {
    const result = of(one(0.5), [[misfit, one(0, beside)]]);
    expect([result.found.dataMisfit, result.withheld, result.field]).toEqual([9, [[]], 1]);
  });
});
