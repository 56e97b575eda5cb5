import { beforeAll, describe, expect, it } from 'vitest';
import { frameOf } from '../../../test/frame-of.ts';
import { loadKernels } from '../../../test/load-kernels.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { Problem } from '../problem/problem.ts';
import { simulate } from '../simulate/simulate.ts';
import type { SimulatedObject, SimulationInput } from '../simulate/simulation-spec.ts';
import type { Frequency } from '../field/frequency.ts';
import { measureFrame } from './measure-frame.ts';
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
    const carrier = { x: 0.18, y: 0.15 };
    const { signalToNoise } = givenAt(faint(), carrier);
    const needed = (share: number) => proving({ givenSignalToNoise: share * signalToNoise });
    expect(givenAt(faint(), carrier, needed(BELOW)).given).toBe(true);
    expect(() => givenAt(faint(), carrier, needed(ABOVE))).toThrow('signal-to-noise ratio');
  });

  it('a rival worth a word', () => {
    const wave = (x: number, y: number, fx: number, fy: number) => Math.cos(2 * Math.PI * (fx * x + fy * y));
    const two = frameOf(256, 256, (x, y) => 100 + 30 * wave(x, y, 0.2, 0.11) + 20 * wave(x, y, 0.1, -0.3));
    const { relativeEnergy } = found(two).rival!;
    const notable = (share: number) => ({ ...sidebandSettings, notableRival: share * relativeEnergy });
    expect(found(two, notable(BELOW)).rival).not.toBeNull();
    expect(found(two, notable(ABOVE)).rival).toBeNull();
  });
});
