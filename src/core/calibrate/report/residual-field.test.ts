import { expect, it } from 'vitest';
import type { FoundFeature } from '../../rig/calibration.ts';
import type { MeasuredLight } from '../model/measured.ts';
import { pooledField, residualField } from './residual-field.ts';

/** 40 × 20 camera pixels on cells of two: with two places each way one is 20 × 10 px. */
const measured = { rows: 10, cols: 20, cell: 2 } as MeasuredLight;

function part(x: number, y: number, off: readonly [number, number], rejected = false): FoundFeature {
  const found_px = { x, y };
  return { kind: 'edge', name: '', found_px, fitted_px: { x: x - off[0], y: y - off[1] }, rejected };
}

it('says by places of the frame how far parts lie off, those that were left out not counted', () => {
  const field = residualField(
    measured,
    [part(5, 3, [0.2, 0]), part(15, 8, [0.4, 0.1]), part(30, 15, [1, 1]), part(31, 15, [9, 9], true)],
    2,
  );
  expect(field.map(({ x_px, y_px }) => [x_px, y_px])).toEqual([
    [9.5, 4.5],
    [29.5, 4.5],
    [9.5, 14.5],
    [29.5, 14.5],
  ]);
  const [first, empty, , last] = field;
  expect(first!.seen!.parts).toBe(2);
  expect(first!.seen!.dx_px).toBeCloseTo(0.3, 12);
  expect(first!.seen!.dy_px).toBeCloseTo(0.05, 12);
  expect(first!.seen!.scatter_px).toBeCloseTo(Math.hypot(0.1, 0.05) * Math.SQRT2, 12);
  expect(empty!.seen).toBeNull();
  expect(last!.seen).toMatchObject({ parts: 1, scatter_px: null });
});

it('is of several frames what all of their parts together make of it', () => {
  const parts = [part(5, 3, [0.2, 0]), part(15, 8, [0.4, 0.1]), part(7, 7, [-0.3, 0.5])];
  const one = residualField(measured, parts, 2);
  const each = [residualField(measured, parts.slice(0, 2), 2), residualField(measured, parts.slice(2), 2)];
  const pooled = pooledField(each)[0]!.seen!;
  expect(pooled.parts).toBe(3);
  for (const name of ['dx_px', 'dy_px', 'scatter_px'] as const)
    expect(pooled[name]).toBeCloseTo(one[0]!.seen![name]!, 12);
});
