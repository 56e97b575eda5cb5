import { beforeAll, describe, expect, it } from 'vitest';
import { frameOf } from '../../test/frame-of.ts';
import { freshKernels } from '../../test/load-kernels.ts';
import { offAxisRecipe } from '../../test/off-axis-recipe.ts';
import { oneIn, thorough } from '../../test/short-form.ts';
import type { Kernels } from './kernel/kernels.ts';
import { Problem } from './problem/problem.ts';
import { normalisedErrors, rigs } from './phase-spread.fixture.ts';
import { reconstruct } from './reconstruct.ts';
import type { Reconstruction } from './reconstruction/reconstruction.ts';
import { Random } from './simulate/random.ts';
import { simulate } from './simulate/simulate.ts';
import type { SimulatedObject, SimulationInput } from './simulate/simulation-spec.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await freshKernels();
});

type Input = Partial<SimulationInput> & { readonly kind?: SimulatedObject };

function simulated({ kind = 'cells', ...input }: Input) {
  return simulate(kernels, {
    ...{ mode: 'off-axis', object: { kind }, width_px: 256, height_px: 256 },
    ...input,
  });
}

const hash = (result: Reconstruction) =>
  [result.phase, result.amplitude, result.phase_uncertainty, result.field, result.spectrum].map(
    ({ data }) => {
      const words = new Uint32Array(data.buffer, data.byteOffset, data.length);
      return words.reduce((sum, word) => (Math.imul(sum, 31) + word) >>> 0, 7);
    },
  );

describe('reconstruct', () => {
  it('refuses a background frame of another size, naming both', () => {
    const { hologram } = simulated({});
    const background = frameOf(200, 256, () => 1);
    const run = () => reconstruct(kernels, { hologram, background }, offAxisRecipe());
    expect(run).toThrow(Problem);
    expect(run).toThrow('size of the hologram');
  });

  it('gives the same bits again, whatever ran in between', async () => {
    const recipe = offAxisRecipe({ z_min_mm: 2, z_max_mm: 8 });
    const sizes = oneIn(
      2,
      [
        { width_px: 200, height_px: 210 },
        { width_px: 97, height_px: 131 },
      ],
      1,
    );
    for (const size of sizes) {
      const { hologram, background } = simulated({ z_mm: 5, ...size });
      const run = (on: Kernels) => hash(reconstruct(on, { hologram, background }, recipe));
      const first = run(kernels);
      const other = simulated({ kind: 'star', seed: 9, width_px: 286, height_px: 143 });
      reconstruct(kernels, { ...other, background: null }, offAxisRecipe());
      expect(run(kernels)).toEqual(first);
      expect(run(await freshKernels())).toEqual(first);
    }
  });

  it('can be cancelled between any two stages, stays usable and loses no memory', () => {
    const side = thorough ? 256 : 96;
    const { hologram, background } = simulated({ z_mm: 5, width_px: side, height_px: side });
    const frames = { hologram, background };
    const recipe = offAxisRecipe({ z_min_mm: 3, z_max_mm: 7 });
    const stages: string[] = [];
    const whole = hash(reconstruct(kernels, frames, recipe, (stage) => stages.push(stage)));
    expect(stages.length).toBeGreaterThan(20);
    const grown: number[] = [];
    const runs = thorough ? 30 : 16;
    for (let run = 0; run < runs; run++) {
      const cancelled = new Error('cancelled');
      let calls = 0;
      const stopAt = run % 2 ? 1 + Math.floor((run / runs) * stages.length) : run / 2;
      const attempt = () =>
        reconstruct(kernels, frames, recipe, () => {
          if (++calls > stopAt) throw cancelled;
        });
      expect(attempt).toThrow(cancelled);
      grown.push(kernels.wasm.memory.buffer.byteLength);
    }
    expect(hash(reconstruct(kernels, frames, recipe))).toEqual(whole);
    expect(grown.at(-1)).toBe(grown[0]);
  });

  it('loses no memory when it refuses', () => {
    const before: number[] = [];
    for (let run = 0; run < (thorough ? 30 : 8); run++) {
      const random = Random.from(run);
      const hologram = frameOf(200, 210, () => (run % 2 ? 5 : random.bits() & 255));
      expect(() => reconstruct(kernels, { hologram, background: null }, offAxisRecipe())).toThrow(Problem);
      before.push(kernels.wasm.memory.buffer.byteLength);
    }
    expect(before.at(-1)).toBe(before[2]);
  });

  it('tells how far it is, never backwards', () => {
    const { hologram } = simulated({ z_mm: 5 });
    let last = 0;
    reconstruct(
      kernels,
      { hologram, background: null },
      offAxisRecipe({ z_min_mm: 3, z_max_mm: 7 }),
      (_, fraction) => {
        expect(fraction).toBeGreaterThanOrEqual(last - 1e-9);
        expect(fraction).toBeLessThanOrEqual(1);
        last = fraction;
      },
    );
    expect(last).toBeGreaterThan(0.8);
  });
});

describe('phase_uncertainty is the spread that the phase has', () => {
  // over twenty holograms of each, and ten of every rig, before a release
  // what bits do to the noise is tested with camera-noise.ts and quantisation-noise.ts
  it.each(oneIn(3, [8, 12, 16] as const))(
    'with %i bits, over four holograms with and without a background frame',
    (bit_depth) => {
      for (const divided of [false, true]) {
        const { total, camera } = normalisedErrors({ bit_depth }, {}, divided, 4);
        // the fit takes a plane of the noise along
        expect(camera).toBeGreaterThan(0.93);
        expect(camera).toBeLessThan(1.07);
        // and the scatter of few tiles is not known to better than a part of the noise, nor the fit's surface
        expect(total).toBeGreaterThan(camera - 0.06);
        expect(total).toBeLessThanOrEqual(camera);
      }
    },
  );

  it.each(oneIn(2, rigs))('with %s', (name, input, recipe) => {
    const { total: ratio } = normalisedErrors(input, recipe, true, 2);
    // what propagation spoils at the edges counts as scatter of a frame so small
    expect(ratio).toBeGreaterThan(name === 'propagation' ? 0.8 : 0.9);
    expect(ratio).toBeLessThan(1.1);
  });

  it('grows where a sample absorbs, in proportion', () => {
    const object = { kind: 'cells', transmission: 0.3, phase_rad: 0.5, size_um: 80, count: 3 } as const;
    const { hologram, truth } = simulated({ object });
    const found = reconstruct(kernels, { hologram, background: null }, offAxisRecipe());
    const sigma = found.phase_uncertainty.data;
    const { cols, data } = truth.amplitude;
    const inside = (i: number) => {
      const [x, y] = [i % cols, Math.floor(i / cols)];
      return Math.min(x, y, cols - 1 - x, cols - 1 - y) > 40;
    };
    const where = (amplitude: number) =>
      [...data.keys()].filter((i) => inside(i) && Math.abs(data[i]! - amplitude) < 0.01);
    const mean = (of: Float32Array, at: number[]) => at.reduce((sum, i) => sum + of[i]!, 0) / at.length;
    const [dark, clear] = [where(0.3), where(1)];
    expect(dark.length).toBeGreaterThan(300);
    expect(mean(found.amplitude.data, dark)).toBeCloseTo(0.3, 2);
    // 1/a, less what the smaller amount of light there takes from the noise: √((1 + a²) / 2) at most
    const ratio = mean(sigma, dark) / mean(sigma, clear);
    expect(ratio).toBeGreaterThan(0.72 / 0.3);
    expect(ratio).toBeLessThan(1.02 / 0.3);
  });
});
