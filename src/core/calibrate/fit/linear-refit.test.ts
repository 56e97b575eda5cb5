import { describe, expect, it } from 'vitest';
import { Chance } from '../../../../test/second-simulator/chance.ts';
import { pulledBack, refitted, ridged, type Group, type System } from './linear-refit.ts';

const [COUNT, NOISE, WIDTH] = [400, 0.05, 0.3];
const BEND = WIDTH / 2;

/** A fit of one unknown, and a disturbance that changes all but the same: `apart` is what of it is its own. */
function refitOf(seed: number, apart: number, bend: number) {
  const chance = new Chance(seed);
  const draw = () => Array.from({ length: COUNT }, () => chance.normal());
  const [base, own, fault] = [draw(), draw(), draw()];
  const size = WIDTH * chance.normal();
  const slope = base.map((v, i) => v + apart * own[i]!);
  // its true slope is another one, by as much as is said of it, within what is its own
  const turned = BEND * chance.normal();
  const y = base.map((v, i) => 0.7 * v + size * (slope[i]! + turned * own[i]!) + NOISE * fault[i]!);
  const columns = [base, slope];
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, v, i) => sum + v * b[i]!, 0);
  // the fit's own unknown is at its best already
  const left = y.map((v, i) => v - (dot(base, y) / dot(base, base)) * base[i]!);
  const system: System = {
    count: 2,
    matrix: Float64Array.from(columns.flatMap((a) => columns.map((b) => dot(a, b)))),
    right: Float64Array.from(columns, (column) => dot(column, left)),
  };
  const group: Group = { name: 'lens', columns: [1], width: WIDTH, bend };
  const [lens] = refitted(system, [0], [group], NOISE * NOISE, 1).disturbances;
  return { off: lens!.terms[0]! - size, sigma: Math.sqrt(lens!.left[0]!) };
}

function rootMeanSquare(apart: number, bend: number): number {
  const all = Array.from({ length: 300 }, (_, k) => refitOf(k + 1, apart, bend));
  return Math.sqrt(all.reduce((sum, { off, sigma }) => sum + (off / sigma) ** 2, 0) / all.length);
}

it('claims no more of a disturbance than slopes are right to that hardly differ from those of the fit', () => {
  for (const apart of [0.03, 0.1, 0.5]) {
    expect(rootMeanSquare(apart, BEND)).toBeGreaterThan(0.6);
    expect(rootMeanSquare(apart, BEND)).toBeLessThan(1.25);
  }
  // slopes taken for straight ones: what is claimed is wrong many times over
  expect(rootMeanSquare(0.1, 0)).toBeGreaterThan(3);
});

describe('a disturbance that a fit has already', () => {
  const chance = new Chance(9);
  const draw = () => Array.from({ length: COUNT }, () => chance.normal());
  const columns = [draw(), draw(), draw()];
  const y = columns[0]!.map(
    (v, i) => 0.7 * v + 0.2 * columns[1]![i]! - 0.4 * columns[2]![i]! + chance.normal(),
  );
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, v, i) => sum + v * b[i]!, 0);
  /** The unknown of the fit at its best beside so much of both terms. */
  const systemWith = (terms: readonly [number, number]): System => {
    const beside = y.map((v, i) => v - terms[0] * columns[1]![i]! - terms[1] * columns[2]![i]!);
    const left = beside.map(
      (v, i) => v - (dot(columns[0]!, beside) / dot(columns[0]!, columns[0]!)) * columns[0]![i]!,
    );
    return {
      count: 3,
      matrix: Float64Array.from(columns.flatMap((a) => columns.map((b) => dot(a, b)))),
      right: Float64Array.from(columns, (column) => dot(column, left)),
    };
  };
  const group: Group = { name: 'lens', columns: [1, 2], width: WIDTH };
  const [none, some] = [[0, 0] as const, [0.15, -0.6] as const];
  const groupOf = (terms: readonly [number, number]) => ({ ...group, already: Float64Array.from(terms) });

  it('comes out the same as from none of it, and moves the fit by what is added alone', () => {
    const at = (terms: readonly [number, number]) => refitted(systemWith(terms), [0], [groupOf(terms)], 1, 1);
    const [from, beyond] = [at(none), at(some)];
    const [a, b] = [from.disturbances[0]!, beyond.disturbances[0]!];
    a.terms.forEach((value, k) => expect(b.terms[k]!).toBeCloseTo(value, 9));
    a.left.forEach((value, k) => expect(b.left[k]!).toBeCloseTo(value, 9));
    const apart = a.terms.map((value, k) => value - some[k]!);
    const moved = a.perTerm.reduce((sum, per, k) => sum + per[0]! * apart[k]!, 0);
    expect(beyond.moves[0]!).toBeCloseTo(moved, 9);
  });

  it('draws a step of all columns back by what is known of it', () => {
    const step = (terms: readonly [number, number]) => ridged(systemWith(terms), [groupOf(terms)], 1)!;
    const [from, beyond] = [step(none), step(some)];
    expect(beyond[1]! + some[0]).toBeCloseTo(from[1]!, 9);
    expect(beyond[2]! + some[1]).toBeCloseTo(from[2]!, 9);
    expect([...pulledBack(new Float64Array(3), [groupOf(some)], 9)]).toEqual([
      ...[0, (-9 * some[0]) / WIDTH ** 2, (-9 * some[1]) / WIDTH ** 2],
    ]);
  });
});

/** A fit's unknown where two disturbances change a frame nearly alike: how far it comes out off, and what is said of that. */
function ofTwoAlike(seed: number) {
  const chance = new Chance(seed);
  const draw = () => Array.from({ length: COUNT }, () => chance.normal());
  const [base, own, further] = [draw(), draw(), draw()];
  const one = base.map((v, i) => v + own[i]!);
  const other = base.map((v, i) => 0.5 * v + own[i]! + 0.02 * further[i]!);
  const [a, b] = [WIDTH * chance.normal(), WIDTH * chance.normal()];
  const y = base.map((_, i) => a * one[i]! + b * other[i]! + NOISE * chance.normal());
  const columns = [base, one, other];
  const dot = (p: readonly number[], q: readonly number[]) => p.reduce((sum, v, i) => sum + v * q[i]!, 0);
  const fitted = dot(base, y) / dot(base, base);
  const left = y.map((v, i) => v - fitted * base[i]!);
  const system: System = {
    count: 3,
    matrix: Float64Array.from(columns.flatMap((p) => columns.map((q) => dot(p, q)))),
    right: Float64Array.from(columns, (column) => dot(column, left)),
  };
  const groups: Group[] = [
    { name: 'lens', columns: [1], width: WIDTH },
    { name: 'reflections', columns: [2], width: WIDTH },
  ];
  const { moves, leftOf } = refitted(system, [0], groups, NOISE * NOISE, 1);
  const slope = Float64Array.of(1);
  const byNoise = NOISE / Math.sqrt(dot(base, base));
  return {
    off: fitted + moves[0]!,
    together: Math.hypot(byNoise, leftOf(['lens', 'reflections'], slope)),
    apart: Math.hypot(byNoise, leftOf(['lens'], slope), leftOf(['reflections'], slope)),
  };
}

it('says how far two disturbances together leave an unknown open, which a frame tells better than either', () => {
  const all = Array.from({ length: 300 }, (_, k) => ofTwoAlike(k + 1));
  const over = (of: 'together' | 'apart') =>
    Math.sqrt(all.reduce((sum, own) => sum + (own.off / own[of]) ** 2, 0) / all.length);
  expect(over('together')).toBeGreaterThan(0.9);
  expect(over('together')).toBeLessThan(1.1);
  expect(over('apart')).toBeLessThan(0.7);
});
