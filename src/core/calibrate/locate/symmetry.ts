import type { Kernels } from '../../kernel/kernels.ts';
import type { TargetModel } from '../../targets/target-model.ts';
import { placeOf } from '../model/pose.ts';
import { asDrawn, drawScene } from '../model/scene.ts';
import type { Symmetry } from './search-pose.ts';

const SIDE = 96;
/** Drawings on cells this coarse never agree exactly. */
const ALIKE = 0.985;

/**
 * By which turns a target's drawing comes back to itself, seen on drawings of it: none of them is asked for.
 * @param field_um side of the view that is compared, around the origin
 */
export function symmetryOf(
  kernels: Kernels,
  model: TargetModel,
  field_um: number,
  wavelength_um: number,
): Symmetry {
  const drawn = (degrees: number, mirrored: boolean) => {
    const canvas = { rows: SIDE, cols: SIDE, cell: 1, left: 0, top: 0 };
    const middle = { x: (SIDE - 1) / 2, y: (SIDE - 1) / 2 };
    const pose = { rotation: (degrees * Math.PI) / 180, scale: 1, mirrored, x: 0, y: 0 };
    const place = placeOf(pose, field_um / SIDE, middle, kernels.run);
    const wave = drawScene(canvas, model, [{ place, parts: null }], asDrawn, wavelength_um, kernels.run);
    return inDisc(wave.re.map((re, i) => re + 0.7 * wave.im[i]!));
  };
  const upright = drawn(0, false);
  const same = (degrees: number, mirrored = false) => alike(upright, drawn(degrees, mirrored));
  const mirror = same(0, true);
  if (same(37)) return { turn: 0, mirror: true };
  const turn = [60, 90, 180].find((degrees) => same(degrees)) ?? 360;
  return { turn: (turn * Math.PI) / 180, mirror };
}

function inDisc(values: Float32Array): Float64Array {
  const middle = (SIDE - 1) / 2;
  const inside: number[] = [];
  for (let row = 0, i = 0; row < SIDE; row += 1)
    for (let col = 0; col < SIDE; col += 1, i += 1)
      if (squared(row - middle) + squared(col - middle) < squared(middle)) inside.push(values[i]!);
  return Float64Array.from(inside);
}

function squared(x: number): number {
  return x * x;
}

function alike(a: Float64Array, b: Float64Array): boolean {
  const mean = (v: Float64Array) => v.reduce((sum, x) => sum + x, 0) / v.length;
  const [ma, mb] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i += 1) {
    const [x, y] = [a[i]! - ma, b[i]! - mb];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa > 0 && ab / Math.sqrt(aa * bb) > ALIKE;
}
