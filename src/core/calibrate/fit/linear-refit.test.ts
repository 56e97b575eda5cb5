import { expect, it } from 'vitest';
import { Chance } from '../../../../test/second-simulator/chance.ts';
import { refitted, type Group, type System } from './linear-refit.ts';

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
