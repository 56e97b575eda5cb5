import type { NativeField } from '../../demodulate/demodulate.ts';
import { nativeMargin, NOISE_TILES } from '../../demodulate/demodulate-pair.ts';
import type { DemodulationSettings } from '../../demodulate/demodulation-settings.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { BackgroundSettings } from '../../phase/background-settings.ts';
import type { MeasuredFrame } from '../../sideband/measure-frame.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import { smoothReference } from '../../smooth-reference/smooth-reference.ts';
import type { SmoothingSettings } from '../../smooth-reference/smoothing-settings.ts';
import { measureCameraNoise, tileMeans, type CameraNoise } from '../../uncertainty/camera-noise.ts';
import type { NoiseSettings } from '../../uncertainty/noise-settings.ts';
import { sharedNoise } from '../../uncertainty/shared-noise.ts';
import { referenceSurface } from '../pupil/reference-surface.ts';

/** What became of a background frame's noise. */
export interface SmoothedBackground {
  readonly noise: CameraNoise;
  /** share of it that is left in its field, per noise tile */
  readonly left: Float64Array;
  /** correlation with the hologram's noise, pixel by pixel: that part of the noise was kept, and divides out */
  readonly shared: number;
}

export interface Smoothing {
  /** changes the background frame's field */
  readonly smooth: (reference: NativeField) => void;
  /** after the first field was smoothed */
  readonly outcome: () => SmoothedBackground;
}

interface Stage {
  readonly demodulation: DemodulationSettings;
  readonly background: BackgroundSettings;
  readonly noise: NoiseSettings;
  readonly smoothing: SmoothingSettings;
}

/** Smooths the fields of a background frame, so that it costs little more noise than none. */
export function backgroundSmoothing(
  kernels: Kernels,
  hologram: MeasuredFrame,
  background: MeasuredFrame,
  { passRadius }: Sideband,
  settings: Stage,
): Smoothing {
  const noise = measureCameraNoise(kernels, background.spectrum, background.image, settings.noise);
  const frames = [hologram.image, background.image] as const;
  // to be a pattern, the noise of both frames has to hang together pixel by pixel
  const { proven } = settings.noise.evidence;
  const shared = sharedNoise(kernels, frames, noise.at, settings.noise.radius, proven);
  const variance = tileMeans(kernels, background.image.plane, NOISE_TILES).map((mean) =>
    Math.max(0, noise.offset + noise.slope * mean),
  );
  let left: Float64Array | null = null;
  return {
    smooth: (reference) => {
      const surface = referenceSurface(kernels, reference, settings, settings.smoothing.degree);
      const margin = nativeMargin(reference, settings.demodulation);
      const about = { variance, shared, radius: passRadius, margin, surface };
      const found = smoothReference(kernels, reference, about, settings.smoothing);
      left ??= found;
    },
    outcome: () => ({ noise, left: left!, shared }),
  };
}
