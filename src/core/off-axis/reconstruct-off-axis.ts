import { demodulatePair, nativeMargin } from '../demodulate/demodulate-pair.ts';
import { subtractAberration } from '../demodulate/subtract-aberration.ts';
import { upsample } from '../demodulate/upsample.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels } from '../kernel/kernels.ts';
import { mapsOf } from '../maps/maps.ts';
import { regionOn } from '../phase/background-region.ts';
import type { Recipe } from '../recipe/values.ts';
import type { OnProgress, Reconstruction } from '../reconstruction/reconstruction.ts';
import { heightPerRadian, samplePixelSize } from '../rig/geometry.ts';
import { uncorrected, type RigCorrection } from '../rig/rig-correction.ts';
import { chooseSideband, measureFrame } from '../sideband/measure-frame.ts';
import { flatten, level } from './flatten/flatten.ts';
import { focusField } from './focus/focus-field.ts';
import { measureNoise, noiseMapOf } from './noise/measure-noise.ts';
import { offAxisSettings, type OffAxisSettings } from './off-axis-settings.ts';
import { budgetOf } from './noise/budget.ts';
import { sidebandOverlap } from './noise/sideband-overlap.ts';
import { describe } from './report/describe-off-axis.ts';

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
  settings: OffAxisSettings = offAxisSettings,
): Reconstruction {
  using scope = kernels.scope();
  onProgress('spectrum', 0);
  const hologram = measureFrame(kernels, scope, frames.hologram, 'hologram');
  const background = frames.background && measureFrame(kernels, scope, frames.background, 'background frame');

  onProgress('sideband', 0.1);
  const pixelSize = samplePixelSize(recipe);
  const sideband = chooseSideband(kernels, hologram, background, recipe, pixelSize, settings.sideband);

  onProgress('demodulation', 0.2);
  const pair = demodulatePair(kernels, scope, hologram, background, sideband, settings.demodulation);
  const { field, backgroundModulus } = pair;
  const noise = measureNoise(kernels, hologram, background, field, backgroundModulus, settings.noise);
  if (rig.aberration) subtractAberration(kernels, field, sideband.carrier, rig.aberration);

  onProgress('background', 0.3);
  const known = { light: background !== null, phase: background !== null || rig.aberration !== null };
  const region = regionOn(recipe, frames.hologram, hologram.image.crop, field);
  const flat = flatten(kernels, field, recipe, settings, known, region);
  const visibility = visibilityOf(flat.amplitude, backgroundModulus, hologram.image.mean);
  const overlap = sidebandOverlap(kernels, { field, sideband, recipe, flat, visibility }, settings.noise);

  onProgress('focus', 0.4);
  const twin = focusField(kernels, { field, sideband, outside: flat.outside, rig }, recipe, settings, (f) =>
    onProgress('focus', 0.4 + 0.2 * f),
  );
  const { levelled, scatter } = level(kernels, field, recipe, settings, { region, z: twin.z, flat });

  onProgress('sampling', 0.6);
  const frame = hologram.image.plane;
  const { stepX, stepY, rows, cols } = field;
  const native = { ...field.plane, rows, cols };
  const asNative = recipe.output_sampling === 'native';
  const output = asNative ? native : upsample(kernels, scope, field, frame.rows, frame.cols, flat.outside);
  const delivered = { field, amplitude: flat.amplitude, scale: levelled?.amplitude[0] ?? 1, frame, output };
  const budget = budgetOf(noiseMapOf(kernels, noise, delivered, asNative), scatter, flat.fit, overlap);
  const maps = mapsOf(
    kernels,
    {
      ...{ native, output, stepX, stepY },
      margin: nativeMargin(field, settings.demodulation),
      samplesPerCycle: { x: 1 / (sideband.passRadius * stepX), y: 1 / (sideband.passRadius * stepY) },
      ...{ ...budget.maps, wantsNoise: recipe.outputs.includes('phase_noise') },
      ...{ heightPerRad: heightPerRadian(recipe), unwrapping: settings.unwrapping },
    },
    (stage) => onProgress(stage, { unwrap: 0.7, uncertainty: 0.85, export: 0.9 }[stage]),
  );
  return describe(kernels, settings.flags, {
    ...{ recipe, rig, pixelSize, hologram, background, sideband, field },
    ...{ noise, budget, flat, twin, levelled, visibility, maps },
  });
}

/** 2 |u| / mean intensity where there is no sample. */
function visibilityOf(amplitude: Float64Array, background: Float64Array | null, mean: number): number {
  return (2 * median(amplitude) * (background ? median(background) : 1)) / mean;
}

function median(values: Float64Array): number {
  return values.toSorted()[values.length >> 1]!;
}
