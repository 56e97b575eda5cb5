import type { Flag, Step, UncertaintyComponent } from '../reconstruction/reconstruction.ts';
import { medianInPlace } from '../fit/median.ts';
import type { Undone } from './undistort.ts';

/** The line of the phase's uncertainty. @param variance rad² per tile */
export function ofDistortion(variance: Float64Array): UncertaintyComponent {
  const median_rad = Math.sqrt(medianInPlace(variance.slice()));
  return {
    ...{ name: 'lens_distortion', type: 'B', median_rad, correlation_length_um: null },
    method: 'what the profile leaves in doubt of places, along the slope of the phase there',
  };
}

/** What was done to places. @param what was moved */
export function distortionStep(what: string, straight: Undone | null): Step[] {
  if (!straight) return [];
  const step = {
    name: 'lens_distortion',
    method: `${what} was resampled: each sample is taken from where the lens shows it, by a sinc under Kaiser’s window over 16 samples a side. Of what the camera saw nothing of, the uncertainty is π/√3.`,
    source: 'Brown, Photogrammetric Engineering 32 (1966), 444; docs/conventions.md, Calibration',
    metrics: { beyond_frame_fraction: shareOf(straight.beyond) },
  };
  return [step];
}

/** Says of a frame that it does not hold all that a lens without distortion would show. */
export function beyondFlags(straight: Undone | null): Flag[] {
  if (!straight?.beyond) return [];
  const share = (100 * shareOf(straight.beyond)).toPrecision(2);
  const detail = `With the distortion undone, ${share} % of the picture lies beyond what the camera saw: it repeats the edge there, and its phase is not known.`;
  return [{ code: 'distortion_beyond_frame', level: 'info', detail }];
}

function shareOf(beyond: Uint8Array | null): number {
  return beyond ? beyond.reduce((sum, one) => sum + one, 0) / beyond.length : 0;
}
