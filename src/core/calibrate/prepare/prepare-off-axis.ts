import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import { solveSymmetric } from '../../fit/solve.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { giveBackPixels } from '../../demodulate/give-back-pixels.ts';
import { demodulatePair } from '../../demodulate/demodulate-pair.ts';
import type { NativeField } from '../../demodulate/demodulate.ts';
import { measureFrame, type MeasuredFrame } from '../../sideband/measure-frame.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import { lowPass } from '../../demodulate/low-pass.ts';
import { backgroundSettings } from '../../phase/background-settings.ts';
import { LEAST_AMPLITUDE, removeSmoothBackground, type SmoothBackground } from '../../phase/background.ts';
import { legendreTerms, legendreValues } from '../../phase/legendre.ts';
import { divide, evaluateSeries } from '../../phase/smooth-series.ts';
import type { Frames } from '../../field/frame.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { CalibrationRequest, Nominal } from '../model/nominal.ts';
import { alikeShare, saturatedShare, type Prepared } from './prepared.ts';
import { carriedField, LEAST_TURNS } from './carried-field.ts';
import { clearLevel } from './clear-level.ts';
import { bendWorthTaking, unbent } from './mean-bend.ts';
import { inUnits, seenThrough, type Means, type UsedSize } from './seen-through.ts';
import { recordAgain, type Recording, type FrameSurface } from './record-again.ts';
import {
  centred,
  firstOrder,
  type Orders,
  sidebandOf,
  tiltOf,
  tilted,
  withoutMeanTilt,
} from './sideband-of.ts';

export function prepareOffAxis(
  means: Means,
  frames: Frames,
  { recipe, target, certificate }: CalibrationRequest,
  nominal: Nominal,
): Prepared {
  const { kernels, scope, settings } = means;
  const readsAberration = target.model(certificate).determines.includes('aberration');
  const hologram = measureFrame(kernels, scope, frames.hologram, 'hologram');
  const blank = frames.background && measureFrame(kernels, scope, frames.background, 'background frame');
  const [lattice] = target.model(certificate).lattices;
  const orders = lattice ? { lattice, pitch_um: nominal.pitch_um, off: settings.off } : null;
  const sideband = sidebandOf(kernels, hologram, blank, recipe, orders);
  const common = {
    crop: hologram.image.crop,
    saturated: saturatedShare(hologram.image, frames.hologram.bitDepth, settings),
    alike: alikeShare(frames.hologram),
    noise: 0,
  };
  const carriedOn = ({ carrier }: Sideband) => lattice && carriedField(kernels, hologram.image, carrier);
  if (!readsAberration) {
    // what is divided by a background frame has no light of its own to read orders in
    const carried = (blank ? null : carriedOn(sideband)) ?? null;
    const { rigid, lattices } = target.model(certificate);
    const many = lattices.length > 0 || rigid === 'part';
    const { light, unbent } = asSeen(means, hologram, { blank, sideband, many });
    const found = { ...common, carried, ...light };
    return { ...found, unbent: unbent && (() => ({ ...found, ...unbent() })) };
  }
  // dividing by the background frame would take away the very aberration that is to be measured
  let [centre, flat] = [sideband, flattened(kernels, scope, hologram, sideband, orders)];
  const moved = centred(sideband, tiltOf(flat.removed, hologram.image.plane), orders, settings);
  if (moved) [centre, flat] = [moved, flattened(kernels, scope, hologram, moved, orders)];
  return {
    ...common,
    carried: carriedOn(centre) ?? null,
    ...withoutBackground(means, hologram, centre, flat),
  };
}

type Light = Pick<Prepared, 'measured' | 'carrier' | 'removed' | 'again'>;

interface Seen {
  readonly blank: MeasuredFrame | null;
  readonly sideband: Sideband;
  /** parts all over the frame: the bend of a single one is what it diffracts */
  readonly many: boolean;
}

/** As it is, but for the tilt of all of it; and less its bend, where that leaves twice as much light straight on. */
function asSeen(
  { kernels, scope, settings }: Means,
  hologram: MeasuredFrame,
  { blank, sideband, many }: Seen,
): { readonly light: Light; readonly unbent?: () => Light } {
  const frame = sizeOf(hologram);
  const onCells = (own: Scope, field: NativeField) =>
    seenThrough({ kernels, scope: own, settings }, field, sideband, frame);
  const { field } = demodulatePair(kernels, scope, hologram, blank, sideband);
  giveBackPixels(kernels, field, sideband);
  const seen = onCells(scope, field);
  // beside a background frame's there is no tilt; without one the sideband of an opaque target is broad
  const level = blank ? null : withoutMeanTilt(seen, frame, kernels.wasm);
  const { carrier } = sideband;
  if (!level) {
    const unit = clearLevel(seen, settings.clear);
    return { light: { measured: inUnits(seen, unit), carrier, removed: null, again: null } };
  }
  const tilt = Float64Array.of(0, level.tilt.x, level.tilt.y);
  const bend = many ? bendWorthTaking(level.level, frame, kernels.wasm) : null;
  const lightLess = (own: Float64Array | null): Light => {
    const straight = (light: MeasuredLight) => (own ? unbent(light, own, frame, kernels.wasm) : light);
    const phase = own ? own.map((value, k) => value + (tilt[k] ?? 0)) : tilt;
    const degree = own ? 2 : 1;
    const recording: Recording = {
      ...{ kernels, frame, sideband, amplitude: null },
      phase: { degree, coefficients: phase, x: [-0.5, frame.cols - 0.5], y: [-0.5, frame.rows - 0.5] },
      onCells: (sheet, field) => straight(tilted(onCells(sheet, field), level.tilt, frame, kernels.wasm)),
    };
    const measured = straight(level.level);
    return {
      ...{ measured: inUnits(measured, clearLevel(measured, settings.clear)), carrier },
      ...{ removed: { degree, phase }, again: recordAgain(recording) },
    };
  };
  return { light: lightLess(null), ...(bend && { unbent: () => lightLess(bend) }) };
}

/** Less the smooth phase and light of its background. */
function withoutBackground(
  { kernels, scope, settings }: Means,
  hologram: MeasuredFrame,
  sideband: Sideband,
  { field, fit, removed }: Flattened,
): Light {
  const frame = sizeOf(hologram);
  const seen = seenThrough({ kernels, scope, settings }, field, sideband, frame);
  const recording: Recording = {
    ...{ kernels, frame, sideband, ...surfacesOf(fit, field) },
    onCells: (own, drawn) => {
      if (fit) takeOut(kernels, drawn, fit);
      return seenThrough({ kernels, scope: own, settings }, drawn, sideband, frame);
    },
  };
  return {
    ...{ measured: inUnits(seen, clearLevel(seen, settings.clear)), carrier: sideband.carrier },
    ...{ removed, again: recordAgain(recording) },
  };
}

function sizeOf({ image: { plane } }: MeasuredFrame): UsedSize {
  return { rows: plane.rows, cols: plane.cols };
}

/** What a field is worth that was flattened, and by what. */
interface Flattened {
  readonly field: NativeField;
  readonly fit: SmoothBackground | null;
  readonly removed: Prepared['removed'];
}

/**
 * The demodulated field less the smooth phase of its background, and that phase. Of a lattice the bars of few orders may pass for a background that bends: where
 * the light that goes straight on, looked at alone, leaves twice as much of itself without any slope, it is its phase that is taken.
 */
function flattened(
  kernels: Kernels,
  scope: Scope,
  hologram: MeasuredFrame,
  sideband: Sideband,
  orders: Orders | null,
): Flattened {
  const whole = flattenedBy(kernels, scope, hologram, sideband, null);
  const first = orders && firstOrder(orders);
  const { rows, cols } = sizeOf(hologram);
  if (!first || first * Math.min(rows, cols) < LEAST_TURNS) return whole;
  const alone = flattenedBy(kernels, scope, hologram, sideband, first / 2);
  return straightOn(kernels, alone.field) > 2 * straightOn(kernels, whole.field) ? alone : whole;
}

/** @param within cycles per pixel beside the carrier that the background is looked for in; null: all that pass */
function flattenedBy(
  kernels: Kernels,
  scope: Scope,
  hologram: MeasuredFrame,
  sideband: Sideband,
  within: number | null,
): Flattened {
  const frame = sizeOf(hologram);
  const { field } = demodulatePair(kernels, scope, hologram, null, sideband);
  giveBackPixels(kernels, field, sideband);
  const margin = Math.max(1, Math.ceil(field.taper / Math.min(field.stepX, field.stepY)));
  const options = { degrees: [1, 2, 3, 4], amplitudeDegrees: [0, 1, 2], margin };
  // a target fills the frame, so that its border tells nothing: the largest level is the zero; fine levels were not tried on targets
  const degree = { ...backgroundSettings.degree, finely: false, rivalLevel: 1 };
  const settings = { ...backgroundSettings, degree };
  const { rows, cols } = field;
  const filter = within && { passRadius: within / 2, stopRadius: within };
  const looked = filter ? lowPass(kernels, scope, field, frame, filter, { re: 0, im: 0 }, true) : field;
  const fit = removeSmoothBackground(kernels, looked.plane, rows, cols, options, settings);
  if (fit && filter) takeOut(kernels, field, fit);
  return { field, fit, removed: fit && { degree: fit.degree, phase: inFrame(fit, field, frame) } };
}

/** Share of a field's light that goes straight on. */
function straightOn(kernels: Kernels, { plane, rows, cols }: NativeField): number {
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const perRow = floatsPerRow(plane);
  let [re, im, all] = [0, 0, 0];
  for (let row = 0; row < rows; row += 1)
    for (let col = 0; col < cols; col += 1) {
      const at = row * perRow + inRow(col);
      const [a, b] = [values[at]!, values[at + TO_IMAGINARY]!];
      re += a;
      im += b;
      all += a * a + b * b;
    }
  return all > 0 ? (re * re + im * im) / (all * rows * cols) : 0;
}

/** What was taken out of a field that was flattened. */
function takeOut(kernels: Kernels, { plane, rows, cols }: NativeField, fit: SmoothBackground): void {
  const { degree, phase, amplitudeDegree, amplitude } = fit;
  divide(kernels, plane, rows, cols, degree, phase, amplitudeDegree, amplitude, LEAST_AMPLITUDE);
}

/** The same on the camera's pixels. */
function surfacesOf(
  fit: SmoothBackground | null,
  { rows, cols, stepX, stepY }: NativeField,
): Pick<Recording, 'phase' | 'amplitude'> {
  if (!fit) return { phase: null, amplitude: null };
  const over = (degree: number, coefficients: Float64Array): FrameSurface => {
    return { degree, coefficients, x: [0, stepX * (cols - 1)], y: [0, stepY * (rows - 1)] };
  };
  return {
    phase: over(fit.degree, fit.phase),
    amplitude: { ...over(fit.amplitudeDegree, fit.amplitude), least: LEAST_AMPLITUDE },
  };
}

/** The removed phase with x and y from −1 to 1 over the frame, edge to edge; it was fitted over the native samples. */
function inFrame(fit: SmoothBackground, field: NativeField, frame: UsedSize): Float64Array {
  const terms = legendreTerms(fit.degree);
  const count = terms.length;
  const matrix = new Float64Array(count * count);
  const right = new Float64Array(count);
  const places = Array.from({ length: 9 }, (_, k) => (k - 4) / 4);
  const native = (t: number, side: number, step: number, samples: number) => {
    const pixel = ((t + 1) / 2) * side - 0.5;
    return (2 * pixel) / (step * (samples - 1)) - 1;
  };
  for (const y of places) {
    for (const x of places) {
      const px = legendreValues(x, fit.degree);
      const py = legendreValues(y, fit.degree);
      const row = terms.map(({ a, b }) => py[a]! * px[b]!);
      const u = native(x, frame.cols, field.stepX, field.cols);
      const v = native(y, frame.rows, field.stepY, field.rows);
      const value = evaluateSeries(fit.phase, fit.degree, u, v);
      row.forEach((own, k) => {
        right[k]! += own * value;
        row.forEach((other, l) => (matrix[k * count + l]! += own * other));
      });
    }
  }
  return solveSymmetric(matrix, right)!;
}
