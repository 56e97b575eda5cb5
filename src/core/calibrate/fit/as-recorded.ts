import { lightField, lightTables } from '../model/light.ts';
import type { Surroundings } from '../model/margin.ts';
import type { MeasuredLight } from '../model/measured.ts';
import { Optics } from '../model/optics.ts';
import { predict, type Subject } from '../model/predict.ts';
import type { Complex } from '../model/spectrum.ts';
import type { RecordAgain } from '../prepare/record-again.ts';
import type { SceneFit } from './fit-scene.ts';
import { mixed } from './residuals.ts';

/**
 * What was measured, less what demodulation does to the fitted field beside what the model has: fringes end at the frame's
 * edges, and what a filter makes of that reaches far into a small frame. As a model comes nearer to the field, so does this.
 */
export function asRecorded(
  subject: Subject,
  fit: SceneFit,
  measured: MeasuredLight,
  around: Surroundings,
  again: RecordAgain,
): MeasuredLight {
  const seen = again.record(onPixels(subject, fit, measured, around, again.frame));
  const re = measured.re.map((value, i) => value - (seen.re[i]! - fit.model.re[i]!));
  const im = measured.im!.map((value, i) => value - (seen.im![i]! - fit.model.im[i]!));
  return { ...measured, re, im };
}

/** The fitted field on the camera's pixels, all of it that the optics pass. */
function onPixels(
  { kernels, medium_wavelength_um, ...subject }: Subject,
  { state, light }: SceneFit,
  measured: MeasuredLight,
  { margin, fade }: Surroundings,
  frame: RecordAgain['frame'],
): Complex {
  const { rows, cols, cell, filter } = measured;
  const empty = new Float64Array(0);
  const pixels = { ...frame, cell: 1, re: empty, im: empty, weight: empty, filter: null };
  const optics = new Optics(kernels, pixels, medium_wavelength_um, margin, 1, fade);
  const pupil = state.pupil ?? filter!.stop;
  const field = predict({ ...subject, kernels, medium_wavelength_um }, optics, { ...state, pupil });
  const over = { rows: rows * cell, cols: cols * cell };
  const tables = lightTables(frame, Math.max(light.amplitudeDegree, light.phaseDegree), over);
  return mixed(field, lightField(light, tables, kernels.wasm), false);
}
