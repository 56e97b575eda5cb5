import { legendreTerms, legendreValues } from '../../phase/legendre.ts';
import type { Optics } from './optics.ts';
import { drawn, pathOf, type Subject } from './predict.ts';
import { emptyComplex, type Complex } from './spectrum.ts';
import type { State } from './state.ts';

/** What the light that meets a target may differ by: up to this degree, and no more beyond the frame than at its edge. */
const LIGHT_DEGREE = 2;

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

/** The same with each term of the light's amplitude where it meets the target, as a share: P_b(x) P_a(y) over the frame. */
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
