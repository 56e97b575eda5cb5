import { fitScene } from '../fit/fit-scene.ts';
import { ENOUGH, endlessOptics, isLarge } from '../fit/part-of-frame.ts';
import { firstUnknowns } from '../fit/unknowns.ts';
import { evenLight, LIGHT_DEGREE } from '../model/light.ts';
import { binned, cropped, type MeasuredLight } from '../model/measured.ts';
import { cellFactors, type Located, type Search } from './locate.ts';
import { ENOUGH_PX } from './with-all.ts';

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
