/**
 * What a calibration finds against the simulated rig: `node bench/accuracy/calibration.ts [target …] [--rigs n]`. Pitch
 * wrong by up to 3 %, distance by up to 10 %, any turn, stretched by up to 1 % and sheared by up to 10 mrad where the
 * target shows it, aberrated off-axis by several rad, uneven light, dust, shot noise, off the middle of the view. The
 * certificate is exact, so that errors are those of the fit.
 */
import { loadKernels } from '../../src/cli/load-kernels.ts';
import { calibrate } from '../../src/core/calibrate/calibrate.ts';
import type { Calibration, Measured } from '../../src/core/calibrate/calibration.ts';
import { Problem } from '../../src/core/problem.ts';
import { legendre } from '../../src/core/simulate/aberration.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import type { SimulationSpec } from '../../src/core/simulate/simulation-spec.ts';
import { rigOf, setups, type Setup } from './calibration-rigs.ts';
import { markdownTable } from './markdown-table.ts';

const words = process.argv.slice(2);
const rigsAt = words.indexOf('--rigs');
const rigs = rigsAt >= 0 ? Number(words.splice(rigsAt, 2)[1]) : 3;
const kernels = await loadKernels();

interface Outcome {
  readonly pitch: number;
  /** depths of field λ / NA² */
  readonly distance: number | null;
  readonly aberration_rad: number | null;
  /** errors of pitch and distance in their standard uncertainties */
  readonly inSigmas: readonly number[];
  readonly review: boolean;
}

function inSigma(found: Measured, truth: number): number {
  return Math.abs(found.value - truth) / found.sigma;
}

function outcomeOf(result: Calibration, spec: SimulationSpec): Outcome {
  const { pixel_pitch_um: pitch, z_mm: z } = result.corrections;
  const aperture = (spec.wavelength_um * spec.pupil_radius_cycles_per_px) / spec.pixel_pitch_um;
  const depth_mm = spec.wavelength_um / (aperture * aperture) / 1000;
  return {
    pitch: Math.abs(pitch!.value / spec.pixel_pitch_um - 1),
    distance: z && Math.abs(z.value - spec.z_mm) / depth_mm,
    aberration_rad: residualAberration(result, spec),
    inSigmas: [inSigma(pitch!, spec.pixel_pitch_um), ...(z ? [inSigma(z, spec.z_mm)] : [])],
    review: result.quality !== 'good',
  };
}

/** Root mean square over the frame of what is left of the aberration and the carrier, less its mean. */
function residualAberration({ corrections }: Calibration, spec: SimulationSpec): number | null {
  const { phase_aberration: found, carrier_cycles_per_px: carrier } = corrections;
  if (!found || !carrier) return null;
  const [fx, fy] = spec.carrier_cycles_per_px;
  const sign = carrier.x * fx + carrier.y * fy < 0 ? -1 : 1;
  const left: number[] = [];
  for (let i = 0; i < 40; i += 1) {
    for (let j = 0; j < 40; j += 1) {
      const [u, v] = [(j + 0.5) / 20 - 1, (i + 0.5) / 20 - 1];
      let phase = 0;
      found.orders.forEach(([x, y], k) => {
        phase += sign * found.coefficients_rad[k]! * legendre(x, u) * legendre(y, v);
      });
      phase += Math.PI * spec.width_px * (sign * carrier.x - fx) * u;
      phase += Math.PI * spec.height_px * (sign * carrier.y - fy) * v;
      for (const { x, y, rad } of spec.aberration) phase -= rad * legendre(x, u) * legendre(y, v);
      left.push(phase);
    }
  }
  const mean = left.reduce((sum, p) => sum + p, 0) / left.length;
  return Math.sqrt(left.reduce((sum, p) => sum + (p - mean) ** 2, 0) / left.length);
}

function row(setup: Setup): string[] {
  const outcomes: Outcome[] = [];
  const refused: string[] = [];
  for (let seed = 1; seed <= rigs; seed += 1) {
    const { input, recipe, target, withBackground } = rigOf(setup, seed);
    const { hologram, background, spec } = simulate(kernels, input);
    const certificate = { feature_size_um: target.entry.feature_size_um, feature_tolerance_um: 0 };
    try {
      const frames = { hologram, background: withBackground ? background : null };
      outcomes.push(outcomeOf(calibrate(kernels, frames, { target, certificate, recipe }), spec));
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
      refused.push(`seed ${seed}: ${cause.message}`);
    }
  }
  for (const text of refused) console.error(`${setup.target_id} ${setup.mode}: ${text}`);
  const worst = (values: readonly number[]) => (values.length > 0 ? Math.max(...values) : NaN);
  const known = outcomes.flatMap(({ distance }) => (distance === null ? [] : [distance]));
  const aberrations = outcomes.flatMap(({ aberration_rad: a }) => (a === null ? [] : [a]));
  const sigmas = outcomes.flatMap(({ inSigmas }) => inSigmas);
  const covered = sigmas.filter((s) => s <= 2).length / Math.max(1, sigmas.length);
  const cells = [
    setup.target_id,
    setup.mode,
    `${outcomes.length}/${rigs}`,
    (100 * worst(outcomes.map(({ pitch }) => pitch))).toFixed(4),
    known.length > 0 ? worst(known).toFixed(3) : 'not known',
    aberrations.length > 0 ? (worst(aberrations) / (2 * Math.PI)).toFixed(4) : '–',
    `${Math.round(100 * covered)} %`,
    String(outcomes.filter(({ review }) => review).length),
  ];
  if (process.stderr.isTTY) console.error(cells.join('  '));
  return cells;
}

const chosen = setups.filter(({ target_id }) => words.length === 0 || words.includes(target_id));
const head = [
  ...['target', 'mode', 'accepted', 'pitch, worst error (%)', 'distance, worst (depths of field)'],
  ...['aberration left, worst RMS (λ)', 'within 2σ', 'to review'],
];
const body = chosen.map(row);
console.log(`${rigs} rigs each; 384 × 384 px in-line (the nut 480 × 480), 512 × 512 px off-axis, 12 bit.\n`);
console.log(markdownTable(head, body));
