import type { KernelExports } from '../kernel/exports.ts';
import { phaseOf, transmissionOf, type Material } from '../targets/material.ts';
import { apply, inverse, windowOf, type Affine } from '../targets/placement.ts';
import { outline, type Band, type Box, type Circle, type Polygon, type Shape } from '../targets/shape.ts';
import type { TargetModel } from '../targets/target-model.ts';
import { circlePolygonArea } from './cover-circle.ts';
import { coverPolygon, type Visit } from './cover-polygon.ts';
import type { ThinObject } from './thin-object.ts';

/** A ball is averaged over this many points each way in a pixel. */
const SAMPLES = 8;

type Trigonometry = Pick<KernelExports, 'atan2' | 'sin' | 'cos'>;

/**
 * Paints a target on an empty object: first its ground, then its areas, which never overlap, each pixel by the exact
 * share of its area that they cover. Only a ball is sampled, at 8 × 8 points a pixel. A pixel of many phases has the mean
 * of its waves: that of its phases would be brighter, and an edge as if it had a slope as long as a pixel.
 * @param affines from µm on the target to µm from the frame's upper left corner, one for each copy
 * @param isGround whether the object holds the ground already, and nothing else
 * @returns where anything but the ground may be
 */
export function paintTarget(
  object: ThinObject,
  model: TargetModel,
  affines: readonly Affine[],
  wavelength_um: number,
  wasm: Trigonometry,
  isGround = false,
): Painted {
  const { amplitude, phase } = object;
  if (!isGround) layGround(object, model, wavelength_um);
  let flat: Step | null = null;
  let isTurned = phaseOf(model.ground, wavelength_um) !== 0;
  let [first, end] = [amplitude.length, 0];
  const touch = (from: number, to: number) => {
    if (from < first) first = from;
    if (to > end) end = to;
  };
  for (const affine of affines) {
    const window = windowOf(affine, object);
    for (const { shape, cuts, material } of model.areas(window)) {
      const step = stepFrom(model.ground, material, wavelength_um);
      const add = (sign: number, isBall: boolean): Visit => {
        const by = sign * step.amplitude;
        const turn = isBall ? 0 : sign * step.phase;
        return (from, to, share) => {
          touch(from, to);
          const own = share * by;
          for (let i = from; i < to; i += 1) amplitude[i]! += own;
          if (turn !== 0) for (let i = from; i < to; i += 1) phase[i]! += share * turn;
        };
      };
      isTurned ||= step.phase !== 0;
      const isBall = material.kind === 'body' && material.profile === 'ball';
      if (!isBall && step.phase !== 0) flat = step;
      cover(object, shape, affine, window, wasm, add(1, isBall));
      for (const cut of cuts ?? []) cover(object, cut, affine, window, wasm, add(-1, isBall));
      if (isBall && shape.kind === 'circle') addBall(object, shape, affine, step.phase, wasm, touch);
    }
  }
  const painted = { first: Math.min(first, end), end, isTurned };
  clamp(amplitude, painted);
  if (flat) mixAtEdges(object, painted, model.ground, flat, wavelength_um, wasm);
  return painted;
}

/** Pixels from one on, and up to another: row by row; and whether the phase of any of them is turned. */
export interface Painted {
  readonly first: number;
  readonly end: number;
  readonly isTurned: boolean;
}

/** Ground on all of an object, or on what was painted of it. */
export function layGround(
  { amplitude, phase }: ThinObject,
  { ground }: TargetModel,
  wavelength_um: number,
  painted: Pick<Painted, 'first' | 'end'> = { first: 0, end: amplitude.length },
): void {
  amplitude.fill(transmissionOf(ground), painted.first, painted.end);
  phase.fill(phaseOf(ground, wavelength_um), painted.first, painted.end);
}

interface Step {
  readonly amplitude: number;
  readonly phase: number;
}

/** Rounding of a share. */
const WHOLE = 1e-9;

/** From shares to waves where a pixel holds both the ground and a step; all steps of a target are of one height. */
function mixAtEdges(
  { amplitude, phase }: ThinObject,
  { first, end }: Pick<Painted, 'first' | 'end'>,
  ground: Material,
  step: Step,
  wavelength_um: number,
  wasm: Trigonometry,
): void {
  const [level, below] = [transmissionOf(ground), phaseOf(ground, wavelength_um)];
  const [real, imaginary] = [wasm.cos(step.phase), wasm.sin(step.phase)];
  for (let i = first; i < end; i += 1) {
    const share = (phase[i]! - below) / step.phase;
    if (share < WHOLE || share > 1 - WHOLE) continue;
    const raised = share * (level + step.amplitude);
    const re = (1 - share) * level + raised * real;
    const im = raised * imaginary;
    const angle = wasm.atan2(im, re);
    amplitude[i] = Math.sqrt(re * re + im * im);
    phase[i] = below + nextTo(share * step.phase, angle);
  }
}

function stepFrom(ground: Material, material: Material, wavelength_um: number): Step {
  return {
    amplitude: transmissionOf(material) - transmissionOf(ground),
    phase: phaseOf(material, wavelength_um) - phaseOf(ground, wavelength_um),
  };
}

function cover(
  object: ThinObject,
  shape: Shape,
  affine: Affine,
  window: Box,
  wasm: Trigonometry,
  paint: Visit,
): void {
  if (shape.kind === 'circle') coverCircle(object, shape, affine, wasm, paint);
  else coverStraight(object, shape, affine, window, paint);
}

function coverStraight(
  object: ThinObject,
  shape: Polygon | Band,
  affine: Affine,
  window: Box,
  paint: Visit,
): void {
  const { rows, cols, pitch_um } = object;
  const vertices = outline(shape, window).map((point) => {
    const { x_um, y_um } = apply(affine, point);
    return [x_um / pitch_um, y_um / pitch_um] as const;
  });
  coverPolygon(vertices, rows, cols, paint);
}

/** Pixels are brought to the target, where the circle is round whatever the rig does to it. */
function coverCircle(
  object: ThinObject,
  circle: Circle,
  affine: Affine,
  wasm: Trigonometry,
  paint: Visit,
): void {
  const { back, each } = pixelsOf(object, circle, affine);
  const pitch = object.pitch_um;
  const halves = [-pitch / 2, pitch / 2, pitch / 2, -pitch / 2];
  const cornersX = halves.map((dx, i) => back.xx * dx + back.xy * halves[(i + 3) % 4]!);
  const cornersY = halves.map((dx, i) => back.yx * dx + back.yy * halves[(i + 3) % 4]!);
  const pixelArea = Math.abs(back.xx * back.yy - back.xy * back.yx) * pitch * pitch;
  const reach = Math.sqrt(Math.max(...cornersX.map((x, i) => x * x + cornersY[i]! * cornersY[i]!)));
  const radius = circle.radius_um;
  each((index, x, y) => {
    const distance = Math.sqrt(x * x + y * y);
    if (distance >= radius + reach) return;
    if (distance <= radius - reach) return paint(index, index + 1, 1);
    const [xs, ys] = [cornersX.map((dx) => x + dx), cornersY.map((dy) => y + dy)];
    const share = Math.abs(circlePolygonArea(xs, ys, radius, wasm)) / pixelArea;
    if (share > 0) paint(index, index + 1, share);
  });
}

/** Near the rim the phase changes by more than a turn in a pixel: there the mean of the wave is dark. */
function addBall(
  object: ThinObject,
  circle: Circle,
  affine: Affine,
  peak_rad: number,
  wasm: Trigonometry,
  touch: (from: number, to: number) => void,
): void {
  const { back, each } = pixelsOf(object, circle, affine);
  const offsets = Array.from(
    { length: SAMPLES },
    (_, i) => ((2 * i + 1) / SAMPLES - 1) * (object.pitch_um / 2),
  );
  const square = circle.radius_um * circle.radius_um;
  const count = SAMPLES * SAMPLES;
  each((index, x, y) => {
    let [sum, re, im] = [0, 0, 0];
    for (const dy of offsets) {
      for (const dx of offsets) {
        const u = x + back.xx * dx + back.xy * dy;
        const v = y + back.yx * dx + back.yy * dy;
        const phase = peak_rad * Math.sqrt(Math.max(0, 1 - (u * u + v * v) / square));
        sum += phase;
        re += wasm.cos(phase);
        im += wasm.sin(phase);
      }
    }
    if (sum === 0) return;
    touch(index, index + 1);
    object.amplitude[index]! *= Math.sqrt(re * re + im * im) / count;
    object.phase[index]! += nextTo(sum / count, wasm.atan2(im, re));
  });
}

/** Of all turns of an angle the one next to a phase: the truth stays continuous. */
function nextTo(phase: number, angle: number): number {
  const turn = 2 * Math.PI;
  return angle + turn * Math.round((phase - angle) / turn);
}

/** The pixels in the bounding box of a placed circle, with their centres' places from the circle's, on the target. */
function pixelsOf(object: ThinObject, { centre, radius_um }: Circle, affine: Affine) {
  const { rows, cols, pitch_um } = object;
  const back = inverse(affine);
  const middle = apply(affine, centre);
  const reachX = radius_um * Math.sqrt(affine.xx * affine.xx + affine.xy * affine.xy);
  const reachY = radius_um * Math.sqrt(affine.yx * affine.yx + affine.yy * affine.yy);
  const range = (at: number, reach: number, count: number) =>
    [
      Math.max(0, Math.floor((at - reach) / pitch_um)),
      Math.min(count, Math.ceil((at + reach) / pitch_um)),
    ] as const;
  const [left, right] = range(middle.x_um, reachX, cols);
  const [top, bottom] = range(middle.y_um, reachY, rows);
  const each = (visit: (index: number, x_um: number, y_um: number) => void) => {
    for (let row = top; row < bottom; row += 1) {
      const dy = (row + 0.5) * pitch_um - middle.y_um;
      for (let col = left; col < right; col += 1) {
        const dx = (col + 0.5) * pitch_um - middle.x_um;
        visit(row * cols + col, back.xx * dx + back.xy * dy, back.yx * dx + back.yy * dy);
      }
    }
  };
  return { back, each };
}

/** Sums of shares may leave 0 to 1 by rounding. */
function clamp(amplitude: Float64Array, { first, end }: Pick<Painted, 'first' | 'end'>): void {
  for (let i = first; i < end; i += 1) {
    const value = amplitude[i]!;
    if (value < 0) amplitude[i] = 0;
    else if (value > 1) amplitude[i] = 1;
  }
}
