import type { Distortion, Measured } from '../../core/rig/calibration.ts';
import type { Profile } from '../../services/calibration/profile.ts';

/** What was found beside what was given, as a table of text. */
export function profileTable({ nominal, corrections, fit, distortion }: Profile): string[] {
  const { phase_aberration: aberration } = corrections;
  const rows = [
    row('pixel pitch', nominal.pixel_pitch_um, corrections.pixel_pitch_um, 'µm'),
    ...(corrections.pixel_pitch_per_mm
      ? [row('  per mm of distance', null, corrections.pixel_pitch_per_mm, 'µm/mm')]
      : []),
    row('  along x', null, corrections.pixel_pitch_x_um, 'µm'),
    row('  along y', null, corrections.pixel_pitch_y_um, 'µm'),
    row('pitch x / y', 1, corrections.scale_anisotropy, ''),
    row('shear', 0, corrections.shear_rad, 'rad'),
    row('distance', nominal.z_mm, corrections.z_mm, 'mm', 'not told by this frame alone'),
    row('turn of the target', null, fit.rotation_deg, '°'),
    row('phase scale', 1, corrections.phase_scale, ''),
    ...distortionRows(distortion ?? null),
    aberration
      ? [
          'aberration',
          '–',
          `degree ${aberration.degree}`,
          `± ${significant(aberration.sigma_rad, 2)}`,
          'rad (RMS)',
        ]
      : ['aberration', '–', NOT_BY_TARGET, '', ''],
  ];
  const table = [['', 'given', 'measured', '1 σ', ''], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((cells) => cells[column]!.length)));
  return table.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Terms at the radius of which they are shares; nothing of a rig whose frame tells nothing of a lens. */
function distortionRows(distortion: Distortion | null): string[][] {
  if (!distortion) return [];
  const { radial, tangential_x, tangential_y, radius_px, significant } = distortion;
  const unit = `of ${radius_px} px`;
  return [
    row('distortion', 0, radial, significant ? unit : `${unit}, no more than noise makes`),
    row('  tangential x', 0, tangential_x, unit),
    row('  tangential y', 0, tangential_y, unit),
  ];
}

const NOT_BY_TARGET = 'not told by this target';

/** @param open what is said where nothing was found */
function row(
  name: string,
  given: number | null,
  found: Measured | null,
  unit: string,
  open = NOT_BY_TARGET,
): string[] {
  const before = given === null ? '–' : String(given);
  if (!found) return [name, before, open, '', ''];
  const { value, sigma } = found;
  return [name, before, inDigitsOf(value, sigma), `± ${significant(sigma, 2)}`, unit];
}

/** With as many decimals as its uncertainty has digits worth saying. */
export function inDigitsOf(value: number, sigma: number): string {
  if (!(sigma > 0)) return String(value);
  const decimals = Math.min(12, Math.max(0, 1 - Math.floor(Math.log10(sigma))));
  return value.toFixed(decimals);
}

export function significant(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits)));
}
