import { parabolaVertex } from '../../../focus/extremum.ts';
import type { ExtremaSettings } from './metrics-settings.ts';

/** What an object in focus does to the light: the two look different in every focus metric. */
export type ObjectKind = 'absorbing' | 'phase';
export const objectKinds = ['absorbing', 'phase'] as const;

/** Focus metrics of one region over the distances of a sweep. */
export interface RegionCurves {
  /** µm, ascending */
  readonly z: readonly number[];
  /** √(mean² / mean square) of the gradient of the object, were it purely absorbing: smallest where its edges are sparse */
  readonly absorbing: readonly number[];
  /** the same for a pure phase object */
  readonly phase: readonly number[];
  /** share of the refocused field's gradient that is seen in its amplitude: most for absorbing, least for phase objects */
  readonly amplitudeShare: readonly number[];
  /** mean of the gradient's fourth power over its squared mean square: largest where few edges hold all of it */
  readonly peakedness: readonly number[];
  /**
   * share of the hologram's gradient that light from this distance can have brought: fringes finer than the frame's
   * aperture there come from nearer
   */
  readonly explained: readonly number[];
}

/** A distance at which an object of the kind may be in focus. */
export interface FocusCandidate {
  /** µm */
  readonly z: number;
  readonly kind: ObjectKind;
  /** geometric mean of the depths of two independent extrema, 0 … 1: above about 0.1 is rarely chance */
  readonly strength: number;
}

interface Dip {
  readonly index: number;
  readonly at: number;
  readonly depth: number;
}

/**
 * Distances where two kinds of evidence meet: the edges of the object are sparse (taking it to be of a kind, which
 * lets the twin image be divided out), and the gradient has left or entered the amplitude as that kind demands. The
 * first alone has minima wherever a few rings line up, the second alone near z = 0. Strongest first.
 * @param depthOfField µm, at a distance
 */
export function candidates(
  curves: RegionCurves,
  depthOfField: (z: number) => number,
  settings: ExtremaSettings,
): FocusCandidate[] {
  const found: FocusCandidate[] = [];
  const same = (at: number) => settings.same * depthOfField(at);
  for (const kind of objectKinds) {
    const sign = kind === 'absorbing' ? -1 : 1;
    const share = curves.amplitudeShare.map((v) => sign * v);
    const ofEdges = dipsBelowRims(curves.z, curves[kind], settings);
    const ofShare = dipsBelowRims(curves.z, share, settings);
    for (const { at, depth, index } of ofEdges) {
      const strength = together(depth, deepestNear(ofShare, at, same(at)), settings);
      found.push({ z: at, kind, strength: strength * curves.explained[index]! });
    }
    for (const { at, depth, index } of ofShare) {
      if (deepestNear(ofEdges, at, same(at)) > 0) continue;
      found.push({ z: at, kind, strength: together(0, depth, settings) * curves.explained[index]! });
    }
  }
  return found.sort((a, b) => b.strength - a.strength);
}

function together(edges: number, share: number, { flat }: ExtremaSettings): number {
  return Math.sqrt(2 * Math.max(flat, edges) * Math.max(flat, share));
}

function deepestNear(found: readonly Dip[], at: number, reach: number): number {
  return found.reduce((most, dip) => (Math.abs(dip.at - at) < reach ? Math.max(most, dip.depth) : most), 0);
}

/** Local minima inside the range, each with how far it lies below the lower of its two rims. */
export function dipsBelowRims(
  x: readonly number[],
  y: readonly number[],
  { window }: Pick<ExtremaSettings, 'window'>,
): Dip[] {
  return lowPlaces(y).map((k) => {
    const [lowest, highest] = [x[k]! / window, x[k]! * window];
    let left = y[k]!;
    for (let i = k; i >= 0 && x[i]! >= lowest; i--) left = Math.max(left, y[i]!);
    let right = y[k]!;
    for (let i = k; i < y.length && x[i]! <= highest; i++) right = Math.max(right, y[i]!);
    return { index: k, at: parabolaVertex(x, y, k), depth: Math.min(left, right) - y[k]! };
  });
}

/** Where values have a local minimum that is not at an end. */
export function lowPlaces(y: readonly number[]): number[] {
  return y
    .map((_, k) => k)
    .filter((k) => k > 0 && k < y.length - 1 && y[k]! <= y[k - 1]! && y[k]! < y[k + 1]!);
}

/** Candidates that lie within a depth of field of a stronger one are dropped. */
export function distinct(
  found: readonly FocusCandidate[],
  depthOfField: (z: number) => number,
): FocusCandidate[] {
  const kept: FocusCandidate[] = [];
  for (const one of found) {
    if (kept.every((other) => Math.abs(other.z - one.z) > depthOfField(one.z))) kept.push(one);
  }
  return kept;
}

/** Where no two metrics agree: the distance at which either kind of object is sparsest, with no strength. */
export function sparsest(curves: RegionCurves): FocusCandidate {
  const lowest = (values: readonly number[]) => values.indexOf(Math.min(...values));
  const absorbing = lowest(curves.absorbing);
  const phase = lowest(curves.phase);
  return curves.absorbing[absorbing]! < curves.phase[phase]!
    ? { z: curves.z[absorbing]!, kind: 'absorbing', strength: 0 }
    : { z: curves.z[phase]!, kind: 'phase', strength: 0 };
}
