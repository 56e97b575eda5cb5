import { expectedAreas } from '../targets/marks.ts';
import { boundsOf, type Box } from '../targets/shape.ts';
import type { Area, TargetModel } from '../targets/target-model.ts';
import type { TargetToFrame } from './calibration.ts';
import { seenBox } from './features.ts';
import type { Measured } from './measured.ts';
import { pitchOf } from './state.ts';

/** px: what comes nearer to the frame's edge than this is cut off. */
const EDGE_PX = 2;

/** The narrowest bar that the recorded band shows, camera pixels. */
function resolution({ filter, cell }: Measured): number {
  return filter ? 0.4 / filter.pass : 2 * cell;
}

/** The areas that a frame shows whole and well resolved, in the model's order; bands: those whose both edges cross it. */
export function expectedIn(model: TargetModel, place: TargetToFrame, measured: Measured): Area[] {
  const { rows, cols, cell } = measured;
  const [width, height] = [cols * cell, rows * cell];
  const least = resolution(measured) * pitchOf(place);
  const seen = seenBox(place, width, height);
  const inner = innerBox(place, seen, width, height);
  const bands = expectedAreas(model, inner, least).filter(({ shape }) => shape.kind === 'band');
  const others = model.areas(seen).filter(({ shape }) => {
    if (shape.kind === 'band') return false;
    const box = boundsOf(shape);
    const narrowest = Math.min(box.right_um - box.left_um, box.bottom_um - box.top_um);
    const points =
      shape.kind === 'polygon'
        ? shape.vertices
        : [
            { x_um: box.left_um, y_um: shape.centre.y_um },
            { x_um: box.right_um, y_um: shape.centre.y_um },
            { x_um: shape.centre.x_um, y_um: box.top_um },
            { x_um: shape.centre.x_um, y_um: box.bottom_um },
          ];
    return (
      narrowest >= least && points.every((point) => inFrame(place, point.x_um, point.y_um, width, height))
    );
  });
  return [...bands, ...others];
}

function inFrame([a, b, c, d, e, f]: TargetToFrame, x: number, y: number, width: number, height: number) {
  const [u, v] = [a * x + b * y + c, d * x + e * y + f];
  return u >= EDGE_PX && v >= EDGE_PX && u <= width - EDGE_PX && v <= height - EDGE_PX;
}

/** An upright box on the target, around the middle of the view, that lies inside a turned frame. */
function innerBox(place: TargetToFrame, seen: Box, width: number, height: number): Box {
  const [x, y] = [(seen.left_um + seen.right_um) / 2, (seen.top_um + seen.bottom_um) / 2];
  const [halfX, halfY] = [(seen.right_um - seen.left_um) / 2, (seen.bottom_um - seen.top_um) / 2];
  const [a, b, , d, e] = place;
  const across = Math.abs(a) * halfX + Math.abs(b) * halfY;
  const down = Math.abs(d) * halfX + Math.abs(e) * halfY;
  const share = Math.min(width / 2 / across, height / 2 / down);
  return {
    left_um: x - share * halfX,
    right_um: x + share * halfX,
    top_um: y - share * halfY,
    bottom_um: y + share * halfY,
  };
}
