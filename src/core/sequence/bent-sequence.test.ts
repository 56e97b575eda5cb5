// @module-tag further/rig
import { expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { simulate } from '../simulate/simulate.ts';
import type { SimulationInput } from '../simulate/simulation-spec.ts';
import { meanCounts } from '../inline/response/linear-frames.ts';
import { beginInlineGroup, developInline } from './develop-inline.ts';
import { parseSequence } from './parse-sequence.ts';
import { startInline } from './start-inline.ts';

const rig = { wavelength_um: 0.532, pixel_pitch_um: 2.2, z_mm: 1 };
const spec: SimulationInput = {
  ...({ mode: 'inline', object: { kind: 'cells', phase_rad: 1.5 }, width_px: 96, height_px: 96 } as const),
  ...({ ...rig, seed: 11, photoelectrons: 10_000, background: false, bit_depth: 8 } as const),
};
const bentCounts = (counts: Uint8Array) =>
  counts.map((value) => Math.round(255 * (value / 255) ** (1 / 2.2)));

it('an in-line sequence takes frames as they are, and states a camera’s gamma as a doubt', async () => {
  const kernels = await loadKernels();
  const { hologram } = simulate(kernels, spec);
  const samples = bentCounts(hologram.samples as Uint8Array);
  const { recipe } = parseSequence({ holography_mode: 'inline', ...rig });
  using started = startInline(kernels, [{ ...hologram, samples }], null, recipe);
  const { flags, uncertainty } = started.reconstruction;
  const flag = flags.find(({ code }) => code.startsWith('camera_gamma'))!;
  expect(flag.code).toBe('camera_gamma_open');
  expect(flag.detail).toContain('Nothing was undone');
  const part = uncertainty.components.find(({ name }) => name === 'camera_response');
  expect(part!.median_rad).toBeGreaterThan(0.05);
});

it('an in-line sequence undoes the gamma that a request states in each of its frames', async () => {
  const kernels = await loadKernels();
  const { hologram, truth } = simulate(kernels, spec);
  const frame = { ...hologram, samples: bentCounts(hologram.samples as Uint8Array) };
  const dimmer = { ...frame, samples: frame.samples.map((value) => Math.round(0.9 * value)) };
  const errorWith = (fields: { readonly camera_gamma?: number }) => {
    const { recipe } = parseSequence({ holography_mode: 'inline', ...rig, ...fields });
    using started = startInline(kernels, [frame], null, recipe);
    beginInlineGroup(started);
    const { phase, facts } = developInline(kernels, started, dimmer);
    const off = phase.data.map((value, k) => value - truth.phase.data[k]!);
    return { facts, error: Math.sqrt(off.reduce((sum, v) => sum + v * v, 0) / off.length) };
  };
  const stated = errorWith({ camera_gamma: 2.2 });
  expect(stated.error).toBeLessThan(0.6 * errorWith({ camera_gamma: 1 }).error);
  // counts in, the root of the light's ratio out
  expect(stated.facts.mean_counts).toBeCloseTo(meanCounts(dimmer), 5);
  expect(stated.facts.light).toBeCloseTo(Math.sqrt(0.9 ** 2.2), 2);
  expect(stated.facts.restarted).toBe(false);
});
