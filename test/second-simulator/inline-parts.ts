import type { Chance } from './chance.ts';

/** What a part of a sample does to light at a place: micrometres of optical path, and the amplitude that passes. */
export type Touch = readonly [path_um: number, amplitude: number];

/** One thing in a sample, µm from the middle of the view; null where it is not. */
export interface InlinePart {
  readonly x_um: number;
  readonly y_um: number;
  /** half of the side of the square that holds it */
  readonly reach_um: number;
  readonly at: (x_um: number, y_um: number) => Touch | null;
}

export interface Place {
  readonly x_um: number;
  readonly y_um: number;
}

/** A clear or dyed ball: path and loss go with the thickness along the beam. */
export function ball({ x_um, y_um }: Place, radius: number, peak_um: number, passes: number): InlinePart {
  const loss = -Math.log(passes);
  const at = (x: number, y: number): Touch | null => {
    const inside = 1 - ((x - x_um) ** 2 + (y - y_um) ** 2) / (radius * radius);
    if (inside <= 0) return null;
    const thick = Math.sqrt(inside);
    return [peak_um * thick, Math.exp(-loss * thick)];
  };
  return { x_um, y_um, reach_um: radius, at };
}

/** An opaque or dim disc with a sharp edge: what an opaque ball throws, or a speck of dust. */
export function disc({ x_um, y_um }: Place, radius: number, passes: number): InlinePart {
  const at = (x: number, y: number): Touch | null =>
    (x - x_um) ** 2 + (y - y_um) ** 2 < radius * radius ? [0, passes] : null;
  return { x_um, y_um, reach_um: radius, at };
}

/** A lying cell: a flat dome with a lumpy outline, a denser nucleus and granules. */
export function cell(
  place: Place,
  radius: number,
  peak_um: number,
  passes: number,
  chance: Chance,
): InlinePart {
  const [turn, long] = [chance.between(0, Math.PI), chance.between(1, 1.5)];
  const lumps = [2, 3, 4].map((k) => [k, chance.within(0.08), chance.between(0, 6.28)] as const);
  const granules = Array.from({ length: 5 }, () => ({
    ...{ x: chance.within(0.5), y: chance.within(0.5), size: chance.between(0.06, 0.12) },
    weight: chance.between(0.05, 0.2),
  }));
  const nucleus = { x: chance.within(0.25), y: chance.within(0.25), size: chance.between(0.3, 0.4) };
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const loss = -Math.log(passes);
  const at = (px: number, py: number): Touch | null => {
    const [dx, dy] = [px - place.x_um, py - place.y_um];
    const [u, v] = [(c * dx + s * dy) / (radius * long), (c * dy - s * dx) / radius];
    const angle = Math.atan2(v, u);
    const rim = lumps.reduce((sum, [k, weight, phase]) => sum + weight * Math.cos(k * angle + phase), 1);
    const inside = 1 - (u * u + v * v) / (rim * rim);
    if (inside <= 0) return null;
    const bump = (x: number, y: number, size: number) =>
      Math.exp(-((u - x) ** 2 + (v - y) ** 2) / (size * size));
    const thick =
      0.7 * inside ** 0.7 +
      0.3 * bump(nucleus.x, nucleus.y, nucleus.size) * Math.min(1, 4 * inside) +
      granules.reduce((sum, { x, y, size, weight }) => sum + weight * bump(x, y, size), 0) *
        Math.min(1, 4 * inside);
    return [peak_um * thick, Math.exp(-loss * thick)];
  };
  return { ...place, reach_um: 1.3 * radius * long, at };
}

/** A red blood cell lying flat: thinner in the middle (Evans & Fung's shape, drawn simply). */
export function redCell(place: Place, radius: number, peak_um: number, passes: number): InlinePart {
  const loss = -Math.log(passes);
  const at = (x: number, y: number): Touch | null => {
    const r2 = ((x - place.x_um) ** 2 + (y - place.y_um) ** 2) / (radius * radius);
    if (r2 >= 1) return null;
    const thick = (Math.sqrt(1 - r2) * (0.32 + 2.0 * r2 - 1.12 * r2 * r2)) / 0.94;
    return [peak_um * thick, Math.exp(-loss * thick)];
  };
  return { ...place, reach_um: radius, at };
}

/** A round fibre along an arc, straight when `bend` is 0. */
export function fibre(
  { x_um, y_um }: Place,
  [length, radius]: readonly [number, number],
  turn: number,
  bend: number,
  [peak_um, passes]: Touch,
): InlinePart {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const loss = -Math.log(passes);
  const at = (px: number, py: number): Touch | null => {
    const [dx, dy] = [px - x_um, py - y_um];
    const [u, v] = [c * dx + s * dy, c * dy - s * dx];
    if (Math.abs(u) > length / 2) return null;
    const middle = (bend * u * u) / length;
    const slope = (2 * bend * u) / length;
    const off = (v - middle) / Math.sqrt(1 + slope * slope);
    const inside = 1 - (off * off) / (radius * radius);
    if (inside <= 0) return null;
    return [peak_um * Math.sqrt(inside), Math.exp(-loss * Math.sqrt(inside))];
  };
  return { x_um, y_um, reach_um: length * (0.5 + Math.abs(bend)) + radius, at };
}

/** Groups of three bars, across and along, each finer than the one before, turned as a whole. */
export function bars(
  { x_um, y_um }: Place,
  [side, finest]: readonly [number, number],
  turn: number,
  [path_um, passes]: Touch,
): InlinePart {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const groups: { left: number; top: number; width: number }[] = [];
  for (let width = side / 14, top = -side / 2; width > finest && top < side / 2; width /= 1.26) {
    groups.push({ left: -side / 2, top, width });
    top += 6.5 * width;
  }
  const touch: Touch = [path_um, passes];
  const at = (px: number, py: number): Touch | null => {
    const [dx, dy] = [px - x_um, py - y_um];
    const [u, v] = [c * dx + s * dy, c * dy - s * dx];
    for (const { left, top, width } of groups) {
      const [a, b] = [(u - left) / width, (v - top) / width];
      if (b < 0 || b >= 5) continue;
      if (a >= 0 && a < 5 && Math.floor(b) % 2 === 0) return touch;
      if (a >= 6.5 && a < 11.5 && Math.floor(a - 6.5) % 2 === 0) return touch;
    }
    return u > side / 3 && Math.abs(v) < side / 8 && u < side / 3 + side / 6 ? touch : null;
  };
  return { x_um, y_um, reach_um: 0.75 * side, at };
}

/** Places that keep `apart` from each other where they can, within `half` of the middle along either side. */
export function placesIn(
  chance: Chance,
  count: number,
  [halfX, halfY]: readonly [number, number],
  apart: number,
): Place[] {
  const places: Place[] = [];
  for (let tries = 0; places.length < count && tries < 60 * count; tries += 1) {
    const one = { x_um: chance.within(halfX), y_um: chance.within(halfY) };
    const free = places.every(({ x_um, y_um }) => Math.hypot(x_um - one.x_um, y_um - one.y_um) > apart);
    if (free) places.push(one);
  }
  return places;
}
