import { loadCameraImage, type CameraImage } from '../field/camera.ts';
import type { ComplexPlane } from '../field/plane.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { limits } from '../limits/limits.ts';
import { heightPerRadian } from '../off-axis/geometry.ts';
import { mapsOf } from '../off-axis/maps.ts';
import { powerSpectrum } from '../off-axis/power-spectrum.ts';
import { Problem } from '../problem.ts';
import type { Recipe } from '../recipe.ts';
import type { OnProgress, Reconstruction } from '../reconstruction.ts';
import type { NoiseMap } from '../uncertainty/phase-sigma.ts';
import { autofocusInline, type InlineFocus } from './autofocus-inline.ts';
import { backPropagate } from './back-propagate.ts';
import { describeInline } from './inline-report.ts';
import { normaliseInline, type NormalisedInline } from './normalise.ts';
import { retrieve, type Retrieval } from './retrieve.ts';

/**
 * An in-line hologram to amplitude, phase and field: the whole pipeline on one screen.
 * @throws Problem HOLOGRAM_UNREADABLE, HOLOGRAM_UNSUPPORTED, INVALID_INPUT
 */
export function reconstructInline(
  kernels: Kernels,
  frames: { readonly hologram: Frame; readonly background: Frame | null },
  recipe: Recipe,
  onProgress: OnProgress,
): Reconstruction {
  if (recipe.stack_z_mm !== null) {
    throw new Problem('INVALID_INPUT', 'Stacks of frames can’t be reconstructed by this version.', [
      { pointer: '/stack_z_mm', message: 'only single frames are available in this version' },
    ]);
  }
  using scope = kernels.scope();
  onProgress('normalise', 0);
  const image = loadCameraImage(kernels, scope, frames.hologram, 'hologram');
  refuseConstant(image);
  const background =
    frames.background && loadCameraImage(kernels, scope, frames.background, 'background frame');
  const normalised = normaliseInline(kernels, scope, image, background);

  onProgress('focus', 0.05);
  const focus = findFocus(kernels, normalised, recipe, (f) => onProgress('focus', 0.05 + 0.35 * f));
  const z = focus ? focus.z : recipe.z_mm! * 1000;

  onProgress('retrieval', 0.4);
  const { field, retrieval } = solve(kernels, scope, normalised, recipe, z, onProgress);

  onProgress('maps', 0.9);
  const maps = mapsOf(
    kernels,
    {
      ...{ native: field, output: field, stepX: 1, stepY: 1, margin: 0 },
      samplesPerCycle: { x: 2, y: 2 },
      noise: noiseOf(normalised, field),
      heightPerRad: heightPerRadian(recipe),
    },
    (stage) => onProgress(stage, { unwrap: 0.92, uncertainty: 0.95, export: 0.97 }[stage]),
  );
  const spectrum = powerSpectrum(kernels, scope, image);
  return describeInline(kernels, {
    recipe,
    image,
    spectrum,
    background,
    normalised,
    focus,
    z,
    retrieval,
    maps,
  });
}

function refuseConstant(image: CameraImage): void {
  if (image.maximum > image.minimum) return;
  throw new Problem(
    'HOLOGRAM_UNSUPPORTED',
    `Every pixel of the hologram is ${image.minimum}: there is nothing in it. Check the exposure and the shutter.`,
  );
}

/** µm from pixel to pixel, in the space that the recipe's pitch and distances are given in. */
function samplingOf(recipe: Recipe): { readonly pitchX: number; readonly pitchY: number } {
  return { pitchX: recipe.pixel_pitch_um, pitchY: recipe.pixel_pitch_um };
}

function findFocus(
  kernels: Kernels,
  { amplitude, noiseSigma }: NormalisedInline,
  recipe: Recipe,
  onSample: (fraction: number) => void,
): InlineFocus | null {
  if (recipe.z_mm !== null) return null;
  const { min, max } = limits.default_inline_range_mm;
  const search = {
    ...{ amplitude, noiseSigma, sampling: samplingOf(recipe), wavelength: recipe.wavelength_um },
    fromZ: (recipe.z_min_mm ?? min) * 1000,
    toZ: (recipe.z_max_mm ?? max) * 1000,
  };
  return autofocusInline(kernels, search, onSample);
}

/** By how much of the rest the progress grows with every iteration: their number is not known beforehand. */
const PACE = 0.01;

function solve(
  kernels: Kernels,
  scope: Scope,
  { amplitude, noiseSigma }: NormalisedInline,
  recipe: Recipe,
  z: number,
  onProgress: OnProgress,
): { readonly field: ComplexPlane; readonly retrieval: Retrieval | null } {
  const { rows, cols } = amplitude;
  const optics = { rows, cols, sampling: samplingOf(recipe), wavelength: recipe.wavelength_um };
  if (recipe.phase_retrieval === 'none') {
    return { field: backPropagate(kernels, scope, amplitude, optics, z), retrieval: null };
  }
  let rest = 1;
  const retrieval = retrieve(kernels, scope, { frames: [{ amplitude, z }], noiseSigma, ...optics }, () => {
    rest *= 1 - PACE;
    onProgress('retrieval', 0.4 + 0.5 * (1 - rest));
  });
  return { field: retrieval.field, retrieval };
}

/** The amplitude's noise turns into field noise of the same variance: propagation keeps it, in both of its parts. */
function noiseOf({ tiles, tileVariance }: NormalisedInline, field: ComplexPlane): NoiseMap {
  return {
    tiles,
    fieldVariance: tileVariance,
    extraPhaseVariance: new Float64Array(tileVariance.length),
    noisierX: new Float32Array(field.cols).fill(1),
    noisierY: new Float32Array(field.rows).fill(1),
  };
}
