import type { ComplexPlane } from '../../kernel/plane.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { BackgroundRegion } from '../../phase/background-region.ts';
import { backgroundSettings } from '../../phase/background-settings.ts';
import { removeSmoothBackground, type SmoothBackground } from '../../phase/background.ts';
import { carriedDegrees } from '../../phase/carried-degrees.ts';
import { legendreTerms } from '../../phase/legendre.ts';
import { divide } from '../../phase/smooth-series.ts';
import { tilePlaces } from '../../phase/tiles.ts';
import type { Recipe } from '../../recipe/values.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';
import { inlineBackgroundSettings, type InlineBackgroundSettings } from './background-settings.ts';

/**
 * Below this spatial frequency (cycles/µm) the phase is hardly recorded: sin(πλz f²) is small for the farthest frame
 * (contrast transfer: Guigay, Optik 49, 121 (1977)).
 * @param distances µm, of each frame
 */
export function phaseBlindBelow(
  wavelength: number,
  distances: readonly number[],
  { blindContrast }: InlineBackgroundSettings = inlineBackgroundSettings,
): number {
  const farthest = Math.max(...distances.map(Math.abs));
  return farthest === 0 ? Infinity : Math.sqrt(blindContrast / (Math.PI * wavelength * farthest));
}

/** What the recipe says of the background, and its region on the field's samples. */
interface Choice extends Pick<Recipe, 'phase_background'>, Partial<Pick<Recipe, 'background_degree'>> {
  readonly region?: BackgroundRegion | null;
}

/**
 * Refuses a region that can't carry the background it is given for, before minutes go into the rest.
 * @param blindBelow as in {@link removePhaseBackground}; 0 where no distance is known yet: then `auto` asks for nothing
 * @throws Problem INVALID_INPUT
 */
export function checkBackgroundRegion(
  { rows, cols, sampling }: SensorOptics,
  blindBelow: number,
  choice: Choice,
  settings: InlineBackgroundSettings = inlineBackgroundSettings,
): void {
  const { region = null } = choice;
  const degrees = degreesOf({ rows, cols, sampling }, blindBelow, choice);
  if (!region || Math.max(0, ...degrees) === 0) return;
  carriedDegrees(tilePlaces(rows, cols, settings.margin, region), degrees, backgroundSettings, region);
}

/** Of a polynomial that is asked for: a higher one would follow samples. */
const DEGREES = [2, 3, 4];

/** Degrees of the phase to choose from, ascending. */
function degreesOf(
  { rows, cols, sampling }: Pick<SensorOptics, 'rows' | 'cols' | 'sampling'>,
  blindBelow: number,
  { phase_background: choice, background_degree: degree = null }: Choice,
): number[] {
  const extent = Math.min(rows * sampling.pitchY, cols * sampling.pitchX);
  const recorded = Math.floor(2 * extent * Math.min(blindBelow, 1));
  return {
    auto: upTo(Math.min(DEGREES.at(-1)!, recorded)),
    none: [],
    tilt: [1],
    polynomial: degree === null ? DEGREES : [degree],
  }[choice];
}

/**
 * Takes the smooth phase of the background out of a retrieved field. `auto` takes out only what is slower than the
 * hologram records at all: there the retrieval follows the unevenness of the light. (A Legendre term of degree d has
 * about d half waves across the frame.)
 * @param blindBelow cycles/µm: phase that varies more slowly is hardly recorded
 * @returns null where nothing was taken out
 */
export function removePhaseBackground(
  kernels: Kernels,
  field: ComplexPlane,
  optics: SensorOptics,
  blindBelow: number,
  choice: Choice,
  settings: InlineBackgroundSettings = inlineBackgroundSettings,
): SmoothBackground | null {
  const { rows, cols } = optics;
  const { region = null } = choice;
  const degrees = degreesOf(optics, blindBelow, choice);
  if (Math.max(0, ...degrees) === 0) return null;
  using scope = kernels.scope();
  const copy = scope.complex(rows, cols);
  const bytes = rows * field.pitchBytes;
  kernels.bytes(copy.ptr, bytes).set(kernels.bytes(field.ptr, bytes));
  const options = { degrees, amplitudeDegrees: [0], margin: settings.margin, region };
  const fit = removeSmoothBackground(kernels, copy, rows, cols, options);
  if (!fit || (choice.phase_background === 'auto' && rms(fit) < settings.evidence.phase)) return null;
  // the amplitude is relative to the light already
  divide(kernels, field, rows, cols, fit.degree, fit.phase, 0, new Float64Array([1]));
  return fit;
}

/** Root mean square of a series over the frame, its constant left out: the mean of P_a² P_b² is 1/((2a+1)(2b+1)). */
function rms({ phase, degree }: SmoothBackground): number {
  const squares = legendreTerms(degree).map(({ a, b }, k) =>
    a + b === 0 ? 0 : (phase[k]! * phase[k]!) / ((2 * a + 1) * (2 * b + 1)),
  );
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
}

function upTo(degree: number): number[] {
  return Array.from({ length: degree + 1 }, (_, d) => d);
}
