import { boundsOf } from '../../targets/shape.ts';
import type { Area, TargetModel } from '../../targets/target-model.ts';
import type { Optics } from './optics.ts';
import { slopeTowards, type Scene, type Subject } from './predict.ts';
import type { Complex } from './spectrum.ts';
import { pitchOf, type State } from './state.ts';

/** How far an edge of the widest bar is moved to see what that does, camera pixels. */
const MOVE_PX = 0.25;

/**
 * The change of the field when bars are wider by a share of their own width, by which they also are longer, and when they are longer than wider: per unit, and per
 * width of the widest one. A fit has all of them wider by as much; beside that, smaller bars that are wider or shorter than larger ones
 * by their share look as a scale that changes from where these lie to where those do.
 */
export function barSlopes(scene: Scene, subject: Subject, optics: Optics, state: State): Complex[] {
  const { model } = subject;
  if (model.rigid === 'whole') return [];
  const everywhere = { left_um: -Infinity, top_um: -Infinity, right_um: Infinity, bottom_um: Infinity };
  const bars = model.areas(everywhere).flatMap(({ bar_um }) => bar_um ?? []);
  if (new Set(bars).size < 2) return [];
  const widest = Math.max(...bars);
  const step = (MOVE_PX * pitchOf(state.places[0]!)) / widest;
  const by = (grown: (bar_um: number, isEnd: boolean) => number): Complex => {
    return slopeTowards(wider(model, grown), step, scene, subject, optics, state);
  };
  return [by((bar) => step * bar), by((_, isEnd) => (isEnd ? step * widest : 0))];
}

function wider(model: TargetModel, grown: (bar_um: number, isEnd: boolean) => number): TargetModel {
  const areas: TargetModel['areas'] = (window) =>
    model.areas(window).map((area): Area => {
      const { bar_um, shape } = area;
      if (bar_um === undefined || shape.kind !== 'polygon') return area;
      const { left_um, right_um, top_um, bottom_um } = boundsOf(shape);
      const isLying = right_um - left_um > bottom_um - top_um;
      const [x, y] = [grown(bar_um, isLying) / 2, grown(bar_um, !isLying) / 2];
      const [middleX, middleY] = [(left_um + right_um) / 2, (top_um + bottom_um) / 2];
      const vertices = shape.vertices.map((p) => ({
        x_um: p.x_um + Math.sign(p.x_um - middleX) * x,
        y_um: p.y_um + Math.sign(p.y_um - middleY) * y,
      }));
      return { ...area, shape: { kind: 'polygon', vertices } };
    });
  return { ...model, areas };
}
