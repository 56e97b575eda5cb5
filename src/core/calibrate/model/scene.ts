import type { KernelExports } from '../../kernel/exports.ts';
import { layGround, paintTarget, type Painted } from '../../simulate/paint-target.ts';
import { emptyObject, type ThinObject } from '../../simulate/thin-object.ts';
import type { Material } from '../../targets/material.ts';
import type { Affine } from '../../targets/placement.ts';
import { blunted } from '../../targets/blunted.ts';
import { squareWindow, type Shape } from '../../targets/shape.ts';
import type { Area, TargetModel } from '../../targets/target-model.ts';
import type { TargetToFrame } from '../../rig/calibration.ts';
import { emptyComplex, type Complex } from './spectrum.ts';

/** A grid of square cells that the target is drawn on. */
export interface SceneGrid {
  readonly rows: number;
  readonly cols: number;
  /** camera pixels along a side of a cell */
  readonly cell: number;
  /** cells before the frame's first pixel */
  readonly left: number;
  readonly top: number;
}

/** What may differ from the drawing beside the place. */
export interface Look {
  /** by how much more than drawn all areas extend, µm; 0 where edges are known */
  readonly wider_um: number;
  /** by how much wider than drawn what is cut out of the areas is, µm: nobody states its size */
  readonly cuts_um: number;
  /** by how much more than usual of each corner is missing, µm: nobody states it */
  readonly corners_um: number;
  /** share by which lines whose length nobody states are longer than they are taken to be */
  readonly longer: number;
  /** phase as seen over phase as drawn */
  readonly phaseScale: number;
  /** change of the wave as seen over that as drawn: below 1 for chrome that lets some light through */
  readonly contrast: number;
}

export const asDrawn: Look = {
  wider_um: 0,
  cuts_um: 0,
  corners_um: 0,
  longer: 0,
  phaseScale: 1,
  contrast: 1,
};

/** One copy or part of a target with its place; all share the model's ground. */
export interface Piece {
  readonly place: TargetToFrame;
  /** null: everything */
  readonly parts: ReadonlySet<string> | null;
}

/**
 * The wave that leaves a target, drawn on a canvas with the renderer of the simulator: every cell by the exact share
 * that an area covers.
 */
export function drawScene(
  canvas: SceneGrid,
  model: TargetModel,
  pieces: readonly Piece[],
  look: Look,
  wavelength_um: number,
  wasm: KernelExports,
): Complex {
  const object = groundOn(canvas, model);
  const painted = paint(object, canvas, model, pieces, look, wavelength_um, wasm);
  const ground = model.ground.kind === 'opaque' ? 0 : 1;
  const wave = emptyComplex(canvas.rows * canvas.cols);
  const { contrast } = look;
  const { amplitude: amplitudes, phase: phases } = object;
  const { re: toRe, im: toIm } = wave;
  const turned = (first: number, end: number) => {
    for (let i = first; i < end; i += 1) {
      const phase = phases[i]!;
      const amplitude = amplitudes[i]!;
      const re = phase === 0 ? amplitude : amplitude * wasm.cos(phase);
      toRe[i] = ground + contrast * (re - ground);
      if (phase !== 0) toIm[i] = contrast * amplitude * wasm.sin(phase);
    }
  };
  const straight = (first: number, end: number) => {
    for (let i = first; i < end; i += 1) toRe[i] = ground + contrast * (amplitudes[i]! - ground);
  };
  // phases that nobody wrote are not even read
  const write = painted.isTurned ? turned : straight;
  write(painted.first, painted.end);
  // all else is as one cell of the ground is
  for (const [from, to] of [
    [0, painted.first],
    [painted.end, wave.re.length],
  ] as const) {
    if (from >= to) continue;
    write(from, from + 1);
    toRe.fill(toRe[from]!, from, to);
  }
  return wave;
}

/** A canvas without a target: grounds are clear or opaque, and turn no phase. Memory that is zero already is not touched. */
function groundOn({ rows, cols }: SceneGrid, { ground }: TargetModel): ThinObject {
  if (ground.kind !== 'opaque') return emptyObject(rows, cols, 1);
  const amplitude = new Float64Array(rows * cols);
  return { rows, cols, pitch_um: 1, amplitude, phase: new Float64Array(rows * cols) };
}

/** Draws each piece where it lies, and says where anything but the ground is. */
function paint(
  object: ThinObject,
  ...[canvas, model, pieces, look, wavelength_um, wasm]: Parameters<typeof drawScene>
): Painted {
  const own = (target: ThinObject, { place, parts }: Piece) =>
    paintTarget(target, looking(model, look, parts), [toCanvas(place, canvas)], wavelength_um, wasm, true);
  let all = own(object, pieces[0]!);
  if (pieces.length === 1) return all;
  // a piece is drawn by itself, and only where it lies is anything to be added and cleared
  const sheet = groundOn(canvas, model);
  for (const piece of pieces.slice(1)) {
    const painted = own(sheet, piece);
    add(object, sheet, model, painted);
    layGround(sheet, model, wavelength_um, painted);
    all = {
      first: Math.min(all.first, painted.first),
      end: Math.max(all.end, painted.end),
      isTurned: all.isTurned || painted.isTurned,
    };
  }
  return all;
}

/** Pieces never overlap: what one adds to the ground adds to the others. */
function add(object: ThinObject, more: ThinObject, { ground }: TargetModel, { first, end }: Painted): void {
  const level = ground.kind === 'opaque' ? 0 : 1;
  for (let i = first; i < end; i += 1) {
    object.amplitude[i]! += more.amplitude[i]! - level;
    object.phase[i]! += more.phase[i]!;
  }
}

/** From camera pixels, (0, 0) at the first one's centre, to cells from the canvas's corner. */
function toCanvas([a, b, c, d, e, f]: TargetToFrame, { cell, left, top }: SceneGrid): Affine {
  return {
    ...{ xx: a / cell, xy: b / cell, x0: (c + 0.5) / cell + left },
    ...{ yx: d / cell, yy: e / cell, y0: (f + 0.5) / cell + top },
  };
}

/** The target as wide and as high as it is seen. */
function looking(
  model: TargetModel,
  { wider_um, cuts_um, corners_um, longer, phaseScale }: Look,
  parts: ReadonlySet<string> | null,
): TargetModel {
  const isSharp = model.areas(squareWindow(2)).every((area) => area.corners_um === undefined);
  if (isSharp && wider_um === 0 && cuts_um === 0 && longer === 0 && phaseScale === 1 && parts === null)
    return model;
  const areas: TargetModel['areas'] = (window) =>
    model
      .areas(window)
      .filter(({ part }) => parts === null || parts.has(part))
      .map((area): Area => {
        const { cuts, material } = area;
        const shape =
          area.corners_um === undefined ? area.shape : blunted(area.shape, area.corners_um + corners_um);
        const drawn = {
          ...area,
          shape: widen(lengthened(shape, longer), wider_um),
          material: raised(material, phaseScale),
        };
        return cuts ? { ...drawn, cuts: cuts.map((cut) => widen(cut, cuts_um)) } : drawn;
      });
  return { ...model, areas };
}

/** Phase goes with height; the outline of a ball is its shape's. */
function raised(material: Material, by: number): Material {
  return 'height_um' in material ? { ...material, height_um: by * material.height_um } : material;
}

/** Lines along y, all of them about y = 0: so a scale that is off makes all of their ends lie. */
function lengthened(shape: Shape, by: number): Shape {
  if (by === 0 || shape.kind !== 'polygon') return shape;
  return { ...shape, vertices: shape.vertices.map(({ x_um, y_um }) => ({ x_um, y_um: (1 + by) * y_um })) };
}

/** Bands, circles, and rectangles along the target's axes: the targets whose widths aren't published have no others. */
function widen(shape: Shape, wider_um: number): Shape {
  const half = wider_um / 2;
  if (half === 0) return shape;
  if (shape.kind === 'band') return { ...shape, width_um: shape.width_um + wider_um };
  if (shape.kind === 'circle') return { ...shape, radius_um: Math.max(0, shape.radius_um + half) };
  const count = shape.vertices.length;
  const middle = {
    x_um: shape.vertices.reduce((sum, { x_um }) => sum + x_um, 0) / count,
    y_um: shape.vertices.reduce((sum, { y_um }) => sum + y_um, 0) / count,
  };
  const vertices = shape.vertices.map(({ x_um, y_um }) => ({
    x_um: x_um + Math.sign(x_um - middle.x_um) * half,
    y_um: y_um + Math.sign(y_um - middle.y_um) * half,
  }));
  return { kind: 'polygon', vertices };
}
