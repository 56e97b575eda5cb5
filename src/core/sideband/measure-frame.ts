import { loadCameraImage, type CameraImage } from '../field/camera.ts';
import type { Frame } from '../field/frame.ts';
import { evidenceSettings } from '../evidence/evidence-settings.ts';
import { blankParts } from '../field/blank-parts.ts';
import { evened } from '../field/colour-mosaic.ts';
import { withoutLonePixels } from '../field/lone-pixels.ts';
import { unblurred } from '../field/unblurred.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { Problem } from '../problem/problem.ts';
import type { Recipe } from '../recipe/values.ts';
import { EDGE, measureBandwidth } from './bandwidth.ts';
import { lensRim } from './lens-rim.ts';
import { distance, type Frequency } from '../field/frequency.ts';
import { keptShares } from '../spectrum/block-coefficients.ts';
import { type PowerSpectrum, powerSpectrum } from '../spectrum/power-spectrum.ts';
import { frameBlur, passedByBell, type BlurSettings } from '../spectrum/frame-blur.ts';
import { roundingSpectrum } from '../spectrum/quantisation-noise.ts';
import { sidebandSettings, type SidebandSettings } from './sideband-settings.ts';
import { findSideband, refuseConstant, sidebandAt, type Sideband } from './sideband.ts';

/** A hologram in the kernels' memory with its spectrum. */
export interface MeasuredFrame {
  readonly image: CameraImage;
  readonly spectrum: PowerSpectrum;
}

/** A frame as a camera without filters and without single pixels that are hot or dead had seen it. */
export function cameraImage(kernels: Kernels, scope: Scope, frame: Frame, name: string): CameraImage {
  return evened(kernels, scope, withoutLonePixels(kernels, loadCameraImage(kernels, scope, frame, name)));
}

export function measureFrame(kernels: Kernels, scope: Scope, frame: Frame, name: string): MeasuredFrame {
  const image = cameraImage(kernels, scope, frame, name);
  return { image, spectrum: powerSpectrum(kernels, scope, image) };
}

/**
 * The same as it was before it was smoothed, where its noise tells by how much; as it is where a lossy file, a blank part or its
 * range cut something off.
 * @param scope owns what is not as it was
 */
export function beforeBlur(
  kernels: Kernels,
  scope: Scope,
  { samples }: Frame,
  measured: MeasuredFrame,
  settings: BlurSettings,
): MeasuredFrame {
  const { image, spectrum } = measured;
  const { plane, quantisation, fractionAtMaximum } = image;
  if (quantisation || fractionAtMaximum > evidenceSettings.saturated) return measured;
  const { wasm } = kernels;
  const step = countsStep(samples);
  const blur = frameBlur(spectrum, (step * step) / 12, wasm, settings);
  if (!blur || blankParts(kernels, image).share > 0) return measured;
  const sharp = unblurred(kernels, scope, plane, (f) => passedByBell(blur.px, f, wasm));
  const unsmoothed = { ...image, plane: sharp, blur: { ...blur, isUndone: true } };
  return { image: unsmoothed, spectrum: powerSpectrum(kernels, scope, unsmoothed) };
}

/** Whether noise told what a smoothed frame lost out where the sideband lies. */
export function isToldAt(
  { image: { blur } }: MeasuredFrame,
  { x, y }: Frequency,
  { beyondHeard }: BlurSettings,
): boolean {
  const reach = blur ? beyondHeard * blur.heardTo : Infinity;
  return x * x + y * y < reach * reach;
}

/** A frame as it was, with what is known of its blur. */
export function leftBlurred(as: MeasuredFrame, { image: { blur } }: MeasuredFrame): MeasuredFrame {
  return blur ? { ...as, image: { ...as.image, blur: { ...blur, isUndone: false } } } : as;
}

/** Samples among which the least difference is looked for. */
const SOME = 4096;

/** Counts to which samples were rounded. */
export function countsStep(samples: Frame['samples']): number {
  const every = Math.max(1, Math.floor(samples.length / SOME));
  const some = new Float64Array(Math.floor(samples.length / every));
  for (let k = 0; k < some.length; k++) some[k] = samples[k * every]!;
  some.sort();
  let step = Infinity;
  for (let k = 1; k < some.length; k++) {
    const apart = some[k]! - some[k - 1]!;
    if (apart > 0 && apart < step) step = apart;
  }
  return step;
}

/**
 * The sideband that the recipe names, or the one found: its place from the background frame where there is one (no
 * sample blurs it there), its extent from the hologram.
 * @param pixelSize µm in the sample, which the recipe's filter radius refers to
 */
export function chooseSideband(
  kernels: Kernels,
  hologram: MeasuredFrame,
  background: MeasuredFrame | null,
  recipe: Recipe,
  pixelSize: number,
  settings: SidebandSettings = sidebandSettings,
): Sideband {
  const given = recipe.carrier_cycles_per_px;
  const found = given
    ? givenSideband(kernels, hologram, background, { x: given[0], y: given[1] }, settings)
    : background
      ? sidebandOfPair(kernels, hologram, background, settings)
      : findSideband(kernels, hologram.spectrum, hologram.image, settings);
  const radius = recipe.filter_radius_cycles_per_um;
  if (radius !== null) return withRadius(found, radius * pixelSize, radius);
  return found.isPatch ? found : toItsEnd(kernels, hologram, found, settings);
}

/** The extent of what is a sideband: to a lens's rim, and in a file with losses what rounding adds around it is none of it. */
function toItsEnd(
  kernels: Kernels,
  { image, spectrum }: MeasuredFrame,
  found: Sideband,
  { extent }: SidebandSettings,
): Sideband {
  const file = image.quantisation;
  const spread = file && roundingSpectrum(kernels, file, keptShares(kernels, image, file));
  const rounding = spread ? (at: Frequency) => spread(at).seen : null;
  const measured = (rim: number | null) => ({
    ...found,
    ...measureBandwidth(kernels, spectrum, found.carrier, extent, { rounding, rim }),
  });
  const heard = rounding ? measured(null) : found;
  const rim = lensRim(kernels, spectrum, heard, extent);
  return rim === null ? heard : measured(rim);
}

function givenSideband(
  kernels: Kernels,
  hologram: MeasuredFrame,
  background: MeasuredFrame | null,
  carrier: Frequency,
  settings: SidebandSettings,
): Sideband {
  const at = ({ image, spectrum }: MeasuredFrame) => {
    refuseConstant(image);
    return sidebandAt(kernels, spectrum, carrier, settings);
  };
  if (background) inBackground(() => at(background));
  return at(hologram);
}

/** Says of a refusal that it is about the background frame. */
function inBackground<T>(look: () => T): T {
  try {
    return look();
  } catch (cause) {
    if (cause instanceof Problem) throw new Problem(cause.code, `In the background frame: ${cause.message}`);
    throw cause;
  }
}

function sidebandOfPair(
  kernels: Kernels,
  hologram: MeasuredFrame,
  background: MeasuredFrame,
  settings: SidebandSettings,
): Sideband {
  const own = findSideband(kernels, hologram.spectrum, hologram.image, settings);
  const reference = inBackground(() =>
    findSideband(kernels, background.spectrum, background.image, settings),
  );
  if (distance(own.carrier, reference.carrier) > own.passRadius) {
    throw new Problem(
      'SIDEBAND_NOT_FOUND',
      `The hologram's sideband lies at ${show(own.carrier)}, the background frame's at ${show(reference.carrier)} cycles/px. ` +
        'Both frames must be taken with the same reference beam.',
    );
  }
  return { ...own, carrier: reference.carrier };
}

/** cycles/px: a few Fourier pixels of most frames. */
const LEAST_RADIUS = 0.005;

function withRadius(sideband: Sideband, passRadius: number, asked: number): Sideband {
  const length = Math.sqrt(sideband.carrier.x * sideband.carrier.x + sideband.carrier.y * sideband.carrier.y);
  const stopRadius = passRadius * (1 + EDGE);
  if (stopRadius >= length || passRadius < LEAST_RADIUS) {
    const most = (asked * length) / stopRadius;
    throw new Problem('INVALID_INPUT', 'The filter does not fit the spectrum.', [
      {
        pointer: '/filter_radius_cycles_per_um',
        message: `${asked} cycles/µm must be large enough for a few Fourier pixels and below ${most.toPrecision(3)}, or the filter reaches the middle of the spectrum`,
      },
    ]);
  }
  return { ...sideband, passRadius, stopRadius };
}

function show(f: Frequency): string {
  return `(${f.x.toFixed(4)}, ${f.y.toFixed(4)})`;
}
