import { beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../../test/load-kernels.ts';
import { oneIn } from '../../../../test/short-form.ts';
import { loadCameraImage } from '../../field/camera.ts';
import type { RealPlane } from '../../kernel/plane.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { normalSource } from '../../simulate/normal.ts';
import { Random } from '../../simulate/random.ts';
import { simulate } from '../../simulate/simulate.ts';
import type { SimulationInput } from '../../simulate/simulation-spec.ts';
import { normaliseInline, type NormalisedInline } from '../../light/normalise-inline.ts';
import { alignExposures } from './align-exposures.ts';
import { alignSettings } from './align-settings.ts';
import { NOT_MEASURED, shiftFrame } from './register-shift.ts';
import { registerFrames } from './register.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

function planeOf(
  scope: Scope,
  rows: number,
  cols: number,
  value: (y: number, x: number) => number,
): RealPlane {
  const plane = scope.real(rows, cols);
  const values = kernels.floats(plane.ptr, rows * plane.pitch);
  for (let y = 0; y < rows; y++) for (let x = 0; x < cols; x++) values[y * plane.pitch + x] = value(y, x);
  return plane;
}

function at(plane: RealPlane, y: number, x: number): number {
  return kernels.floats(plane.ptr, plane.rows * plane.pitch)[y * plane.pitch + x]!;
}

describe('a shift', () => {
  const blob = (y: number, x: number) => 1 + 0.5 * Math.exp(-((y - 40) ** 2 + (x - 60) ** 2) / 50);

  it.each([
    [0.37, -0.81],
    [5, 0],
    [-7.25, 11.5],
  ])('by (%d, %d) px moves a blob exactly', (dx, dy) => {
    using scope = kernels.scope();
    const moved = shiftFrame(kernels, scope, planeOf(scope, 90, 120, blob), dx, dy);
    let worst = 0;
    for (let y = 20; y < 70; y++)
      for (let x = 20; x < 100; x++)
        worst = Math.max(worst, Math.abs(at(moved, y, x) - blob(y - dy, x - dx)));
    expect(worst).toBeLessThan(1e-5);
  });

  it('of a slope does not ring at the edges', () => {
    using scope = kernels.scope();
    const slope = (_: number, x: number) => 0.5 + x / 120;
    const moved = shiftFrame(kernels, scope, planeOf(scope, 64, 120, slope), -3.5, 0);
    for (let x = 8; x < 108; x++) expect(at(moved, 32, x)).toBeCloseTo(slope(0, x + 3.5), 2);
  });

  it('marks what it brings in from outside', () => {
    using scope = kernels.scope();
    const moved = shiftFrame(
      kernels,
      scope,
      planeOf(scope, 64, 64, () => 1),
      2.5,
      -1,
    );
    expect(at(moved, 30, 2)).toBe(NOT_MEASURED);
    expect(at(moved, 30, 3)).toBeCloseTo(1, 4);
    expect(at(moved, 63, 30)).toBe(NOT_MEASURED);
    expect(at(moved, 62, 30)).toBeCloseTo(1, 4);
  });
});

const SIDE = 384;
const MARGIN = 32;
const PITCH = 1.12;
const distances = [1000, 1200, 1500];
const drifts = [
  { x: 0, y: 0 },
  { x: 3.37, y: -2.21 },
  { x: -7.62, y: 0.48 },
];

/** A stack whose frames drift: larger frames moved in Fourier space and cut out of their middle, each with noise of its own. */
function stack(scope: Scope, object: SimulationInput['object'], electrons: number, count = 3) {
  const side = SIDE + 2 * MARGIN;
  const size = { width_px: side, height_px: side, pixel_pitch_um: PITCH, background: false };
  const normal = normalSource(Random.from(7, 1), kernels.wasm);
  let noiseSigma = 0;
  const amplitudes = distances.slice(0, count).map((z, k) => {
    using own = kernels.scope();
    const clean = {
      mode: 'inline',
      object,
      ...size,
      z_mm: z / 1000,
      photon_noise: false,
      bit_depth: 32,
      seed: 3,
    } as const;
    const { hologram } = simulate(kernels, { ...clean, photoelectrons: electrons });
    const samples = Float32Array.from(hologram.samples, (v) => Math.max(0, v + Math.sqrt(v) * normal()));
    const image = loadCameraImage(kernels, own, { ...hologram, samples }, 'hologram');
    const normalised = normaliseInline(kernels, own, image, null);
    noiseSigma = normalised.noiseSigma;
    const moved = shiftFrame(kernels, own, normalised.amplitude, drifts[k]!.x, drifts[k]!.y);
    return planeOf(scope, SIDE, SIDE, (y, x) => at(moved, y + MARGIN, x + MARGIN));
  });
  return { amplitudes, noiseSigma };
}

describe('drift between heights', () => {
  const objects: [string, SimulationInput['object']][] = [
    ['bars that absorb', { kind: 'absorbing-chart' }],
    ['cells', { kind: 'cells' }],
    ['beads', { kind: 'beads', count: 15, phase_rad: 1 }],
    ['a mixture', { kind: 'mixed' }],
  ];
  // beads
  it.each(oneIn(4, objects, 2))('of %s is found to 0.05 px', (_, object) => {
    using scope = kernels.scope();
    const { amplitudes, noiseSigma } = stack(scope, object, 10_000);
    const sampling = { pitchX: PITCH, pitchY: PITCH };
    const found = registerFrames(kernels, amplitudes, distances, sampling, 0.6328, noiseSigma);
    found.forEach(({ x, y, peak }, k) => {
      expect(Math.abs(x - drifts[k]!.x)).toBeLessThan(0.05);
      expect(Math.abs(y - drifts[k]!.y)).toBeLessThan(0.05);
      expect(peak).toBeGreaterThan(10);
    });
  });

  it('is undone where the peak is no chance, and left where it may be', () => {
    using scope = kernels.scope();
    const { amplitudes, noiseSigma } = stack(scope, { kind: 'cells' }, 10_000, 2);
    const sampling = { pitchX: PITCH, pitchY: PITCH };
    const optics = { rows: SIDE, cols: SIDE, sampling, wavelength: 0.6328 };
    const frames = amplitudes.map((amplitude) => ({ amplitude, noiseSigma }) as NormalisedInline);
    const aligned = (sure: number) =>
      alignExposures(kernels, scope, frames, distances, optics, undefined, {
        ...alignSettings,
        evidence: { ...alignSettings.evidence, sure },
      });
    const { peak } = aligned(alignSettings.evidence.sure).drifts[1]!;
    const [below, above] = [aligned(0.99 * peak), aligned(1.01 * peak)];
    expect(below.unrelated).toEqual([]);
    expect(below.amplitudes[1]).not.toBe(amplitudes[1]);
    expect(above.unrelated).toEqual([2]);
    expect(above.amplitudes[1]).toBe(amplitudes[1]);
  });

  it('has a low peak where the frames have nothing in common', () => {
    using scope = kernels.scope();
    const normal = normalSource(Random.from(9, 1), kernels.wasm);
    const noise = () => planeOf(scope, 256, 256, () => 1 + 0.05 * normal());
    const sampling = { pitchX: PITCH, pitchY: PITCH };
    const found = registerFrames(kernels, [noise(), noise()], [1000, 1200], sampling, 0.6328, 0.02);
    expect(found[1]!.peak).toBeLessThan(alignSettings.evidence.sure);
  });
});
