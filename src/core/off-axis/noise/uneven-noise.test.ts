import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { evidenceSettings } from '../../evidence/evidence-settings.ts';
import { measureFrame } from '../../sideband/measure-frame.ts';
import { simulate } from '../../simulate/simulate.ts';
import { measureCameraNoise } from '../../uncertainty/camera-noise.ts';
import { noiseSettings } from '../../uncertainty/noise-settings.ts';
import { noiseOverRounding, unevenNoise } from './uneven-noise.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const SIDE = 256;

function recorded(more: Readonly<Record<string, unknown>> = {}): Uint8Array {
  const { hologram } = simulate(kernels, {
    ...{ mode: 'off-axis', width_px: SIDE, height_px: SIDE, seed: 5, background: false },
    ...{ object: { kind: 'phase-steps' }, photoelectrons: 4000, uneven_light: 0.4 },
    ...{ aberration: [{ x: 2, y: 0, rad: 8 }], ...more },
    carrier_cycles_per_px: [0.21, 0.19],
  });
  return Uint8Array.from(hologram.samples, (value) => Math.round((255 * value) / 4095));
}

function unevennessOf(samples: Uint8Array): number | null {
  using scope = kernels.scope();
  const frame = { width: SIDE, height: SIDE, samples, bitDepth: 8 };
  return unevenNoise(kernels, measureFrame(kernels, scope, frame, 'hologram'), noiseSettings);
}

const squareOf = (reach: number) => {
  const side = Array.from({ length: 2 * reach + 1 }, (_, k) => k - reach);
  return side.flatMap((dy) => side.map((dx) => [dx, dy] as const));
};

/** Each sample by those around it whose own surroundings, of 3 × 3, look alike: by no more than so many counts. */
function byLikePatches(samples: Uint8Array, counts: number): Uint8Array {
  const within = (k: number) => Math.min(SIDE - 1, Math.max(0, k));
  const at = (x: number, y: number) => samples[within(y) * SIDE + within(x)]!;
  const [patch, around] = [squareOf(1), squareOf(4)];
  const far = (x: number, y: number, dx: number, dy: number) => {
    let sum = 0;
    for (const [u, v] of patch) {
      const off = at(x + u, y + v) - at(x + dx + u, y + dy + v);
      sum += off * off;
    }
    return sum / patch.length;
  };
  return samples.map((_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
    let [sum, all] = [0, 0];
    for (const [dx, dy] of around) {
      const weight = Math.exp(-far(x, y, dx, dy) / (counts * counts));
      sum += weight * at(x + dx, y + dy);
      all += weight;
    }
    return Math.round(sum / all);
  });
}

describe('unevenNoise', () => {
  it('knows nothing of a frame as a camera sends it, in light that falls to a third or with specks on the window', () => {
    expect(unevennessOf(recorded())).toBeNull();
    expect(unevennessOf(recorded({ uneven_light: 0.6 }))).toBeNull();
    expect(unevennessOf(recorded({ dust: 2 }))).toBeNull();
  });

  it('knows nothing of a frame in which a few foci of a sample are full', () => {
    // what a lens of a radius of a few pixels gathers: one place, so that most of the frame is asked
    const foci = [
      [88, 100],
      [100, 90],
      [102, 106],
    ] as const;
    const lit = recorded().map((value, i) => {
      const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
      const more = foci.reduce((sum, [u, v]) => sum + Math.exp(-((x - u) ** 2 + (y - v) ** 2) / 5), 0);
      return Math.min(255, Math.round(value * (1 + 6 * more)));
    });
    expect(lit.filter((value) => value === 255).length).toBeGreaterThan(30);
    expect(unevennessOf(lit)).toBeNull();
  });

  it('tells a frame whose noise a program took away where it knew the pattern again', () => {
    expect(unevennessOf(byLikePatches(recorded(), 4))).toBeGreaterThan(2);
  });

  it('asks no frame that ends before noise is told, or whose bright parts are full', () => {
    const full = recorded().map((value) => Math.min(255, 2 * value));
    expect(unevennessOf(byLikePatches(full, 4))).toBeNull();
  });
});

describe('noiseOverRounding', () => {
  function overRounding(samples: Uint8Array): number | null {
    using scope = kernels.scope();
    const frame = { width: SIDE, height: SIDE, samples, bitDepth: 8 };
    const { image, spectrum } = measureFrame(kernels, scope, frame, 'hologram');
    const { meanVariance } = measureCameraNoise(kernels, spectrum, image, noiseSettings);
    return noiseOverRounding(image, samples, meanVariance, evidenceSettings);
  }

  it('is about 1 where there is no other noise, in whatever steps, and nothing where the camera has more', () => {
    const calm = recorded({ photoelectrons: 1e6 });
    for (const samples of [calm, calm.map((value) => 3 * Math.floor(value / 3))]) {
      expect(overRounding(samples)).toBeGreaterThan(0.9);
      expect(overRounding(samples)).toBeLessThan(1.3);
    }
    expect(overRounding(recorded())).toBeNull();
  });
});
