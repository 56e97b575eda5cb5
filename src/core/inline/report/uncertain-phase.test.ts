import { describe, expect, it } from 'vitest';
import type { Flag } from '../../reconstruction/reconstruction.ts';
import { uncertaintySettings } from '../uncertainty/uncertainty-settings.ts';
import type { InlineFindings } from './findings.ts';
import { uncertainPhase } from './uncertain-phase.ts';

const SIDE = 60;

interface Case {
  /** rad², of the phase in the beam */
  readonly variance?: number;
  readonly amplitude?: number;
  readonly sigma: number;
  readonly untrusted?: boolean;
  readonly openTurns?: number;
  /** of the frame */
  readonly share?: number;
  /** of the frame, from its top: where the field is not 1 */
  readonly inBeam?: number;
}

/** A frame whose upper half, or another share of it, is as told and whose rest is sure. */
function flagsOf(
  { variance = 1e-4, amplitude = 1, sigma, untrusted, openTurns = 0, share = 0.5, inBeam = 0.5 }: Case,
  said: readonly Flag[] = [],
): Flag[] {
  const halves = (upper: number, lower: number) =>
    Float32Array.from({ length: SIDE * SIDE }, (_, i) => (i < share * SIDE * SIDE ? upper : lower));
  const field = Float32Array.from({ length: 2 * SIDE * SIDE }, (_, k) =>
    k % 2 === 1 || k < 2 * inBeam * SIDE * SIDE ? 0 : 1,
  );
  const map = (data: Float32Array) => ({ rows: SIDE, cols: SIDE, data });
  const clouds = 1.5;
  const beside = {
    ...{ fine: { sigma: 0.01, length: null }, clouds: { sigma: clouds, length: null } },
    variance: Float64Array.of(clouds * clouds, clouds * clouds, 1e-4, 1e-4),
  };
  const findings = {
    recipe: { pixel_pitch_um: 1, magnification: 1, pixel_pitch_basis: 'sensor' },
    normalised: [{ rounding: 0 }],
    uncertainty: uncertaintySettings,
    heights: { common: { farther: 0, sigma: 1, rival: null } },
    maps: {
      ...{
        phase_uncertainty: map(halves(sigma, 0.01)),
        amplitude: map(halves(amplitude, 1)),
        field: map(field),
      },
      ...{
        openTurns: { regions: [], share: openTurns },
        unwrapping: { residues: 4, inconsistentFraction: 0.1, disconnectedFraction: 0.4 },
      },
    },
    stated: {
      noise: {
        tiles: 2,
        fieldVariance: Float64Array.of(2 * variance, 2 * variance, 2e-4, 2e-4),
        extraPhaseVariance: new Float64Array(4),
      },
      ...{ sample: Uint8Array.of(1, 1, 0, 0), responseVariance: null },
      camera: { fieldVariance: new Float64Array(4) },
      untrusted: untrusted ? Uint8Array.from(halves(1, 0)) : null,
      ...{ beside, constraintSigma: 0.1, cameraSigma: 0.02, compressionSigma: 0, distanceVariance: null },
    },
  };
  return uncertainPhase(findings as unknown as InlineFindings, said);
}

describe('a flag for phase that is uncertain by more than a radian', () => {
  it('names the largest line of the budget', () => {
    const [flag] = flagsOf({ variance: 4, sigma: 1.8 });
    expect(flag).toMatchObject({ code: 'phase_uncertain', level: 'warning' });
    expect(flag!.detail).toContain('50 % of the pixels');
    expect(flag!.detail).toContain('“smooth_background” of the uncertainty’s budget, 1.5 rad');
    const [pulled] = flagsOf({ variance: 400, sigma: 1.8 });
    expect(pulled!.detail).toContain('“constraint” of the uncertainty’s budget, more than a phase can have');
  });

  it('says that there is hardly any light', () => {
    const [flag] = flagsOf({ amplitude: 0.005, sigma: 1.8 });
    expect(flag).toMatchObject({ code: 'phase_uncertain', level: 'info' });
    expect(flag!.detail).toContain('light');
  });

  it('is silent of two per cent, not of more', () => {
    expect(flagsOf({ variance: 4, sigma: 1.8, share: 0.02 })).toEqual([]);
    expect(flagsOf({ variance: 4, sigma: 1.8, share: 0.021 })).toHaveLength(1);
    expect(flagsOf({ amplitude: 0.005, sigma: 1.8, share: 0.02 })).toEqual([]);
    expect(flagsOf({ amplitude: 0.005, sigma: 1.8, share: 0.021 })).toHaveLength(1);
  });

  it('speaks of less where that is most of the sample', () => {
    const [flag] = flagsOf({ variance: 4, sigma: 1.8, share: 0.015, inBeam: 0.025 });
    expect(flag!.detail).toMatch(/^The phase of 1\.5 % of the pixels .* most of the sample among them/);
    expect(flagsOf({ variance: 4, sigma: 1.8, share: 0.015, inBeam: 0.035 })).toEqual([]);
    expect(flagsOf({ variance: 4, sigma: 0.9, share: 0.015, inBeam: 0.025 })).toEqual([]);
  });

  it('says that turns are not trusted, where they are not told as open', () => {
    expect(flagsOf({ sigma: 1.8 })).toMatchObject([{ code: 'unwrapping_untrusted' }]);
    expect(flagsOf({ sigma: 1.8, openTurns: 0.5 })).toEqual([]);
  });

  it('is silent where another one tells why, or all is sure', () => {
    const uneven: Flag = { code: 'uneven_background', level: 'warning', detail: '' };
    expect(flagsOf({ variance: 4, sigma: 1.8 }, [uneven])).toEqual([]);
    expect(flagsOf({ variance: 4, sigma: 1.8 }, [{ ...uneven, level: 'info' }])).toHaveLength(1);
    expect(flagsOf({ variance: 4, sigma: 1.8, untrusted: true })).toEqual([]);
    expect(flagsOf({ sigma: 0.9 })).toEqual([]);
  });
});
