import { medianInPlace } from '../../fit/median.ts';
import type { TargetToFrame } from '../../rig/calibration.ts';
import type { TargetModel } from '../../targets/target-model.ts';
import type { EndSettings } from '../locate/locate-settings.ts';
import { readEnds, type FocusedFrame } from './find-ends.ts';

/** The middle of a line that is seen from end to end, µm on the target. */
interface Middle {
  readonly x_um: number;
  readonly y_um: number;
}

/** A second reading is of lines that are no longer crossed aslant; a third of what is left. */
const ROUNDS = 3;

/**
 * The place of a scale turned until the middles of its lines lie level; null: they do, as far as ends are read. A line that is taken to be turned by
 * a degree still lies on itself, and a fit leaves it there: its ends, which lie far from the middle of the frame, move by more than a fit looks ahead.
 */
export function levelled(
  seen: FocusedFrame,
  place: TargetToFrame,
  model: Required<Pick<TargetModel, 'withLines' | 'lattices'>>,
  settings: EndSettings,
): TargetToFrame | null {
  let turned = place;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { lines, step_um } = readEnds(seen, turned, model, settings);
    const middles = lines.flatMap(({ x_um, ends: [from, to] }): Middle[] =>
      from.isOut || to.isOut ? [] : [{ x_um, y_um: (from.at_um + to.at_um) / 2 }],
    );
    if (middles.length < 2) break;
    const slope = slopeOf(middles);
    const half = (middles.at(-1)!.x_um - middles[0]!.x_um) / 2;
    if (Math.abs(slope) * half <= step_um) break;
    turned = turnedBy(turned, slope, middles);
  }
  return turned === place ? null : turned;
}

/** The middle one of the slopes from each to each other one (Theil and Sen): longer lines and ends that are misread count once each. */
function slopeOf(middles: readonly Middle[]): number {
  const slopes = middles.flatMap((one, k) =>
    middles.slice(k + 1).map((other) => (other.y_um - one.y_um) / (other.x_um - one.x_um)),
  );
  return medianInPlace(Float64Array.from(slopes));
}

/** Turned about the scale's middle, and drawn so much larger that lines lie as far apart along it as they did. */
function turnedBy(
  [a, b, c, d, e, f]: TargetToFrame,
  slope: number,
  middles: readonly Middle[],
): TargetToFrame {
  const x = medianInPlace(Float64Array.from(middles, ({ x_um }) => x_um));
  const y = medianInPlace(Float64Array.from(middles, ({ x_um, y_um }) => y_um - slope * (x_um - x)));
  const [xx, xy, yx, yy] = [a + slope * b, b - slope * a, d + slope * e, e - slope * d];
  return [xx, xy, a * x + b * y + c - xx * x - xy * y, yx, yy, d * x + e * y + f - yx * x - yy * y];
}
