import type { Certificate } from '../../targets/target-model.ts';
import type { BudgetLine, TargetToFrame } from '../../rig/calibration.ts';
import type { Placed } from '../fit/by-orders.ts';
import type { Scattered } from '../fit/normal-equations.ts';
import type { Refit } from '../fit/refit.ts';
import { chiSquare } from '../fit/splits.ts';
import type { FinalFit } from '../fit/final-fit.ts';
import type { Prepared } from '../prepare/prepared.ts';
import { asUsual, atMost, bendOf, ofUnknownBend } from './curved-light.ts';
import { leftByLayout, type Layout } from './layout.ts';
import { readingSlopes, readingsOf, type Readings } from './readings.ts';
import type { ReportSettings } from './report-settings.ts';
import { ofAskewPart, type Askew } from './squareness.ts';
import { lyingAskew } from './tilt.ts';

/** One standard uncertainty of every reading from one source, in the readings' units. */
export interface Source {
  readonly source: string;
  /** A: from the frame itself; B: from what is known beforehand (GUM, JCGM 100:2008, 4.2 and 4.3) */
  readonly type: 'A' | 'B';
  readonly u: Partial<Readings>;
  /** it is a half-width over √3: nothing lies beyond */
  readonly isLimited?: boolean;
}

export interface BudgetInputs {
  readonly final: FinalFit;
  /** of a lattice that lies where its orders have it */
  readonly placed: Placed | null;
  readonly prepared: Prepared;
  readonly refit: Refit;
  /** of parts that keep no place to each other, and share one; null: there are none */
  readonly layout: Layout | null;
  /** one σ of the target's own scale and of the wavelength, shares */
  readonly part: number;
  /** limits are what is said of the target, not so many standard uncertainties */
  readonly partIsLimited: boolean;
  /** share by which it is seen to be longer along one axis than along the other, beyond that */
  readonly oblong: number;
  /** what is known of how square it is */
  readonly askew: Askew;
  readonly wavelength: number;
  readonly settings: ReportSettings;
}

/** 1/K: by what share the glass of a chart grows, soda-lime glass. */
const PER_KELVIN = 9e-6;

/** Standard deviation of a value that lies anywhere within ± a half-width (GUM, 4.3.7). */
export function standard(halfWidth: number): number {
  return halfWidth / Math.sqrt(3);
}

/** What one σ of a part's tolerance is: a certificate may say of how many it is. */
export function standardOf(certificate: Certificate | undefined): (stated: number) => number {
  const k = certificate?.k;
  return k === undefined ? standard : (stated) => stated / k;
}

/** Everything that is known to make readings uncertain. Sources are independent of each other. */
export function sourcesOf(inputs: BudgetInputs): Source[] {
  const { final, placed, prepared, refit, part, oblong, wavelength, settings } = inputs;
  const { wasm } = final.subject.kernels;
  const values = readingsOf(final.fit.state, final.subject.magnification, wasm);
  const slopes = readingSlopes(final);
  const names = Object.keys(values) as (keyof Readings)[];
  const each = (of: (name: keyof Readings) => number): Partial<Readings> =>
    Object.fromEntries(names.map((name) => [name, of(name)]));
  /** of a share of the scale: diffraction fixes z / pitch², so a pitch that is off takes the distance along, twice */
  const ofScale = (share: number): Partial<Readings> => ({
    ...{ pitch: share * values.pitch, pitchX: share * values.pitchX, pitchY: share * values.pitchY },
    z_mm: 2 * share * Math.abs(values.z_mm),
  });
  const lying = lyingAskew(settings.tilt);
  const movedBy = (name: keyof Readings) => refit.moves.reduce((sum, v, k) => sum + v * slopes[name][k]!, 0);
  const { z_mm, pitch } = values;
  const others = [
    ...leftUnknown(refit, each, slopes, movedBy),
    { source: 'unseen_lens', type: 'B' as const, u: { z_mm: (refit.unseen * pitch * pitch) / 1000 } },
  ];
  const [axes, diagonals] = refit.astigmatism.map((zeta) => zeta * pitch * pitch) as [number, number];
  const scatter = each((name) => scatterOf(final.fit.count, refit.scattered, slopes[name]));
  const split = each((name) => (scatter[name] ?? 0) * disagreement(refit, slopes[name]));
  // light that is curved meets all of what a lens does to the distance, known or not; each part of a frame sees another part of its disc, and so they differ
  const all = 1000 * root([...others.map(({ u }) => u.z_mm ?? 0), movedBy('z_mm'), split.z_mm ?? 0]);
  const perPixel = final.subject.medium_wavelength_um / (pitch * pitch);
  const seen = bendOf(final, prepared);
  // a frame that shows no disc says nothing of where light meets it, and what is usual was not held against it
  const bend = final.offCentre
    ? asUsual(seen, refit.bend * perPixel)
    : atMost(seen, refit.mostBend * perPixel);
  const curved = ofUnknownBend(bend, { all, axes, diagonals }, values);
  const byFit: Source[] = [
    { source: 'scatter', type: 'A', u: scatter },
    { source: 'split', type: 'A', u: split },
    ...others,
    ...(inputs.layout
      ? [{ source: 'layout', type: 'A' as const, u: leftByLayout(inputs.layout, values) }]
      : []),
    // from none of it to all
    { source: 'curvature', type: 'B', u: each((name) => standard(curved[name] ?? 0)), isLimited: true },
  ];
  return [
    ...(placed ? [...ofOrders(placed, final), ...byFit.map(butForOrders(placed))] : byFit),
    // of lengths that differ along two axes nobody knows which are as said: their mean is half as far from either
    {
      ...{ source: 'part', type: 'B', isLimited: inputs.partIsLimited },
      u: { ...ofScale(root([part, oblong / 2])), ...ofShape(inputs) },
    },
    {
      ...{ source: 'temperature', type: 'B', isLimited: true },
      u: ofScale(standard(settings.temperature * PER_KELVIN)),
    },
    { source: 'tilt', type: 'B', u: { ...ofScale(lying.scale), ...lying.of(values) } },
    { source: 'wavelength', type: 'B', isLimited: true, u: { z_mm: wavelength * Math.abs(z_mm) } },
  ];
}

/** What a part that is not square does; of one that shows one direction alone nobody could tell. */
function ofShape({ final: { fit, subject }, askew }: BudgetInputs): Partial<Readings> {
  const { wasm } = subject.kernels;
  const own = (name: 'anisotropy' | 'shear' | 'rotation_deg') =>
    ofAskewPart(fit.state.places[0]!, askew, (place) => {
      return readingsOf({ ...fit.state, places: [place] }, subject.magnification, wasm)[name];
    });
  const anisotropy = own('anisotropy');
  if (!subject.model.determines.includes('shear')) return { anisotropy };
  return { anisotropy, shear: own('shear'), rotation_deg: own('rotation_deg') };
}

/** What orders alone say. */
const PLACE_READINGS = ['pitch', 'pitchX', 'pitchY', 'anisotropy', 'shear', 'rotation_deg'] as const;

/** Of a lattice that lies where its orders have it: what else a fit takes for perfect has no part in that, but for a distortion. */
function butForOrders({ distance }: Placed): (own: Source) => Source {
  const said: readonly string[] = distance ? [...PLACE_READINGS, 'z_mm'] : PLACE_READINGS;
  return (own) => {
    if (own.source === 'distortion') return own;
    return { ...own, u: Object.fromEntries(Object.entries(own.u).filter(([name]) => !said.includes(name))) };
  };
}

function ofOrders({ unknown, distance }: Placed, { fit, subject }: FinalFit): Source[] {
  const left = PLACE_READINGS.map((name) => {
    const reading = (place: TargetToFrame) =>
      readingsOf({ ...fit.state, places: [place] }, subject.magnification, subject.kernels.wasm)[name];
    return [name, unknown(reading)] as const;
  });
  const each = (of: 'orders' | 'lens') => Object.fromEntries(left.map(([name, own]) => [name, own[of]]));
  const pitch = readingsOf(fit.state, subject.magnification, subject.kernels.wasm).pitch;
  const far = (zeta: number) => ({ z_mm: (zeta * pitch * pitch) / 1000 });
  return [
    { source: 'orders', type: 'A', u: { ...each('orders'), ...(distance && far(distance.orders)) } },
    { source: 'lens_in_curved_light', type: 'A', u: each('lens') },
    ...(distance
      ? ([
          { source: 'lens', type: 'A', u: far(distance.lens) },
          { source: 'off_centre', type: 'B', u: far(distance.offCentre) },
          { source: 'unseen_lens', type: 'B', u: far(distance.balance) },
        ] as const)
      : []),
  ];
}

/**
 * What a refit leaves of everything that the fit took for perfect: each line is what one leaves by itself, all in one measure of
 * what they leave together, for a frame tells the sum of two that are alike better than either.
 */
function leftUnknown(
  refit: Refit,
  each: (of: (name: keyof Readings) => number) => Partial<Readings>,
  slopes: ReturnType<typeof readingSlopes>,
  movedBy: (name: keyof Readings) => number,
): Source[] {
  const { disturbances, distortion, leftOf } = refit;
  // of a layout all of it stays
  const known = disturbances.flatMap(({ name }) => (name === 'layout' ? [] : [name]));
  const shares = each((name) => {
    const sum = root(known.map((one) => leftOf([one], slopes[name])));
    return sum > 0 ? leftOf(known, slopes[name]) / sum : 1;
  });
  const left = known.map((one): Source => {
    return { source: one, type: 'A', u: each((name) => shares[name]! * leftOf([one], slopes[name])) };
  });
  // one step, with disturbances that are drawn simply: good to a part of what it changes, an interval as wide as that
  // and of what the frame does not ask for as much may be there as not
  const unasked = (name: keyof Readings) =>
    refit.unasked.reduce((sum, v, k) => sum + v * slopes[name][k]!, 0);
  const half = each((name) => root([standard(Math.abs(movedBy(name)) / 2), standard(unasked(name))]));
  left.push({ source: 'refit', type: 'A', u: half, isLimited: true });
  if (!distortion?.isThere) return left;
  const shifted = (name: keyof Readings) =>
    Math.abs(distortion.shifts.reduce((sum, v, k) => sum + v * slopes[name][k]!, 0));
  return [...left, { source: 'distortion', type: 'A', u: each(shifted) }];
}

/** From the scatter over smaller and larger parts of the frame. */
function scatterOf(count: number, { covariance, coarser }: Scattered, slope: Float64Array): number {
  const from = (matrix: Float64Array | null) => {
    let variance = 0;
    for (let k = 0; k < slope.length; k += 1)
      for (let l = 0; l < slope.length; l += 1)
        variance += slope[k]! * slope[l]! * (matrix?.[k * count + l] ?? 0);
    return Math.sqrt(Math.max(0, variance));
  };
  return Math.max(from(covariance), from(coarser));
}

/**
 * By how much parts of the frame differ in what they say beyond what noise makes of them, in its units (Birge,
 * doi:10.1103/PhysRev.40.207): what the model lacks, wherever it lacks it.
 */
function disagreement({ splits }: Refit, slope: Float64Array): number {
  return Math.sqrt(Math.max(0, chiSquare(splits, slope) - 1));
}

export function root(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
}

/** The lines of one quantity, those that say nothing left out. */
export function linesOf(
  quantity: string,
  unit: string,
  sources: readonly Source[],
  name: keyof Readings,
): BudgetLine[] {
  return sources.flatMap(({ source, type, u, isLimited = false }) => {
    const own = u[name] ?? 0;
    const distribution = isLimited ? 'rectangular' : 'normal';
    return own > 0 ? [{ quantity, source, type, u: own, unit, distribution }] : [];
  });
}
