import type { KernelExports } from '../../kernel/exports.ts';
import { paintTarget } from '../../simulate/paint-target.ts';
import { emptyObject } from '../../simulate/thin-object.ts';
import type { Material } from '../../targets/material.ts';
import type { Affine } from '../../targets/placement.ts';
import type { Shape } from '../../targets/shape.ts';
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
  /** phase as seen over phase as drawn */
  readonly phaseScale: number;
  /** change of the wave as seen over that as drawn: below 1 for chrome that lets some light through */
  readonly contrast: number;
}

export const asDrawn: Look = { wider_um: 0, cuts_um: 0, phaseScale: 1, contrast: 1 };

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
  run: KernelExports,
): Complex {
  const object = emptyObject(canvas.rows, canvas.cols, 1);
  pieces.forEach(({ place, parts }, k) => {
    const target = k === 0 ? object : emptyObject(canvas.rows, canvas.cols, 1);
    const shown = looking(model, look, parts);
    paintTarget(target, shown, [toCanvas(place, canvas)], wavelength_um, run);
    if (k > 0) add(object, target, model);
  });
  const ground = model.ground.kind === 'opaque' ? 0 : 1;
  const wave = emptyComplex(canvas.rows * canvas.cols);
  for (let i = 0; i < wave.re.length; i += 1) {
    const phase = object.phase[i]!;
    const amplitude = object.amplitude[i]!;
    const re = phase === 0 ? amplitude : amplitude * run.cos(phase);
    wave.re[i] = ground + look.contrast * (re - ground);
    wave.im[i] = phase === 0 ? 0 : look.contrast * amplitude * run.sin(phase);
  }
  return wave;
}

/** Pieces never overlap: what one adds to the ground adds to the others. */
function add(
  object: { amplitude: Float64Array; phase: Float64Array },
  more: { amplitude: Float64Array; phase: Float64Array },
  { ground }: TargetModel,
): void {
  const level = ground.kind === 'opaque' ? 0 : 1;
  for (let i = 0; i < object.amplitude.length; i += 1) {
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
  { wider_um, cuts_um, phaseScale }: Look,
  parts: ReadonlySet<string> | null,
): TargetModel {
  if (wider_um === 0 && cuts_um === 0 && phaseScale === 1 && parts === null) return model;
  const areas: TargetModel['areas'] = (window) =>
    model
      .areas(window)
      .filter(({ part }) => parts === null || parts.has(part))
      .map((area): Area => {
        const { shape, cuts, material } = area;
        const drawn = { ...area, shape: widen(shape, wider_um), material: raised(material, phaseScale) };
        return cuts ? { ...drawn, cuts: cuts.map((cut) => widen(cut, cuts_um)) } : drawn;
      });
  return { ...model, areas };
}

/** Phase goes with height; the outline of a ball is its shape's. */
function raised(material: Material, by: number): Material {
  return 'height_um' in material ? { ...material, height_um: by * material.height_um } : material;
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
