import type { Frames } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import type { OnProgress } from '../reconstruction/reconstruction.ts';
import type { Ends, TargetModel } from '../targets/target-model.ts';
import { hopeless, NotRecognised } from './attempt.ts';
import type { CalibrationSettings } from './calibration-settings.ts';
import { creeping } from './creeping.ts';
import { finalFit, type FinalFit } from './fit/final-fit.ts';
import { expectedIn, unresolved } from './judge/expected.ts';
import { FAR } from './judge/find-ends.ts';
import { refuseBeforehand, refuseSaturated, refuseUnresolved } from './judge/judge.ts';
import { otherSize, whyHopeless, type Rival } from './judge/not-found.ts';
import { searchAnyWidth } from './locate/any-width.ts';
import { lookedAtFirst } from './locate/in-the-middle.ts';
import { leastBeforeFit } from './locate/hope.ts';
import { sizeOfLattice } from './locate/lattice-pose.ts';
import { REACH, search, type Search } from './locate/locate.ts';
import type { MeasuredLight } from './model/measured.ts';
import { nominalOf, type CalibrationRequest } from './model/nominal.ts';
import { pitchOf } from './model/state.ts';
import { prepare } from './prepare/prepare.ts';
import { withEnds } from './with-ends.ts';
import type { Prepared } from './prepare/prepared.ts';
import { conjugated } from './prepare/record-again.ts';

/** Where the drawing fits best, about, whether or not it is believed. */
export type FoundTarget = ReturnType<typeof locateTarget>;

/** @throws Problem where no fit would be worth its time */
export function locateTarget(
  kernels: Kernels,
  frames: Frames,
  request: CalibrationRequest,
  onProgress: OnProgress,
  settings: CalibrationSettings,
  reach = REACH.inside,
) {
  const { target, recipe } = request;
  const { display_name: name } = target.entry;
  const { judge } = settings;
  const model = target.model(request.certificate);
  using scope = kernels.scope();
  onProgress('prepare', 0);
  refuseBeforehand(request);
  const nominal = nominalOf(request, model, settings.rig);
  const first = prepare(kernels, scope, frames, request, nominal, settings.prepare);
  refuseSaturated(first.saturated, judge);
  refuseUnresolved(unresolved(model, first.measured, nominal, judge.view), name);

  onProgress('search', 0.1);
  const drawn = {
    ...{ kernels, model, wavelength_um: recipe.wavelength_um, pieces: [null] },
    medium_wavelength_um: nominal.medium_wavelength_um,
    magnification: nominal.magnification,
    hasLens: recipe.holography_mode === 'off-axis' || recipe.magnification !== 1,
  };
  const least = leastBeforeFit(settings);
  const onStep = creeping(onProgress, 'search', 0.1, 0.5);
  const lookIn = (prepared: Prepared) => {
    const found = searched({ subject: drawn, nominal, reach, settings, onStep }, prepared.measured);
    return {
      ...found,
      prepared,
      why: whyHopeless(found.located.fit.explained, least, request, prepared),
    };
  };
  const asSeen = lookIn(first);
  const { subject, located, measured, conjugate, prepared, why } =
    asSeen.why && first.unbent ? lookIn(first.unbent()) : asSeen;
  if (why) {
    const seen = expectedIn(model, located.fit.state.places[0]!, located.measured, judge.view);
    const look = { subject: drawn, nominal, reach, settings, onStep };
    const text = why + otherSizeText(look, prepared.measured, request);
    throw new NotRecognised(text, () => hopeless(subject, located.fit, located.measured, seen, prepared));
  }
  const { state, light } = located.fit;
  return { subject, nominal, prepared, measured, conjugate, state, light, isFreed: false };
}

/** The target in another size, where that is what a frame shows. */
function otherSizeText(
  own: Search,
  measured: MeasuredLight,
  { target, certificate }: CalibrationRequest,
): string {
  const { subject, nominal, settings } = own;
  const [lattice] = subject.model.lattices;
  if (!lattice) return '';
  const times = sizeOfLattice(subject.kernels, measured, lattice, nominal.pitch_um);
  if (Math.abs(times - 1) <= nominal.allowed.scale) return '';
  const feature_size_um = times * (certificate?.feature_size_um ?? target.entry.feature_size_um);
  const model = target.model({ ...certificate, feature_size_um });
  const { fit } = searched({ ...own, subject: { ...subject, model } }, measured).located;
  if (fit.explained < settings.judge.explained) return '';
  const finer = nominal.pitch_um / pitchOf(fit.state.places[0]!);
  return otherSize(target.sizeIs, finer * feature_size_um, finer * times, fit.explained);
}

/** µm, of lines whose length nobody knows, from the start of a search on: as drawn, through all that is seen, and no longer than they lie apart. */
function halfLengths({ lattices: [scale] }: TargetModel): number[] {
  return [scale!.box!.bottom_um, FAR, scale!.a.x_um / 2];
}

/** A search, of areas of any width where nobody says it, and of lines that end anywhere where they do. */
function searched(own: Search, measured: MeasuredLight) {
  const { withLines } = own.subject.model;
  if (!withLines) return searchAnyWidth(own, measured);
  const tries = [];
  for (const half of halfLengths(own.subject.model)) {
    const ends: Ends = () => [-half, half];
    const subject = { ...own.subject, model: withLines(ends) };
    const found = search({ ...own, subject }, measured);
    tries.push({ ...found, subject, ends });
    if (found.located.fit.explained > own.settings.locate.clear) break;
  }
  const best = tries.reduce((a, b) => (b.located.fit.explained > a.located.fit.explained ? b : a));
  return { ...best, ...withEnds(own, best) };
}

/** Everything at once, at the finest cells. */
export function fitLocated(
  { subject, nominal, prepared, measured, conjugate, state, light }: FoundTarget,
  onProgress: OnProgress,
  { judge, fit }: CalibrationSettings,
): FinalFit {
  onProgress('fit', 0.5);
  const expected = expectedIn(subject.model, state.places[0]!, measured, judge.view);
  const onStep = creeping(onProgress, 'fit', 0.5, 0.9);
  const again = recordedAgain({ prepared, conjugate });
  return finalFit(subject, { state, light }, measured, nominal, expected, fit, onStep, again);
}

/** The frame recorded again, for the wave that was chosen. */
export function recordedAgain({
  prepared: { again },
  conjugate,
}: Pick<FoundTarget, 'prepared' | 'conjugate'>) {
  return conjugate ? again && conjugated(again) : again;
}

/**
 * What is most easily taken for a target: what its maker’s kind knows, or in-line, where an intensity may repeat twice as often as what it is of, the same with half the
 * period.
 */
function lookalikeOf(
  { measured, subject }: Pick<FoundTarget, 'measured' | 'subject'>,
  { target, certificate }: CalibrationRequest,
): TargetModel['lookalike'] {
  const { lookalike, lattices } = subject.model;
  if (lookalike || lattices.length === 0 || measured.im !== null) return lookalike;
  const feature_size_um = (certificate?.feature_size_um ?? target.entry.feature_size_um) / 2;
  const name = `The same pattern with ${Number(feature_size_um.toPrecision(4))} µm as ${target.sizeIs}`;
  return { name, model: target.model({ ...certificate, feature_size_um }) };
}

/**
 * What is most easily taken for a target, and the share of the frame that its drawing explains, fitted as this one was; null where there is nothing of the kind, or no
 * fit of it would be worth its time. One that explains less of the middle of a large frame than the target does of all of it is looked for no further.
 * @param explained share of the frame that the target's own drawing explains
 */
export function rivalOf(
  found: FoundTarget,
  request: CalibrationRequest,
  explained: number,
  onStep: () => void,
  settings: CalibrationSettings,
): Rival | null {
  const { subject, nominal, prepared } = found;
  const rival = lookalikeOf(found, request);
  if (!rival) return null;
  const own = { ...subject, model: rival.model };
  const look = { subject: own, nominal, reach: REACH.inside, settings, onStep };
  const shareOf = (measured: MeasuredLight): number | null => {
    const { located, ...seen } = searchAnyWidth(look, measured);
    const { explained: about, state, light } = located.fit;
    if (about < leastBeforeFit(settings)) return null;
    const other = { ...seen, nominal, prepared, state, light, isFreed: false };
    return fitLocated(other, () => onStep(), settings).fit.explained;
  };
  const part = lookedAtFirst(look, prepared.measured);
  if (part && (shareOf(part) ?? 0) <= explained) return null;
  const share = shareOf(prepared.measured);
  return share === null ? null : { name: rival.name, explained: share };
}
