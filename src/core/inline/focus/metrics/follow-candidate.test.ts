import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../../test/load-kernels.ts';
import { planeOf } from '../../../../../test/wave-of.ts';
import { fft2 } from '../../../fft/fft2.ts';
import type { Kernels } from '../../../kernel/kernels.ts';
import { fromPlane } from '../../../simulate/wave.ts';
import type { ContrastSpectrum } from '../../optics/contrast-spectrum.ts';
import { followCandidate, type Followed } from './follow-candidate.ts';
import { metricsSettings, type MetricsSettings } from './metrics-settings.ts';
import { resolvedDepth } from './search-range.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const WAVELENGTH = 0.5;
const SIDE = 128;
const REACH = 0.4;
const FOCUS = 150;
const START = { tiles: [0], share: 1 };

/** The weak hologram of bars that absorb or delay light, FOCUS µm away. */
function barsOf(scope: ReturnType<Kernels['scope']>, kind: 'absorbing' | 'phase'): ContrastSpectrum {
  const bar = (x: number, y: number) =>
    [40, 64, 90].some((at) => Math.abs(x - at) < 3) && Math.abs(y - 64) < 30 ? 0.02 : 0;
  const spectrum = planeOf(kernels, scope, SIDE, SIDE, (x, y) => [bar(x, y), 0]);
  fft2(kernels, spectrum);
  const turn = (k: number) => (k < SIDE / 2 ? k : k - SIDE) / SIDE;
  // of an absorber the cosine of the lag is recorded, of a delay the sine
  const lag = (x: number, y: number) =>
    2 * Math.PI * FOCUS * (1 / WAVELENGTH - Math.sqrt(1 / WAVELENGTH ** 2 - turn(x) ** 2 - turn(y) ** 2));
  const record = (x: number, y: number) => (kind === 'absorbing' ? Math.cos(lag(x, y)) : Math.sin(lag(x, y)));
  const recorded = multiplied(scope, spectrum, record);
  const rest = {
    radius: REACH,
    reach: REACH,
    signalShare: 1,
    strength: 0.01,
    rings: null as never,
    noiseOfGradient: () => 0,
  };
  return { ...rest, spectrum: recorded, sampling: { pitchX: 1, pitchY: 1 }, rows: SIDE, cols: SIDE };
}

function multiplied(
  scope: ReturnType<Kernels['scope']>,
  spectrum: ContrastSpectrum['spectrum'],
  by: (x: number, y: number) => number,
): ContrastSpectrum['spectrum'] {
  const { re, im } = fromPlane(kernels, spectrum, SIDE, SIDE);
  return planeOf(kernels, scope, SIDE, SIDE, (x, y) => {
    const factor = by(x, y);
    return [factor * re[y * SIDE + x]!, factor * im[y * SIDE + x]!];
  });
}

interface Way {
  readonly kind?: 'absorbing' | 'phase';
  readonly z?: number;
  readonly from?: number;
  readonly metrics?: MetricsSettings;
}

function followed({ kind = 'absorbing', z = 144, from = REACH, metrics = metricsSettings }: Way = {}) {
  using scope = kernels.scope();
  const setup = { contrast: barsOf(scope, kind), wavelength: WAVELENGTH, tiles: 1, metrics };
  const parts: number[] = [];
  const start = { ...START, candidate: { z, kind, strength: 0.3 } };
  const found = followCandidate(kernels, setup, start, { from, to: REACH }, (part) => parts.push(part));
  return { found, parts, depth: resolvedDepth(setup, REACH) };
}

const steps = ({ near }: Followed) => near.z.slice(1).map((z, k) => z - near.z[k]!);

describe.each(['absorbing', 'phase'] as const)('a candidate that is %s', (kind) => {
  it('is followed to where its bars are', () => {
    const { found, depth } = followed({ kind });
    expect(Math.abs(found.z - FOCUS) / depth(FOCUS)).toBeLessThan(0.15);
    expect(found).toMatchObject({ kind, strength: 0.3, tiles: [0], share: 1 });
    expect(found.depthOfField).toBe(depth(144));
  });

  it('is followed from a coarser level, too', () => {
    const { found, depth } = followed({ kind, z: 140, from: REACH / 2 });
    expect(Math.abs(found.z - FOCUS) / depth(FOCUS)).toBeLessThan(0.25);
  });
});

describe('the last level', () => {
  it('looks one depth to either side in quarters where it is the first, too', () => {
    const { found, parts, depth } = followed();
    const [width, step] = [metricsSettings.follow.lastWindow, metricsSettings.step];
    const count = 2 * Math.ceil(width / step) + 1;
    expect(found.near.z).toHaveLength(count);
    for (const one of steps(found)) expect(one / depth(144)).toBeCloseTo(step, 9);
    expect(found.near.z[(count - 1) / 2]).toBeCloseTo(144, 9);
    expect(parts).toEqual(Array.from({ length: count }, (_, k) => k / count));
  });

  it('looks at all of its window where that is no whole number of steps', () => {
    const { found, depth } = followed({ metrics: { ...metricsSettings, step: 0.4 } });
    expect(found.near.z).toHaveLength(7);
    expect(found.near.z.at(-1)! - found.near.z[0]!).toBeCloseTo(6 * 0.4 * depth(144), 6);
  });

  it('looks half a depth of the level before to either side', () => {
    const { found, depth } = followed({ from: REACH / 2 });
    // over two levels: each is twice as fine as the one before
    const longer = followed({ from: REACH / 4 }).found;
    expect(longer.near.z).toHaveLength(found.near.z.length);
    const coarse = {
      contrast: { radius: REACH / 2, rows: 128, cols: 128, sampling: { pitchX: 1, pitchY: 1 } },
    };
    const before = resolvedDepth({ ...coarse, wavelength: WAVELENGTH } as never, REACH / 2)(144);
    const { step } = metricsSettings;
    const middle = found.near.z[(found.near.z.length - 1) / 2]!;
    expect(found.near.z).toHaveLength(2 * Math.ceil(before / 2 / (step * depth(middle))) + 1);
  });

  it('never looks at the camera or behind it', () => {
    const { found, depth } = followed({ z: 5 });
    expect(Math.min(...found.near.z)).toBeCloseTo((metricsSettings.step * depth(5)) / 8, 9);
    for (const one of steps(found)) expect(one).toBeGreaterThan(0);
  });
});

describe('what is stated of it', () => {
  it('is half of what the two metrics are apart, at least the least', () => {
    const { found, depth } = followed();
    expect(found.disagreement).not.toBeNull();
    const { least } = metricsSettings.uncertainty;
    expect(found.uncertainty).toBeCloseTo(Math.max(least * depth(144), found.disagreement! / 2), 9);
    expect(found.disagreement! / depth(144)).toBeLessThan(metricsSettings.extrema.same);
  });

  it('is the first metric’s alone where the other lies further away than a step', () => {
    const both = followed({ kind: 'phase' }).found;
    const apart = both.disagreement! / both.depthOfField;
    expect(apart).toBeLessThan(metricsSettings.step);
    const alone = followed({ kind: 'phase', metrics: { ...metricsSettings, step: apart / 2 } }).found;
    // looked at in finer steps they lie a little nearer to each other
    expect(alone.disagreement! / both.disagreement!).toBeGreaterThan(0.5);
    expect((2 * Math.abs(alone.z - both.z)) / both.disagreement!).toBeGreaterThan(0.5);
  });

  it('is as certain as one metric makes it where the other has its extremum elsewhere', () => {
    const extrema = { ...metricsSettings.extrema, same: 0 };
    const { found, depth } = followed({ kind: 'phase', metrics: { ...metricsSettings, extrema } });
    expect(found.disagreement).toBeNull();
    expect(found.uncertainty).toBeCloseTo((metricsSettings.step / 2) * depth(144), 9);
  });
});
