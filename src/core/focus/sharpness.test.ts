import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { planeOf, polar } from '../../../test/wave-of.ts';
import { fft2 } from '../fft/fft2.ts';
import { autofocusSettings } from './autofocus-settings.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Random } from '../simulate/random.ts';
import { fromPlane } from '../simulate/wave.ts';
import { isBright, refocuser, sharper, sharpnessAt, twinMargin, type Sharpness } from './sharpness.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [rows, cols] = [40, 52];
type Formula = (x: number, y: number) => readonly [number, number];

function sharpness(field: Formula, margin: number, z = 0, outside = { re: 0, im: 0 }): Sharpness {
  using scope = kernels.scope();
  const spectrum = planeOf(kernels, scope, rows, cols, (x, y) => {
    const [re, im] = field(x, y);
    return [re - outside.re, im - outside.im];
  });
  fft2(kernels, spectrum);
  const sampling = { pitchX: 10, pitchY: 10 };
  return sharpnessAt(kernels, refocuser(scope, spectrum, sampling, 0.6328, outside, margin), z);
}

function excessOver(middle: number, intensities: readonly number[]): number {
  return intensities.reduce((sum, i) => sum + Math.max(0, i / middle - 1) ** 2, 0) / intensities.length;
}

/**
 * The same sums in double precision, over the rows and the whole blocks of four columns inside the margin; the excess
 * over the intensities two ranks below and above the median.
 */
function expected(field: Formula, margin: number): Omit<Sharpness, 'excess'> & { excess: number[] } {
  const sums = { variation: 0, energy: 0, rise: 0, amplitude: 0, intensity: 0, count: 0 };
  const intensities: number[] = [];
  const left = Math.ceil(margin / 4) * 4;
  const right = Math.floor((cols - 1 - margin) / 4) * 4;
  for (let y = margin; y < rows - 1 - margin; y++) {
    for (let x = left; x < right; x++) {
      const [here, beside, below] = [field(x, y), field(x + 1, y), field(x, y + 1)];
      const slope2 = [beside, below].reduce(
        (s, [re, im]) => s + (re - here[0]) ** 2 + (im - here[1]) ** 2,
        0,
      );
      const a = Math.hypot(...here);
      sums.variation += Math.sqrt(slope2);
      sums.energy += slope2;
      sums.rise += [beside, below].reduce((s, u) => s + (Math.hypot(...u) - a) ** 2, 0);
      sums.amplitude += a;
      sums.intensity += a * a;
      intensities.push(a * a);
      sums.count++;
    }
  }
  const mean = sums.amplitude / sums.count;
  intensities.sort((a, b) => a - b);
  return {
    complexVariation: sums.variation / Math.sqrt(sums.count * sums.energy),
    amplitudeGradient: sums.rise / sums.intensity,
    amplitudeContrast: (sums.intensity / sums.count - mean * mean) / (mean * mean),
    excess: [-2, 2].map((shift) => excessOver(intensities[(intensities.length >> 1) + shift]!, intensities)),
    beamShare: (intensities[intensities.length >> 1]! * sums.count) / sums.intensity,
  };
}

describe('sharpnessAt', () => {
  const random = Random.from(5);
  const noise = Float64Array.from({ length: 2 * rows * cols }, () => random.uniform() + 0.2);
  const rough: Formula = (x, y) => [noise[2 * (y * cols + x)]!, noise[2 * (y * cols + x) + 1]!];

  it('says nothing of a dark field, in numbers that can be compared', () => {
    const dark = sharpness(() => [0, 0], 3);
    expect(dark.excess).toBe(0);
    expect(Object.values(dark).every(Number.isFinite)).toBe(true);
  });

  it.each([0, 3, 8])('sums as its formulae say, %i samples inside the edges', (margin) => {
    for (const outside of [
      { re: 0, im: 0 },
      { re: 1, im: -0.3 },
    ]) {
      const found = sharpness(rough, margin, 0, outside);
      const { excess, beamShare, ...others } = expected(rough, margin);
      for (const [name, value] of Object.entries(others))
        expect(found[name as keyof Sharpness] / value).toBeCloseTo(1, 4);
      // from a histogram
      expect(found.beamShare / beamShare).toBeCloseTo(1, 1);
      expect(found.excess).toBeLessThan(excess[0]!);
      expect(found.excess).toBeGreaterThan(excess[1]!);
    }
  });

  it('is least in total variation where an edge is sharp', () => {
    const edge: Formula = (x, y) => polar(1, Math.hypot(x - 26, y - 20) < 9 ? 1.5 : 0);
    const outside = { re: 1, im: 0 };
    const values = [-6000, -3000, -1000, 0, 1000, 3000, 6000].map(
      (z) => sharpness(edge, 4, z, outside).complexVariation,
    );
    expect(values.indexOf(Math.min(...values))).toBe(3);
    expect(values[3]! / values[5]!).toBeLessThan(0.8);
  });

  it('tells absorption from phase by its amplitude metrics', () => {
    const disc = (inside: readonly [number, number]): Formula => {
      return (x, y) => (Math.hypot(x - 26, y - 20) < 9 ? inside : [1, 0]);
    };
    const outside = { re: 1, im: 0 };
    const change = (field: Formula, metric: keyof Sharpness) =>
      sharpness(field, 4, 0, outside)[metric] - sharpness(field, 4, 4000, outside)[metric];
    for (const metric of ['amplitudeGradient', 'amplitudeContrast'] as const) {
      expect(change(disc([0.2, 0]), metric)).toBeGreaterThan(0);
      expect(change(disc(polar(1, 1.2)), metric)).toBeLessThan(0);
    }
  });
});

describe('sharper', () => {
  const { choice } = autofocusSettings;
  const [x0, y0] = [26, 20];
  // a spot is a small bright thing, and a lens a round smooth phase
  const spot: Formula = (x, y) => [1 + 8 * Math.exp(-((x - x0) ** 2 + (y - y0) ** 2) / 4), 0];
  const lens: Formula = (x, y) => polar(1, 6 * Math.exp(-((x - x0) ** 2 + (y - y0) ** 2) / 100));
  const disc: Formula = (x, y) => [Math.hypot(x - x0, y - y0) < 9 ? 0.2 : 1, 0];

  it('prefers the field that varies less, unless that is bright and the other one is not', () => {
    const [bright, flat, dark] = [spot, lens, disc].map((field) => sharpness(field, 4)) as [
      Sharpness,
      Sharpness,
      Sharpness,
    ];
    expect(bright.complexVariation).toBeLessThan(flat.complexVariation);
    expect([bright, flat, dark].map(isBright)).toEqual([true, false, false]);
    expect(sharper(bright, flat, choice)).toBe(flat);
    expect(sharper(flat, bright, choice)).toBe(flat);
    expect(dark.complexVariation).toBeLessThan(flat.complexVariation);
    expect(sharper(dark, flat, choice)).toBe(dark);
    expect(sharper(flat, dark, choice)).toBe(dark);
  });

  it('takes the dimmer one where it is dimmer by enough, and not by a little less', () => {
    const sparse = {
      complexVariation: 0.1,
      amplitudeGradient: 1,
      amplitudeContrast: 0.5,
      excess: 1,
      beamShare: 1,
    };
    const dense = (excess: number) => ({ ...sparse, complexVariation: 0.2, excess });
    const [dim, bright] = [0.999, 1.001].map((share) => dense(share * choice.clearlyDimmer));
    expect(sharper(sparse, dim!, choice)).toBe(dim);
    expect(sharper(sparse, bright!, choice)).toBe(sparse);
  });

  it('does not take bright parts on dark ground for the spot behind a lens', () => {
    const dark = {
      complexVariation: 0.1,
      amplitudeGradient: 1,
      amplitudeContrast: 2,
      excess: 3000,
      beamShare: 0.1,
    };
    const blurred = { ...dark, complexVariation: 0.2, excess: 600 };
    expect(sharper(dark, blurred, choice)).toBe(dark);
    expect(sharper({ ...dark, beamShare: 0.9 }, { ...blurred, beamShare: 0.9 }, choice).excess).toBe(600);
  });
});

describe('the margin of a twin', () => {
  const random = Random.from(8);
  const noise = Float64Array.from({ length: 2 * rows * cols }, () => random.uniform());
  /** varies everywhere, most at the lower right */
  const rough: Formula = (x, y) => {
    const more = 1 + (x * y) / 400;
    return [more * noise[2 * (y * cols + x)]!, noise[2 * (y * cols + x) + 1]!];
  };
  const [margin, across] = [2, 3];
  const { parts } = autofocusSettings.twins;

  function margins(zs: readonly [number, number]) {
    using scope = kernels.scope();
    const spectrum = planeOf(kernels, scope, rows, cols, rough);
    fft2(kernels, spectrum);
    const sampling = { pitchX: 10, pitchY: 10 };
    const refocus = refocuser(scope, spectrum, sampling, 0.6328, { re: 0, im: 0 }, margin);
    return { found: twinMargin(kernels, refocus, zs, parts), fields: zs.map((z) => fieldAt(refocus, z)) };
  }

  function fieldAt(refocus: ReturnType<typeof refocuser>, z: number): Formula {
    sharpnessAt(kernels, refocus, z);
    const { re, im } = fromPlane(kernels, refocus.work, rows, cols);
    return (x, y) => [re[y * cols + x]!, im[y * cols + x]!];
  }

  /** Total variation of the parts but one, from the definition; the cuts are at 12 rows, and at columns 0, 16, 32 and 48. */
  function variation(field: Formula, without: number): number {
    let [sum, squares, count] = [0, 0, 0];
    const downTo = [2, 13, 25, 37];
    const rightTo = [0, 16, 32, 48];
    for (let p = 0; p < across * across; p++) {
      if (p === without) continue;
      for (let y = downTo[Math.floor(p / 3)]!; y < downTo[Math.floor(p / 3) + 1]!; y++) {
        for (let x = rightTo[p % 3]!; x < rightTo[(p % 3) + 1]!; x++) {
          const [here, beside, below] = [field(x, y), field(x + 1, y), field(x, y + 1)];
          const slope2 = [beside, below].reduce(
            (s, [re, im]) => s + (re - here[0]) ** 2 + (im - here[1]) ** 2,
            0,
          );
          sum += Math.sqrt(slope2);
          squares += slope2;
          count++;
        }
      }
    }
    return sum / Math.sqrt(count * squares);
  }

  it('is the logarithm of the ratio of their variations, as sure as its parts agree', () => {
    const { found, fields } = margins([0, 4000]);
    const without = (part: number) => Math.log(variation(fields[1]!, part) / variation(fields[0]!, part));
    const left = Array.from({ length: across * across }, (_, part) => without(part));
    const mean = left.reduce((a, b) => a + b) / left.length;
    const spread = left.reduce((a, b) => a + (b - mean) ** 2, 0);
    expect(found.margin).toBeCloseTo(without(-1), 4);
    expect(found.error).toBeCloseTo(Math.sqrt((spread * 8) / 9), 4);
    expect(found.error).toBeGreaterThan(1e-3);
    expect(margins([4000, 0]).found.margin).toBeCloseTo(-found.margin, 6);
  });

  it('of a field and itself is none, for certain', () => {
    expect(margins([1000, 1000]).found).toEqual({ margin: 0, error: 0 });
  });
});
