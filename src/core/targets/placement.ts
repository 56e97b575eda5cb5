import type { KernelExports } from '../kernel/exports.ts';
import { boxAround, type Box, type Point } from './shape.ts';

/** How a target lies in the view: p = S · R · target + shift, from the middle of the frame. */
export interface Placement {
  /** turns the target's x axis towards its y axis: clockwise as seen, since y points down */
  readonly rotation_deg: number;
  /** where the target's origin lies, from the middle of the frame */
  readonly shift_x_um: number;
  readonly shift_y_um: number;
  /** scale along x over scale along y; their product stays 1 */
  readonly anisotropy: number;
  /** how far x moves per unit of y */
  readonly shear: number;
}

/** x' = xx · x + xy · y + x0, y' = yx · x + yy · y + y0 */
export interface Affine {
  readonly xx: number;
  readonly xy: number;
  readonly x0: number;
  readonly yx: number;
  readonly yy: number;
  readonly y0: number;
}

/** What a target is seen on. */
export interface View {
  readonly rows: number;
  readonly cols: number;
  readonly pitch_um: number;
}

/**
 * From µm on the target to µm from the frame's upper left corner. S = [[√a, shear], [0, 1/√a]] stretches and shears
 * in the frame's axes. Quarter turns are exact.
 */
export function placed(placement: Placement, view: View, wasm: Pick<KernelExports, 'sin' | 'cos'>): Affine {
  const [cosine, sine] = turn(placement.rotation_deg, wasm);
  const stretch = Math.sqrt(placement.anisotropy);
  const { shear } = placement;
  return {
    xx: stretch * cosine + shear * sine,
    xy: -stretch * sine + shear * cosine,
    x0: (view.cols * view.pitch_um) / 2 + placement.shift_x_um,
    yx: sine / stretch,
    yy: cosine / stretch,
    y0: (view.rows * view.pitch_um) / 2 + placement.shift_y_um,
  };
}

function turn(degrees: number, wasm: Pick<KernelExports, 'sin' | 'cos'>): [number, number] {
  const quarters = Math.round(degrees / 90);
  const rest = ((degrees - 90 * quarters) * Math.PI) / 180;
  const [c, s] = rest === 0 ? [1, 0] : [wasm.cos(rest), wasm.sin(rest)];
  const turned = [
    [c, s],
    [-s, c],
    [-c, -s],
    [s, -c],
  ] as const;
  const [cosine, sine] = turned[((quarters % 4) + 4) % 4]!;
  return [cosine, sine];
}

export function apply(affine: Affine, { x_um, y_um }: Point): Point {
  return {
    x_um: affine.xx * x_um + affine.xy * y_um + affine.x0,
    y_um: affine.yx * x_um + affine.yy * y_um + affine.y0,
  };
}

/** @throws RangeError where the affine map has no inverse */
export function inverse({ xx, xy, x0, yx, yy, y0 }: Affine): Affine {
  const determinant = xx * yy - xy * yx;
  if (determinant === 0) throw new RangeError('the map has no inverse');
  const [a, b] = [yy / determinant, -xy / determinant];
  const [c, d] = [-yx / determinant, xx / determinant];
  return { xx: a, xy: b, x0: -(a * x0 + b * y0), yx: c, yy: d, y0: -(c * x0 + d * y0) };
}

/** The part of the target that a frame can show, µm on the target. */
export function windowOf(affine: Affine, { rows, cols, pitch_um }: View): Box {
  const back = inverse(affine);
  const [width, height] = [cols * pitch_um, rows * pitch_um];
  const corners = [
    { x_um: 0, y_um: 0 },
    { x_um: width, y_um: 0 },
    { x_um: width, y_um: height },
    { x_um: 0, y_um: height },
  ];
  return boxAround(corners.map((corner) => apply(back, corner)));
}
