import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { phaseBlindBelow } from '../background/phase-background.ts';
import { broadPhase } from './broad-phase.ts';
import type { SampleFree } from './sample-free.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const TILES = 64;
const optics = {
  ...{ rows: 4 * TILES, cols: 4 * TILES, sampling: { pitchX: 1.5, pitchY: 1.5 }, wavelength: 0.532 },
};
const SIDE = optics.cols * optics.sampling.pitchX;
const Z = 800;
const known = {
  isLightKnown: true,
  optics,
  distances: [Z],
  noise: 0,
  ofLight: 0,
  removed: 0,
  leastContrast: 0,
  clear: 3,
};

/** Waves of phase (rad) with so many cycles along x and y, and what a frame records of them. */
const waves = [
  { u: 1, v: 1, rad: 0.3 },
  { u: 2, v: -1, rad: 0.2 },
];
const contrastAt = (u: number, v: number) =>
  Math.sin((Math.PI * optics.wavelength * Z * (u * u + v * v)) / (SIDE * SIDE));
const sumOf = (scale: (wave: (typeof waves)[number]) => number) =>
  Float64Array.from({ length: TILES * TILES }, (_, t) => {
    const [x, y] = [t % TILES, Math.floor(t / TILES)].map((k) => (k + 0.5) / TILES) as [number, number];
    return waves.reduce(
      (sum, wave) => sum + scale(wave) * Math.cos(2 * Math.PI * (wave.u * x + wave.v * y) + wave.rad),
      0,
    );
  });
const contrast = sumOf(({ u, v, rad }) => rad * contrastAt(u, v));
const truth = Math.sqrt(waves.reduce((sum, { rad }) => sum + (rad * rad) / 2, 0));

function frameOf(modulus: Float64Array, sample = (_: number) => false): SampleFree {
  const parts = Int32Array.from(modulus, (_, t) => (sample(t) ? 1 : 0));
  const none = new Float64Array(modulus.length);
  return {
    ...{ tiles: TILES, side: { x: 4, y: 4 }, sample: Uint8Array.from(parts), parts, count: 1, beam: 1 },
    ...{ modulus, phase: none, square: none, within: none, beside: none },
  };
}
const even = new Float64Array(TILES * TILES).fill(1);
const nothing = new Float64Array(TILES * TILES);

describe('broadPhase', () => {
  it('is the phase that was taken for absorption, or left over', () => {
    const taken = broadPhase(kernels, frameOf(even.map((one, t) => one + contrast[t]!)), {
      ...{ ...known, rests: [nothing] },
    })!;
    const left = broadPhase(kernels, frameOf(even), { ...known, rests: [contrast] })!;
    expect(taken.sigma / truth).toBeGreaterThan(0.85);
    expect(taken.sigma / truth).toBeLessThan(1.15);
    expect(left.sigma).toBeCloseTo(taken.sigma, 6);
    // 1/(πf) of what is between √2 and √5 cycles
    expect(taken.length).toBeGreaterThan(SIDE / Math.sqrt(5) / Math.PI);
    expect(taken.length).toBeLessThan(SIDE / Math.sqrt(2) / Math.PI);
  });

  it('does not count what lies in the sample, what phase was taken out, or what is recorded', () => {
    const middle = (t: number) => Math.abs((t % TILES) - 32) < 5 && Math.abs(Math.floor(t / TILES) - 32) < 5;
    const dark = frameOf(
      even.map((one, t) => (middle(t) ? 0.5 : one)),
      middle,
    );
    expect(broadPhase(kernels, dark, { ...known, rests: [nothing] })?.sigma ?? 0).toBeLessThan(1e-6);
    expect(broadPhase(kernels, frameOf(even), { ...known, rests: [contrast], removed: 4 })).toBeNull();
    const far = { ...known, distances: [Z * 100], rests: [contrast] };
    expect(phaseBlindBelow(optics.wavelength, far.distances) * SIDE).toBeLessThan(1);
    expect(broadPhase(kernels, frameOf(even), far)).toBeNull();
  });

  it('tells phase from light by how its contrast goes with the frequency', () => {
    const all = [...Array(7).keys()].flatMap((u) => [0, 1, 2, 3].map((v) => ({ u: u - 3, v })));
    const field = (amplitude: (u: number, v: number) => number) =>
      Float64Array.from({ length: TILES * TILES }, (_, t) => {
        const [x, y] = [t % TILES, Math.floor(t / TILES)].map((k) => (k + 0.5) / TILES) as [number, number];
        return all.reduce((sum, { u, v }, k) => {
          const scale = u === 0 && v === 0 ? 0 : amplitude(u, v);
          return sum + scale * Math.cos(2 * Math.PI * (u * x + v * y) + 2.4 * k * k);
        }, 0);
      });
    const cloud = field((u, v) => 0.1 * contrastAt(u, v));
    const light = field((u, v) => 0.003 / (u * u + v * v));
    const flat = field(() => 0.003);
    const asLight = (rest: Float64Array, isLightKnown: boolean) =>
      broadPhase(kernels, frameOf(even), { ...known, rests: [rest], isLightKnown })!.asLight;
    for (const isLightKnown of [true, false]) {
      expect(asLight(cloud, isLightKnown)).toBe(false);
      expect(asLight(light, isLightKnown)).toBe(true);
    }
    // what neither falls nor rises is light's where nothing else shows the light
    expect([asLight(flat, true), asLight(flat, false)]).toEqual([false, true]);
  });

  it('takes off what the noise of the camera comes to', () => {
    let state = 1;
    const random = () => (state = (state * 16807) % 2147483647) / 2147483647 - 0.5;
    // a tile holds 16 pixels; the variance of what is even between −½ and ½ is 1/12
    const rest = nothing.map(() => 0.01 * random());
    const noise = (0.01 * 4) / Math.sqrt(12);
    const without = broadPhase(kernels, frameOf(even), { ...known, rests: [rest] })!.sigma;
    const known2 = broadPhase(kernels, frameOf(even), { ...known, rests: [rest], noise });
    expect(known2?.sigma ?? 0).toBeLessThan(0.8 * without);
  });

  it('goes on as in the slowest octave that shows where the light was estimated, or a radian shows less than it is known to', () => {
    const all = broadPhase(kernels, frameOf(even), { ...known, rests: [contrast] })!.sigma;
    const fitted = broadPhase(kernels, frameOf(even), { ...known, rests: [contrast], ofLight: 1 })!.sigma;
    expect(fitted).toBeGreaterThan(all);
    const weak = { ...known, rests: [contrast], leastContrast: 1.01 * contrastAt(1, 1) };
    const unknown = broadPhase(kernels, frameOf(even), weak)!.sigma;
    expect(unknown).toBeLessThan(all);
    // that of the wave that shows
    expect(unknown).toBeGreaterThan((0.85 * 0.2) / Math.sqrt(2));
    const blind = broadPhase(kernels, frameOf(even), { ...known, rests: [contrast], leastContrast: 1 });
    expect(blind).toBeNull();
  });
});
