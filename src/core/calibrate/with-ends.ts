import type { TargetToFrame } from '../rig/calibration.ts';
import type { Ends } from '../targets/target-model.ts';
import { FIRST_BLUR } from './fit/through-pupil.ts';
import { endsSeen, seenIn } from './judge/find-ends.ts';
import { levelled } from './judge/levelled.ts';
import { cellFactors, type Located, type Search } from './locate/locate.ts';
import { withAll } from './locate/with-all.ts';
import { binned } from './model/measured.ts';
import type { Subject } from './model/predict.ts';
import { asDrawn } from './model/scene.ts';

/** A scale that was found, as lines that end alike. */
interface FoundScale {
  readonly located: Located;
  readonly subject: Subject;
  readonly ends: Ends;
}

/**
 * A scale with its lines as long as they are seen. Where they end may say that it lies turned; then that is tried as well, and stays where it explains
 * more on the cells that a search begins with.
 */
export function withEnds(
  own: Search,
  { located, subject, ends }: FoundScale,
): { readonly located: Located; readonly subject: Subject } {
  const { withLines, lattices } = subject.model;
  if (!withLines) return { located, subject };
  const { fit, measured } = located;
  const settings = own.settings.locate.ends;
  const seen = seenIn({ ...located, subject });
  const lying = (state: Located['fit']['state']) => {
    const drawn = withLines(endsSeen(seen, state.places[0]!, { withLines, lattices }, ends, settings));
    return { located: { measured, fit: { ...fit, state } }, subject: { ...subject, model: drawn } };
  };
  const asFound = lying(fit.state);
  const place: TargetToFrame | null = levelled(seen, fit.state.places[0]!, { withLines, lattices }, settings);
  if (!place) return asFound;
  const turned = lying({ ...fit.state, places: [place], blur: FIRST_BLUR, look: asDrawn });
  const coarse = binned(measured, cellFactors(measured, subject.model, own.nominal)[0]!);
  const explained = (one: typeof asFound) =>
    withAll({ ...own, subject: one.subject }, { fit: one.located.fit, measured: coarse }).fit.explained;
  return explained(turned) > explained(asFound) ? turned : asFound;
}
