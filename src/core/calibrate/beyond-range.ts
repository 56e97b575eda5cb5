import type { CalibrationSettings } from './calibration-settings.ts';
import { finalFit, type FinalFit } from './fit/final-fit.ts';
import { ENOUGH } from './fit/part-of-frame.ts';
import { FIRST_BLUR } from './fit/through-pupil.ts';
import { fitsAsWell, span } from './judge/distance-doubt.ts';
import { scanDistances } from './locate/distance-scan.ts';
import { cellFactors, distanceRange, zetasOf } from './locate/locate.ts';
import type { FoundTarget } from './locate-target.ts';
import { lightOver } from './model/light.ts';
import { foldOf, marginOf } from './model/margin.ts';
import { binned, cropped } from './model/measured.ts';
import { asDrawn } from './model/scene.ts';
import { pitchOf, type State } from './model/state.ts';

/**
 * A lattice in-line where a person says that it lies: within the range that is given, some distance nearly always makes something like the frame, the more so as its
 * widths are fitted along. Where the same drawing explains the frame far better beyond the range, that is where it lies, and the range is wrong. Images of the lattice,
 * which fit as well as it does, contradict no range.
 * @returns µm: where it fits far better; null: nowhere
 */
export function fitsBetterBeyond(
  found: FoundTarget,
  final: FinalFit,
  settings: CalibrationSettings,
  onStep: () => void,
): number | null {
  const { nominal, measured } = found;
  const { subject, fit } = final;
  const [lattice] = subject.model.lattices;
  if (!lattice || lattice.box || measured.im !== null || !nominal.rangeGiven) return null;
  const { slack, from, to } = distanceRange(final, nominal);
  const { doubt } = settings.judge;
  const [from_um, to_um] = span({ ...nominal, rangeGiven: false }, slack, doubt);
  const wide = { ...nominal, from_um: Math.max(slack, from_um), to_um };
  const pitch = pitchOf(fit.state.places[0]!) * subject.magnification;
  const isBeyond = ({ zeta }: Pick<State, 'zeta'>) => {
    const z = zeta * pitch * pitch;
    return z < from - slack || z > to + slack;
  };
  const bare = { ...fit.state, places: [fit.state.places[0]!], blur: FIRST_BLUR, pupil: null, look: asDrawn };
  const whole = { ...subject, pieces: [null] };
  // the coarsest cells show the lowest orders alone, which repeat sooner
  const [coarsest, finer = coarsest] = cellFactors(measured, subject.model, nominal);
  const level = binned(measured, finer!);
  const margin = marginOf(level, wide, settings.fit.ringing);
  const zetas = zetasOf(wide, level, pitchOf(bare.places[0]!));
  const [best] = scanDistances(whole, level, bare, zetas, margin, { fold: foldOf(level), onStep });
  if (!best || !isBeyond(best.state)) return null;
  const part = cropped(measured, ENOUGH);
  const { x, y, rows, cols, cell } = part;
  const light = lightOver(fit.light, measured, { rows, cols, left: x / cell, top: y / cell });
  const fitFrom = (state: State) => {
    const places = state.places.map(([a, b, c, d, e, f]) => [a, b, c - x, d, e, f - y] as const);
    return finalFit(whole, { state: { ...state, places }, light }, part, wide, [], settings.fit, onStep).fit;
  };
  const there = fitFrom(best.state);
  if (!isBeyond(there.state) || there.explained <= fit.explained) return null;
  const here = fitFrom({ ...fit.state, places: bare.places });
  if (fitsAsWell(here.explained, there.explained, doubt)) return null;
  return there.state.zeta * pitch * pitch;
}
