import type { Frame } from '../../field/frame.ts';
import type { Area, TargetModel } from '../../targets/target-model.ts';
import type { Calibration, Measured, TargetToFrame } from '../../rig/calibration.ts';
import type { Placed } from '../fit/by-orders.ts';
import type { Refit } from '../fit/refit.ts';
import type { SettledDistortion } from '../fit/straightened.ts';
import type { FinalFit } from '../fit/final-fit.ts';
import type { DistanceDoubt } from '../judge/distance-doubt.ts';
import { shownOf, type Features, type Pictures } from '../judge/features.ts';
import type { Verdict } from '../judge/judge.ts';
import type { CalibrationRequest, Nominal } from '../model/nominal.ts';
import type { Prepared } from '../prepare/prepared.ts';
import { root, sourcesOf, standard, standardOf, type Source } from './budget.ts';
import { budgetLines, correctionsOf, expandedOf } from './corrections.ts';
import { coverageOf } from './coverage.ts';
import { distortionOf } from './distortion.ts';
import { focusedAmplitude } from './focused-amplitude.ts';
import { layoutOf } from './layout.ts';
import { residualField } from './residual-field.ts';
import { isMirrored, readingsOf } from './readings.ts';
import type { ReportSettings } from './report-settings.ts';
import { oblongBy, ovalOf, squareOf } from './squareness.ts';
import { scaleTolerance } from './scale-tolerance.ts';
import { warningsOf } from './warnings.ts';
import { withinRange } from './within-range.ts';

/** A calibration that was accepted, before it is written down. */
export interface Accepted {
  readonly hologram: Frame;
  readonly request: CalibrationRequest;
  readonly model: TargetModel;
  readonly nominal: Nominal;
  readonly prepared: Prepared;
  readonly final: FinalFit;
  /** of a lattice that lies where its orders have it */
  readonly placed: Placed | null;
  readonly refit: Refit;
  /** in the refit as well, there for what it does to values */
  readonly distortion: SettledDistortion | null;
  /** σ of each term of a distortion before the frame was seen, from where on pixels are not square, and share explained from which nothing is missing */
  readonly usual: { readonly distortion: number; readonly shear: number; readonly clear: number };
  /** the areas that the frame shows whole */
  readonly seen: readonly Area[];
  readonly features: Features;
  readonly pictures: Pictures;
  readonly verdict: Verdict;
  /** whether a distance, µm, may be another one */
  readonly doubt: (z_um: Measured) => DistanceDoubt;
  readonly conjugate: boolean;
  /** what stands beside the lines of a scale was taken out */
  readonly isFreed: boolean;
  readonly settings: ReportSettings;
}

/** Each way over the frame, at which the field of what is left is stated: three terms of a distortion bend it no finer. */
const PLACES = 5;

export function resultOf(accepted: Accepted): Calibration {
  const { hologram, request, model, nominal, prepared, final, features, verdict, conjugate } = accepted;
  const { usual, isFreed, settings } = accepted;
  const own = ownScaleOf(accepted);
  const { tolerance, oblong, oval } = own;
  const known = sourcesFor(accepted, own);
  const { z_mm } = readingsOf(final.fit.state, final.subject.magnification, final.subject.kernels.wasm);
  const sigma_mm = root(known.map(({ u }) => u.z_mm ?? 0));
  const doubt = accepted.doubt({ value: 1000 * z_mm, sigma: 1000 * sigma_mm });
  const all = [...known, ofImage(doubt)];
  const sources = withinRange(all, { value: z_mm, sigma: root(all.map(({ u }) => u.z_mm ?? 0)) }, nominal);
  const nominal_z_mm = request.recipe.z_mm;
  const corrections = correctionsOf({
    ...{ final, prepared, model, sources, conjugate },
    ...{ nominal_z_mm, distanceKnown: doubt.why === null, settings },
  });
  const residuals = residualField(final.measured, features.features, PLACES);
  const distortion = distortionOf(
    accepted.distortion,
    final,
    residuals,
    usual.distortion,
    settings.distortion,
  );
  const warnings = warningsOf({
    ...{
      corrections,
      distortion,
      oblong,
      oval,
      features,
      prepared,
      model,
      tolerance,
      doubt,
      verdict,
      request,
    },
    ...{ nominal_z_mm, usual, isFreed, settings, mirrored: isMirrored(final.fit.state.places[0]!) },
  });
  const { crop } = prepared;
  const fit = fitOf(accepted, sources);
  const budget = budgetLines(corrections, model, sources);
  return {
    ...{ corrections, fit },
    budget,
    expanded: expandedOf(corrections, fit),
    coverage: coverageOf(budget, final.subject.kernels.wasm.exp),
    ...{ distortion, residuals },
    quality: warnings.some(({ serious }) => serious) ? 'needs_review' : 'good',
    explained: verdict.explained,
    warnings: warnings.map(({ text }) => text),
    features: shownOf(features),
    target_to_frame: drawnAt(final, features),
    model,
    amplitude: focusedAmplitude(accepted.pictures, final.measured, crop),
    frame: { width_px: hologram.width, height_px: hologram.height, crop_px: crop },
  };
}

/** An image of a lattice that may as well be it: nothing lies farther off. */
function ofImage({ aside_um }: DistanceDoubt): Source {
  return { source: 'image', type: 'B', u: { z_mm: standard(aside_um / 1000) }, isLimited: true };
}

/** Where the target lies: a lattice where its parts were found. */
function drawnAt({ fit }: FinalFit, { shift }: Features): TargetToFrame {
  const [a, b, c, d, e, f] = fit.state.places[0]!;
  return [a, b, c + shift.x, d, e, f + shift.y];
}

/** By what share a part is seen to be longer along one axis than what is said of it lets expect; 0 where nothing speaks for it. */
export function oblongSeen(accepted: Accepted): number {
  return ownScaleOf(accepted).oblong;
}

function ownScaleOf(accepted: Accepted): OwnScale {
  const { seen, features, model, request, placed, refit, settings, final } = accepted;
  const { fit, subject } = final;
  const found = seen.filter(({ name }) => features.names.has(name));
  const tolerance = scaleTolerance(model, found, standardOf(request.certificate));
  const oval = ovalOf(model, readingsOf(fit.state, subject.magnification, subject.kernels.wasm).anisotropy);
  // which of its diameters is the one that is stated nobody says: their mean is up to half as far off
  const part = root([partOf(accepted, found), standard((oval ?? 0) / 2)]);
  const square = squareOf(model, part);
  const looked = placed?.distance?.oblong ?? refit.oblong;
  return { tolerance, part, square, oblong: oblongBy(looked, square, settings.evidence.reach), oval };
}

/** What the request and the target say goes before what is taken where nobody says anything. */
function partOf({ request, model, settings }: Accepted, found: readonly Area[]): number {
  const { certificate } = request;
  const share = certificate?.part_tolerance;
  const { lattice, single } = settings.unstated;
  const one = standardOf(certificate);
  const stated = share === undefined ? scaleTolerance(model, found, one) : one(share);
  return stated ?? standard(model.lattices.length > 0 ? lattice : single);
}

function sourcesFor(
  { final, placed, prepared, refit, request, seen, features, settings }: Accepted,
  { part, square, oblong, tolerance }: OwnScale,
): Source[] {
  const isStated = tolerance !== null || request.certificate?.part_tolerance !== undefined;
  const { wavelength_tolerance_nm: nm, recipe } = request;
  const share = nm === undefined ? settings.unstated.wavelength : nm / 1000 / recipe.wavelength_um;
  return sourcesOf({
    ...{ final, placed, prepared, refit, settings },
    layout: layoutOf(features.features, seen, final.subject.pieces[0]!),
    partIsLimited: request.certificate?.k === undefined || !isStated,
    ...{ part, oblong, askew: { axes: root([square ?? 0, oblong]), diagonals: square ?? 0 } },
    wavelength: standard(share),
  });
}

/** Of the part itself: one σ of its scale and of how square it is, and by what share it is seen to be oblong. */
interface OwnScale {
  /** what is stated of the scale by the parts that are found; null: nothing */
  readonly tolerance: number | null;
  readonly part: number;
  readonly square: number | null;
  readonly oblong: number;
  /** by what share a round thing is seen wider than high, of which nobody says how round it is */
  readonly oval: number | null;
}

function fitOf(
  { final, features, model, prepared: { crop } }: Accepted,
  sources: readonly Source[],
): Calibration['fit'] {
  const { subject, fit } = final;
  const { magnification, kernels } = subject;
  const place = drawnAt(final, features);
  const readings = readingsOf(fit.state, magnification, kernels.wasm);
  const pitch = readings.pitch / magnification;
  const sigma = root(sources.map(({ u }) => u.rotation_deg ?? 0));
  return {
    residual_px: features.residual_px,
    features_found: features.found,
    features_expected: features.expected,
    rotation_deg: model.determines.includes('rotation') ? { value: readings.rotation_deg, sigma } : null,
    shift_um: { x: (place[2] - (crop.width - 1) / 2) * pitch, y: (place[5] - (crop.height - 1) / 2) * pitch },
    mirrored: isMirrored(place),
  };
}
