import { describe, expect, it } from 'vitest';
import { Chance } from '../../../test/second-simulator/chance.ts';
import { solveSymmetric } from '../fit/solve.ts';
import { legendreTerms, legendreValues } from '../phase/legendre.ts';
import { sumOfTerms, evidentSeries, weightedEquations, seriesUpTo } from './evident-series.ts';

const [SIDE, NOISE, REACH] = [20, 0.002, 3.5];
const at = (k: number) => (2 * k + 1) / SIDE - 1;
const places = Array.from({ length: SIDE * SIDE }, (_, t) => ({
  x: at(t % SIDE),
  y: at(Math.floor(t / SIDE)),
}));

function design(degree: number): Float64Array {
  const terms = legendreTerms(degree);
  return Float64Array.from(
    places.flatMap(({ x, y }) => {
      const [ofX, ofY] = [legendreValues(x, degree), legendreValues(y, degree)];
      return terms.map(({ a, b }) => ofY[a]! * ofX[b]!);
    }),
  );
}

/** 1 and a series with as much of each degree, and noise. */
function drawn(degree: number, size: number, seed: number) {
  const chance = new Chance(seed);
  const terms = legendreTerms(degree);
  const coefficients = Float64Array.from(terms, (_, k) => (k === 0 ? 1 : size * chance.normal()));
  const of = design(degree);
  const truth = Float64Array.from(places, (_, t) => sumOfTerms(of, t * terms.length, coefficients));
  return { truth, values: truth.map((v) => v + NOISE * chance.normal()) };
}

function fitTo(values: Float64Array, uses: (t: number) => boolean = () => true, doubt = EQUAL) {
  const start = new Float64Array(values.length).fill(1);
  const fit = seriesUpTo(6, (degree) =>
    evidentSeries({ ...ofGrid, values, uses, doubt }, start, degree, REACH),
  )!;
  const terms = legendreTerms(fit.degree).length;
  const of = design(fit.degree);
  return { ...fit, at: places.map((_, t) => sumOfTerms(of, t * terms, fit.coefficients)) };
}

const EQUAL = new Float64Array(SIDE * SIDE).fill(1);

const orders = (degree: number) => legendreTerms(degree).map(({ a, b }) => a + b);
const ofGrid = { orders, design, across: SIDE };

const worst = (fit: readonly number[], truth: Float64Array, uses: (t: number) => boolean = () => true) =>
  fit.reduce((most, v, t) => (uses(t) ? Math.max(most, Math.abs(v - truth[t]!)) : most), 0);

describe('a series as large as its values say', () => {
  it.each([0, 1, 2, 3, 5])('of degree %i is found to be of that degree, to less than the noise', (degree) => {
    const { truth, values } = drawn(degree, 0.01, 4 + degree);
    const fit = fitTo(values);
    expect(fit.degree).toBe(degree);
    expect(worst(fit.at, truth)).toBeLessThan(NOISE);
    expect(fit.scale / NOISE).toBeGreaterThan(0.8);
    expect(fit.scale / NOISE).toBeLessThan(1.2);
  });

  it('bends less than least squares where a sample hides it', () => {
    const isHidden = (t: number) => places[t]!.x > 0.2 && places[t]!.y > 0.2;
    const ratios = [11, 12, 13, 14, 15].map((seed) => {
      // a light of degree 2, and faint fringes of degree 6
      const [low, high] = [drawn(2, 0.03, seed), drawn(6, 0.001, seed + 100)];
      const truth = low.truth.map((v, t) => v + high.truth[t]! - 1);
      const values = low.values.map((v, t) => v + high.truth[t]! - 1);
      const fit = fitTo(values, (t) => !isHidden(t));
      const of = design(6);
      const weight = Float64Array.from(places, (_, t) => (isHidden(t) ? 0 : 1));
      const terms = legendreTerms(6).length;
      const { matrix, right } = weightedEquations(of, values, weight, terms);
      const coefficients = solveSymmetric(matrix, right)!;
      const plain = places.map((_, t) => sumOfTerms(of, t * terms, coefficients));
      return worst(fit.at, truth, isHidden) / worst(plain, truth, isHidden);
    });
    expect(Math.max(...ratios)).toBeLessThan(0.5);
  });

  it('is not bent by what lies beyond its reach', () => {
    const { truth, values } = drawn(2, 0.02, 21);
    const chance = new Chance(22);
    const dusty = values.map((v) => (chance.next() < 0.3 ? v - 0.2 : v));
    expect(worst(fitTo(dusty).at, truth)).toBeLessThan(2 * NOISE);
  });

  const rms = (fit: readonly number[], truth: Float64Array) =>
    Math.sqrt(fit.reduce((sum, v, t) => sum + (v - truth[t]!) ** 2, 0) / truth.length);

  it('rests on what is less doubtful', () => {
    const { truth, values } = drawn(4, 0.01, 41);
    const chance = new Chance(42);
    const doubt = EQUAL.map((_, t) => (t % 3 === 0 ? 1 : 8));
    const seen = values.map((v, t) => v + NOISE * (doubt[t]! - 1) * chance.normal());
    const far = values.length;
    const reached = (of: Float64Array) =>
      evidentSeries({ ...ofGrid, values: seen, uses: () => true, doubt: of }, values, 4, far)!;
    const off = (of: Float64Array) => {
      const { coefficients } = reached(of);
      return rms(
        places.map((_, t) => sumOfTerms(design(4), t * coefficients.length, coefficients)),
        truth,
      );
    };
    expect(off(doubt) / off(EQUAL)).toBeLessThan(0.5);
  });

  it.each([
    ['everywhere', () => true, 0.8, 1.25],
    // its terms are stated for what they may come to there
    ['but in a corner', (t: number) => places[t]!.x < 0.3 || places[t]!.y < 0.3, 0.6, 1.6],
  ] as const)('says how far it is off where values tell it %s', (_, isSeen, least, most) => {
    const ratios = Array.from({ length: 40 }, (_, k) => {
      const { truth, values } = drawn(4, 0.01, 60 + k);
      const seen = values.map((v, t) => (isSeen(t) ? v : 0));
      const fit = evidentSeries(
        { ...ofGrid, values: seen, uses: () => true, doubt: EQUAL },
        values.map(() => 1),
        4,
        REACH,
      )!;
      const of = design(4);
      const at = places.map((_, t) => sumOfTerms(of, t * fit.coefficients.length, fit.coefficients));
      return rms(at, truth) / fit.error;
    });
    const ratio = Math.sqrt(ratios.reduce((sum, r) => sum + r * r, 0) / ratios.length);
    expect(ratio).toBeGreaterThan(least);
    expect(ratio).toBeLessThan(most);
  });

  it('says how far it is off where values next to each other go wrong together', () => {
    const ratios = Array.from({ length: 40 }, (_, k) => {
      const { truth } = drawn(2, 0.01, 160 + k);
      const chance = new Chance(260 + k);
      const own = Array.from({ length: (SIDE + 1) * SIDE + SIDE + 1 }, () => NOISE * chance.normal());
      const seen = truth.map((v, t) => v + own[t]! + own[t + 1]! + own[t + SIDE]! + own[t + SIDE + 1]!);
      const fit = fitTo(seen);
      return rms(fit.at, truth) / fit.error;
    });
    const ratio = Math.sqrt(ratios.reduce((sum, r) => sum + r * r, 0) / ratios.length);
    // twice where each counts by itself
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.25);
  });

  it('is of the degree that is asked for, of which the values need not tell anything', () => {
    const { values } = drawn(1, 0.01, 31);
    const fit = evidentSeries(
      { ...ofGrid, values, uses: () => true, doubt: EQUAL },
      values.map(() => 1),
      4,
      REACH,
    )!;
    expect(fit.degree).toBe(4);
    expect([...fit.determined].map((share) => share > 0.5)).toEqual([true, true, false, false, false]);
  });

  it('is none where no value may be seen', () => {
    const values = new Float64Array(SIDE * SIDE).fill(1);
    expect(
      evidentSeries({ ...ofGrid, values, uses: () => false, doubt: EQUAL }, values, 2, REACH),
    ).toBeNull();
  });
});
