import { beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { decodeJpeg } from '../../formats/decode/image/jpeg.ts';
import type { Disturbances } from './disturbances.ts';
import { jpegSteps, throughJpeg } from './jpeg-loss.ts';
import { simulate } from './simulate.ts';
import { completeSpec, type SimulationInput } from './simulation-spec.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 96;
const flat = {
  mode: 'off-axis',
  object: { kind: 'flat' },
  width_px: SIDE,
  height_px: SIDE,
  carrier_cycles_per_px: [24 / SIDE, 18 / SIDE],
  ...{ photon_noise: false, bit_depth: 32, background: true },
} as const satisfies SimulationInput;

function exposed(disturbances: Partial<Disturbances>, more: Partial<SimulationInput> = {}) {
  const { hologram, background } = simulate(kernels, { ...flat, ...more, disturbances });
  const values = (frame: typeof hologram) => Float64Array.from(frame.samples, (v) => v / 10_000);
  return { frame: hologram, hologram: values(hologram), background: values(background!) };
}

const spread = (values: Float64Array) => {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / values.length);
};

describe('disturbances', () => {
  it('dirt adds a stray field as strong as its phase, the same with and without a sample', () => {
    // intensity of the object wave alone: 1 + 2 Re(stray) + …
    const { hologram, background } = exposed(
      { dirt_rad: 0.1, dirt_grain_px: 8, dirt_mm: 10 },
      { coherence: 0 },
    );
    // half of the stray field is real; the object wave has half of the light
    expect(spread(hologram)).toBeGreaterThan(0.04);
    expect(spread(hologram)).toBeLessThan(0.1);
    expect(hologram).toEqual(background);
  });

  it('a second reference interferes with both other waves', () => {
    const tilt = [0.05, -0.02] as const;
    const { hologram } = exposed({ second_reference: 0.2, second_tilt_cycles_per_px: tilt });
    for (const [x, y] of [
      [3, 7],
      [40, 11],
      [90, 64],
    ] as const) {
      const wave = (fx: number, fy: number) => 2 * Math.PI * (fx * x + fy * y);
      const [a, b] = [wave(...flat.carrier_cycles_per_px), wave(24 / SIDE + tilt[0], 18 / SIDE + tilt[1])];
      const re = 1 + Math.cos(a) + 0.2 * Math.cos(b);
      const im = -Math.sin(a) - 0.2 * Math.sin(b);
      expect(hologram[y * SIDE + x]!).toBeCloseTo((re * re + im * im) / 2, 4);
    }
  });

  it('vignetting dims the object wave in the corners, and the fringes with it', () => {
    const { hologram } = exposed({ vignetting: 0.5 }, { coherence: 0 });
    expect(hologram[(SIDE / 2) * SIDE + SIDE / 2]!).toBeCloseTo(1, 3);
    expect(hologram[0]!).toBeCloseTo((1 + 0.5 ** 2) / 2, 1);
  });

  it('pixels keep their gains from frame to frame', () => {
    const { hologram, background } = exposed({ pixel_gain_spread: 0.05 }, { coherence: 0 });
    expect(spread(hologram)).toBeGreaterThan(0.045);
    expect(spread(hologram)).toBeLessThan(0.055);
    expect(hologram).toEqual(background);
  });

  it('gamma bends the response between the ends of the range', () => {
    const range = { bit_depth: 12, full_scale_percentile: 100, full_scale_fraction: 1 } as const;
    const [straight, bent] = [1, 0.5].map((gamma) => exposed({ gamma }, range).frame.samples);
    straight!.forEach((value, k) => {
      if (k % 997 === 0) expect(Math.abs(bent![k]! - Math.sqrt(value * 4095))).toBeLessThan(9);
    });
  });

  it('JPEG loses what libjpeg loses', async () => {
    const { frame } = exposed({}, { bit_depth: 8, photon_noise: true });
    const samples = frame.samples as Uint8Array;
    const file = sharp(samples, { raw: { width: SIDE, height: SIDE, channels: 1 } })
      .toColourspace('b-w')
      .jpeg({ quality: 60 });
    const theirs = await decodeJpeg(new Uint8Array(await file.toBuffer()));
    const ours = throughJpeg(samples, SIDE, SIDE, jpegSteps(60), kernels.wasm);
    expect(theirs.quantisation).toEqual(jpegSteps(60));
    // its transforms are in whole numbers: a coefficient half way between two steps may go either way
    const off = Float64Array.from(ours, (value, k) => value - theirs.samples[k]!);
    const lost = Float64Array.from(ours, (value, k) => value - samples[k]!);
    expect(spread(off)).toBeLessThan(0.2 * spread(lost));
  });

  it('is refused out of range, and JPEG of more than 8 bits', () => {
    const pointers = (disturbances: Partial<Disturbances>) => {
      try {
        completeSpec({ ...flat, disturbances });
        return [];
      } catch (problem) {
        return (problem as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);
      }
    };
    expect(pointers({ gamma: 0.1, dirt_rad: -1 })).toEqual(['/disturbances/dirt_rad', '/disturbances/gamma']);
    expect(pointers({ jpeg_quality: 50 })).toEqual(['/disturbances/jpeg_quality']);
  });
});
