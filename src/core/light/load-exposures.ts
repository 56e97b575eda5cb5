import { loadCameraImage, type CameraImage } from '../field/camera.ts';
import type { Frame } from '../field/frame.ts';
import type { RealPlane } from '../kernel/plane.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { Problem } from '../problem/problem.ts';
import { normaliseInline, type NormalisedInline } from './normalise-inline.ts';
import { registerFrames, type Drift } from '../inline/align/register.ts';
import { shiftFrame } from '../inline/align/register-shift.ts';
import type { SensorOptics } from '../inline/optics/sensor-optics.ts';

/** The frames of one sample as amplitudes, brought to where the first one shows its features. */
export interface Exposures {
  /** the first frame, in camera counts */
  readonly image: CameraImage;
  readonly background: CameraImage | null;
  /** as many as there are frames; amplitudes are not moved yet */
  readonly normalised: readonly NormalisedInline[];
}

/** One frame, or several of them, divided by their light. `scope` owns the planes. */
export function loadExposures(
  kernels: Kernels,
  scope: Scope,
  frames: {
    readonly hologram: Frame;
    readonly furtherFrames: Iterable<Frame>;
    readonly background: Frame | null;
  },
): Exposures {
  const image = loadCameraImage(kernels, scope, frames.hologram, 'hologram');
  refuseConstant(image, 'the hologram');
  const background =
    frames.background && loadCameraImage(kernels, scope, frames.background, 'background frame');
  const normalised = [normaliseInline(kernels, scope, image, background)];
  for (const frame of frames.furtherFrames) {
    const name = `frame ${normalised.length + 1} of the stack`;
    using counts = kernels.scope();
    const further = loadCameraImage(kernels, counts, frame, name);
    refuseConstant(further, name);
    normalised.push(normaliseInline(kernels, scope, further, background));
  }
  return { image, background, normalised };
}

function refuseConstant(image: CameraImage, name: string): void {
  if (image.maximum > image.minimum) return;
  throw new Problem(
    'HOLOGRAM_UNSUPPORTED',
    `Every pixel of ${name} is ${image.minimum}: there is nothing in it. Check the exposure and the shutter.`,
  );
}

export interface Aligned {
  readonly amplitudes: readonly RealPlane[];
  /** of each frame against the first, as found; empty for one frame */
  readonly drifts: readonly Drift[];
  /** numbers, from 1, of the frames that share no content with the first: they were not moved */
  readonly unrelated: readonly number[];
}

/** A correlation peak lower than this over the rms of the rest is chance. */
const LEAST_PEAK = 8;
/** px: moving a frame by less gains nothing over the finest step of the search. */
const NO_DRIFT = 0.05;

/**
 * Finds and undoes the lateral drift of several frames. `scope` owns the amplitudes that had to be moved.
 * @param onFrame called before a frame is compared with the first; may throw to cancel
 */
export function alignExposures(
  kernels: Kernels,
  scope: Scope,
  normalised: readonly NormalisedInline[],
  distances: readonly number[],
  { sampling, wavelength }: SensorOptics,
  onFrame: (k: number) => void = () => {},
): Aligned {
  const amplitudes = normalised.map(({ amplitude }) => amplitude);
  if (amplitudes.length === 1) return { amplitudes, drifts: [], unrelated: [] };
  const noise = meanNoise(normalised);
  const drifts = registerFrames(kernels, amplitudes, distances, sampling, wavelength, noise, onFrame);
  const unrelated = drifts.flatMap(({ peak }, k) => (peak < LEAST_PEAK ? [k + 1] : []));
  const moved = amplitudes.map((amplitude, k) => {
    const { x, y } = drifts[k]!;
    const stays = (Math.abs(x) < NO_DRIFT && Math.abs(y) < NO_DRIFT) || unrelated.includes(k + 1);
    return stays ? amplitude : shiftFrame(kernels, scope, amplitude, -x, -y);
  });
  return { amplitudes: moved, drifts, unrelated };
}

/** Root mean square of the frames' noise. */
export function meanNoise(normalised: readonly NormalisedInline[]): number {
  const squares = normalised.reduce((sum, { noiseSigma }) => sum + noiseSigma * noiseSigma, 0);
  return Math.sqrt(squares / normalised.length);
}
