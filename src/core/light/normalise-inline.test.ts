import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { oneIn } from '../../../test/short-form.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { normalSource } from '../simulate/normal.ts';
import { Random } from '../simulate/random.ts';
import { simulate } from '../simulate/simulate.ts';
import type { SimulationInput } from '../simulate/simulation-spec.ts';
import { lightSettings } from './light-settings.ts';
import {
  expectNoiseKnown,
  exposures,
  fringes,
  input,
  largestBias,
  normalised,
  SIDE,
  standardDeviation,
  trueAmplitude,
} from './normalise-inline.fixture.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

/** A frame of 96 pixels a side. */
function drawn(counts: (x: number, y: number) => number): Frame {
  const side = 96;
  const samples = Float32Array.from({ length: side * side }, (__, i) =>
    counts(i % side, Math.floor(i / side)),
  );
  return { width: side, height: side, samples, bitDepth: 32 };
}

describe('light', () => {
  const objects: [string, SimulationInput['object']][] = [
    ['nothing', { kind: 'flat' }],
    ['a large absorbing star', { kind: 'star' }],
    ['bars', { kind: 'absorbing-chart' }],
    ['dense cells', { kind: 'cells', count: 30 }],
    ['a phase chart', { kind: 'phase-chart' }],
  ];
  it.each(oneIn(3, objects, 1))('falling off by 60 %% is estimated under %s to 2 %%', (_, object) => {
    const simulation = input(object, { uneven_light: 0.6, photoelectrons: 5000, background: false });
    const { values, illumination } = normalised(simulate(kernels, simulation).hologram, null);
    expect(largestBias(values, trueAmplitude(simulation))).toBeLessThan(0.02);
    expect(illumination).toMatchObject({ source: 'fitted', exposureRatio: 1 });
    expect(illumination.unevenShare).toBeGreaterThan(0.5);
  });

  it('is even where the frame is: no degree is spent', () => {
    const { illumination } = normalised(
      simulate(kernels, input({ kind: 'cells' }, { background: false })).hologram,
      null,
    );
    expect(illumination.degree).toBe(0);
    expect(illumination.unevenShare).toBeLessThan(0.01);
  });

  it('does not follow dust', () => {
    const simulation = input({ kind: 'flat' }, { dust: 20, background: false });
    expect(normalised(simulate(kernels, simulation).hologram, null).illumination.degree).toBe(0);
  });

  it('of a background frame divides dust and fall-off out', () => {
    const simulation = input({ kind: 'cells' }, { uneven_light: 0.6, dust: 10 });
    const { hologram, background } = simulate(kernels, simulation);
    const { values, illumination } = normalised(hologram, background);
    expect(largestBias(values, trueAmplitude(simulation))).toBeLessThan(0.002);
    expect(illumination).toMatchObject({ source: 'background_frame', exposureRatio: 1 });
  });

  it('of a background frame twice as bright is scaled', () => {
    const { hologram, background } = simulate(kernels, input({ kind: 'cells' }, { bit_depth: 32 }));
    const bright = { ...background!, samples: Float32Array.from(background!.samples, (v) => 2 * v) };
    const { illumination, values } = normalised(hologram, bright);
    expect(illumination.exposureRatio).toBeCloseTo(0.5, 2);
    expect(standardDeviation(values)).toBeLessThan(0.5);
  });

  it.each([
    [0.99, false],
    [1.01, true],
  ])('of a background frame that is darker by %d times the slack is scaled: %s', (share, scaled) => {
    // nothing in the beam, so that residuals do not decide
    const rig = input({ kind: 'flat' }, { bit_depth: 32, photon_noise: false });
    const { hologram, background } = simulate(kernels, rig);
    const ratio = 1 + share * lightSettings.evidence.slack;
    const darker = { ...background!, samples: Float32Array.from(background!.samples, (v) => v / ratio) };
    const { exposureRatio } = normalised(hologram, darker).illumination;
    expect(exposureRatio).toBeCloseTo(scaled ? ratio : 1, 5);
  });

  it('that is missing in part of the background frame neither divides by zero nor by noise', () => {
    const { hologram, background } = simulate(kernels, input({ kind: 'flat' }));
    const holed = { ...background!, samples: background!.samples.map((v, k) => (k % SIDE < 20 ? 0 : v)) };
    const { values } = normalised(hologram, holed as Frame);
    expect(values.every((v) => Number.isFinite(v) && v < 3)).toBe(true);
  });

  it('of another size is refused', () => {
    const { hologram } = simulate(kernels, input({ kind: 'flat' }));
    const { background } = simulate(kernels, { ...input({ kind: 'flat' }), width_px: 256 });
    expect(() => normalised(hologram, background)).toThrow(/size/);
  });
});

describe('noise', () => {
  // each exposure once; all of them with all objects before a release
  const cases = exposures.map((exposure, k) => [...exposure, ...fringes[k % fringes.length]!] as const);
  it.each(oneIn(6, cases))(
    'of %i electrons at %i bit, %s, is known to 10 %%',
    (photoelectrons, bit_depth, _, object) => expectNoiseKnown(object, photoelectrons, bit_depth),
  );

  it('of reading the camera out counts too', () => {
    const simulation = input(
      { kind: 'flat' },
      { photoelectrons: 400, read_noise_electrons: 20, background: false },
    );
    const { values, noiseSigma } = normalised(simulate(kernels, simulation).hologram, null);
    expect(noiseSigma / standardDeviation(values)).toBeCloseTo(1, 1);
  });

  it.each([
    [4, 'little'],
    [0.25, 'much'],
  ])('of a background frame that is %d times as bright counts as %s as its light is', (times) => {
    const normal = normalSource(Random.from(5), kernels.wasm);
    const counted = (photons: number) => drawn(() => photons + Math.sqrt(photons) * normal());
    const { noiseSigma, values } = normalised(counted(1000), counted(1000 * times));
    const sigma = 0.5 * Math.sqrt(1 / 1000 + 1 / (1000 * times));
    expect(noiseSigma / sigma).toBeCloseTo(1, 1);
    expect(standardDeviation(values) / sigma).toBeCloseTo(1, 1);
  });

  it('is what another frame of the rig has told, of either frame', () => {
    const normal = normalSource(Random.from(6), kernels.wasm);
    const counted = (sigma: number) => drawn(() => 1000 + sigma * normal());
    const { ofRig } = normalised(counted(40), counted(20));
    const quiet = [counted(4), counted(4)] as const;
    const sigmaOf = (known: typeof ofRig | null) => 2000 * normalised(...quiet, known).noiseSigma;
    expect(sigmaOf(null) / Math.hypot(4, 4)).toBeCloseTo(1, 1);
    expect(sigmaOf(ofRig) / Math.hypot(40, 20)).toBeCloseTo(1, 1);
    expect(sigmaOf({ ...ofRig, backgroundNoise: null }) / Math.hypot(40, 4)).toBeCloseTo(1, 1);
  });

  it('varies over the frame as the light does', () => {
    const simulation = input(
      { kind: 'flat' },
      { uneven_light: 0.6, photoelectrons: 2000, background: false },
    );
    const { tileVariance, tiles } = normalised(simulate(kernels, simulation).hologram, null);
    const brightest = tileVariance[Math.floor(tiles / 2) * tiles + Math.floor(tiles / 2)]!;
    // the light in the far corner is about a third of that in the middle
    expect(tileVariance[(tiles - 1) * tiles]! / brightest).toBeGreaterThan(1.8);
  });
});

it('that lies below 0, as where too much was taken off, is refused for that', () => {
  const { hologram } = simulate(kernels, input({ kind: 'cells' }, { background: false }));
  const below = Float32Array.from(hologram.samples, (one) => one - 2 ** 16);
  const said = /dark nearly everywhere: 100 % of its samples are below 0/;
  expect(() => normalised({ ...hologram, samples: below }, null)).toThrow(said);
  const black = { ...hologram, samples: Float32Array.from(below, () => 0) };
  expect(() => normalised(black, null)).toThrow('The hologram is dark nearly everywhere.');
});

describe('the pattern of a colour camera', () => {
  const ripple = (x: number, y: number) => 1 + 0.3 * Math.sin(0.3 * x + 0.2 * y);
  const filters = [1, 0.5, 0.55, 0.2];
  const filter = (x: number, y: number) => filters[2 * (y % 2) + (x % 2)]!;
  const even = (x: number) => 1000 + x;
  const hologram = drawn((x, y) => even(x) * ripple(x, y) * filter(x, y));
  const truth = Float64Array.from(drawn(ripple).samples, Math.sqrt);

  it.each([
    ['of the background frame as well, where it has one', (x: number, y: number) => even(x) * filter(x, y)],
    ['of the hologram alone, where the background frame has none', even],
  ])('is taken out: %s', (_, light) => {
    const { mosaic, values } = normalised(hologram, drawn(light));
    expect(mosaic![1]! / mosaic![3]!).toBeCloseTo(2.5, 1);
    const ratios = values.map((value, k) => value / truth[k]!);
    expect(standardDeviation(ratios) / ratios[0]!).toBeLessThan(0.01);
  });

  it('is light that is divided by, where the background frame alone has one', () => {
    const light = (x: number, y: number) => even(x) * filter(x, y);
    const { mosaic, values } = normalised(drawn(even), drawn(light));
    expect(mosaic).toBeNull();
    expect(standardDeviation(values)).toBeGreaterThan(0.3);
  });
});
