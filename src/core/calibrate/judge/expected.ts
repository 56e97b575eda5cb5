import { expectedAreas, narrowest, shortestPeriod, shows } from '../../targets/marks.ts';
import { boundsOf, rectangle, type Box } from '../../targets/shape.ts';
import type { Area, TargetModel } from '../../targets/target-model.ts';
import type { TargetToFrame } from '../../rig/calibration.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { Nominal } from '../model/nominal.ts';
import { pitchOf } from '../model/state.ts';
import { seenBox } from './features.ts';
import type { ViewSettings } from './judge-settings.ts';

/** The narrowest bar that the recorded band shows, camera pixels. */
function resolution({ filter, cell }: MeasuredLight, { bar }: ViewSettings): number {
  return filter ? bar.cycles / filter.pass : bar.cells * cell;
}

/**
 * The areas that a frame shows whole and well resolved, in the model's order; bands: those whose both edges cross it; lines
 * as long as their maker likes: what of them is in view, where that is a period long or all of the line.
 */
export function expectedIn(
  model: TargetModel,
  place: TargetToFrame,
  measured: MeasuredLight,
  view: ViewSettings,
): Area[] {
  const { rows, cols, cell } = measured;
  const [width, height] = [cols * cell, rows * cell];
  const least = resolution(measured, view) * pitchOf(place);
  const frame = { width, height, edge: view.edge };
  const seen = seenBox(place, width, height);
  const inner = innerBox(place, seen, width, height);
  if (model.withLines)
    return model.areas(seen).flatMap((area) => {
      if (!shows(model, area, least)) return [];
      return stretchOf(area, place, frame, shortestPeriod(model) ?? 0);
    });
  const bands = expectedAreas(model, inner, least).filter(({ shape }) => shape.kind === 'band');
  const others = model.areas(seen).filter((area) => {
    const { shape } = area;
    if (shape.kind === 'band' || !shows(model, area, least)) return false;
    const box = boundsOf(shape);
    const points =
      shape.kind === 'polygon'
        ? shape.vertices
        : [
            { x_um: box.left_um, y_um: shape.centre.y_um },
            { x_um: box.right_um, y_um: shape.centre.y_um },
            { x_um: shape.centre.x_um, y_um: box.top_um },
            { x_um: shape.centre.x_um, y_um: box.bottom_um },
          ];
    return points.every((point) => inFrame(place, point.x_um, point.y_um, frame));
  });
  return [...bands, ...others];
}

/** What of an upright line lies in a frame with both its sides; nothing where that is less than so much and not all of it. */
function stretchOf(area: Area, place: TargetToFrame, frame: InFrame, least: number): Area[] {
  const [a, b, c, d, e, f] = place;
  const { left_um, right_um, top_um, bottom_um } = boundsOf(area.shape);
  let [from, to] = [top_um, bottom_um];
  /** only where slope · y + at is not below 0 */
  const keep = (slope: number, at: number) => {
    if (slope > 0) from = Math.max(from, -at / slope);
    else if (slope < 0) to = Math.min(to, -at / slope);
    else if (at < 0) to = -Infinity;
  };
  for (const x of [left_um, right_um]) {
    for (const [slope, at, side] of [
      [b, a * x + c, frame.width],
      [e, d * x + f, frame.height],
    ] as const) {
      keep(slope, at - frame.edge);
      keep(-slope, side - frame.edge - at);
    }
  }
  if (to - from < Math.min(least, bottom_um - top_um)) return [];
  return [{ ...area, shape: rectangle(left_um, from, right_um - left_um, to - from) }];
}

/** µm around the origin: every area of a target without a lattice, and some of any other. */
const AROUND_UM = 1e4;

/**
 * Why a target can't be seen by such a rig wherever it lies, or null: all its parts are finer than what is recorded.
 */
export function unresolved(
  model: TargetModel,
  measured: MeasuredLight,
  { pitch_um, allowed }: Nominal,
  view: ViewSettings,
): string | null {
  const bar = resolution(measured, view) * pitch_um;
  // the true pitch may be smaller than the nominal one
  const least = bar / (1 + allowed.scale);
  const period = shortestPeriod(model);
  const reach = period === null ? AROUND_UM : 2 * period;
  const areas = model.areas({ left_um: -reach, right_um: reach, top_um: -reach, bottom_um: reach });
  if (areas.some((area) => shows(model, area, least))) return null;
  const widest = areas.reduce((most, { shape }) => Math.max(most, narrowest(shape)), 0);
  const um = (length: number) => `${Number(length.toPrecision(3))} µm`;
  const parts =
    period === null ? `${um(widest)} wide` : `${um(widest)} wide, ${um(period)} from one to the next`;
  const seen = measured.filter ? 'the sideband holds' : 'the pixels show';
  return `Its parts are at most ${parts}; ${seen} bars of ${um(bar)} and more at a nominal pixel pitch of ${um(pitch_um)} on the target.`;
}

/** px, and what comes nearer to its sides than this is cut off */
interface InFrame {
  readonly width: number;
  readonly height: number;
  readonly edge: number;
}

function inFrame([a, b, c, d, e, f]: TargetToFrame, x: number, y: number, { width, height, edge }: InFrame) {
  const [u, v] = [a * x + b * y + c, d * x + e * y + f];
  return u >= edge && v >= edge && u <= width - edge && v <= height - edge;
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
