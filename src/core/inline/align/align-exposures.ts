import type { RealPlane } from '../../kernel/plane.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { meanNoise } from '../../light/load-exposures.ts';
import type { NormalisedInline } from '../../light/normalise-inline.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';
import { alignSettings, type AlignSettings } from './align-settings.ts';
import { FINEST_STEP, registerFrames, type Drift } from './register.ts';
import { shiftFrame } from './register-shift.ts';

/** The frames of one sample, brought to where the first one shows its features. */
export interface Aligned {
  readonly amplitudes: readonly RealPlane[];
  /** of each frame against the first, as found; empty for one frame */
  readonly drifts: readonly Drift[];
  /** numbers, from 1, of the frames that share no content with the first: they were not moved */
  readonly unrelated: readonly number[];
}

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
  settings: AlignSettings = alignSettings,
): Aligned {
  const amplitudes = normalised.map(({ amplitude }) => amplitude);
  if (amplitudes.length === 1) return { amplitudes, drifts: [], unrelated: [] };
  const noise = meanNoise(normalised);
  const optics = [sampling, wavelength, noise] as const;
  const drifts = registerFrames(kernels, amplitudes, distances, ...optics, onFrame, settings);
  const unrelated = drifts.flatMap(({ peak }, k) => (peak < settings.evidence.sure ? [k + 1] : []));
  const moved = amplitudes.map((amplitude, k) => {
    const { x, y } = drifts[k]!;
    const stays = (Math.abs(x) < FINEST_STEP && Math.abs(y) < FINEST_STEP) || unrelated.includes(k + 1);
    return stays ? amplitude : shiftFrame(kernels, scope, amplitude, -x, -y);
  });
  return { amplitudes: moved, drifts, unrelated };
}
