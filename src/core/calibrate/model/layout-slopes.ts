import { boundsOf } from '../../targets/shape.ts';
import type { Area, TargetModel } from '../../targets/target-model.ts';
import type { TargetToFrame } from '../../rig/calibration.ts';
import type { Optics } from './optics.ts';
import { slopeTowards, type Scene, type Subject } from './predict.ts';
import type { Complex } from './spectrum.ts';
import { generators, type Generator, type Middle, type State } from './state.ts';

/** How far the farthest part is moved to see what that does, camera pixels. */
const MOVE_PX = 0.05;

/**
 * The change of the field when parts that share a place lie off from where the drawing has them, each as large and as turned as before, by a straight
 * line of their places: larger, turned, longer one way, askew, per unit. Nobody certifies how a chart is laid out, and without these the scale of
 * all parts is that of the layout.
 */
export function layoutSlopes(
  scene: Scene,
  subject: Subject,
  optics: Optics,
  state: State,
  middle: Middle,
): Complex[] {
  const shared = subject.pieces[0];
  if (!shared) return [];
  const places = placesOf(subject.model, shared, state.places[0]!, middle);
  const far = Math.max(...[...places.values()].map(({ u, v }) => Math.sqrt(u * u + v * v)));
  const step = MOVE_PX / Math.max(far, 1);
  return (Object.keys(generators) as Generator[]).map((name) => {
    const model = movedBy(subject.model, places, state.places[0]!, name, step);
    return slopeTowards(model, step, scene, subject, optics, state);
  });
}

/** Where a part lies, camera pixels from the middle of the frame. */
interface At {
  readonly u: number;
  readonly v: number;
}

/** Of each part in it the middle of its areas. */
function placesOf(
  model: TargetModel,
  shared: ReadonlySet<string>,
  [a, b, c, d, e, f]: TargetToFrame,
  middle: Middle,
): Map<string, At> {
  const byPart = new Map<string, Area[]>();
  const everywhere = { left_um: -Infinity, top_um: -Infinity, right_um: Infinity, bottom_um: Infinity };
  for (const area of model.areas(everywhere))
    if (shared.has(area.part)) byPart.set(area.part, [...(byPart.get(area.part) ?? []), area]);
  return new Map(
    [...byPart].map(([part, areas]) => {
      const bounds = areas.map(({ shape }) => boundsOf(shape));
      const mean = (of: (box: (typeof bounds)[number]) => number) =>
        bounds.reduce((sum, box) => sum + of(box), 0) / bounds.length;
      const x = mean(({ left_um, right_um }) => (left_um + right_um) / 2);
      const y = mean(({ top_um, bottom_um }) => (top_um + bottom_um) / 2);
      return [part, { u: a * x + b * y + c - middle.x, v: d * x + e * y + f - middle.y }];
    }),
  );
}

function movedBy(
  model: TargetModel,
  places: ReadonlyMap<string, At>,
  [a, b, , d, e]: TargetToFrame,
  name: Generator,
  step: number,
): TargetModel {
  const [xx, xy, yx, yy] = generators[name];
  const determinant = a * e - b * d;
  const areas: TargetModel['areas'] = (window) =>
    model.areas(window).map((area): Area => {
      const at = places.get(area.part);
      if (!at || area.shape.kind !== 'polygon') return area;
      const [dx, dy] = [step * (xx * at.u + xy * at.v), step * (yx * at.u + yy * at.v)];
      const x_um = (e * dx - b * dy) / determinant;
      const y_um = (a * dy - d * dx) / determinant;
      const vertices = area.shape.vertices.map((p) => ({ x_um: p.x_um + x_um, y_um: p.y_um + y_um }));
      return { ...area, shape: { kind: 'polygon', vertices } };
    });
  return { ...model, areas };
}
