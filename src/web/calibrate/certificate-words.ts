import { COVERAGE, type Measured } from '../../core/rig/calibration.ts';
import type { Profile } from '../api/calibration.ts';
import { withSigma } from './profile-values.ts';

/** A line of a certificate that has no budget of its own. */
export interface Stated {
  readonly label: string;
  readonly stated: string;
}

/** Of what a certificate is, and how it was measured. */
export function calibratedItem(profile: Profile): Stated[] {
  const { name, profile_id, target_id, holography_mode, nominal, certificate, frame, software } = profile;
  const { wavelength_um, pixel_pitch_um, pixel_pitch_basis, magnification } = nominal;
  const index = nominal.refractive_index_immersion ?? 1;
  const space =
    pixel_pitch_basis === 'object_space'
      ? `in the sample, magnified ${magnification} times`
      : 'at the sensor';
  const files = (profile.frames ?? [profile]).map(({ input_sha256 }) => input_sha256);
  const part = certificate?.number === undefined ? '' : `, certificate ${certificate.number}`;
  return [
    { label: 'Number', stated: profile_id },
    {
      label: 'Rig',
      stated:
        `${name === null ? '' : `${name}: `}${holography_mode}, ${wavelength_um} µm${index === 1 ? '' : ` in a medium of ${index}`}, ` +
        `frames of ${frame.width_px} × ${frame.height_px} px, described with pixels of ${pixel_pitch_um} µm ${space}`,
    },
    { label: 'Part', stated: `${target_id}${part}` },
    {
      label: 'Method',
      stated: `A model of how the part diffracts light, fitted to ${files.length === 1 ? 'one frame' : `${files.length} frames`} of it (${software.name} ${software.version})`,
    },
    { label: 'SHA-256', stated: files.join(', ') },
  ];
}

/** What was found besides the quantities that have a budget, with the expanded uncertainty. */
export function alsoStated({
  corrections,
  distortion,
}: Pick<Profile, 'corrections' | 'distortion'>): Stated[] {
  const { phase_aberration: aberration } = corrections;
  const row = (label: string, found: Measured | null | undefined, unit = ''): Stated[] =>
    found ? [{ label, stated: withSigma({ value: found.value, sigma: COVERAGE * found.sigma }, unit) }] : [];
  return [
    ...row('Pixel pitch along x', corrections.pixel_pitch_x_um, 'µm'),
    ...row('Pixel pitch along y', corrections.pixel_pitch_y_um, 'µm'),
    ...row('Added to every distance', corrections.z_offset_mm, 'mm'),
    ...row('True phase over measured phase', corrections.phase_scale),
    ...(distortion
      ? [
          ...row(`Radial distortion, of ${distortion.radius_px} px`, distortion.radial),
          ...row('Tangential distortion along x', distortion.tangential_x),
          ...row('Tangential distortion along y', distortion.tangential_y),
        ]
      : []),
    ...(aberration
      ? [
          {
            label: 'Aberration',
            stated: `${aberration.coefficients_rad.length} terms, ± ${Number((COVERAGE * aberration.sigma_rad).toPrecision(2))} rad (root mean square)`,
          },
        ]
      : []),
  ];
}
