import { expect, it } from 'vitest';
import { findTarget } from '../../targets/catalogue.ts';
import type { MeasuredLight } from '../model/measured.ts';
import { piecesOf } from './pieces.ts';

const measured = (rows: number, cols: number) =>
  ({ rows, cols, cell: 1, weight: new Float64Array(rows * cols).fill(1) }) as MeasuredLight;

it('gives parts that the frame cuts off a place of their own: as drawn they would turn and stretch the rest', () => {
  const model = findTarget('usaf-1951')!.model();
  const areas = model.areas({ left_um: -9e3, top_um: -9e3, right_um: 9e3, bottom_um: 9e3 });
  const of = (part: string) => areas.filter((area) => area.part === part);
  const [one, two] = ['group 2 element 2, lying', 'group 2 element 3, lying'].map(of);
  const corners = one!.flatMap(({ shape }) => ('vertices' in shape ? shape.vertices : []));
  const [left, top] = [Math.min(...corners.map((p) => p.x_um)), Math.min(...corners.map((p) => p.y_um))];
  const expected = [...one!, ...two!];
  // a pixel of 4 µm, with the first of them begun in its left upper corner
  const pieces = (dx: number) =>
    piecesOf(model, expected, [0.25, 0, dx - left / 4, 0, 0.25, 10 - top / 4], measured(200, 220));
  const [rest, ...own] = pieces(10);
  const named = own.map((parts) => [...parts!][0]!);
  expect(named.slice(0, 2)).toEqual([one![0]!.part, two![0]!.part]);
  expect(named.length).toBeGreaterThan(2);
  expect(named.length).toBeLessThanOrEqual(8);
  for (const name of named) expect(rest!.has(name)).toBe(false);
  // those that lie wholly beside the frame stay with the rest
  expect(rest!.has('group 2 element 1, lying')).toBe(true);
  expect(piecesOf(findTarget('ronchi-10')!.model(), [], [1, 0, 0, 0, 1, 0], measured(9, 9))).toEqual([null]);
});
