import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { randomMatrix, readComplex, writeComplex } from '../../../../test/direct-transform.ts';
import { oneIn, thorough } from '../../../../test/short-form.ts';
import { exported, inlineCase, scoreField } from '../../../../bench/accuracy/inline-cases.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { pupilRadius } from './find-pupil.ts';
import { passPupil } from '../optics/transfer-plane.ts';
import { evidenceSettings } from '../../evidence/evidence-settings.ts';
import { retrievalSettings } from './retrieval-settings.ts';
import { retrieve, type Retrieval } from './retrieve.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

describe('the disc', () => {
  it('passes what lies inside, and nothing outside, in cycles per µm', () => {
    using scope = kernels.scope();
    const [rows, cols, pitchX, pitchY, radius] = [30, 44, 0.8, 1.1, 0.31];
    const values = randomMatrix(rows, cols, 1);
    const plane = scope.complex(rows, cols);
    writeComplex(kernels, plane, values);
    const optics = { rows, cols, sampling: { pitchX, pitchY }, wavelength: 0.5 };
    passPupil(kernels, plane, optics, radius);
    const passed = readComplex(kernels, plane);
    const signed = (k: number, count: number) => (2 * k < count ? k : k - count);
    let [inside, outside] = [0, 0];
    for (let i = 0; i < rows * cols; i += 1) {
      const fx = signed(i % cols, cols) / (cols * pitchX);
      const fy = signed(Math.floor(i / cols), rows) / (rows * pitchY);
      const share = Math.hypot(fx, fy) / radius;
      if (share <= 0.99) {
        inside += 1;
        expect(passed.re[i]).toBeCloseTo(values.re[i]!, 6);
        expect(passed.im[i]).toBeCloseTo(values.im[i]!, 6);
      } else if (share >= 1.01) {
        outside += 1;
        expect(Math.hypot(passed.re[i]!, passed.im[i]!)).toBe(0);
      } else expect(Math.abs(passed.re[i]!)).toBeLessThanOrEqual(Math.abs(values.re[i]!) + 1e-6);
    }
    expect(inside).toBeGreaterThan(100);
    expect(outside).toBeGreaterThan(100);
  });
});

it('sums squared differences of amplitudes where something was measured', () => {
  using scope = kernels.scope();
  const [rows, cols] = [7, 10];
  const values = randomMatrix(rows, cols, 2);
  const field = scope.complex(rows, cols);
  writeComplex(kernels, field, values);
  const amplitude = scope.real(rows, cols);
  const samples = kernels.floats(amplitude.ptr, rows * amplitude.pitch);
  // what lies beyond a row counts as not measured
  samples.fill(-1);
  let expected = 0;
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < cols; x += 1) {
      const measured = (x + y) % 3 === 0 ? -1 : ((x * 3 + y) % 5) / 4;
      samples[y * amplitude.pitch + x] = measured;
      const modulus = Math.hypot(values.re[y * cols + x]!, values.im[y * cols + x]!);
      if (measured >= 0) expected += (modulus - measured) ** 2;
    }
  }
  const sum = kernels.wasm.amplitudeMisfit(field, amplitude);
  expect(sum / expected).toBeCloseTo(1, 5);
});

const settings = evidenceSettings;

describe('the search', () => {
  /** falls by a tenth towards the radius and rises steeply inside it */
  const misfit = (right: number) => (radius: number | null) => {
    const off = Math.log((radius ?? 1) / right);
    return off > 0 ? 1 - 0.1 * Math.exp(-4 * off) : 0.9 - 3 * off;
  };

  it.each([0.3, 0.45, 0.62, 0.88])('finds %d of what the pixels sample within a hundredth', (right) => {
    expect(pupilRadius(1, misfit(right), settings)! / right).toBeCloseTo(1, 1.7);
  });

  it.each([
    [0.99, null],
    [1.01, 0.77],
  ])('a gain of %d times what is worth it decides', (share, radius) => {
    const gain = share * settings.worth;
    const found = pupilRadius(1, (r) => (r !== null && r < 0.8 ? (r < 0.7 ? 2 : 1 - gain) : 1), settings);
    if (radius === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(radius, 1);
  });

  it('finds none where discs of any radius explain the same, or ever less', () => {
    const asked: (number | null)[] = [];
    const flat = (radius: number | null) => {
      asked.push(radius);
      return 1 - 0.001 * (radius ?? 1);
    };
    expect(pupilRadius(1, flat, settings)).toBeNull();
    expect(asked.length).toBeLessThan(8);
    expect(pupilRadius(1, (radius) => 2 - (radius ?? 1), settings)).toBeNull();
  });
});

describe('a retrieval', () => {
  const common = {
    ...{ width_px: 192, height_px: 192, wavelength_um: 0.532, pixel_pitch_um: 1.67, z_mm: 0.6 },
    photoelectrons: 10_000,
  };
  const both = (object: Parameters<typeof inlineCase>[2]['object'], pupil: number, count: number) => {
    using scope = kernels.scope();
    const input = { ...common, object, pupil_radius_cycles_per_px: pupil };
    const { amplitudes, distances, noiseSigma, optics, truth } = inlineCase(kernels, scope, input, 3, count);
    const frames = distances.slice(0, count).map((z, k) => ({ amplitude: amplitudes[k]!, z }));
    const error = ({ field }: Retrieval) => scoreField(exported(kernels, field), truth).field;
    const [without, found] = [Infinity, retrievalSettings.pupil.above].map((above) =>
      retrieve(...([kernels, scope, { frames, noiseSigma, ...optics }, {}] as const), {
        ...retrievalSettings,
        pupil: { ...retrievalSettings.pupil, above },
      }),
    ) as [Retrieval, Retrieval];
    return { without, found, ratio: error(found) / error(without) };
  };

  it.each(oneIn(2, [0.45, 0.34], 1))(
    'of a chart finds a pupil of %d cycles per pixel and gains by it',
    { tags: 'further/rig' },
    (pupil) => {
      const { without, found, ratio } = both({ kind: 'phase-chart', phase_rad: 0.6 }, pupil, 4);
      expect(without.pupil).toBeNull();
      expect(Math.abs((found.pupil! * common.pixel_pitch_um) / pupil - 1)).toBeLessThan(0.02);
      expect(found.dataMisfit).toBeLessThan(without.dataMisfit);
      expect(ratio).toBeLessThan(0.75);
    },
  );

  it.runIf(thorough)('of smooth cells finds none and is what it was', () => {
    const { without, found, ratio } = both({ kind: 'cells', phase_rad: 0.8, transmission: 1 }, 0.45, 1);
    expect(found.pupil).toBeNull();
    expect(found.dataMisfit).toBe(without.dataMisfit);
    expect(ratio).toBe(1);
  });
});
