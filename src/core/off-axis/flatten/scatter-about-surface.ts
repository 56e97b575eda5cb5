import { copyOf } from '../../kernel/copy-plane.ts';
import type { NativeField } from '../../demodulate/demodulate.ts';
import { nativeMargin, NOISE_TILES } from '../../demodulate/demodulate-pair.ts';
import type { Frequency } from '../../field/frequency.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import { removeSmoothBackground, type SmoothBackground } from '../../phase/background.ts';
import type { BackgroundOptions } from '../../phase/find-background.ts';
import { legendreTerms } from '../../phase/legendre.ts';
import type { Recipe } from '../../recipe/values.ts';
import { backgroundScatter, type BackgroundScatter } from '../../uncertainty/background-scatter.ts';
import type { DemodulationSettings } from '../../demodulate/demodulation-settings.ts';
import type { BackgroundSettings } from '../../phase/background-settings.ts';
import type { ScatterSettings } from '../../uncertainty/scatter-settings.ts';

/** Degrees of the surface that a background may be. */
export const AUTO_DEGREES = [1, 2, 3, 4];

export interface FlattenSettings {
  readonly demodulation: DemodulationSettings;
  readonly background: BackgroundSettings;
  readonly scatter: ScatterSettings;
}

/**
 * What a field scatters about a surface that bends as it likes: where the rig's phase is known and a person wants no more than a tilt taken
 * out, what stays and is smooth, a film all over the frame, is no stray light.
 */
export function scatterAboutSurface(
  kernels: Kernels,
  field: NativeField,
  { degree, isKnown, hasBeam, flattens, edited }: Pick<SmoothBackground, 'degree'> & Seen,
  { phase_background }: Recipe,
  settings: FlattenSettings,
): BackgroundScatter | null {
  if (!isKnown || degree > 1 || (phase_background !== 'tilt' && phase_background !== 'none'))
    return scatterOf(kernels, field, settings, { hasBeam, flattens, edited });
  using scope = kernels.scope();
  const { rows, cols } = field;
  const plane = copyOf(kernels, scope, field.plane);
  const margin = nativeMargin(field, settings.demodulation);
  const options: BackgroundOptions = {
    degrees: AUTO_DEGREES,
    amplitudeDegrees: [0],
    margin,
    lit: 'in-focus',
  };
  removeSmoothBackground(kernels, plane, rows, cols, options, settings.background);
  return scatterOf(kernels, { ...field, plane }, settings, { hasBeam, flattens, edited });
}

interface Seen {
  /** a background frame or a profile has taken out the rig's phase before */
  readonly isKnown: boolean;
  /** see `ScatteringField`, all three */
  readonly hasBeam: boolean;
  readonly flattens: boolean;
  readonly edited: boolean;
}

/** What a levelled field scatters where there is no sample. */
function scatterOf(
  kernels: Kernels,
  field: NativeField,
  settings: FlattenSettings,
  seen: Omit<Seen, 'isKnown'>,
): BackgroundScatter | null {
  const margin = nativeMargin(field, settings.demodulation);
  const { leastTiles, degree } = settings.background;
  const terms = legendreTerms(Math.max(...AUTO_DEGREES)).length;
  const quiet = { ...settings.scatter, leastTiles, bandwidth: degree.finest, terms };
  return backgroundScatter(kernels, { ...field, rim: filterRim(field), ...seen }, margin, NOISE_TILES, quiet);
}

/** A round filter of radius r lets π r² of white noise through. */
export function filterRim({ noiseGain, stepX, stepY }: NativeField): Frequency {
  const radius = Math.sqrt(noiseGain / Math.PI);
  return { x: radius * stepX, y: radius * stepY };
}
