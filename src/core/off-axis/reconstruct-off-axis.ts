import { uncorrected, type RigCorrection } from '../rig/rig-correction.ts';
import { subtractAberration } from '../demodulate/subtract-aberration.ts';
import type { Frame } from '../field/frame.ts';
import type { ComplexPlane, RealPlane } from '../kernel/plane.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { removeSmoothBackground, type SmoothBackground } from '../phase/background.ts';
import { divide, evaluateSeries } from '../phase/smooth-series.ts';
import { propagate } from '../propagate/propagate.ts';
import type { Sampling } from '../propagate/transfer.ts';
import type { Recipe } from '../recipe/recipe.ts';
import type { OnProgress, Reconstruction } from '../reconstruction/reconstruction.ts';
import { fieldVariance, measureCameraNoise } from '../uncertainty/camera-noise.ts';
import type { NoiseMap } from '../uncertainty/phase-sigma.ts';
import { heightPerRadian, samplePixelSize } from '../rig/geometry.ts';
import { chooseTwin, type TwinChoice } from './focus/choose-twin.ts';
import { fadeAt, inverseFade, type NativeField } from '../demodulate/demodulate.ts';
import { mapsOf } from '../maps/maps.ts';
import { chooseSideband, measureFrame, type MeasuredFrame } from '../sideband/measure-frame.ts';
import { demodulatePair, NOISE_TILES, taperWidth, tileModulus } from '../demodulate/native-field.ts';
import type { Flattened, MeasuredNoise } from './report/findings.ts';
import { describe } from './report/describe-off-axis.ts';
import type { Sideband } from '../sideband/sideband.ts';
import { upsample } from '../demodulate/upsample.ts';

/**
 * An off-axis hologram to phase, amplitude, field and their uncertainty: the whole pipeline on one screen.
 * Works on the native grid, which carries the recorded bandwidth, until the last step.
 * @throws Problem SIDEBAND_NOT_FOUND, HOLOGRAM_UNREADABLE, INVALID_INPUT
 */
export function reconstructOffAxis(
  kernels: Kernels,
  frames: { readonly hologram: Frame; readonly background: Frame | null },
  recipe: Recipe,
  onProgress: OnProgress,
  rig: RigCorrection = uncorrected,
): Reconstruction {
  using scope = kernels.scope();
  onProgress('spectrum', 0);
  const hologram = measureFrame(kernels, scope, frames.hologram, 'hologram');
  const background = frames.background && measureFrame(kernels, scope, frames.background, 'background frame');

  onProgress('sideband', 0.1);
  const pixelSize = samplePixelSize(recipe);
  const sideband = chooseSideband(kernels, hologram, background, recipe, pixelSize);

  onProgress('demodulation', 0.2);
  const { field, backgroundModulus } = demodulatePair(kernels, scope, hologram, background, sideband);
  const noise = measureNoise(kernels, hologram, background, field, backgroundModulus);
  if (rig.aberration) subtractAberration(kernels, field, sideband.carrier, rig.aberration);

  onProgress('background', 0.3);
  const known = { light: background !== null, phase: background !== null || rig.aberration !== null };
  const flat = flatten(kernels, field, recipe, sideband, known);

  onProgress('focus', 0.4);
  const sampling = nativeSampling(field, recipe, rig);
  const twin = focusField(kernels, field, recipe, sideband, { flat, sampling }, (f) =>
    onProgress('focus', 0.4 + 0.2 * f),
  );
  const levelled = twin.z === 0 ? null : level(kernels, field, recipe, sideband);

  onProgress('sampling', 0.6);
  const { plane } = hologram.image;
  const native = { ...field.plane, rows: field.rows, cols: field.cols };
  const output =
    recipe.output_sampling === 'native'
      ? native
      : upsample(kernels, scope, field, plane.rows, plane.cols, flat.outside, taperWidth(sideband));
  const maps = mapsOf(
    kernels,
    {
      native,
      output,
      margin: nativeMargin(field, sideband),
      stepX: field.stepX,
      stepY: field.stepY,
      samplesPerCycle: {
        x: 1 / (sideband.passRadius * field.stepX),
        y: 1 / (sideband.passRadius * field.stepY),
      },
      noise: {
        ...relativeNoise(noise, flat, levelled),
        ...fadeNoise(kernels, plane, output, field, sideband, output === native),
      },
      heightPerRad: heightPerRadian(recipe),
    },
    (stage) => onProgress(stage, { unwrap: 0.7, uncertainty: 0.85, export: 0.9 }[stage]),
  );
  const visibility =
    (2 * median(flat.amplitude) * (backgroundModulus ? median(backgroundModulus) : 1)) / hologram.image.mean;
  const found = {
    recipe,
    rig,
    pixelSize,
    hologram,
    background,
    sideband,
    field,
    noise,
    flat,
    twin,
    levelled,
    visibility,
    maps,
  };
  return describe(kernels, found);
}

function measureNoise(
  kernels: Kernels,
  hologram: MeasuredFrame,
  background: MeasuredFrame | null,
  field: NativeField,
  backgroundModulus: Float64Array | null,
): MeasuredNoise {
  const noise = measureCameraNoise(kernels, hologram.spectrum, hologram.image);
  const own = fieldVariance(kernels, hologram.image, noise, field.noiseGain, NOISE_TILES);
  if (!background || !backgroundModulus) {
    return { hologram: noise, fieldVariance: own, backgroundPhaseVariance: new Float64Array(own.length) };
  }
  const other = measureCameraNoise(kernels, background.spectrum, background.image);
  const theirs = fieldVariance(kernels, background.image, other, field.noiseGain, NOISE_TILES);
  const power = backgroundModulus.map((m) => m * m + 1e-30);
  return {
    hologram: noise,
    fieldVariance: own.map((v, t) => v / power[t]!),
    backgroundPhaseVariance: theirs.map((v, t) => v / (2 * power[t]!)),
  };
}

const POLYNOMIAL_DEGREES = [2, 3, 4];
const AUTO_DEGREES = [1, 2, 3, 4];
const AMPLITUDE_DEGREES = [0, 1, 2, 3, 4];

function flatten(
  kernels: Kernels,
  field: NativeField,
  recipe: Recipe,
  sideband: Sideband,
  known: { readonly light: boolean; readonly phase: boolean },
): Flattened {
  const { plane, rows, cols } = field;
  const margin = nativeMargin(field, sideband);
  const degrees = {
    auto: known.phase ? [1] : AUTO_DEGREES,
    none: known.phase ? [1] : AUTO_DEGREES,
    tilt: [1],
    polynomial: POLYNOMIAL_DEGREES,
  }[recipe.phase_background];
  const amplitudeDegrees = known.light ? [0] : AMPLITUDE_DEGREES;
  const fit = removeSmoothBackground(kernels, plane, rows, cols, { degrees, amplitudeDegrees, margin });
  if (!fit) {
    const modulus = tileModulus(kernels, plane, rows, cols).sort();
    const typical = modulus[modulus.length >> 1]! || 1;
    divide(kernels, plane, rows, cols, 0, new Float64Array([0]), 0, new Float64Array([typical]));
    return {
      fit,
      amplitude: new Float64Array(NOISE_TILES * NOISE_TILES).fill(typical),
      outside: { re: 0, im: 0 },
    };
  }
  const amplitude = Float64Array.from({ length: NOISE_TILES * NOISE_TILES }, (_, t) => {
    const x = (2 * ((t % NOISE_TILES) + 0.5)) / NOISE_TILES - 1;
    const y = (2 * (Math.floor(t / NOISE_TILES) + 0.5)) / NOISE_TILES - 1;
    return evaluateSeries(fit.amplitude, fit.amplitudeDegree, x, y);
  });
  if (recipe.phase_background !== 'none') return { fit, amplitude, outside: { re: 1, im: 0 } };
  // nothing is to be taken from the phase: put back what the fit took
  const negated = fit.phase.map((c) => -c);
  divide(kernels, plane, rows, cols, fit.degree, negated, 0, new Float64Array([1]));
  return { fit, amplitude, outside: { re: 0, im: 0 } };
}

/** Native samples at each edge that the fade of the frame touches. */
function nativeMargin(field: NativeField, sideband: Sideband): number {
  const taper = taperWidth(sideband) / Math.min(field.stepX, field.stepY);
  return Math.max(1, Math.min(Math.ceil(taper), Math.floor(Math.min(field.rows, field.cols) / 8)));
}

/** µm from one native sample to the next, in the space that the recipe's pitch and distances are given in. */
function nativeSampling(field: NativeField, recipe: Recipe, { pitchRatio }: RigCorrection): Sampling {
  const pitch = recipe.pixel_pitch_um;
  return { pitchX: field.stepX * pitch * pitchRatio.x, pitchY: field.stepY * pitch * pitchRatio.y };
}

/** Chooses the twin, finds the distance where it is not given, and brings the field there. */
function focusField(
  kernels: Kernels,
  field: NativeField,
  recipe: Recipe,
  sideband: Sideband,
  { flat, sampling }: { readonly flat: Flattened; readonly sampling: Sampling },
  onSample: (fraction: number) => void,
): TwinChoice {
  const margin = nativeMargin(field, sideband);
  const { plane, rows, cols } = field;
  const { z_min_mm: from, z_max_mm: to } = recipe;
  const twin = chooseTwin(
    kernels,
    {
      ...{ plane, rows, cols, sampling, outside: flat.outside, taper: margin },
      wavelength: recipe.wavelength_um,
      radius: sideband.passRadius / recipe.pixel_pitch_um,
      distance:
        from !== null && to !== null
          ? { from: from * 1000, to: to * 1000 }
          : { z: (recipe.z_mm ?? 0) * 1000 },
      free: recipe.carrier_cycles_per_px === null,
      other: recipe.sideband === 'conjugate',
    },
    onSample,
  );
  if (twin.conjugate) kernels.run.conjugateField(plane);
  const outside = twin.conjugate ? { re: flat.outside.re, im: -flat.outside.im } : flat.outside;
  if (twin.z !== 0) {
    propagate(kernels, plane, rows, cols, {
      ...{ sampling, outside, taper: margin },
      wavelength: recipe.wavelength_um,
      radius: sideband.stopRadius / recipe.pixel_pitch_um,
      z: -twin.z,
    });
  }
  return twin;
}

/** What is left of piston, tilt and scale after the propagation. */
function level(
  kernels: Kernels,
  field: NativeField,
  recipe: Recipe,
  sideband: Sideband,
): SmoothBackground | null {
  if (recipe.phase_background === 'none') return null;
  const options = { degrees: [1], amplitudeDegrees: [0], margin: nativeMargin(field, sideband) };
  return removeSmoothBackground(kernels, field.plane, field.rows, field.cols, options);
}

/** What the fade at the frame's edges makes of the noise, per column and row of the output. */
function fadeNoise(
  kernels: Kernels,
  frame: RealPlane,
  output: ComplexPlane,
  field: NativeField,
  sideband: Sideband,
  native: boolean,
): Pick<NoiseMap, 'noisierX' | 'noisierY'> {
  const taper = taperWidth(sideband);
  return {
    noisierX: inverseFade(fadeAt(kernels, frame.cols, taper, output.cols, native ? field.stepX : 1)),
    noisierY: inverseFade(fadeAt(kernels, frame.rows, taper, output.rows, native ? field.stepY : 1)),
  };
}

function relativeNoise(
  noise: MeasuredNoise,
  flat: Flattened,
  levelled: SmoothBackground | null,
): Omit<NoiseMap, 'noisierX' | 'noisierY'> {
  const scale = levelled ? levelled.amplitude[0]! : 1;
  return {
    tiles: NOISE_TILES,
    fieldVariance: noise.fieldVariance.map(
      (v, t) => v / (flat.amplitude[t]! * scale * flat.amplitude[t]! * scale),
    ),
    extraPhaseVariance: noise.backgroundPhaseVariance,
  };
}

function median(values: Float64Array): number {
  return values.toSorted()[values.length >> 1]!;
}
