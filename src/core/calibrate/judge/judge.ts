import { inFigures } from '../../evidence/in-figures.ts';
import { Problem } from '../../problem/problem.ts';
import type { BudgetLine, Calibration } from '../../rig/calibration.ts';
import type { Area, TargetModel } from '../../targets/target-model.ts';
import type { FinalFit } from '../fit/final-fit.ts';
import { distanceRange } from '../locate/locate.ts';
import type { CalibrationRequest, Nominal } from '../model/nominal.ts';
import { pitchOf, ratioOf, shearOf } from '../model/state.ts';
import type { Prepared } from '../prepare/prepared.ts';
import { explainedBetweenEnds, type ExplainedPart } from './between-ends.ts';
import type { Features } from './features.ts';
import type { JudgeSettings } from './judge-settings.ts';
import { lightText, sideOf } from './not-found.ts';
import { periodsAcross } from './periods-across.ts';
import { widthRefusal } from './width-refusal.ts';

export interface Evidence {
  readonly final: FinalFit;
  readonly features: Features;
  readonly expected: readonly Area[];
  readonly prepared: Prepared;
  readonly request: CalibrationRequest;
  readonly model: TargetModel;
  readonly nominal: Nominal;
  readonly settings: JudgeSettings;
}

export interface Verdict {
  readonly refusals: readonly string[];
  /** whether all of them say that what is seen is not what is drawn: a lens that distorts makes it so, too */
  readonly mayBeBent: boolean;
  /** whether all that is missing may be what makers put beside the lines of a scale */
  readonly mayHaveFigures: boolean;
  /** whether nothing but its distance speaks against it: a lens moves that, too */
  readonly mayLieBeyond: boolean;
  /** share of the structure in the frame, less the camera's noise, that the fitted drawing explains; of a scale, between the ends of its lines */
  readonly explained: number;
}

/** @throws Problem for what no frame could cure */
export function refuseBeforehand({ target, recipe }: CalibrationRequest): void {
  const { applicable_modes, target_id } = target.entry;
  if (applicable_modes.includes(recipe.holography_mode)) return;
  throw new Problem(
    'TARGET_MODE_MISMATCH',
    `${target_id} is for ${applicable_modes.join(' and ')} rigs; the request says ${recipe.holography_mode}.`,
  );
}

function refuse(why: string): never {
  throw new Problem('TARGET_NOT_RECOGNISED', why);
}

export function refuseUnresolved(why: string | null, name: string): void {
  if (why) refuse(`${name} can’t be resolved by this rig. ${why} Take a coarser target, or magnify more.`);
}

export function refuseSaturated(share: number, { evidence }: JudgeSettings): void {
  if (share <= evidence.spoilt) return;
  refuse(
    `${(100 * share).toFixed(1)} % of the pixels are saturated; at most ${100 * evidence.spoilt} % may be. Lower the exposure and record the target again.`,
  );
}

/**
 * A pitch that the frame itself leaves as open as it was beforehand was not measured: parts of the frame contradict each other, as those
 * of a pattern do whose period changes.
 * @param accepted how far from nominal a pitch is believed, a share
 * @returns why it is refused; null where it is not
 */
export function whyOpen(
  { budget, corrections: { pixel_pitch_um } }: Pick<Calibration, 'budget' | 'corrections'>,
  accepted: number,
  { evidence: { clear } }: JudgeSettings,
): string | null {
  if (!pixel_pitch_um) return null;
  const own = budget.filter(({ quantity, type }) => quantity === 'pixel_pitch_um' && type === 'A');
  const share = Math.sqrt(own.reduce((sum, { u }) => sum + u * u, 0)) / pixel_pitch_um.value;
  if (clear * share <= accepted) return null;
  return `The frame leaves the size of its pixels open by ${(100 * share).toFixed(1)} %, no less than it was beforehand: parts of it, fitted by themselves, come to other sizes, as of a pattern whose period changes, or of one that is curved or seen at a slant. Check that the part is this one, and record it flat and square to the light.`;
}

/**
 * Frames of one rig and one part at one distance that say different scales: one of them shows another part, or another rig. What they differ by beyond what each
 * leaves unknown is in the budget of what they say together.
 * @param tolerance a share, which hardly fixes a scale
 * @returns why it is refused; null where it is not
 */
export function whyContrary(
  { budget, corrections: { pixel_pitch_um: mean } }: Pick<Calibration, 'budget' | 'corrections'>,
  each: readonly Pick<Calibration, 'corrections'>[],
  tolerance: number,
): string | null {
  if (!mean) return null;
  const isApart = ({ quantity, source, type, u }: BudgetLine) => {
    const isBetween = quantity === 'pixel_pitch_um' && source === 'repeatability' && type === 'A';
    return isBetween && u > tolerance * mean.value;
  };
  if (!budget.some(isApart)) return null;
  const sizes = each.map(({ corrections: { pixel_pitch_um: own } }) => own?.value.toPrecision(5) ?? '?');
  return `The frames say pixels of ${sizes.join(', ')} µm, which differ by more than what each of them leaves open, and so the scale is more than ${100 * tolerance} % in doubt. Check that all of them show the same part, and that nothing of the rig was changed in between.`;
}

/**
 * A part that is longer along one axis than along the other fixes a scale no better than by half of that. Behind a lens its astigmatism may look so; without one
 * it is another part than the one that is described, or light that is curved along one axis.
 * @param oblong a share, beyond doubt; 0: nothing speaks for it
 * @param tolerance a share, which hardly fixes a scale
 * @returns why it is refused; null where it is not
 */
export function whyOblong(oblong: number, tolerance: number): string | null {
  if (Math.abs(oblong) / 2 <= tolerance) return null;
  return `The light diffracts as from a part whose lengths along x are ${(100 * Math.abs(oblong)).toFixed(1)} % ${oblong > 0 ? 'larger' : 'smaller'} beside those along y than is said of it; whose scale is more than ${100 * tolerance} % in doubt is not known. Check that the part is this one, that it lies square to the light, and that its periods are the same along both axes; light that is curved along one axis more than along the other looks so, too.`;
}

/** Whether a fit is believed. Everything that speaks against it is listed, and how well it fits besides. */
export function acceptable(evidence: Evidence): Verdict {
  const { final, nominal, model, settings } = evidence;
  const whole = lessNoise(evidence, final.fit);
  // figures and whatever else stands beside a scale are in no drawing of it, but most of what is seen is the scale
  const explained =
    model.withLines && whole >= settings.explained ? lessNoise(evidence, explainedBetweenEnds(final)) : whole;
  const least = leastExplained(evidence);
  const parts = partsRefusal(evidence);
  const structure = explained >= least ? null : structureRefusal(evidence, explained, least);
  const others = [
    sizeRefusal(evidence, pitchOf(final.fit.state.places[0]!) / nominal.pitch_um),
    ratioRefusal(ratioOf(final.fit.state.places[0]!), nominal.allowed.ratio),
    shearRefusal(shearOf(final.fit.state.places[0]!), nominal.allowed.shear, model),
    widthRefusal(model, knownDrawings(evidence), final.fit.state.look.wider_um, settings),
  ];
  const distance = distanceRefusal(evidence);
  others.push(distance);
  const refusals = [parts, structure, ...others].filter((text) => text !== null);
  const mayLieBeyond = distance !== null && refusals.length === 1;
  const mayBeBent = refusals.length > 0 && others.every((text) => text === null) && !tooFew(evidence);
  const isScaleInline = model.withLines !== undefined && final.measured.im === null;
  const mayHaveFigures = mayBeBent && isScaleInline && parts === null;
  if (refusals.length > 0 && !structure)
    refusals.push(`The drawing explains ${percent(explained)} % of what the frame shows.`);
  const { found, expected } = evidence.features;
  if (refusals.length > 0 && !parts) refusals.push(`${found} of ${expected} expected parts were found.`);
  const light = lightText(model, evidence.prepared).trim();
  if (refusals.length > 0 && light) refusals.push(light);
  return { refusals, mayBeBent, mayHaveFigures, mayLieBeyond, explained };
}

/** As catalogued, and of each other width that it may have: a search begins with any of them. */
function knownDrawings({ request: { target, certificate } }: Evidence): readonly TargetModel[] {
  const catalogued = target.model(certificate);
  return [catalogued, ...(catalogued.otherWidths ?? [])];
}

function leastExplained(evidence: Evidence): number {
  const { explained, nearly, found } = evidence.settings;
  // finding many of its periods, which are all alike, proves no more than finding one
  if (evidence.model.lattices.length > 0) return nearly;
  return hasMany(evidence) ? found : explained;
}

function partsRefusal(evidence: Evidence): string | null {
  const { features, request, settings } = evidence;
  const name = request.target.entry.display_name;
  if (features.expected === 0 || tooFew(evidence))
    return `Where ${name} would have to lie, the frame shows ${features.expected} of its parts whole and resolved; a calibration needs ${leastParts(evidence)}: ${adviceFor(evidence.model)}.`;
  if (features.found >= settings.found * features.expected) return null;
  return `${features.found} of ${features.expected} expected parts of ${name} were found in the frame; at least ${Math.ceil(settings.found * features.expected)} are needed.`;
}

function leastParts(evidence: Evidence): string {
  return evidence.model.lattices.length > 0 ? `${leastOfLattice(evidence)} at least` : 'more';
}

/** Of a scale, whose lines stand apart in empty ground: two say how far a division is. */
const LEAST_LINES = 2;

function leastOfLattice({ model, settings }: Pick<Evidence, 'model' | 'settings'>): number {
  return model.withLines ? LEAST_LINES : settings.leastPeriods;
}

/** How more of a target comes into view. */
function adviceFor({ lattices, rigid, withLines }: TargetModel): string {
  if (withLines) return 'bring lines into view for as long as they lie apart, or magnify less';
  if (lattices.some(({ box }) => box === null))
    return 'magnify less, or take a pattern of a finer period, one that the pixels still resolve';
  if (lattices.length > 0) return 'bring the pattern itself into view, all of the frame inside of it';
  if (rigid === 'part')
    return 'bring sets of bars into view that are coarse enough for the rig, and not cut off';
  return 'bring the target into the middle of the view, not cut off';
}

function structureRefusal(evidence: Evidence, explained: number, least: number): string {
  const { request, model, features, settings } = evidence;
  const name = request.target.entry.display_name;
  const isThere = model.withLines && features.found >= settings.found * features.expected;
  const advice = isThere
    ? 'The lines themselves were found. A base line that crosses them, and whatever else lies among them, is in no drawing of it, and without a lens the light of such things and of figures spreads over the lines: move the target until lines alone are in view, or nearer to the sensor.'
    : 'Check that this target is in view, in the light, and at the distance given.';
  return `The drawing of ${name} explains ${percent(explained)} % of what the frame shows; at least ${percent(least)} % are needed. ${advice}`;
}

function percent(share: number): number {
  return share > 0 ? Math.round(100 * share) : 0;
}

/** @param times what was given the pixels are found to be as large as */
function sizeRefusal({ request, nominal }: Evidence, times: number): string | null {
  if (Math.abs(times - 1) <= nominal.allowed.scale) return null;
  const { target, certificate } = request;
  const size_um = (certificate?.feature_size_um ?? target.entry.feature_size_um) / times;
  return `The best fit has pixels ${(100 * (times - 1)).toFixed(1)} % from the nominal size; up to ±5 % is looked for. Check the pixel pitch and the magnification that were given, and that the part is this one: were they right, it would have ${Number(size_um.toPrecision(4))} µm as ${target.sizeIs}.`;
}

function ratioRefusal(ratio: number, accepted: number): string | null {
  if (Math.abs(ratio - 1) <= accepted) return null;
  const off = (100 * (ratio - 1)).toFixed(1);
  return `The best fit has pixels ${off} % wider than high; up to ±${100 * accepted} % are believed. Light that is curved along one axis more than along the other looks so: send a background frame, or record the target in a plane wave.`;
}

function shearRefusal(shear: number, accepted: number, { mayBeOval }: TargetModel): string | null {
  if (Math.abs(shear) <= accepted) return null;
  const off = ((180 * Math.abs(shear)) / Math.PI).toFixed(2);
  const why = mayBeOval
    ? 'the hole is oval, or the light that comes through it is curved along one diagonal more than along the other.'
    : 'the target is tilted, or the frame shows a pattern whose periods differ along its two axes.';
  return `What is square on the target is seen ${off}° off a right angle; up to ±${((180 * accepted) / Math.PI).toFixed(2)}° are believed. Pixels are rectangles: ${why}`;
}

function hasMany({ features: { found, expected }, settings: { many, nearly } }: Evidence): boolean {
  return expected >= many && found >= nearly * expected;
}

function tooFew(evidence: Evidence): boolean {
  const { model, expected, final } = evidence;
  if (model.lattices.length === 0) return false;
  const across = periodsAcross(model, final.fit.state.places[0]!, final.measured);
  return Math.max(expected.length, across) < leastOfLattice(evidence);
}

/** Camera noise is no structure: what is left after taking it off both sides. */
function lessNoise(
  { final: { measured }, prepared }: Evidence,
  { explained, meanSquare }: ExplainedPart,
): number {
  if (prepared.noise <= 0 || measured.im !== null) return explained;
  const total = meanSquare / Math.max(1e-12, 1 - explained);
  const structure = total - prepared.noise;
  // of a frame of noise nothing is left, and little of it proves nothing
  if (structure < prepared.noise) return explained;
  return 1 - Math.max(0, meanSquare - prepared.noise) / structure;
}

function distanceRefusal({ final, nominal, request: { recipe } }: Evidence): string | null {
  const { z, from, to, inside } = distanceRange(final, nominal);
  return inside ? null : `${liesAt(z, from, to)}${sideOf(recipe)}`;
}

export function liesAt(z: number, from: number, to: number): string {
  const mm = (um: number) => (um / 1000).toPrecision(4);
  return `The best fit lies at ${mm(z)} mm; ${mm(from)} to ${mm(to)} mm were looked through.`;
}

/**
 * While it is looked for, a distance may leave the range that a person gave by half a depth of field. What is found in the end is often known far better: where it
 * contradicts that range beyond doubt, the frame shows another part, or one is wrong that was said. Pits in place of pillars lie as far behind the sensor.
 * @returns why it is refused; null where it is not
 */
export function whyBeyond(
  { corrections: { z_mm } }: Pick<Calibration, 'corrections'>,
  { from_um, to_um, rangeGiven }: Pick<Nominal, 'from_um' | 'to_um' | 'rangeGiven'>,
  { evidence: { clear } }: JudgeSettings,
): string | null {
  if (!z_mm || !rangeGiven) return null;
  const [z, unknown] = [1000 * z_mm.value, 1000 * clear * z_mm.sigma];
  const [from, to] = [Math.min(from_um, to_um), Math.max(from_um, to_um)];
  if (Math.max(from - z, z - to) <= unknown) return null;
  return `${liesAt(z, from, to)} It is known to ${inFigures(1000 * z_mm.sigma)} µm, so both can’t be true. Check the range, and that the part is this one: pits in place of pillars look like pillars as far behind the sensor.`;
}
