import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { linearPhaseLimit } from '../uncertainty/phase-limits.ts';
import { limitBand } from './band-limit.ts';
import { simulate, type Simulation } from './simulate.ts';
import type { SimulationInput } from './simulation-spec.ts';
import { emptyWave, type Wave } from './wave.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

const side = 192;
/** Whole fringes fit the frame, so that a periodic demodulation is exact. */
const carrier = [36 / side, 30 / side] as const;
const clean = { photon_noise: false, bit_depth: 32, background: false } as const;
const frame = { width_px: side, height_px: side, carrier_cycles_per_px: carrier } as const;
const offAxis = { ...frame, mode: 'off-axis', object: { kind: 'beads' } } as const satisfies SimulationInput;
const inline = {
  mode: 'inline',
  width_px: side,
  height_px: side,
  object: { kind: 'beads', phase_rad: 0.1, size_um: 40 },
} as const satisfies SimulationInput;

/** Shifts the sideband at +carrier to the middle and keeps a disk around it. */
function demodulate({ samples, width, height }: Frame, radius: number): Wave {
  const wave = emptyWave(height, width);
  for (let i = 0; i < wave.re.length; i += 1) {
    const angle = -2 * Math.PI * (carrier[0] * (i % width) + carrier[1] * Math.floor(i / width));
    wave.re[i] = samples[i]! * Math.cos(angle);
    wave.im[i] = samples[i]! * Math.sin(angle);
  }
  return limitBand(kernels, wave, radius);
}

/** Standard deviation of the demodulated phase from the truth, rad; without its mean. */
function phaseError({ hologram, truth }: Simulation, reference: Wave | null = null): number {
  const { re, im } = demodulate(hologram, truth.pupil_radius_cycles_per_px * 1.02);
  const field = truth.field.data;
  const errors = Float64Array.from(re, (_, i) => {
    let [x, y] = [field[2 * i]!, -field[2 * i + 1]!];
    if (reference)
      [x, y] = [x * reference.re[i]! + y * reference.im[i]!, y * reference.re[i]! - x * reference.im[i]!];
    return Math.atan2(re[i]! * y + im[i]! * x, re[i]! * x - im[i]! * y);
  });
  const mean = errors.reduce((sum, value) => sum + value, 0) / errors.length;
  return Math.sqrt(errors.reduce((sum, value) => sum + (value - mean) ** 2, 0) / errors.length);
}

const mean = (values: Iterable<number>) => {
  const all = [...values];
  return all.reduce((sum, value) => sum + value, 0) / all.length;
};

describe('off-axis', () => {
  it('without a sample has fringes of the stated frequency, visibility and mean', () => {
    const { hologram, truth } = simulate(kernels, {
      ...offAxis,
      ...clean,
      object: { kind: 'flat' },
      amplitude_ratio: 2,
      coherence: 0.7,
    });
    expect(truth.visibility).toBeCloseTo((0.7 * 4) / 5, 12);
    for (const i of [0, 1, 77, 191, 192 * 50 + 13]) {
      const turns = carrier[0] * (i % side) + carrier[1] * Math.floor(i / side);
      const expected = 10_000 * (1 + 0.56 * Math.cos(2 * Math.PI * turns));
      expect(hologram.samples[i]! / expected).toBeCloseTo(1, 5);
    }
    expect(mean(hologram.samples)).toBeCloseTo(10_000, 1);
  });

  it('carries the object itself, not its conjugate, at +carrier: more path is more phase', () => {
    const { hologram, truth } = simulate(kernels, { ...offAxis, ...clean, pixel_area: false });
    const { re, im } = demodulate(hologram, truth.pupil_radius_cycles_per_px * 1.02);
    const angle = (i: number) => Math.atan2(im[i]!, re[i]!);
    const [middle, corner] = [(side / 2) * side + side / 2, 5 * side + 5];
    const found = angle(middle) - angle(corner);
    expect(found).toBeGreaterThan(2.8);
    expect(found).toBeCloseTo(truth.phase.data[middle]! - truth.phase.data[corner]!, 3);
  });

  it.each(['beads', 'phase-steps', 'cells'] as const)(
    'leaves a linear demodulation of %s next to no systematic error',
    (kind) => {
      const seen = { ...offAxis, ...clean, object: { kind }, pixel_area: false };
      expect(phaseError(simulate(kernels, seen))).toBeLessThan(2e-4);
    },
  );

  it.each([
    [10_000, 1, 0],
    [1000, 0.5, 0],
    [2000, 1, 60],
  ])(
    'with %i electrons, coherence %f and read noise %i demodulates to the linear limit',
    (n, coherence, read) => {
      const simulation = simulate(kernels, {
        ...offAxis,
        object: { kind: 'flat' },
        coherence,
        photoelectrons: n,
        read_noise_electrons: read,
        bit_depth: 32,
      });
      const { eta, visibility } = simulation.truth;
      expect(phaseError(simulation) / linearPhaseLimit(n, visibility!, eta * 1.02 ** 2, read)).toBeCloseTo(
        1,
        1,
      );
    },
  );

  it('adds the noise of coarse digits that the limit states', () => {
    // Read noise of half a count makes the rounding errors random, as the formula takes them to be.
    const simulation = simulate(kernels, {
      ...offAxis,
      object: { kind: 'flat' },
      photoelectrons: 25_000,
      read_noise_electrons: 1000,
      bit_depth: 8,
      full_scale_fraction: 0.1,
    });
    const { eta, visibility, gain } = simulation.truth;
    expect(gain).toBeLessThan(1 / 1900);
    const limit = linearPhaseLimit(25_000, visibility!, eta * 1.02 ** 2, 1000, 1 / gain);
    expect(Math.abs(phaseError(simulation) / limit - 1)).toBeLessThan(0.05);
  });

  it('puts the aberration on sample and background frame alike', () => {
    const aberrated = {
      ...offAxis,
      ...clean,
      background: true,
      aberration: [
        { x: 2, y: 0, rad: 2 },
        { x: 1, y: 1, rad: -1 },
      ],
    };
    const simulation = simulate(kernels, aberrated);
    const radius = simulation.truth.pupil_radius_cycles_per_px * 1.02;
    const background = demodulate(simulation.background!, radius);
    const at = (row: number, col: number) =>
      Math.atan2(background.im[row * side + col]!, background.re[row * side + col]!);
    const [u, v] = [(2 * 120 + 1) / side - 1, (2 * 60 + 1) / side - 1];
    const [u0, v0] = [(2 * 96 + 1) / side - 1, (2 * 96 + 1) / side - 1];
    const expected = 3 * (u * u - u0 * u0) - (u * v - u0 * v0);
    expect(at(60, 120) - at(96, 96)).toBeCloseTo(expected, 1);
    expect(phaseError(simulation)).toBeGreaterThan(0.3);
    expect(phaseError(simulation, background)).toBeLessThan(0.05);
  });
});

describe('inline', () => {
  it('shows a centred bead with the symmetry of the square grid, and no ring at z = 0', () => {
    const { samples } = simulate(kernels, { ...inline, ...clean, z_mm: 3 }).hologram;
    const at = (row: number, col: number) => samples[row * side + col]!;
    let contrast = 0;
    for (const [row, col] of [
      [96, 96],
      [80, 100],
      [60, 90],
      [40, 40],
    ] as const) {
      expect(at(side - 1 - row, col)).toBeCloseTo(at(row, col), 0);
      expect(at(row, side - 1 - col)).toBeCloseTo(at(row, col), 0);
      expect(at(col, row)).toBeCloseTo(at(row, col), 0);
      contrast = Math.max(contrast, Math.abs(at(row, col) / 10_000 - 1));
    }
    expect(contrast).toBeGreaterThan(0.02);
    const focused = simulate(kernels, { ...inline, ...clean }).hologram.samples;
    expect(focused.every((value: number) => Math.abs(value / 10_000 - 1) < 0.01)).toBe(true);
  });

  it.each([1, -1])(
    'moves light towards more optical path as the transport of intensity demands, %i rad',
    (peak) => {
      // ΔE/E in a disk of radius r: −(z/k) ∮ ∂φ/∂r (Teague, doi:10.1364/JOSA.73.001434), for a bead in closed form.
      const [radius, r, z_mm] = [100, 60, 0.5];
      const object = { kind: 'beads', phase_rad: peak, size_um: radius } as const;
      const { samples } = simulate(kernels, { ...inline, ...clean, object, z_mm }).hologram;
      const inside = [...samples.keys()].filter(
        (i) => Math.hypot((i % side) + 0.5 - side / 2, Math.floor(i / side) + 0.5 - side / 2) * 3.45 < r,
      );
      const gained = mean(inside.map((i) => samples[i]! / 10_000)) - 1;
      const k = (2 * Math.PI) / 0.6328;
      const expected = (2 * z_mm * 1000 * peak) / (k * radius ** 2 * Math.sqrt(1 - (r / radius) ** 2));
      expect(Math.abs(gained / expected - 1)).toBeLessThan(0.15);
    },
  );

  it('conserves energy: a phase object moves light, it takes none', () => {
    const { samples } = simulate(kernels, { ...inline, ...clean, z_mm: 3 }).hologram;
    expect(mean(samples) / 10_000).toBeCloseTo(1, 4);
  });
});

describe('truth', () => {
  it('holds one field in several forms', () => {
    const { truth } = simulate(kernels, { ...offAxis, ...clean, object: { kind: 'beads', phase_rad: 12 } });
    const { field, amplitude, phase, unwrappedPhase, continuousPhase } = truth;
    for (let i = 0; i < phase.data.length; i += 97) {
      expect(Math.hypot(field.data[2 * i]!, field.data[2 * i + 1]!)).toBeCloseTo(amplitude.data[i]!, 5);
      expect(Math.cos(phase.data[i]! - unwrappedPhase.data[i]!)).toBeCloseTo(1, 9);
      expect(Math.abs(phase.data[i]!)).toBeLessThanOrEqual(Math.PI + 1e-6);
      expect(Math.abs(unwrappedPhase.data[i]! - continuousPhase.data[i]!)).toBeLessThanOrEqual(
        Math.PI + 1e-5,
      );
    }
    expect(Math.max(...continuousPhase.data)).toBeCloseTo(12, 1);
    expect(Math.max(...unwrappedPhase.data)).toBeGreaterThan(11);
  });

  it('has nothing beyond the pupil: filtering again at 1.02 of its radius changes nothing', () => {
    const { truth } = simulate(kernels, { ...offAxis, ...clean, object: { kind: 'phase-chart' } });
    const wave = emptyWave(side, side);
    wave.re.forEach((_, i) => {
      wave.re[i] = truth.field.data[2 * i]!;
      wave.im[i] = truth.field.data[2 * i + 1]!;
    });
    const again = limitBand(kernels, wave, truth.pupil_radius_cycles_per_px * 1.03);
    expect(again.re.every((value, i) => Math.abs(value - wave.re[i]!) < 1e-5)).toBe(true);
  });
});

describe('the rig', () => {
  const dirty = { ...offAxis, uneven_light: 0.5, dust: 10, object: { kind: 'flat' }, seed: 5 } as const;
  const differing = (a: Frame, b: Frame) =>
    a.samples.filter((value: number, i: number) => value !== b.samples[i]).length;

  it('is the same in the background frame: without noise and sample the two are identical', () => {
    const { hologram, background } = simulate(kernels, { ...dirty, photon_noise: false });
    expect(background).toEqual(hologram);
  });

  it('exposes the background anew: other noise, uncorrelated', () => {
    const { hologram, background } = simulate(kernels, { ...dirty, bit_depth: 32 });
    const expected = simulate(kernels, { ...dirty, photon_noise: false, bit_depth: 32 }).hologram.samples;
    const [first, second] = [hologram, background!].map((shot) =>
      [...shot.samples].map((value, i) => (value - expected[i]!) / 100),
    );
    const correlation =
      mean(first!.map((value, i) => value * second![i]!)) / mean(first!.map((value) => value ** 2));
    expect(Math.abs(correlation)).toBeLessThan(4 / side);
  });

  it('shows uneven light and dust where the seed puts them, background or not', () => {
    const even = simulate(kernels, { ...dirty, ...clean, uneven_light: 0, dust: 0 });
    const dusty = simulate(kernels, { ...dirty, ...clean, uneven_light: 0 });
    expect(differing(even.hologram, dusty.hologram)).toBeGreaterThan(100);
    const alone = simulate(kernels, { ...dirty, background: false });
    expect(alone.background).toBeNull();
    expect(alone.hologram).toEqual(simulate(kernels, dirty).hologram);
  });

  it('repeats a seed and differs between seeds in nearly every pixel of a fine camera', () => {
    const input = { ...offAxis, object: { kind: 'cells' }, bit_depth: 16, z_mm: 5 } as const;
    const first = simulate(kernels, input);
    expect(simulate(kernels, input)).toEqual(first);
    const other = simulate(kernels, { ...input, seed: 2 });
    expect(differing(first.hologram, other.hologram)).toBeGreaterThan(0.95 * side * side);
  });
});
