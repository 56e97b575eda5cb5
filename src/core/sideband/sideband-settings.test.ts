import { beforeAll, describe, expect, it } from 'vitest';
import { frameOf } from '../../../test/frame-of.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Problem } from '../problem/problem.ts';
import { simulate } from '../simulate/simulate.ts';
import type { SimulatedObject, SimulationInput } from '../simulate/simulation-spec.ts';
import type { Frequency } from '../field/frequency.ts';
import type { PowerSpectrum } from '../spectrum/power-spectrum.ts';
import { isPeak } from './candidates.ts';
import { measureFrame } from './measure-frame.ts';
import { hasPeak, isSpeckle } from './patch.ts';
import { findSideband, sidebandAt, type Sideband } from './sideband.ts';
import { sidebandSettings, type SidebandSettings } from './sideband-settings.ts';

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

function found(frame: Frame, settings = sidebandSettings): Sideband {
  using scope = kernels.scope();
  const { spectrum, image } = measureFrame(kernels, scope, frame, 'hologram');
  return findSideband(kernels, spectrum, image, settings);
}

function givenAt(frame: Frame, carrier: Frequency, settings = sidebandSettings): Sideband {
  using scope = kernels.scope();
  const { spectrum } = measureFrame(kernels, scope, frame, 'hologram');
  return sidebandAt(kernels, spectrum, carrier, settings);
}

function hologram(input: Partial<SimulationInput> & { kind?: SimulatedObject }) {
  const { kind = 'cells', ...rest } = input;
  const size = { width_px: 256, height_px: 256, background: false };
  return simulate(kernels, { mode: 'off-axis', object: { kind }, ...size, ...rest }).hologram;
}

/** The settings with some of what proves a sideband replaced. */
const proving = (proof: Partial<SidebandSettings['proof']>): SidebandSettings => ({
  ...sidebandSettings,
  proof: { ...sidebandSettings.proof, ...proof },
});

/** Just inside and just outside of a bound. */
const [BELOW, ABOVE] = [0.999, 1.001];

describe('the bounds of a sideband', () => {
  const faint = () => hologram({ coherence: 0.05, photoelectrons: 200, bit_depth: 8 });
  const edge = frameOf(256, 256, (x, y) => 100 + (0.88 * x + 0.48 * y > 150 ? 50 : 0));

  it('contrast: as much as is there is enough, a little more is not', () => {
    const { contrast } = found(faint());
    expect(found(faint(), proving({ contrast: BELOW * contrast })).contrast).toBe(contrast);
    expect(() => found(faint(), proving({ contrast: ABOVE * contrast }))).toThrow(Problem);
  });

  it('the way to DC: clear of it on both sides', () => {
    for (const kind of ['flat', 'cells', 'beads', 'star'] as const)
      expect(found(hologram({ kind }), proving({ aboveWay: 8 })).given).toBe(false);
    expect(() => found(edge, proving({ aboveWay: 4 }))).toThrow(Problem);
    expect(found(edge, proving({ aboveWay: 0 })).contrast).toBeGreaterThan(50);
  });

  it('the way to DC: fringes across an edge that rise a little less than enough, and a little more', () => {
    const across = (amplitude: number) =>
      frameOf(256, 256, (x, y) => {
        const fringes = amplitude * Math.cos(2 * Math.PI * (0.176 * x + 0.096 * y));
        return 100 + (0.88 * x + 0.48 * y > 150 ? 50 : 0) + fringes;
      });
    // 4.2 and 5.3 times what lies on the way
    expect(() => found(across(10))).toThrow(Problem);
    expect(found(across(11.2)).carrier.x).toBeCloseTo(0.176, 3);
  });

  it('a peak, by what its bins hold of the power around', () => {
    expect(isPeak(0.07, 1, sidebandSettings.candidates)).toBe(false);
    expect(isPeak(0.09, 1, sidebandSettings.candidates)).toBe(true);
  });

  it('the carrier: fringes a little narrower than the widest, and a little wider', () => {
    const { leastCarrier } = sidebandSettings;
    const fringes = (length: number) => {
      const [fx, fy] = [0.8 * length, 0.6 * length];
      return frameOf(256, 256, (x, y) => 100 + 40 * Math.cos(2 * Math.PI * (fx * x + fy * y)));
    };
    const { carrier } = found(fringes(1.02 * leastCarrier));
    expect(Math.hypot(carrier.x, carrier.y)).toBeCloseTo(1.02 * leastCarrier, 3);
    expect(() => found(fringes(0.98 * leastCarrier))).toThrow(Problem);
  });

  it('the signal-to-noise ratio at a carrier that is given', () => {
    // 2.57 and 1.49
    const dim = (coherence: number) => hologram({ coherence, photoelectrons: 60, bit_depth: 8 });
    const carrier = { x: 0.18, y: 0.15 };
    expect(givenAt(dim(0.05), carrier).given).toBe(true);
    expect(() => givenAt(dim(0.04), carrier)).toThrow('signal-to-noise ratio');
  });

  it('a rival worth a word: a fifth of the power', () => {
    const wave = (x: number, y: number, fx: number, fy: number) => Math.cos(2 * Math.PI * (fx * x + fy * y));
    const rival = (share: number) => {
      const other = 30 * Math.sqrt(share);
      return found(
        frameOf(256, 256, (x, y) => 100 + 30 * wave(x, y, 0.2, 0.11) + other * wave(x, y, 0.1, -0.3)),
      ).rival;
    };
    expect(rival(0.21)!.relativeEnergy).toBeCloseTo(0.21, 2);
    expect(rival(0.19)).toBeNull();
  });

  it('a patch of speckle: even, uncorrelated, and lighter than the way to it', () => {
    const least = { contrast: 50, even: 0.5, grain: 0.3, rise: 1.5 };
    expect(isSpeckle(least, sidebandSettings)).toBe(true);
    for (const name of ['contrast', 'even', 'grain', 'rise'] as const)
      expect(isSpeckle({ ...least, [name]: BELOW * least[name] }, sidebandSettings)).toBe(false);
  });

  it('a peak: thirty times the mean power around it', () => {
    using scope = kernels.scope();
    const [side, passRadius] = [64, 0.2];
    const plane = scope.real(side, side / 2 + 1);
    const values = kernels.floats(plane.ptr, side * plane.pitch);
    const isPeak = (times: number) => {
      values.fill(1);
      values[8 * plane.pitch] = times;
      const spectrum = { power: plane, rows: side, cols: side } as PowerSpectrum;
      return hasPeak(kernels, spectrum, { x: 0, y: 8 / side }, { passRadius }, sidebandSettings);
    };
    expect([isPeak(29.5), isPeak(30.5)]).toEqual([false, true]);
  });
});
