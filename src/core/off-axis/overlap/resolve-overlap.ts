import {
  divideByBackground,
  fadedFilter,
  NOISE_TILES,
  type ClippedTiles,
} from '../../demodulate/demodulate-pair.ts';
import type { NativeField } from '../../demodulate/demodulate.ts';
import type { DemodulationSettings } from '../../demodulate/demodulation-settings.ts';
import type { Kernels, Scope } from '../../kernel/kernels.ts';
import type { OverlapSettings } from '../../overlap/overlap-settings.ts';
import { solveOverlap } from '../../overlap/solve-overlap.ts';
import type { Recipe } from '../../recipe/values.ts';
import { EDGE } from '../../sideband/bandwidth.ts';
import type { MeasuredFrame } from '../../sideband/measure-frame.ts';
import type { SidebandSettings } from '../../sideband/sideband-settings.ts';
import type { Sideband } from '../../sideband/sideband.ts';
import type { MeasuredNoise } from '../noise/measure-noise.ts';
import { findRim } from '../pupil/find-rim.ts';
import type { PupilRimSettings } from '../pupil/pupil-settings.ts';

/** A field as linear demodulation gives one, with what is known of its noise. */
interface Demodulated {
  readonly field: NativeField;
  readonly sideband: Sideband;
  readonly backgroundModulus: Float64Array | null;
  readonly noise: MeasuredNoise;
}

/** How well the field beside the autocorrelation term could be fitted to the intensity. */
export interface OverlapFit {
  /** null: the model does not explain the frame, the linear field stays */
  readonly taken: Demodulated | null;
  /** cycles/px */
  readonly radius: number;
  /** squared misfit per degree of freedom in units of the camera's noise, at the start and after each round */
  readonly misfits: readonly number[];
}

interface Linear extends Demodulated {
  readonly hologram: MeasuredFrame;
  readonly background: MeasuredFrame | null;
  /** see DemodulatedPair */
  readonly clipped: ClippedTiles | null;
  /** is shown the background frame's field before it divides, and may change it */
  readonly look: (reference: NativeField, hologram: NativeField) => void;
}

interface OverlapStageSettings {
  readonly sideband: SidebandSettings;
  readonly demodulation: DemodulationSettings;
  readonly overlap: OverlapSettings;
  readonly pupil: PupilRimSettings;
}

/**
 * The field within the whole pupil where the autocorrelation term reaches into it, fitted to the intensity instead of
 * filtered out of it.
 * @param scope owns the field's plane
 * @returns null where it is not tried: the term adds little, a person gave the filter, pixels are full, or the two sidebands meet
 */
export function resolveOverlap(
  kernels: Kernels,
  scope: Scope,
  linear: Linear,
  recipe: Pick<Recipe, 'filter_radius_cycles_per_um'>,
  settings: OverlapStageSettings,
): OverlapFit | null {
  const { hologram, background, sideband, noise, clipped } = linear;
  const reach = reachOf(sideband, settings);
  if (reach === null || recipe.filter_radius_cycles_per_um !== null || clipped) return null;
  const { extent } = settings.sideband;
  const { carrier } = sideband;
  const { stopRadius, taper } = fadedFilter(upTo(sideband, reach), settings.demodulation);
  const wide = { carrier, passRadius: reach, stopRadius, measuredRadius: reach };
  const pupil = { ...settings.pupil, leastPassed: settings.overlap.leastPassed };
  const rimOf = (wave: NativeField) => {
    const rim = findRim(kernels, wave, wide, { re: 0, im: 0 }, { pupil, extent });
    return rim && rim.radius * (1 + pupil.edge);
  };
  const { fitted, radius, misfits } = solveOverlap(
    ...([kernels, scope] as const),
    {
      ...{ image: hologram.image, noise: noise.hologram, carrier, radius: reach, stopRadius, taper },
      ...{ tiles: NOISE_TILES, rimOf },
    },
    settings.overlap,
  );
  if (!fitted) return { taken: null, radius, misfits };
  const { field, fieldVariance } = fitted;
  const filter = upTo(sideband, radius);
  const whole = { ...filter, outwardRadius: radius, halo: 0, crossing: 0, autocorrelationOverlap: 0 };
  const backgroundModulus =
    background &&
    divideByBackground(kernels, field, background, filter, settings.demodulation, { look: linear.look });
  const light = (t: number) =>
    backgroundModulus ? backgroundModulus[t]! * backgroundModulus[t]! + 1e-30 : 1;
  const gained = field.noiseGain / linear.field.noiseGain;
  const taken = {
    ...{ field, sideband: whole, backgroundModulus },
    noise: {
      hologram: noise.hologram,
      fieldVariance: fieldVariance.map((v, t) => v / light(t)),
      backgroundPhaseVariance: noise.backgroundPhaseVariance.map((v) => v * gained),
    },
  };
  return { taken, radius, misfits };
}

/** How far the field reaches where the term that crosses it is worth a fit, cycles/px; null: it is not, or the two sidebands meet. */
export function reachOf(
  { carrier, crossing, outwardRadius }: Pick<Sideband, 'carrier' | 'crossing' | 'outwardRadius'>,
  { overlap, sideband }: Pick<OverlapStageSettings, 'overlap' | 'sideband'>,
): number | null {
  const length = Math.sqrt(carrier.x * carrier.x + carrier.y * carrier.y);
  const reach = Math.min(outwardRadius * (1 + sideband.extent.radiusError), overlap.mostReach * length);
  return crossing > overlap.worthwhile && outwardRadius <= reach ? reach : null;
}

function upTo(sideband: Sideband, radius: number): Sideband {
  return { ...sideband, passRadius: radius, stopRadius: radius * (1 + EDGE) };
}
