import { describe, expect, it } from 'vitest';
import { scorePhase } from '../../../../bench/accuracy/score.ts';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../../test/off-axis-recipe.ts';
import { thorough } from '../../../../test/short-form.ts';
import type { Recipe } from '../../recipe/values.ts';
import { reconstruct } from '../../reconstruct.ts';
import type { NativeField } from '../../demodulate/demodulate.ts';
import type { Scope } from '../../kernel/kernels.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import { normalSource } from '../../simulate/normal.ts';
import { Random } from '../../simulate/random.ts';
import { simulate } from '../../simulate/simulate.ts';
import { NOISE_TILES } from '../../demodulate/demodulate-pair.ts';
import { offAxisSettings } from '../off-axis-settings.ts';
import { level, takeBackground } from './flatten.ts';

const further = { tags: 'further/rig' };

const kernels = await loadKernels();
const SIDE = thorough ? 256 : 192;

/** One rig whose wave bends by so many radians from one frame to the other. */
function between(rad: number, recipe: Partial<Recipe> = {}) {
  const exposed = (kind: 'cells' | 'flat', bend: number, seed: number) =>
    simulate(kernels, {
      ...{ mode: 'off-axis', object: { kind, count: 5 }, width_px: SIDE, height_px: SIDE, background: false },
      ...{
        seed,
        aberration: [
          { x: 2, y: 0, rad: 4 + bend },
          { x: 1, y: 1, rad: 1 + bend / 2 },
        ],
      },
    });
  const { hologram, truth } = exposed('cells', rad, 1);
  const frames = { hologram, background: exposed('flat', 0, 2).hologram };
  const found = reconstruct(kernels, frames, offAxisRecipe({ z_mm: 0, ...recipe }));
  const { degree } = found.steps.find(({ name }) => name === 'aberration')!.metrics;
  const { rmse } = scorePhase(found.phase.data, truth.unwrappedPhase.data, SIDE, SIDE, { border: 0.1 });
  const sigma = found.uncertainty.total_median_rad!;
  return { degree, rmse, sigma, flags: found.flags.map(({ code }) => code) };
}

describe('with a background frame', () => {
  it('a tilt is all that is taken out where the rig is as it was', () => {
    const { degree, rmse, flags } = between(0);
    expect(degree).toBe(1);
    expect(rmse).toBeLessThan(5e-3);
    expect(flags).not.toContain('background_bent');
  });

  it('what bent since is taken out, too, unless a tilt is asked for', further, () => {
    const bent = between(0.5);
    expect(bent.degree).toBe(2);
    expect(bent.rmse).toBeLessThan(6e-3);
    const tilted = between(0.5, { phase_background: 'tilt' });
    expect(tilted.degree).toBe(1);
    expect(tilted.rmse).toBeGreaterThan(0.1);
  });

  it(
    'what is as smooth as a rig that bends, and may be a film all over the frame, is named where it is taken out',
    further,
    () => {
      expect(between(2).flags).toContain('background_bent');
      expect(between(2, { phase_background: 'tilt' }).flags).not.toContain('background_bent');
    },
  );

  it('steps and charts in small frames, whose levels are its own tiles, are no sample that fills the frame', () => {
    for (const kind of ['phase-steps', 'phase-chart'] as const) {
      const [width_px, seed] = [kind === 'phase-steps' ? 128 : 160, 7];
      const spec = { mode: 'off-axis', object: { kind }, width_px, height_px: width_px, seed } as const;
      const { hologram, background, truth } = simulate(kernels, { ...spec, background: true });
      const found = reconstruct(kernels, { hologram, background }, offAxisRecipe({ z_mm: 0 }));
      const { rmse } = scorePhase(found.phase.data, truth.unwrappedPhase.data, width_px, width_px, {
        border: 0.1,
      });
      expect(rmse).toBeLessThan(0.03);
      expect(found.flags.map(({ code }) => code)).not.toContain('little_background');
    }
  });

  it('and is no stray light where it is left in', () => {
    const even = between(0).sigma;
    expect(between(4, { phase_background: 'none' }).sigma).toBeLessThan(2 * even);
    // where the tilt below it runs is open
    expect(between(4, { phase_background: 'tilt' }).sigma).toBeLessThan(0.5);
  });
});

/** A native field of 160 samples a side; places in [−1, 1). */
function fieldOf(scope: Scope, valueAt: (x: number, y: number) => readonly [number, number]) {
  const side = 160;
  const plane = scope.complex(side, side);
  const values = kernels.floats(plane.ptr, floatsIn(plane)).fill(0);
  for (let row = 0; row < side; row++)
    for (let col = 0; col < side; col++) {
      const at = row * floatsPerRow(plane) + inRow(col);
      [values[at], values[at + TO_IMAGINARY]] = valueAt((2 * col) / side - 1, (2 * row) / side - 1);
    }
  const sizes = { fullRows: 3 * side, fullCols: 3 * side, noiseGain: 0.1, taper: 20, stepX: 3, stepY: 3 };
  const field: NativeField = { plane, rows: side, cols: side, ...sizes };
  return { field, values };
}

describe('a field in focus whose background could not be told before', () => {
  /** A sample all over, waves of 1.4 rad on a bowl of 12. */
  function levelled(known: boolean) {
    using scope = kernels.scope();
    const { field } = fieldOf(scope, (x, y) => {
      const phase = 0.7 * Math.sin(9 * x + 4 * y) + 0.7 * Math.sin(17 * y - 15 * x) + 6 * (x * x + y * y);
      return [Math.cos(phase), Math.sin(phase)];
    });
    const taken = { fit: null, amplitude: Float64Array.of(1), outside: { re: 0, im: 0 }, isKnown: known };
    const flat = { ...taken, scatter: null };
    const rig = { light: known, phase: known };
    const of = { region: null, z: 1, flat, known: rig, noise: 1e-6 };
    return level(kernels, field, offAxisRecipe({ z_mm: 1 }), offAxisSettings, of).levelled;
  }

  it('is bent, unless a background frame has taken the surface out', () => {
    expect(levelled(false)!.degree).toBeGreaterThan(1);
    expect(levelled(true)?.degree ?? 1).toBe(1);
  });
});

it('rests behind a background frame on all of a layer of cells that leaves no place free, and on what is level beside cells', () => {
  // round tops and the furrows between them, which hold many tiles of one phase, over a bowl that the rig has bent by
  const across = (t: number) => Math.abs(Math.sin(7 * t));
  const cells = (x: number, y: number) =>
    1.1 * Math.sqrt(across(x + 0.2 * y) * across(y)) * (1 + 0.3 * Math.sin(3 * x));
  const normal = normalSource(Random.from(3), kernels.wasm);
  const takenOf = (isFilled: boolean) => {
    using scope = kernels.scope();
    const { field } = fieldOf(scope, (x, y) => {
      const sample = isFilled || x * x + y * y < 0.2 ? cells(x, y) : 0;
      const phase = sample + 0.6 * (x * x + y * y);
      return [Math.cos(phase) + 0.02 * normal(), Math.sin(phase) + 0.02 * normal()];
    });
    const known = { light: true, phase: true };
    const of = { region: null, noise: 8e-4 };
    return takeBackground(kernels, field, offAxisRecipe({ z_mm: 0 }), offAxisSettings, known, of).fit!;
  };
  const [filled, beside] = [takenOf(true), takenOf(false)];
  expect([filled.degree, filled.backgroundShare]).toEqual([1, 0]);
  expect(beside.degree).toBe(2);
  expect(beside.backgroundShare).toBeGreaterThan(0.5);
});

it('states by what each part was divided, where light ends within the frame and no series follows it', () => {
  using scope = kernels.scope();
  // fringes of a source of short coherence: a band of light from corner to corner
  const { field, values } = fieldOf(scope, (x, y) => {
    const across = (x + y / 2 - 0.2) / 0.55;
    return [Math.exp(-across * across), 0];
  });
  const { plane, rows: side } = field;
  const [recipe, known] = [offAxisRecipe({ z_mm: 0 }), { light: false, phase: false }];
  const before = values.slice();
  const of = { region: null, noise: 1e-8 };
  const { amplitude } = takeBackground(kernels, field, recipe, offAxisSettings, known, of);
  const size = side / NOISE_TILES;
  for (let t = 0; t < NOISE_TILES * NOISE_TILES; t++) {
    const [row, col] = [Math.floor(t / NOISE_TILES), t % NOISE_TILES].map((k) =>
      Math.floor((k + 0.5) * size),
    );
    const at = row! * floatsPerRow(plane) + inRow(col!);
    const modulus = Math.sqrt(values[at]! ** 2 + values[at + TO_IMAGINARY]! ** 2);
    // one sample for all of a tile
    const ratio = amplitude[t]! / (before[at]! / modulus);
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(1.4);
  }
});
