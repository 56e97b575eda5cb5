import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { CameraImage, Crop } from '../../field/camera.ts';
import type { ComplexPlane, RealPlane } from '../../kernel/plane.ts';
import { solveSymmetric } from '../../fit/solve.ts';
import { loadExposures } from '../../light/load-exposures.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { demodulatePair } from '../../demodulate/demodulate-pair.ts';
import type { NativeField } from '../../demodulate/demodulate.ts';
import { measureFrame, type MeasuredFrame } from '../../sideband/measure-frame.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import { upsample } from '../../demodulate/upsample.ts';
import { backgroundSettings } from '../../phase/background-settings.ts';
import { removeSmoothBackground, type SmoothBackground } from '../../phase/background.ts';
import { legendreTerms, legendreValues } from '../../phase/legendre.ts';
import { evaluateSeries } from '../../phase/smooth-series.ts';
import type { Frames } from '../../field/frame.ts';
import { binned, type MeasuredLight } from '../model/measured.ts';
import type { CalibrationRequest, Nominal } from '../model/nominal.ts';
import type { PrepareSettings } from './prepare-settings.ts';
import { centred, sidebandOf, tiltOf, withoutMeanTilt } from './sideband-of.ts';

/** A frame ready to be compared with a drawing. */
export interface Prepared {
  readonly measured: MeasuredLight;
  readonly crop: Crop;
  readonly saturated: number;
  /** off-axis: where the sideband lies, and the phase (frame coordinates) that was taken from the field */
  readonly carrier: { readonly x: number; readonly y: number } | null;
  readonly removed: { readonly degree: number; readonly phase: Float64Array } | null;
  /** variance of the noise of `re` (and of `im`), as far as the camera's is known; 0: not known */
  readonly noise: number;
}

/** @throws Problem as a reconstruction of the frame would */
export function prepare(
  kernels: Kernels,
  scope: Scope,
  frames: Frames,
  request: CalibrationRequest,
  nominal: Nominal,
  settings: PrepareSettings,
): Prepared {
  return request.recipe.holography_mode === 'inline'
    ? prepareInline(kernels, scope, frames, settings)
    : prepareOffAxis(kernels, scope, frames, request, nominal, settings);
}

function prepareInline(
  kernels: Kernels,
  scope: Scope,
  { hologram, background }: Frames,
  settings: PrepareSettings,
): Prepared {
  const { image, normalised } = loadExposures(kernels, scope, { hologram, background, furtherFrames: [] });
  return {
    measured: amplitudesOf(kernels, normalised[0]!.amplitude),
    ...{ crop: image.crop, saturated: saturatedShare(image, hologram.bitDepth, settings) },
    ...{ carrier: null, removed: null },
    noise: normalised[0]!.noiseSigma * normalised[0]!.noiseSigma,
  };
}

/** Share of pixels at the top of the camera's range; in a float frame, of pixels that share the largest value. */
function saturatedShare(
  { maximum, fractionAtMaximum: share }: CameraImage,
  bitDepth: number,
  { clipped }: PrepareSettings,
): number {
  return bitDepth > 16 || maximum >= 2 ** bitDepth - 1 || share > clipped ? share : 0;
}

function amplitudesOf(kernels: Kernels, plane: RealPlane): MeasuredLight {
  const { rows, cols, pitch } = plane;
  const values = kernels.floats(plane.ptr, rows * pitch);
  const re = new Float64Array(rows * cols);
  const weight = new Float64Array(rows * cols);
  for (let row = 0, i = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1, i += 1) {
      const value = values[row * pitch + col]!;
      if (!(value >= 0)) continue;
      re[i] = value;
      weight[i] = 1;
    }
  }
  return { rows, cols, cell: 1, re, im: null, weight, filter: null };
}

function prepareOffAxis(
  kernels: Kernels,
  scope: Scope,
  frames: Frames,
  { recipe, target, certificate }: CalibrationRequest,
  nominal: Nominal,
  settings: PrepareSettings,
): Prepared {
  const readsAberration = target.model(certificate).determines.includes('aberration');
  const hologram = measureFrame(kernels, scope, frames.hologram, 'hologram');
  const blank = frames.background && measureFrame(kernels, scope, frames.background, 'background frame');
  const [lattice] = target.model(certificate).lattices;
  const orders = lattice ? { lattice, pitch_um: nominal.pitch_um, off: settings.offOrder } : null;
  const sideband = sidebandOf(kernels, hologram, blank, recipe, orders);
  const common = {
    crop: hologram.image.crop,
    saturated: saturatedShare(hologram.image, frames.hologram.bitDepth, settings),
  };
  const frame = hologram.image.plane;
  if (!readsAberration) {
    const seen = seenThrough(
      kernels,
      scope,
      demodulatePair(kernels, scope, hologram, blank, sideband).field,
      sideband,
      frame,
      settings,
    );
    // beside a background frame's there is no tilt; without one the sideband of an opaque target is broad
    const tilted = blank ? null : withoutMeanTilt(seen, frame, kernels.run);
    const removed = tilted && { degree: 1, phase: Float64Array.of(0, tilted.tilt.x, tilted.tilt.y) };
    return {
      ...common,
      measured: scaled(tilted?.level ?? seen, settings.clear),
      carrier: sideband.carrier,
      removed,
      noise: 0,
    };
  }
  // dividing by the background frame would take away the very aberration that is to be measured
  let [centre, flat] = [sideband, flattened(kernels, scope, hologram, sideband)];
  const moved = centred(sideband, tiltOf(flat.removed, frame), orders, settings);
  if (moved) [centre, flat] = [moved, flattened(kernels, scope, hologram, moved)];
  const measured = scaled(seenThrough(kernels, scope, flat.field, centre, frame, settings), settings.clear);
  return { ...common, measured, carrier: centre.carrier, removed: flat.removed, noise: 0 };
}

/** The demodulated field less the smooth phase of its background, and that phase. */
function flattened(kernels: Kernels, scope: Scope, hologram: MeasuredFrame, sideband: Sideband) {
  const { field } = demodulatePair(kernels, scope, hologram, null, sideband);
  const margin = Math.max(1, Math.ceil(field.taper / Math.min(field.stepX, field.stepY)));
  const options = { degrees: [1, 2, 3, 4], amplitudeDegrees: [0, 1, 2], margin };
  // a target fills the frame, so that its border tells nothing: the largest level is the zero
  const degree = { ...backgroundSettings.degree, rivalLevel: 1 };
  const settings = { ...backgroundSettings, degree };
  const fit = removeSmoothBackground(kernels, field.plane, field.rows, field.cols, options, settings);
  const removed = fit && { degree: fit.degree, phase: inFrame(fit, field, hologram.image.plane) };
  return { field, removed };
}

/** A field on the cells that its filter needs. */
function seenThrough(
  kernels: Kernels,
  scope: Scope,
  field: NativeField,
  sideband: Sideband,
  frame: RealPlane,
  { samplesPerCycle }: PrepareSettings,
): MeasuredLight {
  const full = upsample(kernels, scope, field, frame.rows, frame.cols, { re: 0, im: 0 });
  const cell = Math.max(1, Math.floor(1 / (samplesPerCycle * sideband.stopRadius)));
  const filter = { pass: sideband.passRadius, stop: sideband.stopRadius };
  return binned({ ...fieldOf(kernels, full, frame, field.taper), filter }, cell);
}

/** Samples nearer to the frame's edge than the fade are left out: the filter reaches over it. */
function fieldOf(
  kernels: Kernels,
  full: ComplexPlane,
  { rows, cols }: RealPlane,
  taper: number,
): Omit<MeasuredLight, 'filter'> {
  const perRow = floatsPerRow(full);
  const values = kernels.floats(full.ptr, floatsIn(full));
  const re = new Float64Array(rows * cols);
  const im = new Float64Array(rows * cols);
  const weight = new Float64Array(rows * cols);
  for (let row = 0, i = 0; row < rows; row += 1) {
    const inside = row >= taper && row < rows - taper;
    for (let col = 0; col < cols; col += 1, i += 1) {
      const from = row * perRow + inRow(col);
      re[i] = values[from]!;
      im[i] = values[from + TO_IMAGINARY]!;
      weight[i] = inside && col >= taper && col < cols - taper ? 1 : 0;
    }
  }
  return { rows, cols, cell: 1, re, im, weight };
}

/** The modulus of clear parts becomes 1, about: the fit takes the light’s level along. */
function scaled(measured: MeasuredLight, { quantile, least }: PrepareSettings['clear']): MeasuredLight {
  const im = measured.im!;
  const modulus = measured.re
    .map((re, i) => Math.sqrt(re * re + im[i]! * im[i]!))
    .filter((_, i) => measured.weight[i]! > 0)
    .sort();
  const level = modulus[Math.floor(quantile * modulus.length)] || 1;
  // where little of the frame is clear, the brightest parts are what passes
  const bright = modulus[Math.floor(0.995 * modulus.length)] || 1;
  const unit = level < least * bright ? bright : level;
  return { ...measured, re: measured.re.map((v) => v / unit), im: im.map((v) => v / unit) };
}

/** The removed phase with x and y from −1 to 1 over the frame, edge to edge; it was fitted over the native samples. */
function inFrame(fit: SmoothBackground, field: NativeField, frame: RealPlane): Float64Array {
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
