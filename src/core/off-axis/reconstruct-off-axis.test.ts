import { beforeAll, describe, expect, it } from 'vitest';
import { scorePhase } from '../../../bench/accuracy/score.ts';
import { frameOf } from '../../../test/frame-of.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import { offAxisRecipe } from '../../../test/off-axis-recipe.ts';
import { oneIn } from '../../../test/short-form.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { Recipe } from '../recipe/values.ts';
import { reconstruct } from '../reconstruct.ts';
import type { Reconstruction } from '../reconstruction/reconstruction.ts';
import { simulate, type Simulation } from '../simulate/simulate.ts';
import type { SimulatedObject, SimulationInput } from '../simulate/simulation-spec.ts';
import { linearPhaseLimit } from '../uncertainty/phase-limits.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

type Input = Partial<SimulationInput> & { readonly kind?: SimulatedObject };

const SIDE = 256;
const known = new Map<string, Simulation>();
const knownResults = new WeakMap<Simulation, Map<string, Reconstruction>>();

function simulated({ kind = 'cells', ...input }: Input): Simulation {
  const size = { width_px: SIDE, height_px: SIDE, background: false };
  const words = JSON.stringify([kind, input]);
  if (!known.has(words))
    known.set(words, simulate(kernels, { mode: 'off-axis', object: { kind }, ...size, ...input }));
  return known.get(words)!;
}

/** What several tests look at is made once. */
function run(simulation: Simulation, recipe: Partial<Recipe> = {}): Reconstruction {
  const results = knownResults.get(simulation) ?? new Map<string, Reconstruction>();
  knownResults.set(simulation, results);
  const words = JSON.stringify(recipe);
  const { hologram, background } = simulation;
  if (!results.has(words))
    results.set(words, reconstruct(kernels, { hologram, background }, offAxisRecipe(recipe)));
  return results.get(words)!;
}

const codes = (result: Reconstruction) => result.flags.map(({ code }) => code);
const step = (result: Reconstruction, name: string) => result.steps.find((s) => s.name === name);

function score(result: Reconstruction, { truth }: Simulation, border = 0.1) {
  const { rows, cols } = result;
  return scorePhase(result.phase.data, truth.unwrappedPhase.data, rows, cols, { border });
}

describe('the phase', () => {
  it.each(oneIn(4, ['beads', 'cells', 'phase-steps', 'mixed'] as const))(
    'of %s comes within a third of what noise permits, with and without a background frame',
    (kind) => {
      for (const background of [false, true]) {
        const simulation = simulated({ kind, background });
        const { eta, visibility } = simulation.truth;
        const limit = linearPhaseLimit(10_000, visibility!, eta * 1.25) * (background ? Math.SQRT2 : 1);
        const { rmse, wrong } = score(run(simulation), simulation);
        expect(rmse / limit).toBeLessThan(1.34);
        expect(wrong).toBe(0);
      }
    },
  );

  it('of a bead of many turns is unwrapped', () => {
    const object = { kind: 'beads', phase_rad: 12 } as const;
    const simulation = simulated({ object, width_px: 384, height_px: 384 });
    const { rmse, wrong } = score(run(simulation), simulation);
    expect(wrong).toBe(0);
    expect(rmse).toBeLessThan(4e-3);
  });

  it.each(oneIn(3, ['200 × 210', '286 × 286', '263 × 197'], 2))('is as good on %s', (size) => {
    const [width_px, height_px] = size.split(' × ').map(Number) as [number, number];
    const simulation = simulated({ width_px, height_px });
    expect(score(run(simulation), simulation, 0.15).rmse).toBeLessThan(3e-3);
  });

  it('is the phase of the field, and the wrapped phase differs from it by whole turns', () => {
    const { phase, phase_wrapped, amplitude, field } = run(simulated({}));
    const most = { phase: 0, amplitude: 0, turns: 0 };
    for (let i = 0; i < phase.data.length; i++) {
      const [re, im] = [field.data[2 * i]!, field.data[2 * i + 1]!];
      most.phase = Math.max(most.phase, Math.abs(phase_wrapped.data[i]! - Math.atan2(im, re)));
      most.amplitude = Math.max(most.amplitude, Math.abs(amplitude.data[i]! - Math.hypot(re, im)));
      const turns = (phase.data[i]! - phase_wrapped.data[i]!) / (2 * Math.PI);
      most.turns = Math.max(most.turns, Math.abs(turns - Math.round(turns)));
    }
    expect(most.phase).toBeLessThan(5e-6);
    expect(most.amplitude).toBeLessThan(5e-6);
    expect(most.turns).toBeLessThan(1e-5);
  });

  it('and the amplitude come back from a distance', () => {
    for (const z_mm of oneIn(2, [8, -8], 1)) {
      const simulation = simulated({ kind: 'beads', z_mm, background: true });
      const result = run(simulation, { z_mm });
      expect(score(result, simulation, 0.15).rmse).toBeLessThan(4e-3);
      const inner = [...result.amplitude.data.keys()].filter((i) => {
        const [x, y] = [i % SIDE, Math.floor(i / SIDE)];
        return Math.min(x, y, SIDE - 1 - x, SIDE - 1 - y) > 60;
      });
      const off = inner.map((i) => result.amplitude.data[i]! - simulation.truth.amplitude.data[i]!);
      expect(Math.sqrt(off.reduce((sum, d) => sum + d * d, 0) / off.length)).toBeLessThan(4e-3);
    }
  });
});

describe('phase_background', () => {
  const aberration = [
    { x: 2, y: 0, rad: 2.5 },
    { x: 1, y: 1, rad: -1.5 },
    { x: 0, y: 1, rad: 2 },
  ];
  const lens = () => simulated({ kind: 'cells', aberration });
  const removed = (result: Reconstruction) => step(result, 'aberration')!.metrics;

  it('auto and polynomial take the aberration and leave the sample', () => {
    const simulation = lens();
    for (const phase_background of oneIn(2, ['auto', 'polynomial'] as const)) {
      const result = run(simulation, { phase_background });
      expect(removed(result).degree).toBe(2);
      expect(score(result, simulation).rmse).toBeLessThan(4e-3);
    }
  });

  it('auto takes no more than a tilt where there is no more', () => {
    expect(removed(run(simulated({}))).degree).toBe(1);
  });

  it('tilt leaves the curvature', () => {
    const simulation = lens();
    const result = run(simulation, { phase_background: 'tilt' });
    expect(removed(result).degree).toBe(1);
    // 2.5 P₂(x) − 1.5 xy: root mean square √(2.5²/5 + 1.5²/9)
    const expected = Math.sqrt(2.5 ** 2 / 5 + 1.5 ** 2 / 9);
    const { difference } = score(result, simulation, 0.02);
    const values = [...difference].filter((d) => !Number.isNaN(d));
    const rms = Math.sqrt(values.reduce((sum, d) => sum + d * d, 0) / values.length);
    expect(Math.abs(rms / expected - 1)).toBeLessThan(0.12);
  });

  it('none leaves everything, to the tilt of the carrier between Fourier pixels', () => {
    const simulation = simulated({ kind: 'flat', aberration: [{ x: 0, y: 1, rad: 1.5 }] });
    const carrier_cycles_per_px = [0.18, 0.15] as const;
    const result = run(simulation, { phase_background: 'none', carrier_cycles_per_px });
    expect(String(removed(result).removed_terms)).toContain('nothing');
    const slope = (3 / SIDE) * (SIDE / 2);
    const [quarter, half] = [SIDE / 4, SIDE / 2];
    const at = (x: number, y: number) => result.phase.data[y * SIDE + x]!;
    expect(at(half, half + quarter) - at(half, quarter)).toBeCloseTo(slope, 2);
    expect(at(half + quarter, half) - at(quarter, half)).toBeCloseTo(0, 2);
  });
});

describe('the output', () => {
  it('has one pixel per camera pixel, in the sample', () => {
    const simulation = simulated({});
    const result = run(simulation, { magnification: 20 });
    expect([result.rows, result.cols]).toEqual([SIDE, SIDE]);
    expect(result.pixel_size_um.x).toBeCloseTo(3.45 / 20, 12);
    expect(result.pixel_size_um.y).toBeCloseTo(3.45 / 20, 12);
    expect(result.height).toBeNull();
  });

  it('at native sampling is coarser and agrees with the full one where both have a sample', () => {
    const simulation = simulated({});
    // a grid that shares samples with the camera's
    const filter = { filter_radius_cycles_per_um: 0.0875 / 3.45 };
    const full = run(simulation, filter);
    const native = run(simulation, { output_sampling: 'native', ...filter });
    const ratio = native.pixel_size_um.x / full.pixel_size_um.x;
    expect(ratio).toBeGreaterThan(2);
    expect(native.cols).toBe(Math.floor((SIDE - 1) / ratio) + 1);
    let compared = 0;
    for (let j = 0; j < native.rows; j++)
      for (let i = 0; i < native.cols; i++) {
        const [x, y] = [i * ratio, j * ratio];
        if (Math.abs(x - Math.round(x)) > 1e-9 || Math.abs(y - Math.round(y)) > 1e-9) continue;
        if (Math.min(x, y, SIDE - 1 - x, SIDE - 1 - y) < 30) continue;
        const [a, b] = [j * native.cols + i, Math.round(y) * SIDE + Math.round(x)];
        expect(Math.abs(native.phase.data[a]! - full.phase.data[b]!)).toBeLessThan(3e-3);
        expect(Math.abs(native.amplitude.data[a]! - full.amplitude.data[b]!)).toBeLessThan(3e-3);
        expect(native.phase_uncertainty.data[a]! / full.phase_uncertainty.data[b]!).toBeCloseTo(1, 1);
        compared++;
      }
    expect(compared).toBeGreaterThan(50);
  });

  // too large in one direction: a whole frame costs ten times as much
  const large = [
    { cols: 2000, rows: 100, inside: { x: 40, y: 0, width: 1920, height: 100 } },
    { cols: 100, rows: 1200, inside: { x: 0, y: 60, width: 100, height: 1080 } },
  ];
  it.each(oneIn(2, large, 1))(
    'is the centre of a frame over 1920 × 1080: $cols × $rows',
    ({ cols, rows, inside }) => {
      const { x, y, width, height } = inside;
      const whole = simulated({ kind: 'beads', width_px: cols, height_px: rows, photon_noise: false });
      const samples = new Uint16Array(width * height);
      samples.forEach((_, i) => {
        samples[i] = whole.hologram.samples[(y + Math.floor(i / width)) * cols + x + (i % width)]!;
      });
      const cut = { ...whole, hologram: { ...whole.hologram, width, height, samples } };
      const [cropped, centre] = [whole, cut].map((one) => run(one, { output_sampling: 'native' }));
      expect([cropped!.crop_px, centre!.crop_px]).toEqual([inside, { ...inside, x: 0, y: 0 }]);
      expect(cropped!.phase.data).toEqual(centre!.phase.data);
    },
  );

  it('has a height where indices or a mirror make one of phase', () => {
    const simulation = simulated({});
    const indices = { refractive_index_sample: 1.38, refractive_index_medium: 1.33 };
    const cases = [
      [run(simulation, indices), 632.8 / (2 * Math.PI * 0.05)],
      [run(simulation, { sample_type: 'reflection' }), 632.8 / (4 * Math.PI)],
    ] as const;
    for (const [{ phase, height }, perRadian] of cases) {
      for (let i = 0; i < phase.data.length; i += 97)
        expect(height!.data[i]).toBeCloseTo(phase.data[i]! * perRadian, 1);
    }
  });

  it('holds no NaN anywhere, whatever the frame', () => {
    const frames: readonly Input[] = [
      { kind: 'absorbing-chart', object: { kind: 'absorbing-chart', transmission: 0 } },
      { full_scale_percentile: 50, full_scale_fraction: 1, bit_depth: 8 },
      { width_px: 16, height_px: 16 },
      { width_px: 33, height_px: 470 },
    ];
    for (const input of oneIn(2, frames)) {
      const { phase, phase_wrapped, amplitude, phase_uncertainty, field } = run(simulated(input));
      for (const { data } of [phase, phase_wrapped, amplitude, phase_uncertainty, field])
        expect(data.every(Number.isFinite)).toBe(true);
      expect(phase_uncertainty.data.every((s) => s > 0 && s <= 1.8138)).toBe(true);
    }
  });
});

describe('flags and metrics', () => {
  it('tell of clipped pixels and faint fringes', () => {
    const clipped = run(simulated({ full_scale_percentile: 70, full_scale_fraction: 1, bit_depth: 8 }));
    expect(codes(clipped)).toContain('saturated');
    expect(clipped.metrics.fraction_at_maximum).toBeCloseTo(0.3, 1);
    const faint = run(simulated({ coherence: 0.06 }));
    expect(codes(faint)).toContain('weak_fringes');
    const good = run(simulated({ background: true, width_px: 384, height_px: 384 }), { z_mm: 0 });
    expect(codes(good)).toEqual(['phase_sign_by_convention']);
  });

  it('measure the visibility of the fringes', () => {
    const all = [
      [1, 1, false],
      [3, 0.7, false],
      [0.3, 0.5, true],
    ] as const;
    for (const [amplitude_ratio, coherence, background] of oneIn(3, all, 2)) {
      const simulation = simulated({ kind: 'beads', amplitude_ratio, coherence, background });
      const found = run(simulation).metrics.fringe_visibility as number;
      expect(found / simulation.truth.visibility!).toBeCloseTo(1, 1);
    }
  });

  it('tell of a phase too steep to follow, not of a frame without one', () => {
    const steep = simulated({ object: { kind: 'beads', phase_rad: 80 } });
    expect(codes(run(steep)).some((code) => code === 'steep_phase' || code === 'unwrapping_untrusted')).toBe(
      true,
    );
    expect(codes(run(simulated({ kind: 'flat', width_px: 384, height_px: 384 })))).not.toContain(
      'steep_phase',
    );
  });

  it('list what was done in the order it was done', () => {
    const names = (result: Reconstruction) => result.steps.map(({ name }) => name);
    const plain = ['sideband', 'filter', 'aberration', 'unwrap', 'uncertainty'];
    const divided = ['sideband', 'filter', 'background', 'aberration', 'focus', 'propagation', 'levelling'];
    expect(names(run(simulated({}))).filter((name) => name !== 'propagation')).toEqual(plain);
    const far = simulated({ z_mm: 5, background: true, width_px: 320, height_px: 320 });
    const done = names(run(far, { z_min_mm: 3, z_max_mm: 7 }));
    expect(done).toEqual([...divided, 'unwrap', 'uncertainty']);
    expect(names(run(far, { z_mm: 5 }))).toEqual(done.filter((name) => name !== 'focus'));
  });

  it('give the used recipe back with what was found', () => {
    const result = run(simulated({ z_mm: 5 }), { z_min_mm: 3, z_max_mm: 7 });
    expect(result.used.recipe.z_mm).toBe(result.metrics.z_mm);
    const [x, y] = result.used.carrier_cycles_per_px as [number, number];
    expect(x).toBeCloseTo(0.18, 2);
    expect(y).toBeCloseTo(0.15, 2);
  });

  it('refuse what is no hologram without a trace', () => {
    const noise = frameOf(128, 128, (x, y) => ((x * 7919 + y * 104_729) ^ (x * y)) & 255);
    expect(() => reconstruct(kernels, { hologram: noise, background: null }, offAxisRecipe())).toThrow();
  });
});
