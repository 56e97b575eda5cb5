import { legendreTerms, legendreValues } from '../../phase/legendre.ts';
import { distortionTerms } from '../../rig/distortion-terms.ts';
import type { Arrived, Odd } from './arrived.ts';
import { LIGHT_DEGREE } from './light.ts';
import type { MeasuredLight } from './measured.ts';
import type { Optics } from './optics.ts';
import type { Scene } from './predict.ts';
import { emptyComplex, type Complex } from './spectrum.ts';

/**
 * Zernike's terms of a lens beyond a piston, a tilt and the focus, by u and v from −1 to 1 over its disc, each of unit
 * variance there: astigmatism, coma, trefoil, spherical aberration (Born and Wolf, Principles of Optics, 9.2).
 */
export const lensTerms: readonly { readonly odd: Odd; readonly of: (u: number, v: number) => number }[] = [
  { odd: { x: false, y: false }, of: (u, v) => Math.sqrt(6) * (u * u - v * v) },
  { odd: { x: true, y: true }, of: (u, v) => 2 * Math.sqrt(6) * u * v },
  { odd: { x: true, y: false }, of: (u, v) => Math.sqrt(8) * (3 * (u * u + v * v) - 2) * u },
  { odd: { x: false, y: true }, of: (u, v) => Math.sqrt(8) * (3 * (u * u + v * v) - 2) * v },
  { odd: { x: true, y: false }, of: (u, v) => Math.sqrt(8) * (u * u - 3 * v * v) * u },
  { odd: { x: false, y: true }, of: (u, v) => Math.sqrt(8) * (3 * u * u - v * v) * v },
  {
    odd: { x: false, y: false },
    of: (u, v) => {
      const square = u * u + v * v;
      return Math.sqrt(5) * (6 * square * square - 6 * square + 1);
    },
  },
];

/** Which of them is the spherical aberration. */
export const SPHERICAL = lensTerms.length - 1;

/**
 * The change of the field at the measured cells with each term of an aberration of what passes light, per rad.
 * @param radius of the disc, cycles per camera pixel
 */
export function lensSlopes(arrived: Pick<Arrived, 'turned'>, radius: number): Complex[] {
  return lensTerms.map(({ odd, of: term }) =>
    arrived.turned((fx, fy) => {
      // corners of what square pixels sample lie outside of the disc: there it is as at the rim
      const outside = Math.max(1, Math.sqrt(fx * fx + fy * fy) / radius);
      return term(fx / radius / outside, fy / radius / outside);
    }, odd),
  );
}

/**
 * The change of the field with the radius of the disc that light passes, and with how softly its rim ends: half of what
 * discs larger and smaller by a share differ by, and what their mean differs by from the one between them. What a lattice
 * sends next to the rim tells its scale, ratio and turn by no more than that is known.
 */
export function rimSlopes({ spectrum, path, arrived }: Scene, optics: Optics, share: number): Complex[] {
  const { field } = arrived;
  const { pupil } = path;
  if (pupil === null) return [];
  const [larger, smaller] = [1, -1].map((sign) =>
    optics.field(spectrum, { ...path, pupil: (1 + sign * share) * pupil }),
  ) as [Complex, Complex];
  const mixed = (of: (a: number, b: number, now: number) => number): Complex => ({
    re: larger.re.map((a, i) => of(a, smaller.re[i]!, field.re[i]!)),
    im: larger.im.map((a, i) => of(a, smaller.im[i]!, field.im[i]!)),
  });
  return [mixed((a, b) => (a - b) / 2), mixed((a, b, now) => (a + b) / 2 - now)];
}

/** The change of the field with each term of a lens’s distortion, in units of half the longer side. */
export function distortionSlopes({ arrived }: Scene, { rows, cols, cell }: MeasuredLight): Complex[] {
  const [alongX, alongY] = [arrived.slope('x'), arrived.slope('y')];
  const half = Math.max(rows, cols) / 2;
  return distortionTerms.map((term) => {
    const slope = emptyComplex(rows * cols);
    for (let row = 0, i = 0; row < rows; row += 1) {
      for (let col = 0; col < cols; col += 1, i += 1) {
        const [dx, dy] = term((col + 0.5 - cols / 2) / half, (row + 0.5 - rows / 2) / half);
        const x = half * cell * dx;
        const y = half * cell * dy;
        slope.re[i] = x * alongX.re[i]! + y * alongY.re[i]!;
        slope.im[i] = x * alongX.im[i]! + y * alongY.im[i]!;
      }
    }
    return slope;
  });
}

/**
 * The change of the field when the lengths of a part along x are larger by a share than drawn, those along y are not, and pixels so much wider:
 * what is seen stays where it is, and diffracts less along x than along y.
 */
export function oblongSlope(
  { arrived, path: { zeta, ratio } }: Scene,
  medium_wavelength_um: number,
): Complex {
  const perSquare = Math.PI * medium_wavelength_um * zeta;
  return arrived.turned((fx, fy) => perSquare * ((fx * fx) / ratio - fy * fy * ratio), {
    x: false,
    y: false,
  });
}

/**
 * The same of the strength that camera pixels leave to each frequency, by what it falls off along x and along y from −1 to 1
 * over the radius: each pixel takes a mean over its area, and fringes are finer to the carrier's far side. How much of
 * their area pixels use, makers seldom say.
 */
export function pixelSlopes({ arrived }: Scene, radius: number): Complex[] {
  return [
    arrived.strengthened((fx) => fx / radius, { x: true, y: false }),
    arrived.strengthened((_, fy) => fy / radius, { x: false, y: true }),
  ];
}

/**
 * The same of what weak copies by reflections do to the phase of each frequency, in rad, and to its strength, as a share:
 * they are copies of the whole frame, so that nothing averages them out.
 */
export function reflectionSlopes({ arrived }: Scene, radius: number, degree: number): Complex[] {
  const tables = new Map<number, Float64Array>();
  const values = (f: number) => {
    let own = tables.get(f);
    if (!own) tables.set(f, (own = legendreValues(f / radius, degree)));
    return own;
  };
  return legendreTerms(degree).flatMap(({ a, b }) => {
    // a piston is the light's own, a tilt of the phase a shift, that of the strength the pixels'
    if (a + b < 2) return [];
    const term = (fx: number, fy: number) => values(fx)[b]! * values(fy)[a]!;
    const odd = { x: b % 2 === 1, y: a % 2 === 1 };
    return [arrived.strengthened(term, odd), arrived.turned(term, odd)];
  });
}

/**
 * The same with each term of the light's amplitude where it meets the target, as a share: P_b(x) P_a(y) over the frame, and no
 * more beyond it than at its edge.
 */
export function lightSlopes(
  scene: Scene,
  optics: Optics,
  measured: MeasuredLight,
  onStep: () => void,
): Complex[] {
  if (optics.isEndless) return lightOnEndless(scene, optics, measured, onStep);
  const { wave, path } = scene;
  const { rows, cols } = optics.canvas;
  const along = (count: number, middle: number, half: number) =>
    Array.from({ length: count }, (_, k) =>
      legendreValues(Math.min(1, Math.max(-1, (k + 0.5 - middle) / half)), LIGHT_DEGREE),
    );
  const { middle, half } = optics;
  const [px, py] = [along(cols, middle.x, half.x), along(rows, middle.y, half.y)];
  const terms = legendreTerms(LIGHT_DEGREE).slice(1);
  return terms.map(({ a, b }) => {
    onStep();
    const lit = emptyComplex(rows * cols);
    for (let row = 0, i = 0; row < rows; row += 1) {
      for (let col = 0; col < cols; col += 1, i += 1) {
        const share = px[col]![b]! * py[row]![a]!;
        lit.re[i] = share * wave.re[i]!;
        lit.im[i] = share * wave.im[i]!;
      }
    }
    return optics.field(optics.spectrumOf(lit), path);
  });
}

/**
 * The same where only a period is drawn. Light of each order comes from as far aside as it goes on its way, and there P has
 * other values: of x − d, a polynomial in d.
 */
function lightOnEndless(
  { arrived, path: { zeta, pitch_um, ratio } }: Scene,
  { wavelength, half }: Optics,
  { rows, cols, cell }: MeasuredLight,
  onStep: () => void,
): Complex[] {
  const inverse = 1 / wavelength;
  const along = (fx: number, fy: number) => {
    const axial = inverse * inverse - ((fx * fx) / ratio + fy * fy * ratio) / (pitch_um * pitch_um);
    return axial > 0 ? zeta / (Math.sqrt(axial) * cell) : 0;
  };
  const dx = (fx: number, fy: number) => (along(fx, fy) * fx) / ratio / half.x;
  const dy = (fx: number, fy: number) => (along(fx, fy) * fy * ratio) / half.y;
  const moments = new Map<string, Complex>([['', arrived.field]]);
  const momentOf = (i: number, j: number): Complex => {
    const key = 'x'.repeat(i) + 'y'.repeat(j);
    const known = moments.get(key);
    if (known) return known;
    onStep();
    const power = (value: number, times: number) => (times === 0 ? 1 : times === 1 ? value : value * value);
    const own = arrived.strengthened((fx, fy) => power(dx(fx, fy), i) * power(dy(fx, fy), j), {
      x: i % 2 === 1,
      y: j % 2 === 1,
    });
    moments.set(key, own);
    return own;
  };
  return legendreTerms(LIGHT_DEGREE)
    .slice(1)
    .map(({ a, b }) => {
      const slope = emptyComplex(rows * cols);
      for (let i = 0; i <= b; i += 1) {
        for (let j = 0; j <= a; j += 1) {
          const [ofX, ofY] = [shareOf(b, i, cols), shareOf(a, j, rows)];
          const { re, im } = momentOf(i, j);
          for (let row = 0, at = 0; row < rows; row += 1) {
            for (let col = 0; col < cols; col += 1, at += 1) {
              const share = ofX[col]! * ofY[row]!;
              slope.re[at]! += share * re[at]!;
              slope.im[at]! += share * im[at]!;
            }
          }
        }
      }
      return slope;
    });
}

/** Of P of a degree up to 2 at u − d, what stands beside the k-th power of d, at each cell of a line. */
function shareOf(degree: number, k: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, at) => {
    const u = (2 * at + 1) / count - 1;
    if (degree === 0) return 1;
    if (degree === 1) return k === 0 ? u : -1;
    return [1.5 * u * u - 0.5, -3 * u, 1.5][k]!;
  });
}
