import { describe, expect, it } from 'vitest';
import { COVERAGE, type ResidualPlace } from '../../rig/calibration.ts';
import type { FinalFit } from '../fit/final-fit.ts';
import { fitSettings } from '../fit/fit-settings.ts';
import { withRadial, type SettledDistortion } from '../fit/straightened.ts';
import { distortionOf } from './distortion.ts';
import { reportSettings } from './report-settings.ts';

const { missed } = reportSettings.distortion;
const { distortion: usual } = fitSettings.refit;
const [ROWS, COLS, CELL] = [60, 80, 2];
const HALF = (COLS * CELL) / 2;
const TERMS = [0.006, 0.002, -0.001];
/** of each term, without those of two together */
const SIGMA = [0.001, 0.0005, 0.0004];

const settled = (more: Partial<SettledDistortion> = {}): SettledDistortion => ({
  ...{ name: 'distortion', terms: Float64Array.from(TERMS), perTerm: [] },
  left: Float64Array.from({ length: 9 }, (_, i) => (i % 4 === 0 ? SIGMA[i / 4]! ** 2 : 0)),
  ...{ isThere: true, isSettled: true, shifts: new Float64Array(1), last: new Float64Array(3) },
  ...{ linear: [0.1, 0.2, 0.3, 0.4], fit: null },
  ...more,
});

/** Of a fit only what says how large a frame is, and whether it has a disc. */
const final = (offCentre: object | null = null) =>
  ({ offCentre, measured: { rows: ROWS, cols: COLS, cell: CELL } }) as FinalFit;

const stated = (
  own: SettledDistortion,
  fit = final(),
  places: Partial<ResidualPlace>[] = [],
): NonNullable<ReturnType<typeof distortionOf>> =>
  distortionOf(own, fit, places as ResidualPlace[], usual, reportSettings.distortion)!;

describe('distortionOf', () => {
  it('is of the longer side, and of nothing where nothing was fitted', () => {
    const { radial, tangential_x, tangential_y, radius_px, linear } = stated(settled());
    expect([radial, tangential_x, tangential_y].map(({ value }) => value)).toEqual(TERMS);
    [radial, tangential_x, tangential_y].forEach(({ sigma }, k) => expect(sigma).toBeCloseTo(SIGMA[k]!, 12));
    expect([radius_px, linear]).toEqual([HALF, [0.1, 0.2, 0.3, 0.4]]);
    expect(distortionOf(null, final(), [], usual, reportSettings.distortion)).toBeNull();
  });

  it('may miss by a share of its last step, by all of it where no step was the last', () => {
    const last = Float64Array.of(0.003, 0, 0);
    expect(stated(settled({ last })).radial.sigma).toBeCloseTo(Math.hypot(SIGMA[0]!, missed * 0.003), 12);
    const open = stated(settled({ last, isSettled: false }));
    expect(open.radial.sigma).toBeCloseTo(Math.hypot(SIGMA[0]!, 0.003), 12);
    expect(open.tangential_x.sigma).toBeCloseTo(SIGMA[1]!, 12);
  });

  it('knows its radial term less where the place of a disc was fitted', () => {
    const { radial, tangential_x, tangential_y } = stated(settled(), final({}));
    expect(radial.sigma).toBeCloseTo(Math.hypot(SIGMA[0]!, usual), 12);
    expect(tangential_x.sigma).toBeCloseTo(SIGMA[1]!, 12);
    expect(tangential_y.sigma).toBeCloseTo(SIGMA[2]!, 12);
  });

  it('takes the radial term of a lattice’s waves with their uncertainty', () => {
    const fit = settled({ perTerm: [Float64Array.of(-0.9), new Float64Array(1), new Float64Array(1)] });
    const own = withRadial(fit, ['scale'], { value: 0.008, sigma: 0.0002 }, 12)!;
    const { radial, tangential_x, linear } = stated(own, final({}));
    expect(radial.value).toBe(0.008);
    expect(radial.sigma).toBeCloseTo(0.0002, 12);
    expect([tangential_x.value, tangential_x.sigma]).toEqual([TERMS[1], SIGMA[1]]);
    // what the further term takes of the scale: 0.002 times −0.9
    expect(linear).toEqual([0.1 - 0.0018, 0.2, 0.3, 0.4 - 0.0018]);
    expect(own.shifts[0]).toBeCloseTo(-0.0018, 12);
    const isThere = (value: number) =>
      withRadial({ ...fit, isThere: false }, ['scale'], { value, sigma: 0.0002 }, 12)!.isThere;
    expect([0.00068, 0.0007, -0.0007].map(isThere)).toEqual([false, true, true]);
    expect(withRadial(fit, ['scale'], null, 12)).toBe(fit);
  });

  it('is significant from one term on that exceeds its own uncertainties, if the fit is the better for it', () => {
    const of = (k: number, times: number, isThere = true) => {
      const terms = Float64Array.from(SIGMA, (sigma, at) => (at === k ? times * sigma : 0));
      return stated(settled({ terms, isThere })).significant;
    };
    for (const k of [0, 1, 2])
      expect([0.99 * COVERAGE, 1.01 * COVERAGE, -1.01 * COVERAGE].map((times) => of(k, times))).toEqual([
        ...[false, true, true],
      ]);
    expect(of(0, 10, false)).toBe(false);
  });

  it('moves what lies at (u, v) by Brown’s terms, with the uncertainty that they leave', () => {
    const [u, v] = [0.75, -0.5];
    const place = { x_px: (COLS * CELL) / 2 + u * HALF - 0.5, y_px: (ROWS * CELL) / 2 + v * HALF - 0.5 };
    const last = Float64Array.of(0.003, 0.001, 0.002);
    // the first two terms move together
    const left = Float64Array.of(1e-6, 2e-7, 0, 2e-7, 2.5e-7, 0, 0, 0, 1.6e-7);
    const [at] = stated(settled({ left, last }), final(), [{ ...place, seen: null }]).field;
    const square = u * u + v * v;
    const x = [u * square, 3 * u * u + v * v, 2 * u * v];
    const y = [v * square, 2 * u * v, u * u + 3 * v * v];
    const dot = (a: readonly number[], b: ArrayLike<number>) =>
      a.reduce((sum, one, k) => sum + one * b[k]!, 0);
    expect(at).toMatchObject({ ...place, seen: null });
    expect(at!.dx_px).toBeCloseTo(HALF * dot(x, TERMS), 12);
    expect(at!.dy_px).toBeCloseTo(HALF * dot(y, TERMS), 12);
    const along = (m: readonly number[]) =>
      m[0]! ** 2 * 1e-6 + m[1]! ** 2 * 2.5e-7 + m[2]! ** 2 * 1.6e-7 + 2 * m[0]! * m[1]! * 2e-7;
    const open = (missed * dot(x, last)) ** 2 + (missed * dot(y, last)) ** 2;
    expect(at!.sigma_px).toBeCloseTo(HALF * Math.sqrt(along(x) + along(y) + open), 10);
  });
});
