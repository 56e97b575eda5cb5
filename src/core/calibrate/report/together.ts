import {
  measuredQuantities,
  type BudgetLine,
  type Calibration,
  type Corrections,
  type Measured,
  type MeasuredQuantity,
  type PhaseAberration,
} from '../../rig/calibration.ts';
import { root } from './budget.ts';
import { expandedOf } from './corrections.ts';
import { pitchOverDistance, type PitchOverDistance } from './over-distance.ts';
import { pooledField } from './residual-field.ts';
import type { ReportSettings } from './report-settings.ts';

interface Mean extends Measured {
  readonly lines: readonly BudgetLine[];
  /** how much more the frames differ than their own uncertainties let expect, times */
  readonly ratio: number;
}

/**
 * What several frames of one rig say together; a target lies in each as it likes. To first order it is what a fit of all
 * of them at once would come to: means, weighted by what each frame itself leaves unknown. What the frames have in common
 * (the part, the wavelength, the lens) is not made smaller by their number; what they differ by beyond their own
 * uncertainties counts besides (Birge, doi:10.1103/PhysRev.40.207).
 * @param each at least one
 * @param repeatability one σ of the pitch, a share, where somebody has measured it
 */
export function together(
  each: readonly Calibration[],
  repeatability: number | undefined,
  { evidence }: Pick<ReportSettings, 'evidence'>,
): Calibration {
  const first = each[0]!;
  const means = new Map(measuredQuantities.map((name) => [name, meanOf(each, name)]));
  const apart = distancesDiffer(each, evidence.reach);
  const line = apart ? pitchOverDistance(each) : null;
  if (apart) means.set('z_mm', line && meanOf([first], 'z_mm'));
  if (line) {
    const { slope, lines, ratio } = line;
    means.set('pixel_pitch_um', atTheFirst(each, line));
    means.set('pixel_pitch_per_mm', { ...slope, lines, ratio });
  }
  const stated = repeatability === undefined ? [] : statedLines(means, repeatability);
  const corrections = correctionsOf(each, means, stated, apart);
  const warnings = [...new Set(each.flatMap((one) => one.warnings))];
  if (apart) warnings.push(apartText(each, line !== null));
  const contrary = contraryText(means, evidence.reach);
  if (contrary) warnings.push(contrary);
  const isRepeated = each.length > 1 || repeatability !== undefined;
  if (!isRepeated) warnings.push(ONCE);
  return {
    ...first,
    corrections,
    fit: {
      ...first.fit,
      residual_px: root(each.map(({ fit }) => fit.residual_px)) / Math.sqrt(each.length),
      features_found: each.reduce((sum, { fit }) => sum + fit.features_found, 0),
      features_expected: each.reduce((sum, { fit }) => sum + fit.features_expected, 0),
    },
    budget: [
      ...measuredQuantities.flatMap((name) => (corrections[name] ? means.get(name)!.lines : [])),
      ...stated.filter(({ quantity }) => corrections[quantity as MeasuredQuantity]),
      ...first.budget.filter(({ quantity }) => quantity === 'rotation_deg'),
    ],
    expanded: expandedOf(corrections, first.fit),
    distortion: surest(each),
    residuals: pooledField(each.map(({ residuals }) => residuals)),
    quality:
      isRepeated && !contrary && each.every(({ quality }) => quality === 'good') ? 'good' : 'needs_review',
    explained: Math.min(...each.map(({ explained }) => explained)),
    warnings,
  };
}

const ONCE =
  'One frame does not tell how well the measurement repeats: record the target two to eight times, turned or shifted in between, and give all these frames together, or state repeatability.';

/** What frames of one rig and one part have in common. */
const SAME = { pixel_pitch_um: 'pixel pitch', scale_anisotropy: 'ratio of the pitches', shear_rad: 'shear' };

/** Why frames are not of one rig as it stood, or null. */
function contraryText(means: ReadonlyMap<MeasuredQuantity, Mean | null>, reach: number): string | null {
  const apart = Object.entries(SAME).flatMap(([name, called]) => {
    const ratio = means.get(name as MeasuredQuantity)?.ratio ?? 0;
    return ratio > reach ? [`the ${called} ${ratio.toPrecision(2)} times`] : [];
  });
  if (apart.length === 0) return null;
  return `The frames contradict each other: they differ in ${apart.join(', in ')} as much as each by itself leaves open, which is in the uncertainty. Was the rig or its focus touched between them, or is the part less square than it is said to be? Calibrate each by itself, or record them anew.`;
}

/** Diffraction tells z / pitch²: where that is the same and the scale is not, it is the part that differs, and no distance. */
function distancesDiffer(each: readonly Calibration[], reach: number): boolean {
  const seen = each.flatMap((one) => {
    const [z] = foundIn([one], 'z_mm');
    const pitch = one.corrections.pixel_pitch_um;
    return z && pitch ? [{ value: z.value / squared(pitch.value), own: z.own / squared(pitch.value) }] : [];
  });
  const weights = seen.map(({ own }) => 1 / squared(own));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = seen.reduce((sum, { value }, k) => sum + (weights[k]! * value) / total, 0);
  const scatter = seen.reduce((sum, { value }, k) => sum + weights[k]! * squared(value - mean), 0);
  return seen.length > 1 && Math.sqrt(scatter / (seen.length - 1)) > reach;
}

function apartText(each: readonly Calibration[], isTold: boolean): string {
  const places = each.map(({ corrections: { z_mm } }) => z_mm?.value.toPrecision(4) ?? '?').join(', ');
  const what = isTold
    ? 'pitch and distance are those of the first one, what the pitch changes by with the distance is stated besides, and nothing is added to distances of later requests'
    : 'together they tell the size of pixels, and no distance';
  return `The frames lie at different distances (${places} mm): ${what}.`;
}

function foundIn(each: readonly Calibration[], name: MeasuredQuantity) {
  return each.flatMap(({ corrections, budget }) => {
    const measured = corrections[name];
    const lines = budget.filter(({ quantity }) => quantity === name);
    const own = root(lines.filter(({ type }) => type === 'A').map(({ u }) => u));
    return measured ? [{ ...measured, lines, own: own || measured.sigma }] : [];
  });
}

function meanOf(each: readonly Calibration[], name: MeasuredQuantity): Mean | null {
  const found = foundIn(each, name);
  if (found.length === 0) return null;
  const total = found.reduce((sum, { own }) => sum + 1 / (own * own), 0);
  const weights = found.map(({ own }) => 1 / (own * own) / total);
  const mean = (of: readonly number[]) => of.reduce((sum, v, k) => sum + weights[k]! * v, 0);
  const value = mean(found.map((one) => one.value));
  const scatter = found.reduce((sum, one) => sum + squared((one.value - value) / one.own), 0);
  const ratio = found.length > 1 ? Math.sqrt(scatter / (found.length - 1)) : 0;
  const lines = withScatter(name, linesOf(found, weights), ratio, 1 / Math.sqrt(total));
  const withoutLines = found[0]!.lines.length === 0 ? mean(found.map(({ sigma }) => sigma)) : 0;
  return { value, sigma: root([withoutLines, ...lines.map(({ u }) => u)]), lines, ratio };
}

/** The pitch at the distance of the first frame. */
function atTheFirst(each: readonly Calibration[], { weights, ratio, own }: PitchOverDistance): Mean {
  const found = foundIn(each, 'pixel_pitch_um');
  const value = found.reduce((sum, one, k) => sum + weights[k]! * one.value, 0);
  const lines = withScatter('pixel_pitch_um', linesOf(found, weights), ratio, own);
  return { value, sigma: root(lines.map(({ u }) => u)), lines, ratio };
}

/** @param own one σ of what is not alike in all frames */
function withScatter(
  quantity: string,
  lines: readonly BudgetLine[],
  ratio: number,
  own: number,
): BudgetLine[] {
  if (!(ratio > 1)) return [...lines];
  const unit = lines[0]?.unit ?? '1';
  const u = own * Math.sqrt(ratio * ratio - 1);
  return [...lines, { quantity, source: 'repeatability', type: 'A', u, unit, distribution: 'normal' }];
}

/** Of a lens the frame tells most that has most of a target at its edges. */
function surest(each: readonly Calibration[]): Calibration['distortion'] {
  const found = each.flatMap(({ distortion }) => (distortion ? [distortion] : []));
  return found.toSorted((a, b) => a.radial.sigma - b.radial.sigma)[0] ?? null;
}

function squared(value: number): number {
  return value * value;
}

/**
 * Only noise differs from frame to frame: the other sources are as large in a mean as in each. What is from the frames does not
 * cancel where one counts negatively.
 */
function linesOf(
  found: readonly { readonly lines: readonly BudgetLine[] }[],
  weights: readonly number[],
): BudgetLine[] {
  return found[0]!.lines.map((line) => {
    const own = found.map(({ lines }, k) => {
      const weight = line.type === 'A' ? Math.abs(weights[k]!) : weights[k]!;
      return weight * (lines.find(({ source }) => source === line.source)?.u ?? 0);
    });
    const u = line.source === 'scatter' ? root(own) : Math.abs(own.reduce((sum, v) => sum + v, 0));
    return { ...line, u };
  });
}

/** Diffraction fixes z / pitch². */
function statedLines(means: ReadonlyMap<MeasuredQuantity, Mean | null>, share: number): BudgetLine[] {
  const line = (quantity: MeasuredQuantity, unit: string, power: number): BudgetLine[] => {
    const mean = means.get(quantity);
    const u = power * share * Math.abs(mean?.value ?? 0);
    const distribution = 'normal';
    return u > 0 ? [{ quantity, source: 'repeatability', type: 'B', u, unit, distribution }] : [];
  };
  return [...line('pixel_pitch_um', 'µm', 1), ...line('z_mm', 'mm', 2)];
}

function correctionsOf(
  each: readonly Calibration[],
  means: ReadonlyMap<MeasuredQuantity, Mean | null>,
  stated: readonly BudgetLine[],
  apart: boolean,
): Corrections {
  const first = each[0]!.corrections;
  const measured = (name: MeasuredQuantity): Measured | null => {
    const mean = means.get(name);
    if (!mean) return null;
    const more = stated.filter(({ quantity }) => quantity === name).map(({ u }) => u);
    return { value: mean.value, sigma: root([mean.sigma, ...more]) };
  };
  const one = each.length === 1;
  const pitch = measured('pixel_pitch_um');
  const ratio = measured('scale_anisotropy');
  const z = measured('z_mm');
  const perMm = measured('pixel_pitch_per_mm');
  // of several distances nobody says which one was given
  const nominal =
    !apart && first.z_mm && first.z_offset_mm ? first.z_mm.value - first.z_offset_mm.value : null;
  return {
    pixel_pitch_um: pitch,
    ...(perMm && { pixel_pitch_per_mm: perMm }),
    pixel_pitch_x_um: one ? first.pixel_pitch_x_um : alongOne(pitch, ratio, Math.sqrt),
    pixel_pitch_y_um: one ? first.pixel_pitch_y_um : alongOne(pitch, ratio, (r) => 1 / Math.sqrt(r)),
    scale_anisotropy: ratio,
    shear_rad: measured('shear_rad'),
    z_mm: z,
    z_offset_mm: z && nominal !== null ? { value: z.value - nominal, sigma: z.sigma } : null,
    phase_aberration: meanAberration(each),
    carrier_cycles_per_px: meanCarrier(each),
    phase_scale: measured('phase_scale'),
  };
}

/** The pitch along x or y: the geometric mean of both by a root of their ratio. */
function alongOne(
  pitch: Measured | null,
  ratio: Measured | null,
  of: (ratio: number) => number,
): Measured | null {
  if (!pitch || !ratio) return null;
  const value = pitch.value * of(ratio.value);
  return { value, sigma: value * root([pitch.sigma / pitch.value, ratio.sigma / ratio.value / 2]) };
}

function meanCarrier(each: readonly Calibration[]): Corrections['carrier_cycles_per_px'] {
  const found = each.flatMap(({ corrections: { carrier_cycles_per_px: own } }) => (own ? [own] : []));
  if (found.length === 0) return null;
  const mean = (axis: 'x' | 'y') => found.reduce((sum, own) => sum + own[axis], 0) / found.length;
  return { x: mean('x'), y: mean('y') };
}

/** Terms that a frame has not are 0 in it. */
function meanAberration(each: readonly Calibration[]): PhaseAberration | null {
  const found = each.flatMap(({ corrections: { phase_aberration: own } }) => (own ? [own] : []));
  if (found.length === 0) return null;
  const widest = found.reduce((most, own) => (own.degree > most.degree ? own : most));
  const n = found.length;
  let variance = found.reduce((sum, { sigma_rad }) => sum + (sigma_rad * sigma_rad) / n, 0);
  const coefficients_rad = widest.orders.map(([i, j]) => {
    const values = found.map(({ orders, coefficients_rad: own }) => {
      return own[orders.findIndex(([a, b]) => a === i && b === j)] ?? 0;
    });
    const mean = values.reduce((sum, v) => sum + v, 0) / n;
    const spread = values.reduce((sum, v) => sum + (v - mean) * (v - mean), 0);
    // of a mean; the mean of (P P)² over the frame is 1 / ((2i + 1)(2j + 1))
    if (n > 1) variance += spread / (n * (n - 1) * (2 * i + 1) * (2 * j + 1));
    return mean;
  });
  return { ...widest, coefficients_rad, sigma_rad: Math.sqrt(variance) };
}
