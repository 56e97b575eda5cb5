import { legendreTerms } from '../../phase/legendre.ts';
import type { FinalFit } from '../fit/final-fit.ts';
import type { Prepared } from '../prepare/prepared.ts';
import { readingsOf, type Readings } from './readings.ts';

/** 1/µm, off-axis: how the wave at the sensor bends beside its reference, along x, along y and across. */
interface Bend {
  readonly x: number;
  readonly y: number;
  readonly across: number;
}

/** µm, one σ: distances that a lens adds, alike along all directions, and more along one axis or one diagonal than along the other. */
export interface Apart {
  readonly all: number;
  readonly axes: number;
  readonly diagonals: number;
}

export function bendOf({ fit, subject, measured }: FinalFit, prepared: Prepared): Bend {
  if (!measured.im) return { x: 0, y: 0, across: 0 };
  const degree = Math.max(2, fit.light.phaseDegree, prepared.removed?.degree ?? 0);
  const { pitchX, pitchY } = readingsOf(fit.state, subject.magnification, subject.kernels.wasm);
  const [width, height] = [
    measured.cell * measured.cols * pitchX,
    measured.cell * measured.rows * pitchY,
  ] as const;
  const terms = legendreTerms(degree);
  const rad = (a: number, b: number) => {
    const k = terms.findIndex((term) => term.a === a && term.b === b);
    return (fit.light.phase[k] ?? 0) + (prepared.removed?.phase[k] ?? 0);
  };
  // rad · 3/2 (2 x / side)² = π x² / (λ R), and rad · (2 x / width) (2 y / height) = 2 π x y / (λ R)
  const per = subject.medium_wavelength_um / Math.PI;
  return {
    x: (6 * rad(0, 2) * per) / (width * width),
    y: (6 * rad(2, 0) * per) / (height * height),
    across: (2 * rad(1, 1) * per) / (width * height),
  };
}

/**
 * Of bends that may be anything up to what is seen, and are one σ as a rule, whatever is seen: those that could be anything up to
 * them with all that is known of both, 3 / b² = 3 / seen² + 1 / σ².
 */
export function asUsual({ x, y, across }: Bend, usual: number): Bend {
  const least = (seen: number) => seen / share(1, seen / Math.sqrt(3) / usual);
  return { x: least(x), y: least(y), across: least(across) };
}

/** What of bends that are seen may be of light that came through a lens's disc; more is the reference's. */
export function atMost({ x, y, across }: Bend, most: number): Bend {
  const bounded = (seen: number) => Math.min(most, Math.max(-most, seen));
  return { x: bounded(x), y: bounded(y), across: bounded(across) };
}

/**
 * What readings are off by at most. How much of the bend that is seen is the light's at the target, and how much the
 * reference's own, nobody says: it may be the light's as it is seen; or the light's, which comes from one point and bends alike
 * along all directions, is hidden by the reference's there and as large as what is seen in all. The larger of both counts.
 */
export function ofUnknownBend(bend: Bend, far: Apart, values: Readings): Partial<Readings> {
  const alike = share((bend.x + bend.y) / 2, (bend.x - bend.y) / 2, bend.across);
  const seen = ofCurvedLight(bend, far, values);
  const hidden = ofCurvedLight({ x: alike, y: alike, across: 0 }, far, values);
  const names = Object.keys(seen) as (keyof Readings)[];
  return Object.fromEntries(names.map((name) => [name, Math.max(seen[name]!, hidden[name]!)]));
}

/**
 * Where light is curved, an image grows with the distance that it is seen from: a lens that adds the distances D to light of
 * the bends Q moves what lies at x by D Q x.
 */
export function ofCurvedLight({ x, y, across }: Bend, far: Apart, values: Readings): Partial<Readings> {
  const { all, axes, diagonals } = far;
  const along = share((all * (x + y)) / 2, (axes * (x - y)) / 2, diagonals * across);
  const shear = share(2 * all * across, diagonals * (x + y));
  const turn = share(diagonals * x, all * across, axes * across);
  return {
    pitch: along * values.pitch,
    pitchX: share(all * x, axes * x, diagonals * across) * values.pitchX,
    pitchY: share(all * y, axes * y, diagonals * across) * values.pitchY,
    anisotropy: share(all * (x - y), axes * (x + y)) * values.anisotropy,
    shear,
    rotation_deg: (turn * 180) / Math.PI,
  };
}

function share(...parts: readonly number[]): number {
  return Math.sqrt(parts.reduce((sum, value) => sum + value * value, 0));
}
