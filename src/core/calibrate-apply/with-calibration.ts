import type { RealMap, Reconstruction, Step } from '../reconstruction/reconstruction.ts';
import type { AppliedProfile } from './apply-profile.ts';
import type { AppliedCorrection, CalibratedRig } from '../rig/calibrated-rig.ts';

/** A corrected reconstruction with its phase scaled, and with what the profile did to it. */
export function withCalibration(
  reconstruction: Reconstruction,
  applied: AppliedProfile,
  profile: CalibratedRig,
): Reconstruction {
  const { phaseScale: scale, corrections, flags } = applied;
  const { phase, phase_uncertainty, phase_noise, height, uncertainty, metrics, steps } = reconstruction;
  const sigma = uncertainty.median_phase_sigma_rad * scale;
  return {
    ...reconstruction,
    phase: scaled(phase, scale),
    phase_uncertainty: scaled(phase_uncertainty, scale),
    phase_noise: phase_noise && scaled(phase_noise, scale),
    height: height && scaled(height, scale),
    metrics: { ...metrics, median_phase_sigma_rad: sigma },
    uncertainty: {
      ...uncertainty,
      ...{ median_phase_sigma_rad: sigma, total_median_rad: sigma },
      components: uncertainty.components.map((one) => ({
        ...one,
        median_rad: one.median_rad === null ? null : one.median_rad * scale,
        ...(one.rms_rad === undefined ? {} : { rms_rad: one.rms_rad * scale }),
      })),
      ...applied.uncertainty,
    },
    steps: [calibrationStep(corrections), ...steps],
    flags: [...reconstruction.flags, ...flags],
    calibration: { profile_id: profile.profile_id, corrections, profile },
  };
}

function scaled({ rows, cols, data }: RealMap, factor: number): RealMap {
  return { rows, cols, data: factor === 1 ? data : data.map((value) => value * factor) };
}

function calibrationStep(corrections: readonly AppliedCorrection[]): Step {
  return {
    name: 'calibration',
    method:
      corrections.length === 0
        ? 'The profile has nothing that this reconstruction could use.'
        : 'What the profile measured takes the place of what was sent; wrapped phase and field are as recorded, the ' +
          'phase scale acts on the unwrapped phase, its uncertainty and the height.',
    source: 'docs/conventions.md, Calibration',
    metrics: Object.fromEntries(corrections.map(({ name, after }) => [name, after])),
  };
}
