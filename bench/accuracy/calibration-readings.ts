import type { Calibration, Measured } from '../../src/core/rig/calibration.ts';
import { legendre } from '../../src/core/simulate/aberration.ts';
import type { SimulationSpec } from '../../src/core/simulate/simulation-spec.ts';

/** What a calibration says, and what was simulated. */
export interface Reading {
  readonly name: string;
  readonly value: number;
  readonly sigma: number;
  readonly truth: number;
  /** by which power of the target's size it changes */
  readonly power: number;
}

/** Turns of a target that look alike, degrees; 0: all. */
const ALIKE: readonly (readonly [start: string, degrees: number])[] = [
  ['ronchi', 180],
  ['stage', 180],
  ['fibre', 180],
  ['step', 90],
  ['own-lines', 180],
  ['own', 90],
  ['distortion', 90],
  ['chessboard', 90],
  ['hex', 60],
  ['usaf', 360],
];

/** Everything that has one truth and one uncertainty. The simulated phase is what the drawing says: its scale is 1. */
export function readingsOf({ corrections: found, fit }: Calibration, spec: SimulationSpec): Reading[] {
  const { anisotropy, shear, rotation_deg, target_id } = spec.target!;
  const readings: Reading[] = [];
  const add = (name: string, measured: Measured | null, truth: number, power = 0) => {
    if (measured) readings.push({ name, value: measured.value, sigma: measured.sigma, truth, power });
  };
  add('pitch', found.pixel_pitch_um, spec.pixel_pitch_um, 1);
  add('distance', found.z_mm, spec.z_mm, 2);
  // scale along x over scale along y is pitch in y over pitch in x
  add('anisotropy', found.scale_anisotropy, 1 / anisotropy);
  add('shear', found.shear_rad, shear);
  add('phase scale', found.phase_scale, 1);
  const alike = ALIKE.find(([start]) => target_id.startsWith(start))?.[1];
  if (alike && fit.rotation_deg) {
    const off = fit.rotation_deg.value - rotation_deg;
    const value = off - alike * Math.round(off / alike);
    add('rotation', { value, sigma: fit.rotation_deg.sigma }, 0);
  }
  return readings;
}

/** λ / NA² of the simulated pupil, mm */
export function depthOfField(spec: SimulationSpec): number {
  const aperture = (spec.wavelength_um * spec.pupil_radius_cycles_per_px) / spec.pixel_pitch_um;
  return spec.wavelength_um / (aperture * aperture) / 1000;
}

/** Root mean square over the frame of what is left of the aberration, without piston and tilt, rad; null: none was given. */
export function residualAberration({ corrections }: Calibration, spec: SimulationSpec): number | null {
  const { phase_aberration: found, carrier_cycles_per_px: carrier } = corrections;
  if (!found || !carrier) return null;
  const [fx, fy] = spec.carrier_cycles_per_px;
  const sign = carrier.x * fx + carrier.y * fy < 0 ? -1 : 1;
  let [sum, count] = [0, 0];
  for (let i = 0; i < 40; i += 1) {
    for (let j = 0; j < 40; j += 1) {
      const [u, v] = [(j + 0.5) / 20 - 1, (i + 0.5) / 20 - 1];
      let phase = 0;
      found.orders.forEach(([x, y], k) => {
        phase += sign * found.coefficients_rad[k]! * legendre(x, u) * legendre(y, v);
      });
      for (const { x, y, rad } of spec.aberration) phase -= rad * legendre(x, u) * legendre(y, v);
      sum += phase * phase;
      count += 1;
    }
  }
  return Math.sqrt(sum / count);
}
