import { legendreTerms, legendreValues } from '../../phase/legendre.ts';
import { LIGHT_DEGREE } from './light.ts';
import type { MeasuredLight } from './measured.ts';
import type { Optics } from './optics.ts';
import { drawn, pathOf, type Subject } from './predict.ts';
import { emptyComplex, type Complex } from './spectrum.ts';
import type { State } from './state.ts';

/**
 * Zernike's terms of a lens beyond a piston, a tilt and the focus, by u and v from −1 to 1 over its disc, each of unit
 * variance there: astigmatism, coma, trefoil, spherical aberration (Born and Wolf, Principles of Optics, 9.2).
 */
const lensTerms: readonly ((u: number, v: number) => number)[] = [
  (u, v) => Math.sqrt(6) * (u * u - v * v),
  (u, v) => 2 * Math.sqrt(6) * u * v,
  (u, v) => Math.sqrt(8) * (3 * (u * u + v * v) - 2) * u,
  (u, v) => Math.sqrt(8) * (3 * (u * u + v * v) - 2) * v,
  (u, v) => Math.sqrt(8) * (u * u - 3 * v * v) * u,
  (u, v) => Math.sqrt(8) * (3 * u * u - v * v) * v,
  (u, v) => {
    const square = u * u + v * v;
    return Math.sqrt(5) * (6 * square * square - 6 * square + 1);
  },
];

/**
 * The change of the field at the measured cells with each term of an aberration of what passes light, per rad.
 * @param radius of the disc, cycles per camera pixel
 */
export function lensSlopes(subject: Subject, optics: Optics, state: State, radius: number): Complex[] {
  const spectrum = optics.spectrumOf(drawn(subject, optics, state, state.look));
  const path = pathOf(subject, state);
  return lensTerms.map((term) =>
    optics.turned(spectrum, path, (fx, fy) => {
      const [u, v] = [fx / radius, fy / radius];
      // corners of what square pixels sample lie outside of the disc
      return u * u + v * v > 1 ? 0 : term(u, v);
    }),
  );
}

/**
 * Where a lens puts what lies at (u, v), from −1 to 1 along the longer side of the frame, beside where it belongs: radial
 * terms and the two tangential ones of a lens that is not centred (Brown, Photogrammetric Engineering 32 (1966), 444).
 */
export const distortionTerms: readonly ((u: number, v: number) => readonly [number, number])[] = [
  (u, v) => [u * (u * u + v * v), v * (u * u + v * v)],
  (u, v) => [3 * u * u + v * v, 2 * u * v],
  (u, v) => [2 * u * v, u * u + 3 * v * v],
];

/** The same with each of these terms, in units of half the longer side. */
export function distortionSlopes(
  subject: Subject,
  optics: Optics,
  state: State,
  { rows, cols, cell }: MeasuredLight,
): Complex[] {
  const spectrum = optics.spectrumOf(drawn(subject, optics, state, state.look));
  const path = pathOf(subject, state);
  const [alongX, alongY] = [optics.field(spectrum, path, 'x'), optics.field(spectrum, path, 'y')];
  const half = Math.max(rows, cols) / 2;
  return distortionTerms.map((term) => {
    const slope = emptyComplex(rows * cols);
    for (let row = 0, i = 0; row < rows; row += 1) {
      for (let col = 0; col < cols; col += 1, i += 1) {
        const [dx, dy] = term((col + 0.5 - cols / 2) / half, (row + 0.5 - rows / 2) / half);
        const [x, y] = [half * cell * dx, half * cell * dy];
        slope.re[i] = x * alongX.re[i]! + y * alongY.re[i]!;
        slope.im[i] = x * alongX.im[i]! + y * alongY.im[i]!;
      }
    }
    return slope;
  });
}

/**
 * The same of the strength that camera pixels leave to each frequency, by what it falls off along x and along y from −1 to 1
 * over the radius: each pixel takes a mean over its area, and fringes are finer to the carrier's far side. How much of
 * their area pixels use, makers seldom say.
 */
export function pixelSlopes(subject: Subject, optics: Optics, state: State, radius: number): Complex[] {
  const spectrum = optics.spectrumOf(drawn(subject, optics, state, state.look));
  const path = pathOf(subject, state);
  return [
    optics.turned(spectrum, path, (fx) => fx / radius, 'strength'),
    optics.turned(spectrum, path, (_, fy) => fy / radius, 'strength'),
  ];
}

/**
 * The same of what weak copies by reflections do to the phase of each frequency, in rad, and to its strength, as a share:
 * they are copies of the whole frame, so that nothing averages them out.
 */
export function reflectionSlopes(
  subject: Subject,
  optics: Optics,
  state: State,
  radius: number,
  degree: number,
): Complex[] {
  const spectrum = optics.spectrumOf(drawn(subject, optics, state, state.look));
  const path = pathOf(subject, state);
  const tables = new Map<number, Float64Array>();
  const values = (f: number) => {
    let own = tables.get(f);
    if (!own) tables.set(f, (own = legendreValues(Math.min(1, Math.max(-1, f / radius)), degree)));
    return own;
  };
  return legendreTerms(degree).flatMap(({ a, b }) => {
    // a piston is the light's own, a tilt of the phase a shift, that of the strength the pixels'
    if (a + b < 2) return [];
    const term = (fx: number, fy: number) => values(fx)[b]! * values(fy)[a]!;
    return [optics.turned(spectrum, path, term, 'strength'), optics.turned(spectrum, path, term)];
  });
}

/**
 * The same with each term of the light's amplitude where it meets the target, as a share: P_b(x) P_a(y) over the frame, and no
 * more beyond it than at its edge.
 */
export function lightSlopes(subject: Subject, optics: Optics, state: State): Complex[] {
  const wave = drawn(subject, optics, state, state.look);
  const { rows, cols } = optics.canvas;
  const along = (count: number, middle: number, half: number) =>
    Array.from({ length: count }, (_, k) =>
      legendreValues(Math.min(1, Math.max(-1, (k + 0.5 - middle) / half)), LIGHT_DEGREE),
    );
  const { middle, half } = optics;
  const [px, py] = [along(cols, middle.x, half.x), along(rows, middle.y, half.y)];
  const terms = legendreTerms(LIGHT_DEGREE).slice(1);
  return terms.map(({ a, b }) => {
    const lit = emptyComplex(rows * cols);
    for (let row = 0, i = 0; row < rows; row += 1) {
      for (let col = 0; col < cols; col += 1, i += 1) {
        const share = px[col]![b]! * py[row]![a]!;
        lit.re[i] = share * wave.re[i]!;
        lit.im[i] = share * wave.im[i]!;
      }
    }
    return optics.field(optics.spectrumOf(lit), pathOf(subject, state));
  });
}
