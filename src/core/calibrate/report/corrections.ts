import { legendreTerms } from '../../phase/legendre.ts';
import { shortestPeriod } from '../../targets/marks.ts';
import type { TargetModel } from '../../targets/target-model.ts';
import {
  COVERAGE,
  measuredQuantities,
  type BudgetLine,
  type Calibration,
  type Corrections,
  type Measured as Value,
  type PhaseAberration,
} from '../../rig/calibration.ts';
import type { FinalFit } from '../fit/final-fit.ts';
import { isStepped } from '../fit/unknowns.ts';
import { pitchOf } from '../model/state.ts';
import type { Prepared } from '../prepare/prepared.ts';
import { linesOf, root, type Source } from './budget.ts';
import { readingsOf, type Readings } from './readings.ts';
import type { ReportSettings } from './report-settings.ts';

export interface CorrectionInputs {
  readonly final: FinalFit;
  readonly prepared: Prepared;
  readonly model: TargetModel;
  /** what makes each reading uncertain */
  readonly sources: readonly Source[];
  readonly nominal_z_mm: number | null;
  readonly distanceKnown: boolean;
  /** the conjugate sideband was taken */
  readonly conjugate: boolean;
  readonly settings: ReportSettings;
}

export function correctionsOf(inputs: CorrectionInputs): Corrections {
  const { final, model, sources } = inputs;
  const { phase } = inputs.settings;
  const value = readingsOf(final.fit.state, final.subject.magnification, final.subject.kernels.wasm);
  const has = (name: TargetModel['determines'][number]) => model.determines.includes(name);
  const measured = (name: keyof Readings): Value => ({
    value: value[name],
    sigma: root(sources.map(({ u }) => u[name] ?? 0)),
  });
  const both = has('anisotropy');
  const z = inputs.distanceKnown ? measured('z_mm') : null;
  const offset = z && inputs.nominal_z_mm !== null ? z.value - inputs.nominal_z_mm : null;
  const certifiedHeight = (model.tolerance.height_share ?? 0) / Math.sqrt(3);
  const fromBlur = isStepped(model) ? weakened(model, final) : 0;
  const heights = root([certifiedHeight, phase.systematic, fromBlur]);
  const scale = measured('phaseScale');
  return {
    pixel_pitch_um: measured('pitch'),
    pixel_pitch_x_um: both ? measured('pitchX') : null,
    pixel_pitch_y_um: both ? measured('pitchY') : null,
    scale_anisotropy: both ? measured('anisotropy') : null,
    shear_rad: both && has('shear') ? measured('shear') : null,
    z_mm: z,
    z_offset_mm: z && offset !== null ? { value: offset, sigma: z.sigma } : null,
    ...opticsOf(inputs),
    phase_scale:
      has('phase_scale') && scale.sigma < phase.loose
        ? { value: scale.value, sigma: root([scale.sigma, heights * scale.value]) }
        : null,
  };
}

/** What follows from the quantities that are measured: stated with an uncertainty as well. */
const following = ['pixel_pitch_x_um', 'pixel_pitch_y_um', 'z_offset_mm'] as const;

/** What a certificate would state: k times each standard uncertainty. */
export function expandedOf(
  corrections: Corrections,
  { rotation_deg }: Pick<Calibration['fit'], 'rotation_deg'>,
): Calibration['expanded'] {
  const own = [...measuredQuantities, ...following].map((name) => [name, corrections[name]] as const);
  const stated = [...own, ['rotation_deg', rotation_deg] as const].flatMap(([name, found]) => {
    return found ? [[name, COVERAGE * found.sigma] as const] : [];
  });
  return { k: COVERAGE, ...Object.fromEntries(stated) };
}

/** What the corrections' uncertainties are made of. */
export function budgetLines(
  corrections: Corrections,
  { determines }: TargetModel,
  sources: readonly Source[],
): BudgetLine[] {
  const { pixel_pitch_um, scale_anisotropy, shear_rad, z_mm } = corrections;
  return [
    ...(pixel_pitch_um ? linesOf('pixel_pitch_um', 'µm', sources, 'pitch') : []),
    ...(scale_anisotropy ? linesOf('scale_anisotropy', '1', sources, 'anisotropy') : []),
    ...(shear_rad ? linesOf('shear_rad', 'rad', sources, 'shear') : []),
    ...(z_mm ? linesOf('z_mm', 'mm', sources, 'z_mm') : []),
    ...(determines.includes('rotation') ? linesOf('rotation_deg', '°', sources, 'rotation_deg') : []),
  ];
}

/**
 * By what share a blur weakens the first order of a lattice. That of steps is not fitted: beside the pixels’ own it may
 * as well be none, and then they are that much lower.
 */
function weakened(model: TargetModel, { fit: { state } }: FinalFit): number {
  const order = pitchOf(state.places[0]!) / (shortestPeriod(model) ?? Infinity);
  return 2 * Math.PI * Math.PI * state.blur * order * order;
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
