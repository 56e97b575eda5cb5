import { nativeMargin } from '../demodulate/demodulate-pair.ts';
import type { NativeField } from '../demodulate/demodulate.ts';
import { upsample } from '../demodulate/upsample.ts';
import type { Frame } from '../field/frame.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { mapsOf } from '../maps/maps.ts';
import { regionOn } from '../phase/background-region.ts';
import type { Recipe } from '../recipe/values.ts';
import type { OnProgress } from '../reconstruction/reconstruction.ts';
import { heightPerRadian, samplePixelSize } from '../rig/geometry.ts';
import type { RigCorrection } from '../rig/rig-correction.ts';
import type { MeasuredFrame } from '../sideband/measure-frame.ts';
import type { Sideband } from '../sideband/sideband.ts';
import { flatten, level } from './flatten/flatten.ts';
import { foundDistanceDoubt } from './focus/found-distance-doubt.ts';
import { focusField } from './focus/focus-field.ts';
import { budgetOf } from './noise/budget.ts';
import { cameraFaults, noiseMapOf, type LostInFrames, type MeasuredNoise } from './noise/measure-noise.ts';
import { sidebandOverlap } from './noise/sideband-overlap.ts';
import type { OffAxisSettings } from './off-axis-settings.ts';
import type { Findings } from './report/findings.ts';

/** A demodulated field with what is known of the frames it came from. */
export interface DemodulatedField {
  readonly hologram: MeasuredFrame;
  readonly background: MeasuredFrame | null;
  readonly sideband: Sideband;
  /** less the background frame and the rig’s own aberration; changed: it ends flattened and in focus */
  readonly field: NativeField;
  readonly backgroundModulus: Float64Array | null;
  readonly noise: MeasuredNoise;
  /** absent: nothing */
  readonly lost?: LostInFrames;
}

const NOTHING_LOST: LostInFrames = { clipped: null, hologram: undefined, background: undefined };

/**
 * A demodulated field to maps and everything that was found on the way: take the background out, focus, unwrap, say how
 * uncertain it is.
 * @param scope owns what outlives this
 * @param uploaded the hologram's frame as it was decoded: the recipe's regions refer to it
 */
export function developOffAxis(
  kernels: Kernels,
  scope: Scope,
  { hologram, background, sideband, field, backgroundModulus, noise, lost = NOTHING_LOST }: DemodulatedField,
  uploaded: Pick<Frame, 'width' | 'height'>,
  recipe: Recipe,
  onProgress: OnProgress,
  rig: RigCorrection,
  settings: OffAxisSettings,
): Findings {
  const pixelSize = samplePixelSize(recipe);
  onProgress('background', 0.3);
  const known = { light: background !== null, phase: background !== null || rig.aberration !== null };
  const region = regionOn(recipe, uploaded, hologram.image.crop, field);
  const flat = flatten(kernels, field, recipe, settings, known, region);
  const visibility = visibilityOf(flat.amplitude, backgroundModulus, hologram.image.mean);
  const overlap = sidebandOverlap(kernels, { field, sideband, recipe, flat, visibility }, settings.noise);

  onProgress('focus', 0.4);
  const twin = focusField(kernels, { field, sideband, outside: flat.outside, rig }, recipe, settings, (f) =>
    onProgress('focus', 0.4 + 0.2 * f),
  );
  const { levelled, scatter } = level(kernels, field, recipe, settings, { region, z: twin.z, flat });

  const focused = { field, sideband, outside: flat.outside, rig };
  const distance = foundDistanceDoubt(kernels, focused, twin, recipe, settings);

  onProgress('sampling', 0.6);
  const frame = hologram.image.plane;
  const { stepX, stepY, rows, cols } = field;
  const native = { ...field.plane, rows, cols };
  const asNative = recipe.output_sampling === 'native';
  const output = asNative ? native : upsample(kernels, scope, field, frame.rows, frame.cols, flat.outside);
  const delivered = { field, amplitude: flat.amplitude, scale: levelled?.amplitude[0] ?? 1, frame, output };
  const faults = { ...cameraFaults(kernels, lost, backgroundModulus, sideband, delivered), distance };
  const camera = noiseMapOf(kernels, noise, delivered, asNative);
  const budget = budgetOf(camera, scatter, flat.fit, overlap, faults);
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
  return {
    ...{ recipe, rig, pixelSize, hologram, background, sideband, field },
    ...{ noise, budget, flat, twin, levelled, visibility, maps },
  };
}

/** 2 |u| / mean intensity where there is no sample. */
function visibilityOf(amplitude: Float64Array, background: Float64Array | null, mean: number): number {
  return (2 * median(amplitude) * (background ? median(background) : 1)) / mean;
}

function median(values: Float64Array): number {
  return values.toSorted()[values.length >> 1]!;
}
