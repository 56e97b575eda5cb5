import { lightSettings } from '../../light/light-settings.ts';
import { loadExposures } from '../../light/load-exposures.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import type { RealPlane } from '../../kernel/plane.ts';
import type { Frames } from '../../field/frame.ts';
import type { MeasuredLight } from '../model/measured.ts';
import type { CalibrationRequest, Nominal } from '../model/nominal.ts';
import { prepareOffAxis } from './prepare-off-axis.ts';
import type { PrepareSettings } from './prepare-settings.ts';
import { saturatedShare, type Prepared } from './prepared.ts';

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
    : prepareOffAxis({ kernels, scope, settings }, frames, request, nominal);
}

/**
 * No pixel is taken for a broken one: a lattice in line casts images of itself whose points are as sharp as pixels. The fit, which knows what
 * should be there, gives little weight to what is not like it.
 */
const asRecorded = { ...lightSettings, pixels: { ...lightSettings.pixels, around: Infinity } };

function prepareInline(
  kernels: Kernels,
  scope: Scope,
  { hologram, background }: Frames,
  settings: PrepareSettings,
): Prepared {
  const frames = { hologram, background, furtherFrames: [] };
  const { image, normalised } = loadExposures(kernels, scope, frames, asRecorded, { degree: 'foretold' });
  return {
    measured: amplitudesOf(kernels, normalised[0]!.amplitude),
    ...{ crop: image.crop, saturated: saturatedShare(image, hologram.bitDepth, settings), alike: 0 },
    ...{ carrier: null, removed: null, carried: null, again: null },
    noise: normalised[0]!.noiseSigma * normalised[0]!.noiseSigma,
  };
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
