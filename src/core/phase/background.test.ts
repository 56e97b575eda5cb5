import { beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '../../../test/brief-form.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import { planeOf, polar } from '../../../test/wave-of.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { fromPlane } from '../simulate/wave.ts';
import { backgroundSettings, type BackgroundSettings } from './background-settings.ts';
import { removeSmoothBackground } from './background.ts';
import type { BackgroundOptions } from './find-background.ts';
import { evaluateSeries, leastOfSeries } from './smooth-series.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const [rows, cols, margin] = [180, 200, 4];
const auto: BackgroundOptions = { degrees: [1, 2, 3, 4], amplitudeDegrees: [0, 1, 2, 3, 4], margin };
/** piston, tilt, defocus and astigmatism: 30 rad from corner to corner */
const second = [0.7, 11, -6, 3, -2, 2];
const fourth = [...second, 1.2, 0.4, -0.6, -1, 0.5, 0.3, 0.2, -0.3, 0.6];
const light = [2.5, 0.3, -0.2];

type Sample = (x: number, y: number) => { readonly phase: number; readonly amplitude: number };
const nothing: Sample = () => ({ phase: 0, amplitude: 1 });

/** A phase bump on some of the places of a grid of `spacing` samples. */
function beads(radius: number, spacing: number, peak: number, amplitude = 1): Sample {
  return (x, y) => {
    const [dx, dy] = [(x % spacing) - spacing / 2, (y % spacing) - spacing / 2];
    const inside = 1 - (dx * dx + dy * dy) / (radius * radius);
    return inside > 0 ? { phase: peak * Math.sqrt(inside), amplitude } : { phase: 0, amplitude: 1 };
  };
}

/** Takes the background out of sample · light · exp(i aberration) + noise. */
function flattened(
  aberration: readonly number[],
  sample: Sample,
  noise = 0.02,
  options = auto,
  settings: Partial<BackgroundSettings> = {},
) {
  const degree = { 1: 0, 3: 1, 6: 2, 10: 3, 15: 4 }[aberration.length]!;
  const series = Float64Array.from(aberration);
  const normal = normalSource(Random.from(8), kernels.wasm);
  using scope = kernels.scope();
  const plane = planeOf(kernels, scope, rows, cols, (i, j) => {
    const [x, y] = [(2 * i) / (cols - 1) - 1, (2 * j) / (rows - 1) - 1];
    const { phase, amplitude } = sample(i, j);
    const bright = amplitude * evaluateSeries(Float64Array.from(light), 1, x, y);
    const [re, im] = polar(bright, phase + evaluateSeries(series, degree, x, y));
    return [re + 2.5 * noise * normal(), im + 2.5 * noise * normal()];
  });
  const before = fromPlane(kernels, plane, rows, cols);
  const fit = removeSmoothBackground(kernels, plane, rows, cols, options, {
    ...backgroundSettings,
    ...settings,
  });
  return { fit, before, field: fromPlane(kernels, plane, rows, cols) };
}

/** Root mean square of the phase left over the sample's own, wrapped. */
function phaseError(field: ReturnType<typeof fromPlane>, sample: Sample): number {
  let sum = 0;
  let count = 0;
  for (let y = margin; y < rows - margin; y++) {
    for (let x = margin; x < cols - margin; x++) {
      const at = y * cols + x;
      const [c, s] = polar(1, sample(x, y).phase);
      const [re, im] = [field.re[at]! * c + field.im[at]! * s, field.im[at]! * c - field.re[at]! * s];
      sum += Math.atan2(im, re) ** 2;
      count++;
    }
  }
  return Math.sqrt(sum / count);
}

describe('removeSmoothBackground', () => {
  it.each(
    someOf([
      ['tilt', second.slice(0, 3), 1],
      ['defocus', second, 2],
      ['everything up to degree 4', fourth, 4],
    ]),
  )('recovers %s without a sample, with the lowest degree that does', (_, aberration, degree) => {
    const { fit } = flattened(aberration, nothing);
    expect(fit!.degree).toBe(degree);
    aberration.forEach((c, k) => {
      const off = fit!.phase[k]! - c;
      // the piston is known up to whole turns
      expect(Math.abs(k === 0 ? off - 2 * Math.PI * Math.round(off / (2 * Math.PI)) : off)).toBeLessThan(
        2e-3,
      );
    });
    light.forEach((c, k) => expect(fit!.amplitude[k]! / 2.5).toBeCloseTo(c / 2.5, 2));
    expect(fit!.amplitudeDegree).toBe(1);
    expect(fit!.backgroundShare).toBeGreaterThan(0.95);
  });

  it.each(
    someOf([
      ['dense cells over a third of the frame', beads(13, 40, 2, 0.9), 3e-3],
      ['beads of many turns', beads(16, 60, 25), 3e-3],
      ['weak cells that hardly differ from the background', beads(10, 40, 0.3), 6e-3],
    ]),
  )('leaves %s as they are', (_, sample, allowed) => {
    const noise = 0.002;
    const { fit, field } = flattened(second, sample, noise);
    expect(fit!.degree).toBe(2);
    expect(phaseError(field, sample)).toBeLessThan(noise + allowed);
  });

  it('keeps the volume of beads within 1 %', () => {
    const sample = beads(12, 50, 2.5);
    const { field } = flattened(fourth, sample, 0.005);
    let [found, drawn] = [0, 0];
    for (let i = 0; i < field.re.length; i++) {
      const { phase } = sample(i % cols, Math.floor(i / cols));
      drawn += phase;
      if (phase > 0) found += Math.atan2(field.im[i]!, field.re[i]!);
    }
    expect(found / drawn).toBeCloseTo(1, 2);
  });

  it('states how little background there is', () => {
    const { fit } = flattened(second, beads(16, 40, 3));
    expect(fit!.backgroundShare).toBeLessThan(0.65);
    expect(fit!.backgroundShare).toBeGreaterThan(0.2);
  });

  it('brings the amplitude of the background to 1 and leaves what absorbs its share', () => {
    const sample: Sample = (x, y) => ({ phase: 0, amplitude: Math.hypot(x - 100, y - 90) < 30 ? 0.25 : 1 });
    const { field } = flattened(second, sample, 0.001);
    const modulus = (x: number, y: number) => Math.hypot(field.re[y * cols + x]!, field.im[y * cols + x]!);
    expect(modulus(100, 90)).toBeCloseTo(0.25, 2);
    for (const [x, y] of [
      [10, 10],
      [190, 20],
      [30, 160],
    ] as const)
      expect(modulus(x, y)).toBeCloseTo(1, 2);
  });

  it('takes an amplitude that nowhere falls to 0 rather than a lower degree that leaves as much', () => {
    const dimCorner: Sample = (i, j) => {
      const t = (2 * i) / (cols - 1) / 4 + (2 * j) / (rows - 1) / 4 + 0.025;
      return { phase: 0, amplitude: t * t + 0.02 + 0.18 * Math.sin(i / 3) * Math.sin(j / 3) };
    };
    const { fit } = flattened(second, dimCorner, 0.001);
    expect(fit!.amplitudeDegree).toBe(2);
    expect(leastOfSeries(fit!.amplitude, 2)).toBeGreaterThan(0);
  });

  it('takes only the degrees it is given', () => {
    const { fit } = flattened(second, nothing, 0.01, { ...auto, degrees: [1] });
    expect(fit!.degree).toBe(1);
    expect(fit!.phase).toHaveLength(3);
    expect(fit!.residual).toBeGreaterThan(0.3);
  });

  it('takes a higher degree where left-out tiles say so, and not where it explains no more than noise', () => {
    const bowl = (c: number) => flattened([0.7, 3, -2, c, 0, c], nothing, 0.05, auto).fit!;
    const bent = bowl(0.05);
    expect([bowl(0.0005).degree, bent.degree]).toEqual([1, 2]);
    expect(bent.heldOutByDegree[1]).toBeGreaterThan(0.1);
  });

  it('looks beyond a tilt only where the tilt leaves a surface, and takes then what it would have taken at once', () => {
    const sample = beads(10, 50, 1.5);
    const tilt = { ...auto, degrees: [1], bent: [1, 2, 3, 4] };
    const take = (bowl: number, options: BackgroundOptions) =>
      flattened([0.7, 3, -2, bowl, 0, bowl], sample, 0.02, options);
    const { fit, field } = take(0.4, tilt);
    const atOnce = take(0.4, auto).fit!;
    expect(fit!.degree).toBe(atOnce.degree);
    // what was taken first and put back has rounded the field
    fit!.phase.forEach((c, k) => expect(c).toBeCloseTo(atOnce.phase[k]!, 6));
    expect(phaseError(field, sample)).toBeLessThan(0.03);
    expect(take(0, tilt).fit).toEqual(take(0, { ...auto, degrees: [1] }).fit);
  });

  it('does not take the mean of two levels for the background', () => {
    // bars of 0.75 rad over half of the frame, on a bowl: each level alone is flat, their mean follows the bars
    const bars: Sample = (x) => ({ phase: Math.floor(x / 12) % 2 === 0 ? 0.75 : 0, amplitude: 1 });
    const { fit, field } = flattened([0.3, 2, -1, 0.8, 0, 0.6], bars, 0.05, auto);
    expect(fit!.degree).toBe(2);
    expect(fit!.phase[3]! - 0.8).toBeLessThan(0.05);
    expect(phaseError(field, bars)).toBeLessThan(0.08);
  });

  /** A prism of 8 rad over the right half: as many tiles have its tilt as have none, and the median of both is that of neither. */
  const prism: Sample = (x) => ({ phase: 8 * Math.max(0, (2 * x) / cols - 1), amplitude: 1 });

  it('is one half of a frame whose other half is tilted, and no bent surface amid both', () => {
    const { fit, field } = flattened([0.7, 11, -6], prism, 0.005);
    expect(fit!.degree).toBe(1);
    expect(phaseError(field, prism)).toBeLessThan(0.01);
  });

  it('is what reaches the border around a grating that is blazed for a whole turn, though that has its own tilt', () => {
    const isGrating = (x: number, y: number) => Math.abs(x - 100) < 70 && Math.abs(y - 90) < 64;
    const grating: Sample = (x, y) => ({
      phase: isGrating(x, y) ? 2 * Math.PI * (((x + 0.3 * y) / 20) % 1) : 0,
      amplitude: 1,
    });
    const { fit, field } = flattened(second, grating, 0.005);
    expect(fit!.degree).toBe(2);
    expect(phaseError(field, grating)).toBeLessThan(0.05);
    // nothing of the grating lies on the border, and so nothing is in doubt
    expect(fit!.others.every(({ coefficients }) => Math.abs(coefficients[1]! - 11) < 1)).toBe(true);
  });

  it.each(
    someOf([
      ['no curvature', [0.7, 11, -6]],
      ['30 rad of curvature', second],
    ]),
  )(
    'is not a strip across more than half of the frame, which leaves most of the border free: %s',
    (_, aberration) => {
      // as a needle lies: 3.5 rad higher, from the lower left to the upper right
      const strip: Sample = (x, y) => ({
        phase: Math.abs(x / cols + y / rows - 1) < 0.29 ? 3.5 : 0,
        amplitude: 1,
      });
      let covered = 0;
      for (let y = 0; y < rows; y++) for (let x = 0; x < cols; x++) if (strip(x, y).phase > 0) covered++;
      expect(covered / (rows * cols)).toBeGreaterThan(0.49);
      const { field } = flattened(aberration, strip);
      const phaseAt = (x: number, y: number) => Math.atan2(field.im[y * cols + x]!, field.re[y * cols + x]!);
      const meanAround = (x: number, y: number) => {
        let sum = 0;
        for (let j = -4; j <= 4; j++) for (let i = -4; i <= 4; i++) sum += phaseAt(x + i, y + j);
        return sum / 81;
      };
      // both corners of what is free lie at 0, and the strip where it is
      for (const [x, y] of [
        [20, 20],
        [180, 160],
        [60, 60],
      ] as const)
        expect(Math.abs(meanAround(x, y))).toBeLessThan(0.05);
      expect(meanAround(100, 90)).toBeCloseTo(3.5 - 2 * Math.PI, 1);
    },
  );

  it('gives up where hardly anything carries phase and leaves the field as it was', () => {
    const patch: Sample = (x, y) => ({ phase: 0, amplitude: x > 60 && x < 67 && y > 60 && y < 67 ? 1 : 0 });
    const { fit, before, field } = flattened(second, patch, 0);
    expect(fit).toBeNull();
    for (const part of ['re', 'im'] as const)
      expect(Math.max(...field[part].map((value, i) => Math.abs(value - before[part][i]!)))).toBeLessThan(
        1e-5,
      );
  });

  /** Tiles of 3 × 3 samples inside the margin. */
  const ALL_TILES = 57 * 63;
  const few = { ...auto, degrees: [1], amplitudeDegrees: [0] };
  const tilt = second.slice(0, 3);
  const fitWith = (own: Partial<BackgroundSettings>, sample = nothing) =>
    flattened(tilt, sample, 0.001, few, own).fit;

  it('needs as many tiles as it is told', () => {
    const all = { coherentShare: 0, leastModulus: 0 };
    expect(fitWith({ ...all, leastTiles: ALL_TILES })).toMatchObject({ backgroundShare: expect.any(Number) });
    expect(fitWith({ ...all, leastTiles: ALL_TILES + 1 })).toBeNull();
  });

  it('leaves out tiles that are dark beside the median, or that say less than most', () => {
    const least = { leastTiles: ALL_TILES };
    const dark: Sample = (x, y) => ({ phase: 0, amplitude: Math.hypot(x - 100, y - 90) < 30 ? 0.25 : 1 });
    expect(fitWith({ ...least, coherentShare: 0, leastModulus: 0.15 }, dark)).not.toBeNull();
    expect(fitWith({ ...least, coherentShare: 0, leastModulus: 0.35 }, dark)).toBeNull();
    // there the phase turns by 0.8 rad a sample: a mean of three by three is sinc-like shorter, by 0.79
    const steep: Sample = (x, y) => ({ phase: x > 150 && y > 60 ? 0.8 * x : 0, amplitude: 1 });
    expect(fitWith({ ...least, coherentShare: 0.6, leastModulus: 0 }, steep)).not.toBeNull();
    expect(fitWith({ ...least, coherentShare: 0.9, leastModulus: 0 }, steep)).toBeNull();
  });

  it('is not surer of a phase than 0.2 mrad, so that rounding chooses no degree', () => {
    const { fit } = flattened(tilt, nothing, 0);
    expect([fit!.degree, fit!.residual]).toEqual([1, 2e-4]);
    expect(Math.max(...fit!.heldOutByDegree)).toBeLessThan(0.01);
    expect(fit!.backgroundShare).toBeGreaterThan(0.95);
  });

  it('takes the amplitude of the degree that it is given', () => {
    const { fit } = flattened(tilt, nothing, 0.001, few);
    expect([fit!.amplitudeDegree, fit!.amplitude.length]).toEqual([0, 1]);
    expect(fit!.amplitude[0]).toBeCloseTo(2.5, 1);
  });
});
