import { shortestPeriod } from '../../targets/marks.ts';
import { fitScene } from '../fit/fit-scene.ts';
import { ENOUGH, endlessOptics, isLarge } from '../fit/part-of-frame.ts';
import { FIRST_BLUR } from '../fit/through-pupil.ts';
import { firstUnknowns } from '../fit/unknowns.ts';
import { evenLight, LIGHT_DEGREE, lightOver } from '../model/light.ts';
import { marginOf } from '../model/margin.ts';
import { binned, cropped, type MeasuredLight } from '../model/measured.ts';
import { asDrawn } from '../model/scene.ts';
import { pitchOf, type State } from '../model/state.ts';
import { scanDistances } from './distance-scan.ts';
import { ALIKE, cellFactors, zetasOf, type Located, type Search } from './locate.ts';
import { ENOUGH_PX, withAll } from './with-all.ts';

/** A part of a frame, and camera pixels by which places in it are less than those in the frame. */
export type PartSearched = ReturnType<typeof cropped>;

/** The middle of a frame of a lattice whose coarsest cells are so many that it shows what the rest does; null: they are not. */
export function searchedPart(
  { subject: { model }, nominal }: Search,
  measured: MeasuredLight,
): PartSearched | null {
  const [factor] = cellFactors(measured, model, nominal);
  const { rows, cols } = measured;
  const level = { ...measured, rows: Math.floor(rows / factor!), cols: Math.floor(cols / factor!) };
  return isLarge(model, level) ? cropped(measured, ENOUGH * factor!) : null;
}

/** Periods across a part of a frame that shows a lattice as well as the frame does. */
const PERIODS = 12;

/** The middle of a large frame, in which a lattice is not seen that the frame does not show; null: the frame is hardly larger. */
export function lookedAtFirst(
  { subject: { model }, nominal: { pitch_um } }: Search,
  measured: MeasuredLight,
): PartSearched | null {
  if (!isLarge(model, measured)) return null;
  const period = shortestPeriod(model)! / pitch_um / measured.cell;
  const side = Math.max(ENOUGH, Math.ceil(PERIODS * period));
  return 2 * side <= Math.min(measured.rows, measured.cols) ? cropped(measured, side) : null;
}

/**
 * What was found in the middle, over the whole frame: where it lies there shows in the coarsest cells, and so does the light. The distance stays
 * what finer ones came to.
 */
export function overWhole(
  { subject, nominal, settings, onStep }: Search,
  { fit: found }: Located,
  { x, y }: PartSearched,
  measured: MeasuredLight,
): Located {
  const places = found.state.places.map(([a, b, c, d, e, f]) => [a, b, c + x, d, e, f + y] as const);
  const unknowns = firstUnknowns(subject.model).filter((name) => name !== 'zeta');
  const fitted = (
    level: MeasuredLight,
    from: Pick<Located['fit'], 'state' | 'light'>,
    iterations: number,
  ) => {
    const optics = endlessOptics(subject, level, from.state.places[0]!);
    const options = { unknowns, iterations, enough: ENOUGH_PX, onStep, settings: settings.fit };
    return fitScene(subject, level, optics, from, options);
  };
  const [factor] = cellFactors(measured, subject.model, nominal);
  const from = { state: { ...found.state, places }, light: evenLight(LIGHT_DEGREE, -1) };
  const coarse = fitted(binned(measured, factor!), from, settings.fit.iterations.then);
  return { fit: fitted(measured, coarse, 0), measured };
}

/**
 * A large frame is searched on coarse cells alone, which take means of an intensity where a model takes them of a field: a distance that fits
 * these may lie depths of field off. Finest cells in the middle of the frame say it.
 */
export function onFinestCells(own: Search, { fit: found }: Located, measured: MeasuredLight): Located {
  const { subject, nominal, settings, onStep } = own;
  const part = cropped(measured, ENOUGH);
  const { x, y, rows, cols, cell } = part;
  const shifted = (from: State, sign: 1 | -1): State => {
    const places = from.places.map(([a, b, c, d, e, f]) => {
      return [a, b, c + sign * x, d, e, f + sign * y] as const;
    });
    return { ...from, places };
  };
  const light = lightOver(found.light, measured, { rows, cols, left: x / cell, top: y / cell });
  const fitted = (level: MeasuredLight, state: State, own: typeof light, iterations: number): Located => {
    const optics = endlessOptics(subject, level, state.places[0]!);
    const unknowns = firstUnknowns(subject.model);
    const options = { unknowns, iterations, enough: ENOUGH_PX, onStep, settings: settings.fit };
    return { fit: fitScene(subject, level, optics, { state, light: own }, options), measured: level };
  };
  const from = shifted(found.state, -1);
  const drawn = { ...from, blur: FIRST_BLUR, pupil: null, look: asDrawn };
  const zetas = zetasOf(nominal, part, pitchOf(drawn.places[0]!));
  const margin = marginOf(part, nominal, settings.fit.ringing);
  const [best] = scanDistances(subject, part, drawn, zetas, margin, { fold: 1, onStep });
  const [here, there] = [
    fitted(part, from, light, 0),
    fitted(part, best!.state, light, settings.fit.iterations.then),
  ].map((located) => withAll(own, located, true).fit) as [Located['fit'], Located['fit']];
  // what lies within the range is what was asked for, unless it clearly is not what the frame shows
  const isThere = 1 - there.explained <= (1 + ALIKE) * (1 - here.explained);
  return fitted(measured, shifted((isThere ? there : here).state, 1), found.light, 0);
}
