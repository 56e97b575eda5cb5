import type { KernelExports } from '../../kernel/exports.ts';
import { lightField, lightTables } from '../model/light.ts';
import { sceneOf } from '../model/predict.ts';
import type { Complex } from '../model/spectrum.ts';
import { SPHERICAL } from '../model/disturbances.ts';
import { pitchOf } from '../model/state.ts';
import { passedRadius } from './pupil.ts';
import type { FinalFit } from './final-fit.ts';
import type { FitSettings } from './fit-settings.ts';
import type { KnownDisturbance } from './linear-refit.ts';
import { mixed, weighed } from './residuals.ts';

/**
 * One σ of what a lens may add to zeta that passes more than a frame shows. Aberrations are balanced over all that a lens
 * passes: √5 (6 ρ⁴ − 6 ρ² + 1) of spherical aberration is, over the inner part of a disc, little else than another distance. Off-axis
 * orders lie far apart, and often none comes near the rim; then how wide the disc is nobody knows. It is told by what it cuts
 * off, beside what the fit leaves anyway.
 */
export function unseenLens(
  final: FinalFit,
  disturbances: readonly KnownDisturbance[],
  settings: FitSettings,
): number {
  const { fit, subject, measured } = final;
  const lens = disturbances.find(({ name }) => name === 'lens');
  if (!lens || !measured.im) return 0;
  const known = Math.sqrt(lens.left[SPHERICAL * lens.terms.length + SPHERICAL]!);
  const radius = passedRadius(fit.state, measured);
  const perRad = (6 * Math.sqrt(5)) / (Math.PI * subject.medium_wavelength_um * radius * radius);
  const { lens: width } = settings.refit;
  const { wasm } = subject.kernels;
  const doubt = doubtOfWider(known, 2 * Math.PI * width, widestOf(final, radius), wasm);
  return (perRad * doubt) / (1 + cutOff(final, settings));
}

/** By how many times the disc that passes all light is larger, in area, than one of a radius in cycles per camera pixel. */
function widestOf({ fit: { state }, subject }: FinalFit, radius: number): number {
  const most = pitchOf(state.places[0]!) / subject.medium_wavelength_um;
  return Math.max(1, (most * most) / (radius * radius));
}

/**
 * Of discs whose area is x times that of what is seen: the doubt about the part of a term that looks like a distance, rad over
 * what is seen. That part falls as x; what a frame tells of the term, which is the part that does not look like one, falls as x²:
 *
 *     doubt² = 1 / x² · 1 / (1 / width² + 1 / (known² x⁴))
 *
 * Nobody says how wide the disc is, up to one that passes all light: its mean over x that may be of any size alike, dx / x, is
 * width · known / 2 · (atan (known x² / width)) from x = 1 to the widest, over ln of it.
 * @param known one σ of the term were the disc as wide as what is seen
 * @param width one σ before the frame is seen
 * @param widest x at most
 */
export function doubtOfWider(
  known: number,
  width: number,
  widest: number,
  { atan2, log }: Pick<KernelExports, 'atan2' | 'log'>,
): number {
  if (known >= width || !(widest > 1)) return 0;
  const at = (x: number) => atan2(known * x * x, width);
  return Math.sqrt((((width * known) / 2) * (at(widest) - at(1))) / log(widest));
}

/** By what share the residuals grow where nothing is cut off by a disc. */
function cutOff({ fit, subject, optics, measured }: FinalFit, settings: FitSettings): number {
  const { state, light } = fit;
  if (state.pupil === null) return 0;
  const { arrived, spectrum, path } = sceneOf(subject, optics, state);
  const tables = lightTables(measured, Math.max(light.amplitudeDegree, light.phaseDegree));
  const lit = lightField(light, tables, subject.kernels.wasm);
  const lossOf = (field: Complex) => weighed(measured, mixed(field, lit, false), settings).loss;
  const open = lossOf(optics.field(spectrum, { ...path, pupil: null }));
  return Math.max(0, open / lossOf(arrived.field) - 1);
}
