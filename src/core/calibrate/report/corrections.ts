import { legendreTerms } from '../../phase/legendre.ts';
import type { KernelExports } from '../../kernel/exports.ts';
import { shortestPeriod } from '../../targets/marks.ts';
import type { Area, TargetModel } from '../../targets/target-model.ts';
import type {
  Corrections,
  Measured as Value,
  PhaseAberration,
  TargetToFrame,
} from '../../rig/calibration.ts';
import type { FinalFit } from '../fit/final-fit.ts';
import { middleOf } from '../fit/fit-scene.ts';
import { isStepped } from '../fit/unknowns.ts';
import { changed, pitchOf, type State } from '../model/state.ts';
import type { Prepared } from '../prepare/prepare.ts';
import type { ReportSettings } from './report-settings.ts';
import { systematicOf } from './systematic.ts';

/** What a fitted place says about the rig. Lengths in the space of the nominal pitch. */
export interface Readings {
  readonly pitch: number;
  readonly pitchX: number;
  readonly pitchY: number;
  readonly anisotropy: number;
  readonly shear: number;
  readonly rotation_deg: number;
  readonly z_mm: number;
  readonly phaseScale: number;
}

/** The target is turned, then stretched and sheared in the frame's axes (`placed` of core/targets); a mirrored one is flipped first. */
export function readingsOf(
  { places, zeta, look }: State,
  magnification: number,
  run: Pick<KernelExports, 'atan2'>,
): Readings {
  const [first, b, , second, e] = places[0]!;
  const flip = first * e - b * second < 0 ? -1 : 1;
  const [a, d] = [flip * first, flip * second];
  const below = Math.sqrt(d * d + e * e);
  const right = (a * e - b * d) / below;
  const pitch = magnification / Math.sqrt(right * below);
  return {
    pitch,
    ...{ pitchX: magnification / right, pitchY: magnification / below, anisotropy: below / right },
    shear: (a * d + b * e) / below / Math.sqrt(right * below),
    rotation_deg: (run.atan2(d, e) * 180) / Math.PI,
    z_mm: (zeta * pitch * pitch) / 1000,
    // the object's own phase is what the drawing says; what is seen is `look` times that
    phaseScale: 1 / look.phaseScale,
  };
}

/** One σ of each reading from the fit alone, through the derivatives by every unknown. */
export function readingSigmas(final: FinalFit): Readings {
  const { fit, subject, measured } = final;
  const { unknowns, covariance, count, state } = fit;
  const { run } = subject.kernels;
  const of = (s: State) => readingsOf(s, subject.magnification, run);
  const names = Object.keys(of(state)) as (keyof Readings)[];
  const middle = middleOf(measured);
  const size = Math.max(measured.rows, measured.cols) * measured.cell;
  const slopes = unknowns.map((name, k) => {
    const step = name === 'zeta' ? 1e-4 * Math.max(1, Math.abs(state.zeta)) : 1e-2 / size;
    const vector = Float64Array.from({ length: unknowns.length }, (_, l) => (l === k ? step : 0));
    const [low, high] = [of(state), of(changed(state, unknowns, vector, middle))];
    return names.map((reading) => (high[reading] - low[reading]) / step);
  });
  const sigma = names.map((_, r) => {
    let variance = 0;
    for (let k = 0; k < unknowns.length; k += 1)
      for (let l = 0; l < unknowns.length; l += 1)
        variance += slopes[k]![r]! * slopes[l]![r]! * (covariance?.[k * count + l] ?? 0);
    return Math.sqrt(Math.max(0, variance));
  });
  return Object.fromEntries(names.map((name, r) => [name, sigma[r]!])) as unknown as Readings;
}

export interface CorrectionInputs {
  readonly final: FinalFit;
  readonly prepared: Prepared;
  readonly model: TargetModel;
  /** the areas that were found */
  readonly found: readonly Area[];
  /** see `scaleTolerance` */
  readonly tolerance: number | null;
  readonly nominal_z_mm: number | null;
  readonly distanceKnown: boolean;
  /** the conjugate sideband was taken */
  readonly conjugate: boolean;
  readonly settings: ReportSettings;
}

export function correctionsOf(inputs: CorrectionInputs): Corrections {
  const { final, model } = inputs;
  const { phase } = inputs.settings;
  const value = readingsOf(final.fit.state, final.subject.magnification, final.subject.kernels.run);
  const sigma = readingSigmas(final);
  const has = (name: TargetModel['determines'][number]) => model.determines.includes(name);
  const floor = systematicOf(final, inputs.found);
  const certified = inputs.tolerance ?? 0;
  const tolerance = Math.sqrt(certified * certified + floor.pitch * floor.pitch);
  const measured = (name: keyof Readings, share = 0): Value => ({
    value: value[name],
    sigma: Math.sqrt(sigma[name] * sigma[name] + share * share * value[name] * value[name]),
  });
  const both = has('anisotropy');
  // diffraction fixes z / pitch²: a pitch that is off takes the distance with it, twice
  const z = inputs.distanceKnown ? widened(measured('z_mm', 2 * tolerance), floor.z_mm) : null;
  const offset = z && inputs.nominal_z_mm !== null ? z.value - inputs.nominal_z_mm : null;
  const certifiedHeight = (model.tolerance.height_share ?? 0) / Math.sqrt(3);
  const fromBlur = isStepped(model) ? weakened(model, final) : 0;
  const heights = Math.sqrt(
    certifiedHeight * certifiedHeight + phase.systematic * phase.systematic + fromBlur * fromBlur,
  );
  return {
    pixel_pitch_um: measured('pitch', tolerance),
    pixel_pitch_x_um: both ? measured('pitchX', tolerance) : null,
    pixel_pitch_y_um: both ? measured('pitchY', tolerance) : null,
    scale_anisotropy: both ? measured('anisotropy', floor.anisotropy) : null,
    shear_rad: both && has('shear') ? widened(measured('shear'), floor.shear) : null,
    z_mm: z,
    z_offset_mm: z && offset !== null ? { value: offset, sigma: z.sigma } : null,
    ...opticsOf(inputs),
    phase_scale:
      has('phase_scale') && sigma.phaseScale < phase.loose ? measured('phaseScale', heights) : null,
  };
}

/**
 * By what share a blur weakens the first order of a lattice. That of steps is not fitted: beside the pixels’ own it may
 * as well be none, and then they are that much lower.
 */
function weakened(model: TargetModel, { fit: { state } }: FinalFit): number {
  const order = pitchOf(state.places[0]!) / (shortestPeriod(model) ?? Infinity);
  return 2 * Math.PI * Math.PI * state.blur * order * order;
}

/** With a second source of uncertainty, one σ. */
export function widened({ value, sigma }: Value, by: number): Value {
  return { value, sigma: Math.sqrt(sigma * sigma + by * by) };
}

/** The sideband's place and the phase beyond it: what was taken off before the fit, and what the fit found on top. */
function opticsOf({
  final,
  prepared,
  model,
  conjugate,
  settings,
}: CorrectionInputs): Pick<Corrections, 'phase_aberration' | 'carrier_cycles_per_px'> {
  const { fit } = final;
  if (!prepared.carrier) return { phase_aberration: null, carrier_cycles_per_px: null };
  const sign = conjugate ? -1 : 1;
  const degree = Math.max(fit.light.phaseDegree, prepared.removed?.degree ?? 0);
  const terms = legendreTerms(degree);
  const total = terms.map((_, k) => {
    return (fit.light.phase[k] ?? 0) + sign * (prepared.removed?.phase[k] ?? 0);
  });
  const [width, height] = [prepared.crop.width, prepared.crop.height];
  // a tilt of t rad from the middle to the edge is t / (π · side) cycles per pixel
  const tilt = (order: 'x' | 'y') => {
    const k = terms.findIndex(({ a, b }) => (order === 'x' ? b === 1 && a === 0 : a === 1 && b === 0));
    return k < 0 ? 0 : total[k]!;
  };
  const carrier = {
    x: sign * prepared.carrier.x + tilt('x') / (Math.PI * width),
    y: sign * prepared.carrier.y + tilt('y') / (Math.PI * height),
  };
  if (!model.determines.includes('aberration'))
    return { phase_aberration: null, carrier_cycles_per_px: carrier };
  const aberration: PhaseAberration = {
    ...{ basis: 'legendre', degree },
    orders: terms.map(({ a, b }) => [b, a] as const),
    coefficients_rad: terms.map(({ a, b }, k) => (a + b < 2 ? 0 : total[k]!)),
    sigma_rad: aberrationSigma(final, settings.aberration),
  };
  return { phase_aberration: aberration, carrier_cycles_per_px: carrier };
}

/** Root mean square over the frame of the phase's standard deviation: of what is fitted the mean of (P P)² is 1 / ((2a + 1)(2b + 1)). */
function aberrationSigma({ fit }: FinalFit, systematic: number): number {
  const first = fit.unknowns.length + fit.light.amplitude.length;
  const variance = legendreTerms(fit.light.phaseDegree).reduce((sum, { a, b }, k) => {
    const own = fit.covariance?.[(first + k) * fit.count + first + k] ?? 0;
    return a + b < 2 ? sum : sum + own / ((2 * a + 1) * (2 * b + 1));
  }, systematic * systematic);
  return Math.sqrt(variance);
}

export function isMirrored([a, b, , d, e]: TargetToFrame): boolean {
  return a * e - b * d < 0;
}
