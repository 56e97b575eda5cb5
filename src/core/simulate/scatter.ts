import type { Random } from './random.ts';
import { shorterSide, type ThinObject } from './thin-object.ts';

export interface Place {
  readonly x_um: number;
  readonly y_um: number;
}

/** Light diffracted by an object near the border leaves the frame; samples stay within this part of each side. */
const CENTRAL_SHARE = 0.7;
const ATTEMPTS = 200;

/**
 * Where `count` round things of one radius lie: one in the middle, several at random in the central part. They keep
 * clear of each other as long as there is room; after 200 attempts one may overlap.
 */
export function scatter(object: ThinObject, count: number, radius_um: number, random: Random): Place[] {
  const width = object.cols * object.pitch_um;
  const height = object.rows * object.pitch_um;
  if (count === 1) return [{ x_um: width / 2, y_um: height / 2 }];
  const halfX = Math.max(0, (width * CENTRAL_SHARE) / 2 - radius_um);
  const halfY = Math.max(0, (height * CENTRAL_SHARE) / 2 - radius_um);
  const places: Place[] = [];
  while (places.length < count) {
    let place: Place = { x_um: 0, y_um: 0 };
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      place = {
        x_um: width / 2 + random.between(-halfX, halfX),
        y_um: height / 2 + random.between(-halfY, halfY),
      };
      if (places.every((other) => distanceSquared(place, other) > 4 * radius_um * radius_um)) break;
    }
    places.push(place);
  }
  return places;
}

function distanceSquared(a: Place, b: Place): number {
  const dx = a.x_um - b.x_um;
  const dy = a.y_um - b.y_um;
  return dx * dx + dy * dy;
}

/** `size_um` where it is given, else a share of the frame's shorter side. */
export function sizeOr(object: ThinObject, size_um: number | null, share: number): number {
  return size_um ?? share * shorterSide(object);
}
