import type { NativeField } from '../../demodulate/demodulate.ts';
import { nativeMargin, NOISE_TILES, tileModulus } from '../../demodulate/demodulate-pair.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import type { BackgroundRegion } from '../../phase/background-region.ts';
import {
  divideBySmooth,
  removeSmoothBackground,
  smoothAmplitude,
  type SmoothBackground,
} from '../../phase/background.ts';
import type { BackgroundOptions } from '../../phase/find-background.ts';
import { medianOfLight } from '../../phase/light-of-tiles.ts';
import { divide } from '../../phase/smooth-series.ts';
import type { BackgroundScatter } from '../../uncertainty/background-scatter.ts';
import { refined, sumOfMaps, type NoiseMap } from '../../uncertainty/phase-sigma.ts';
import type { DividedStructure } from '../../uncertainty/divided-out.ts';
import { strayLight, strayPlaces } from '../../uncertainty/stray-light.ts';
import type { Recipe } from '../../recipe/values.ts';
import {
  AUTO_DEGREES,
  filterRim,
  scatterAboutSurface,
  type FlattenSettings,
} from './scatter-about-surface.ts';

/** What was taken out of a field, and what it was divided by. */
export interface TakenBackground extends Pick<KnownOfRig, 'flattens' | 'edited'> {
  /** null: too little of the field carries phase, and only its scale was taken */
  readonly fit: SmoothBackground | null;
  /** amplitude the field was divided by, per noise tile */
  readonly amplitude: Float64Array;
  /** what the field is where there is no sample, as long as nothing is put back */
  readonly outside: { readonly re: number; readonly im: number };
  /** a background frame or a profile has taken out the rig's phase before */
  readonly isKnown: boolean;
}

/** What a background frame or a profile has taken out already, and how the camera's counts follow the light. */
export interface KnownOfRig {
  readonly light: boolean;
  readonly phase: boolean;
  /** see `ScatteringField` */
  readonly flattens?: boolean;
  readonly edited?: boolean;
}

/** The field after its smooth background was taken out. */
export interface Flattened extends TakenBackground {
  /** what it scatters where there is no sample, in the plane of the sensor; null where that can't be told */
  readonly scatter: BackgroundScatter | null;
}

const POLYNOMIAL_DEGREES = [2, 3, 4];
const AMPLITUDE_DEGREES = [0, 1, 2, 3, 4];

/**
 * Takes the smooth background out of the field: the amplitude in any case, of the phase what the recipe says; all of it where
 * the recipe wants none taken, for {@link flattened} to put back.
 * @param region what holds no sample, where a person has said it
 * @param noise E|n|² of the camera's noise in the field
 */
export function takeBackground(
  kernels: Kernels,
  field: NativeField,
  recipe: Recipe,
  settings: FlattenSettings,
  known: KnownOfRig,
  { region, noise }: { readonly region: BackgroundRegion | null; readonly noise: number },
): TakenBackground {
  const { plane, rows, cols } = field;
  const degrees = {
    auto: known.phase ? [1] : AUTO_DEGREES,
    none: known.phase ? [1] : AUTO_DEGREES,
    tilt: [1],
    polynomial: recipe.background_degree === null ? POLYNOMIAL_DEGREES : [recipe.background_degree],
  }[recipe.phase_background];
  const amplitudeDegrees = known.light ? [0] : AMPLITUDE_DEGREES;
  const bent = bentDegrees(recipe, known);
  const options = {
    degrees,
    bent,
    isRest: known.light,
    amplitudeDegrees,
    region,
    margin: nativeMargin(field, settings.demodulation),
    ...{ ...litOf(recipe), noise, isLevel: levelBehind(kernels, field, recipe, settings, known) },
  };
  const fit = removeSmoothBackground(kernels, plane, rows, cols, options, settings.background);
  if (!fit) return scaledToLight(kernels, field, known.phase);
  const amplitude = Float64Array.from({ length: NOISE_TILES * NOISE_TILES }, (_, t) => {
    const x = (2 * ((t % NOISE_TILES) + 0.5)) / NOISE_TILES - 1;
    const y = (2 * (Math.floor(t / NOISE_TILES) + 0.5)) / NOISE_TILES - 1;
    return smoothAmplitude(fit, x, y);
  });
  // what a background frame or a profile took out is no guess, and nothing else is taken
  const isSure = known.phase && recipe.phase_background === 'none';
  return {
    ...{ fit: isSure ? { ...fit, others: [] } : fit, amplitude },
    ...{ outside: { re: 1, im: 0 }, isKnown: known.phase },
    ...{ flattens: known.flattens ?? false, edited: known.edited ?? false },
  };
}

/** A rig that bends a little between its two frames leaves more than a tilt of the quotient. */
function bentDegrees({ phase_background }: Recipe, { light }: KnownOfRig): readonly number[] {
  return light && phase_background === 'auto' ? AUTO_DEGREES : [];
}

/**
 * Whether a field that a background frame was divided out of lies level anywhere: parts without a sample hold no more than stray light
 * then. What dust and films leave without one does not lie level either, and nothing is asked.
 */
function levelBehind(
  kernels: Kernels,
  field: NativeField,
  recipe: Recipe,
  settings: FlattenSettings,
  { light, phase, flattens = false, edited = false }: KnownOfRig,
): ((left: ComplexPlane) => boolean) | undefined {
  if (!light) return undefined;
  const how = { degree: 1, isKnown: phase, hasBeam: true, flattens, edited };
  return (plane) =>
    scatterAboutSurface(kernels, { ...field, plane }, how, recipe, settings)?.isLevel ?? false;
}

/**
 * Out of focus a surface has to be the beam's: that of light which bright parts of a sample sent past themselves is their shape. Where
 * a person asks for a polynomial, it is one.
 */
function litOf({ phase_background, z_mm, z_min_mm }: Recipe): Pick<BackgroundOptions, 'lit'> {
  if (phase_background === 'polynomial') return {};
  return { lit: (z_mm ?? 0) !== 0 || z_min_mm !== null ? 'out-of-focus' : 'in-focus' };
}

/** Measures what a field scatters whose background was taken, and puts back what the recipe does not want taken. */
export function flattened(
  kernels: Kernels,
  field: NativeField,
  taken: TakenBackground,
  recipe: Recipe,
  settings: FlattenSettings,
): Flattened {
  const { fit, isKnown, flattens = false, edited = false } = taken;
  if (!fit) return { ...taken, scatter: null };
  const how = { ...fit, isKnown, flattens, edited, hasBeam: true };
  const scatter = scatterAboutSurface(kernels, field, how, recipe, settings);
  const asFound = withHidden(fit, scatter);
  if (recipe.phase_background !== 'none') return { ...taken, fit: asFound, scatter };
  const negated = fit.phase.map((c) => -c);
  divide(kernels, field.plane, field.rows, field.cols, fit.degree, negated, 0, new Float64Array([1]));
  return { ...taken, scatter, outside: { re: 0, im: 0 } };
}

/** Does to another field of the same rig what was done to one. */
export function flattenAlike(kernels: Kernels, field: NativeField, flat: Flattened, recipe: Recipe): void {
  const { fit, amplitude } = flat;
  const noPhase = { degree: 0, phase: new Float64Array([0]) };
  const light = fit ?? { amplitudeDegree: 0, amplitude: new Float64Array([amplitude[0]!]) };
  const surface = fit !== null && recipe.phase_background !== 'none' ? fit : noPhase;
  divideBySmooth(kernels, field, { ...light, ...pickPhase(surface) });
}

function pickPhase({ degree, phase }: { readonly degree: number; readonly phase: Float64Array }) {
  return { degree, phase };
}

/**
 * rad² on a grid finer than the noise tiles: what light from out of focus does to places; null where the background's phase was left in or
 * could not be taken.
 * @param field `unseen`: 1 for samples that the camera saw nothing of; `refocused`: by a distance other than 0
 * @param maps all that is known of the field so far, and the camera's part of it
 */
export function lightFromOutOfFocus(
  kernels: Kernels,
  field: NativeField & {
    readonly unseen: Uint8Array | null;
    readonly refocused: boolean;
    readonly divided: DividedStructure | null;
  },
  { fit, outside }: Pick<Flattened, 'fit' | 'outside'>,
  maps: { readonly noise: NoiseMap; readonly camera: NoiseMap },
  settings: FlattenSettings,
): Float64Array | null {
  if (!fit || outside.re === 0) return null;
  const { noise, camera } = maps;
  const { tiles, finer } = noise;
  const places = Math.max(strayPlaces(field), finer?.tiles ?? tiles);
  const onPlaces = (map: Float64Array) => refined(map, finer!.tiles, places);
  const ofField = finer ? onPlaces(finer.fieldVariance.map((v) => v / 2)) : null;
  const ofPhase = finer ? onPlaces(finer.phaseVariance) : null;
  // along the field's own direction lies half of what is beside it, and as much of a background frame's noise as in the phase
  const known = (extra: Float64Array, finest: Float64Array | null) => {
    const usual = noise.fieldVariance.map((v, t) => v / 2 + extra[t]!);
    return sumOfMaps(refined(usual, tiles, places), ...[ofField, finest].filter((map) => map !== null));
  };
  const usual = {
    modulus: known(camera.extraPhaseVariance, null),
    phase: known(noise.extraPhaseVariance, ofPhase),
  };
  const margin = nativeMargin(field, settings.demodulation);
  return strayLight(kernels, { ...field, rim: filterRim(field) }, usual, places, margin, settings.scatter);
}

function scaledToLight(
  kernels: Kernels,
  { plane, rows, cols }: NativeField,
  isKnown: boolean,
): TakenBackground {
  const typical = medianOfLight(tileModulus(kernels, plane, rows, cols)) || 1;
  divide(kernels, plane, rows, cols, 0, new Float64Array([0]), 0, new Float64Array([typical]));
  return {
    fit: null,
    amplitude: new Float64Array(NOISE_TILES * NOISE_TILES).fill(typical),
    outside: { re: 0, im: 0 },
    isKnown,
  };
}

/** What was taken out of the focused field, and what it scatters there. */
export interface LevelledField {
  readonly levelled: SmoothBackground | null;
  readonly scatter: BackgroundScatter | null;
}

export interface ToLevel {
  readonly region: BackgroundRegion | null;
  readonly z: number;
  readonly flat: Flattened;
  readonly known: KnownOfRig;
  /** E|n|² of the camera's noise in the field before its background was taken */
  readonly noise: number;
}

/**
 * Takes out what is left of piston, tilt and scale after the propagation, unless nothing is to be taken; where nothing could be taken
 * before it, the surface, too.
 */
export function level(
  kernels: Kernels,
  field: NativeField,
  recipe: Recipe,
  settings: FlattenSettings,
  { region, z, flat, known, noise }: ToLevel,
): LevelledField {
  if (z === 0 || recipe.phase_background === 'none') return { levelled: null, scatter: flat.scatter };
  const margin = nativeMargin(field, settings.demodulation);
  const left = { degrees: [1], amplitudeDegrees: [0], margin, region };
  const [scale] = flat.amplitude;
  const options = flat.fit
    ? left
    : {
        ...left,
        ...(recipe.phase_background === 'tilt' || known.phase ? {} : { degrees: AUTO_DEGREES }),
        bent: bentDegrees(recipe, known),
        isRest: known.light,
        ...{ lit: 'in-focus' as const, noise: noise / (scale! * scale!) },
        isLevel: levelBehind(kernels, field, recipe, settings, known),
      };
  const { plane, rows, cols } = field;
  const levelled = removeSmoothBackground(kernels, plane, rows, cols, options, settings.background);
  // what lies on both sides of a beam is told from what lies on one only where there is a beam beside the sample
  const { flattens = false, edited = false } = known;
  const seen = { hasBeam: flat.fit !== null, flattens, edited };
  const about =
    levelled &&
    scatterAboutSurface(kernels, field, { ...levelled, isKnown: known.phase, ...seen }, recipe, settings);
  return {
    levelled: levelled && withHidden(levelled, about),
    scatter: levelled ? about : flat.scatter,
  };
}

/** A fit with the doubt that a sample leaves which fills the frame: as a surface that lies so far from it everywhere. */
function withHidden(fit: SmoothBackground, scatter: BackgroundScatter | null): SmoothBackground {
  if (!scatter || scatter.hidden === 0) return fit;
  const coefficients = fit.phase.slice();
  coefficients[0]! += Math.sqrt(scatter.hidden);
  return { ...fit, others: [...fit.others, { degree: fit.degree, coefficients, share: 1 }] };
}
