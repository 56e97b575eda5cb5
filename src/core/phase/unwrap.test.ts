import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '../../../test/brief-form.ts';
import type { RealPlane } from '../kernel/plane.ts';
import { Kernels } from '../kernel/kernels.ts';
import { unwrappingSettings, type UnwrappingSettings } from './unwrapping-settings.ts';
import { DISCONNECTED, INCONSISTENT, LOW_MODULUS, unwrap, type UnwrapOptions } from './unwrap.ts';

const wasm = readFileSync(new URL('../../../kernels/kernels.wasm', import.meta.url));
const TURN = 2 * Math.PI;
let kernels: Kernels;
beforeAll(async () => {
  kernels = await Kernels.load(wasm);
});

type Surface = (row: number, col: number) => number;

function write(plane: RealPlane, value: Surface): void {
  const floats = kernels.floats(plane.ptr, plane.rows * plane.pitch);
  floats.fill(NaN);
  for (let row = 0; row < plane.rows; row++)
    for (let col = 0; col < plane.cols; col++) floats[row * plane.pitch + col] = value(row, col);
}

function read(plane: RealPlane): Float32Array {
  const floats = kernels.floats(plane.ptr, plane.rows * plane.pitch);
  const { rows, cols, pitch } = plane;
  return Float32Array.from(
    { length: rows * cols },
    (_, i) => floats[Math.floor(i / cols) * pitch + (i % cols)]!,
  );
}

/** Wraps `truth`, unwraps it, and returns the outcome with the planes as plain arrays. */
function roundTrip(
  rows: number,
  cols: number,
  truth: Surface,
  modulus?: Surface,
  options?: UnwrapOptions,
  settings?: UnwrappingSettings,
) {
  using scope = kernels.scope();
  const wrapped = scope.real(rows, cols);
  const phase = scope.real(rows, cols);
  const size = modulus ? scope.real(rows, cols) : null;
  const mask = scope.bytes(rows * cols);
  write(wrapped, (row, col) => truth(row, col) - TURN * Math.round(truth(row, col) / TURN));
  if (size) write(size, modulus!);
  const outcome = unwrap(kernels, wrapped, size, phase, mask, options, settings);
  const got = read(phase);
  const turns = got.map((v, i) => Math.round((v - truth(Math.floor(i / cols), i % cols)) / TURN));
  // Distance, in units in the last place, from the nearest single-precision wrapped + 2πn.
  const incongruence = got.map((v, i) => {
    const base = read1(wrapped, i);
    const nearest = base + TURN * Math.round((v - base) / TURN);
    return Math.abs(v - nearest) / (Math.max(1, Math.abs(v)) * 2 ** -23);
  });
  return { ...outcome, phase: got, mask: kernels.bytes(mask, rows * cols).slice(), turns, incongruence };
}

function read1(plane: RealPlane, pixel: number): number {
  const at = Math.floor(pixel / plane.cols) * plane.pitch + (pixel % plane.cols);
  return kernels.floats(plane.ptr, plane.rows * plane.pitch)[at]!;
}

/** Fraction of pixels off the commonest multiple of 2π. */
function wrong(turns: Float32Array): number {
  const counts = new Map<number, number>();
  for (const n of turns) counts.set(n, (counts.get(n) ?? 0) + 1);
  return 1 - Math.max(...counts.values()) / turns.length;
}

function expectCongruent(incongruence: Float32Array): void {
  expect(incongruence.reduce((a, b) => Math.max(a, b), 0)).toBeLessThanOrEqual(1);
}

/** Normal deviates of standard deviation `sigma` for every pixel, from a seed (mulberry32, Box–Muller). */
function noise(sigma: number, seed: number, rows: number, cols: number): Surface {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const values = Float64Array.from({ length: rows * cols }, () => {
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    return sigma * radius * Math.cos(TURN * uniform());
  });
  return (row, col) => values[row * cols + col]!;
}

const bead: Surface = (row, col) => {
  const r2 = ((row - 190) / 170) ** 2 + ((col - 200) / 170) ** 2;
  return 25 * Math.sqrt(Math.max(0, 1 - r2));
};
const hills: Surface = (row, col) => 10 * Math.sin(row / 40 + 1) * Math.cos(col / 30);

describe('unwrap without residues', () => {
  it.each<[string, number, number, Surface]>(
    someOf([
      ['a ramp', 16, 16, (row, col) => 2.9 * col - 2.5 * row],
      ['a ramp of 1,000 rad on odd sides', 33, 341, (row, col) => 3 * col + 0.2 * row],
      ['a parabola', 61, 90, (row, col) => 0.02 * ((row - 30) ** 2 + (col - 51) ** 2)],
      ['a bead of 25 rad', 384, 401, bead],
      ['one row', 1, 50, (_, col) => 2 * col],
      ['one column', 50, 1, (row) => -3 * row],
      ['one pixel', 1, 1, () => 40],
    ]),
  )('recovers %s', (_, rows, cols, truth) => {
    const result = roundTrip(rows, cols, truth);
    expect(result).toMatchObject({ method: 'scan', residues: 0, residueDensity: 0, untrustedFraction: 0 });
    expect(wrong(result.turns)).toBe(0);
    expectCongruent(result.incongruence);
    expect(result.phase[0]).toBe(Math.fround(truth(0, 0) - TURN * Math.round(truth(0, 0) / TURN)));
    expect(result.mask.every((mark) => mark === 0)).toBe(true);
  });

  it('gives the same turns by every method', () => {
    for (const method of ['scan', 'quality-guided', 'least-squares'] as const)
      expect(wrong(roundTrip(75, 102, hills, undefined, { method }).turns)).toBe(0);
  });

  it('recovers any smooth surface with steps below π', () => {
    const wave = fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: 0.01, max: 1, noNaN: true })); // prettier-ignore
    const shape = fc.tuple(fc.integer({ min: 2, max: 40 }), fc.integer({ min: 2, max: 40 }));
    const run = ([rows, cols]: [number, number], waves: [number, number, number][], method: boolean) => {
      // Every wave alone steps by less than amplitude · (|kx| or |ky|); together they stay below 3 rad.
      const steepest = waves.reduce(
        (sum, [kx, ky, a]) => sum + a * Math.max(Math.abs(kx), Math.abs(ky)),
        1e-9,
      );
      const surface: Surface = (row, col) =>
        waves.reduce((sum, [kx, ky, a]) => sum + (3 / steepest) * a * Math.sin(kx * col + ky * row), 0);
      const options = method ? { method: 'quality-guided' as const } : {};
      const result = roundTrip(rows, cols, surface, undefined, options);
      expect(result.residues).toBe(0);
      expect(wrong(result.turns)).toBe(0);
    };
    fc.assert(fc.property(shape, fc.array(wave, { minLength: 1, maxLength: 4 }), fc.boolean(), run), {
      seed: 7,
    });
  });
});

describe('unwrap with residues', () => {
  it('finds a pair of vortices exactly and marks them and the cut between them', () => {
    const pair: Surface = (row, col) =>
      Math.atan2(row - 20.5, col - 15.5) - Math.atan2(row - 20.5, col - 29.5) + 0.1 * col;
    const result = roundTrip(43, 50, pair);
    expect(result).toMatchObject({ method: 'quality-guided', residues: 2, residueDensity: 2 / (43 * 50) });
    for (const col of [15, 16, 29, 30])
      for (const row of [20, 21]) expect(result.mask[row * 50 + col]! & INCONSISTENT).toBe(INCONSISTENT);
    expect(result.inconsistentFraction).toBeLessThan(0.03);
    expect(result.untrustedFraction).toBeGreaterThanOrEqual(result.inconsistentFraction);
    // Away from the cut, neighbours differ by at most half a turn.
    const jumps = result.phase.map((v, i) =>
      i % 50 && !result.mask[i] ? Math.abs(v - result.phase[i - 1]!) : 0,
    );
    expect(Math.max(...jumps)).toBeLessThanOrEqual(Math.fround(Math.PI));
    expectCongruent(result.incongruence);
  });

  it.each(someOf([1, 2, 3]))('keeps noisy beads and hills, seed %i', (seed) => {
    for (const [surface, rows, cols] of [
      [bead, 384, 401],
      [hills, 130, 211],
    ] as const) {
      // prettier-ignore
      const deviate = noise(0.6, seed, rows, cols);
      const result = roundTrip(rows, cols, (row, col) => surface(row, col) + deviate(row, col));
      expect(result.method).toBe('quality-guided');
      expect(result.residues).toBeGreaterThan(0);
      expect(wrong(result.turns)).toBeLessThan(5e-4);
      expect(wrong(result.turns.filter((_, i) => result.mask[i] === 0))).toBe(0);
      expectCongruent(result.incongruence);
    }
  });

  it.each(someOf([1, 2]))('takes least squares where residues are dense, seed %i', (seed) => {
    const deviate = noise(1, seed, 250, 301);
    const truth: Surface = (row, col) => hills(row, col) + deviate(row, col);
    const result = roundTrip(250, 301, truth);
    expect(result.method).toBe('least-squares');
    expect(result.residueDensity).toBeGreaterThan(0.05);
    expect(wrong(result.turns)).toBeLessThan(0.015);
    expectCongruent(result.incongruence);
    expect(wrong(roundTrip(250, 301, truth, undefined, { method: 'quality-guided' }).turns)).toBeGreaterThan(
      0.1,
    );
  });

  it('chooses by the density of residues, on either side of the bound', () => {
    const deviate = noise(0.8, 3, 120, 131);
    const truth: Surface = (row, col) => hills(row, col) + deviate(row, col);
    const choosing = (dense: number) =>
      roundTrip(120, 131, truth, undefined, {}, { ...unwrappingSettings, dense });
    const { residueDensity } = choosing(0.01);
    expect(choosing(1.001 * residueDensity).method).toBe('quality-guided');
    expect(choosing(0.999 * residueDensity).method).toBe('least-squares');
  });

  it('is the same to the bit when run again, and does not follow a constant phase', () => {
    for (const sigma of [0.7, 1]) {
      const deviate = noise(sigma, 5, 120, 150);
      const runs = [0, 0, 1.234].map((shift) =>
        roundTrip(120, 150, (row, col) => hills(row, col) + deviate(row, col) + shift),
      );
      expect(runs[1]!.phase).toEqual(runs[0]!.phase);
      expect(runs[1]!.mask).toEqual(runs[0]!.mask);
      const moved = runs[2]!.turns.map((n, i) => n - runs[0]!.turns[i]!);
      expect(wrong(moved)).toBeLessThan(1e-3);
    }
  });
});

describe('unwrap with a modulus', () => {
  const moat = (row: number, col: number) => Math.abs(Math.hypot(row - 40, col - 60) - 22) < 4;
  const inside = (row: number, col: number) => Math.hypot(row - 40, col - 60) <= 18;
  const random = noise(20, 9, 80, 131);
  const truth: Surface = (row, col) => (moat(row, col) ? random(row, col) : 0.4 * col + 0.1 * row);

  const bright = (row: number, col: number) => (moat(row, col) ? 0.05 : 1);
  const zone = (pixel: number) => {
    const [row, col] = [Math.floor(pixel / 131), pixel % 131];
    if (moat(row, col)) return 'moat';
    return inside(row, col) ? 'island' : 'land';
  };

  it.each(someOf(['quality-guided', 'least-squares'] as const))(
    'marks the moat as dark and the island in it as disconnected (%s)',
    (method) => {
      const result = roundTrip(80, 131, truth, bright, { minimumModulus: 0.1, method });
      const expected = { moat: LOW_MODULUS, island: DISCONNECTED, land: 0 };
      expect([...result.mask]).toEqual([...result.mask].map((_, i) => expected[zone(i)]));
      for (const place of ['land', 'island'])
        expect(wrong(result.turns.filter((_, i) => zone(i) === place))).toBe(0);
      expect(result.phase.every(Number.isFinite)).toBe(true);
      expectCongruent(result.incongruence);
      const share = (place: string) => result.mask.filter((_, i) => zone(i) === place).length / (80 * 131);
      expect(result.lowModulusFraction).toBe(share('moat'));
      expect(result.disconnectedFraction).toBe(share('island'));
      expect(result.untrustedFraction).toBeCloseTo(share('moat') + share('island'), 12);
      expect(result.inconsistentFraction).toBe(0);
    },
  );

  it('does not count residues in the dark towards the density', () => {
    const result = roundTrip(80, 131, truth, (row, col) => (moat(row, col) ? 0 : 1));
    expect(result.residues).toBeGreaterThan(20);
    expect(result.residueDensity).toBe(0);
    expect(result.method).toBe('quality-guided');
  });

  it('holds an undefined or all-dark modulus for untrusted', () => {
    const dark = roundTrip(20, 21, hills, () => NaN);
    expect(dark).toMatchObject({ lowModulusFraction: 1, untrustedFraction: 1, residueDensity: 0 });
    expect(wrong(dark.turns)).toBe(0);
  });

  it('refuses planes of different shapes', () => {
    using scope = kernels.scope();
    const mask = scope.bytes(64);
    expect(() => unwrap(kernels, scope.real(8, 8), null, scope.real(8, 7), mask)).toThrow(RangeError);
  });
});
