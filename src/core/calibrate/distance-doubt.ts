import { scanDistances } from './distance-scan.ts';
import type { FinalFit } from './final-fit.ts';
import { foldOf, marginOf, zetasOf } from './locate.ts';
import type { Nominal } from './nominal.ts';
import { pitchOf } from './state.ts';

/** Another distance that fits this well, of what the best one does, can't be told from it. */
const AS_GOOD = 0.995;

/**
 * Why the distance is not known, or null. A lattice casts images of itself every 2 period² / λ (Talbot): seen through
 * a small part of it, all of them look alike.
 */
export function distanceDoubt({ fit, subject, measured }: FinalFit, nominal: Nominal): string | null {
  const [lattice] = subject.model.lattices;
  if (!lattice) return null;
  const square = lattice.a.x_um * lattice.a.x_um + lattice.a.y_um * lattice.a.y_um;
  // images of the pattern, or of its negative, follow each other at this distance
  const again = square / subject.wavelength_um / (1 + (lattice.b ? 1 : 0));
  if (again > Math.abs(nominal.to_um - nominal.from_um)) return null;
  const pitch = pitchOf(fit.state.places[0]!);
  const zetas = zetasOf(nominal, measured, pitch);
  const state = { ...fit.state, places: [fit.state.places[0]!] };
  const own = { ...subject, pieces: [null] };
  const options = { fold: foldOf(measured), onStep: () => {} };
  const around = marginOf(measured, nominal);
  const others = scanDistances(own, measured, state, zetas, around, options);
  const [here] = scanDistances(own, measured, state, [fit.state.zeta], around, options);
  const spacing = 1.5 * Math.abs(zetas[1]! - zetas[0]!);
  const rival = others.find(({ state: { zeta } }) => Math.abs(zeta - fit.state.zeta) > spacing);
  if (!rival || !here || rival.score < AS_GOOD * here.score) return null;
  const own_um = pitch * subject.magnification;
  const mm = (zeta: number) => ((zeta * own_um * own_um) / 1000).toPrecision(4);
  return `The pattern repeats itself along the light: ${mm(rival.state.zeta)} mm fits as well as ${mm(fit.state.zeta)} mm, so the distance is not known. Use a target with a coarser period, or give a narrower range.`;
}
