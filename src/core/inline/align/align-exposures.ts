import type { RealPlane } from '../../kernel/plane.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import { meanNoise } from '../../light/load-exposures.ts';
import type { NormalisedInline } from '../../light/normalise-inline.ts';
import type { Shift } from '../retrieve/shifts-left.ts';
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
  return { amplitudes: movedBack(kernels, scope, normalised, drifts, unrelated), drifts, unrelated };
}

/** The amplitudes with their drift undone. `scope` owns those that had to be moved. */
export function movedBack(
  kernels: Kernels,
  scope: Scope,
  normalised: readonly Pick<NormalisedInline, 'amplitude'>[],
  drifts: readonly Drift[],
  unrelated: readonly number[] = [],
): readonly RealPlane[] {
  return normalised.map(({ amplitude }, k) => {
    const { x, y } = drifts[k] ?? { x: 0, y: 0 };
    const stays = (Math.abs(x) < FINEST_STEP && Math.abs(y) < FINEST_STEP) || unrelated.includes(k + 1);
    return stays ? amplitude : shiftFrame(kernels, scope, amplitude, -x, -y);
  });
}

/**
 * The frames brought to where a field that explains all of them shows them, where that is elsewhere than their correlation by more
 * than that is precise to: twin images and distances that are off pull at it.
 * @param shifts of each frame against the field, as they were aligned
 */
export function alignedByField(
  kernels: Kernels,
  scope: Scope,
  normalised: readonly NormalisedInline[],
  aligned: Aligned,
  shifts: readonly Shift[],
): Aligned {
  const [first] = shifts;
  const off = shifts.map(({ x, y }) => ({ x: x - first!.x, y: y - first!.y }));
  if (off.every(({ x, y }) => Math.abs(x) < FINEST_STEP && Math.abs(y) < FINEST_STEP)) return aligned;
  const drifts = aligned.drifts.map((drift, k) => ({
    ...drift,
    x: drift.x + off[k]!.x,
    y: drift.y + off[k]!.y,
  }));
  return { ...aligned, amplitudes: movedBack(kernels, scope, normalised, drifts), drifts };
}
