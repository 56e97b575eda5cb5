import { nativeGrid, type NativeField } from '../demodulate/demodulate.ts';
import type { CameraImage } from '../field/camera.ts';
import type { Frequency } from '../field/frequency.ts';
import { tileMoments } from '../field/tile-moments.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { partOf, type RealPlane } from '../kernel/plane.ts';
import { tileMeans, type CameraNoise } from '../uncertainty/camera-noise.ts';
import { conjugateGradients } from './conjugate-gradients.ts';
import { discOf, narrowed, type Disc } from './disc.ts';
import { fitFringes } from './fit-fringes.ts';
import { asFringes, onNativeGrid, phasePowers, type NativeDisc } from './fitted-wave.ts';
import { sampleAlike, sampleFringes } from './fringe-grid.ts';
import { FringeModel, unknowns } from './fringe-model.ts';
import { linearStarts } from './linear-start.ts';
import type { OverlapSettings } from './overlap-settings.ts';

/** The field that explains the intensity, and how well it does. */
export interface SolvedOverlap {
  /** null: none explains it */
  readonly fitted: {
    /** as a demodulated one: its amplitude is that of the fringes, counts */
    readonly field: NativeField;
    /** E|n|² of it per noise tile, counts²: what noise does, and what the last round still changed */
    readonly fieldVariance: Float64Array;
  } | null;
  /** cycles/px, that the field was fitted within */
  readonly radius: number;
  /** squared misfit per degree of freedom, in units of the camera's noise, at the start and after each round */
  readonly misfits: readonly number[];
}

/** A frame of fewer times the first look's area is fitted at once. */
const MOST_LOOKED_AT = 4;

interface Frames {
  readonly image: CameraImage;
  readonly noise: CameraNoise;
  readonly carrier: Frequency;
  /** cycles/px, of the whole pupil */
  readonly radius: number;
  /** cycles/px, that the native grid is made for; and camera pixels of the fade that later steps reckon with */
  readonly stopRadius: number;
  readonly taper: number;
  /** noise tiles along each side */
  readonly tiles: number;
  /** radius to which the field may reach, as beyond it a wave holds nothing but noise, cycles/px; null: it does not show */
  readonly rimOf: (wave: NativeField) => number | null;
}

/**
 * Fits I = |r · (carrier's conjugate) + o|² + rest to a frame: o has its band within a disc, r and the rest (light that does
 * not interfere) are smooth. So the autocorrelation term is part of the model, instead of being filtered away.
 * @param scope owns the field's plane
 */
export function solveOverlap(
  kernels: Kernels,
  scope: Scope,
  frames: Frames,
  settings: OverlapSettings,
): SolvedOverlap {
  const refused = firstLook(kernels, frames, settings);
  if (refused) return { fitted: null, radius: frames.radius, misfits: refused };
  using scratch = kernels.scope();
  const { image, noise, tiles } = frames;
  const { mean, plane } = image;
  const { model, fringes, fit, disc, radius, native } = fitToPupil(kernels, scratch, frames, settings);
  const { misfits } = fit;
  const misfit = misfits.at(-1)!;
  if (!(misfit <= settings.mostMisfit)) return { fitted: null, radius, misfits };
  const { at, lastChange } = fit;
  const noisy = scratch.real(plane.rows, plane.cols);
  const leastNoise = settings.leastNoise * (noise.offset + noise.slope * mean);
  kernels.wasm.overlapNoise(plane, noisy, { noiseOffset: noise.offset, noiseSlope: noise.slope, leastNoise });
  const probe = unknowns(disc.count);
  model.probe(sampleAlike(kernels, scratch, noisy, mean, fringes), probe);
  const noiseOfField = conjugateGradients(model, probe, settings.probeRounds).spectrum;
  const wave = onNativeGrid(kernels, scope, native, at.spectrum);
  const phasePower = (numbers: Float64Array) => {
    using brief = kernels.scope();
    return phasePowers(kernels, wave, onNativeGrid(kernels, brief, native, numbers), tiles);
  };
  const [ofNoise, ofBias] = [phasePower(noiseOfField), phasePower(lastChange)];
  const field = {
    ...wave,
    noiseGain: disc.count / (fringes.fullRows * fringes.fullCols),
    taper: frames.taper,
  };
  asFringes(kernels, field, plane, at.surfaces, mean);
  const light = mean * mean * at.surfaces[0]! * at.surfaces[0]!;
  const limit = noiseLimit(kernels, image, noise, field, tiles);
  const inner = innerTiles(tiles);
  const sum = (values: Float64Array) => inner.reduce((total, t) => total + values[t]!, 0);
  const excess = ((light * sum(ofNoise)) / sum(limit)) * Math.max(1, misfit);
  const fieldVariance = limit.map((v, t) => v * excess + settings.biasShare * light * ofBias[t]!);
  return { fitted: { field, fieldVariance }, radius, misfits };
}

/**
 * One round on a part of a large frame: what the model does not explain there it does not explain in all of it.
 * @returns the misfits where that is so
 */
function firstLook(kernels: Kernels, frames: Frames, settings: OverlapSettings): readonly number[] | null {
  const { plane } = frames.image;
  const middle = lookedAt(plane, settings);
  if (!middle) return null;
  using scratch = kernels.scope();
  const { side } = middle;
  const part = partOf(plane, middle, side, side);
  const [mean] = tileMeans(kernels, part, 1);
  const image = { ...frames.image, plane: part, mean: mean! };
  const { first, unit } = startOf(kernels, scratch, { ...frames, image }, settings);
  return first.gaveUp ? first.misfits.map((value) => value / unit()) : null;
}

/** The middle of a frame that is so large that a look at a part saves time. */
export function lookedAt(
  { rows, cols }: Pick<RealPlane, 'rows' | 'cols'>,
  { firstLook: side }: Pick<OverlapSettings, 'firstLook'>,
): { readonly row: number; readonly col: number; readonly side: number } | null {
  if (rows * cols < MOST_LOOKED_AT * side * side || Math.min(rows, cols) < side) return null;
  return { row: (rows - side) >> 1, col: (cols - side) >> 1, side };
}

/** After one round, from where that leaves least. */
function startOf(kernels: Kernels, scratch: Scope, frames: Frames, settings: OverlapSettings) {
  const { image, noise, carrier, radius, taper } = frames;
  const fringes = sampleFringes(kernels, scratch, image, carrier, radius, taper, settings);
  const { mean } = image;
  const { fullRows, fullCols, data } = fringes;
  const disc = discOf(radius, { rows: fullRows, cols: fullCols });
  const variance = noise.offset + noise.slope * mean;
  const line = { offset: noise.offset / variance, slope: (noise.slope * mean) / variance };
  const model = new FringeModel(kernels, scratch, fringes, disc, { ...line, least: settings.leastNoise });
  // the unknowns that the fit is free to choose leave as much less of the noise
  const perGain = variance / (mean * mean);
  const noiseLevel = perGain * fringes.noiseGain;
  const unit = () =>
    noiseLevel - (perGain * fringes.sidebandGain * 2 * model.disc.count) / (data.rows * data.cols);
  const starts = linearStarts(kernels, fringes, disc, { radius, carrier, noiseLevel }, settings.reference);
  const rounds = { ...settings, innerRounds: settings.innerRounds.slice(0, 1) };
  const tried = starts.map((start) => fitFringes(model, start, unit(), rounds));
  const first = tried.reduce((a, b) => (b.misfits.at(-1)! < a.misfits.at(-1)! ? b : a));
  return { fringes, disc, model, unit, first };
}

/** The fit within the disc that is given, and then within the pupil, if its rim shows in what was found. */
function fitToPupil(kernels: Kernels, scratch: Scope, frames: Frames, settings: OverlapSettings) {
  const { image, stopRadius, rimOf } = frames;
  const { fringes, disc, model, unit, first } = startOf(kernels, scratch, frames, settings);
  const { data, fullRows, fullCols } = fringes;
  const grid = { ...nativeGrid(image.plane.rows, image.plane.cols, stopRadius), fullRows, fullCols };
  const samples = Math.sqrt(data.rows * data.cols);
  const nativeOf = (of: Disc) => ({ grid, frame: image.plane, disc: of, unit: samples });
  const inNoise = (value: number) => value / unit();
  const before = first.misfits.map(inNoise);
  const wide = { model, fringes, disc, radius: frames.radius, native: nativeOf(disc) };
  if (first.gaveUp) return { ...wide, fit: { ...first, misfits: before } };
  const rounds = (innerRounds: readonly number[]) => ({ ...settings, innerRounds, mostLeft: Infinity });
  const found = fitFringes(model, first.at, unit(), rounds(settings.innerRounds.slice(1)));
  before.push(...found.misfits.slice(1).map(inNoise));
  const rim = rimIn(kernels, nativeOf(disc), found.at.spectrum, rimOf);
  const within = rim === null ? frames.radius : Math.min(frames.radius, rim);
  const pupil = discOf(within, { rows: fullRows, cols: fullCols });
  model.restrict(pupil);
  const from = { ...found.at, spectrum: narrowed(disc, found.at.spectrum, pupil) };
  const second = fitFringes(model, from, unit(), rounds(settings.lastRounds));
  const misfits = [...before, ...second.misfits.slice(1).map(inNoise)];
  // a fit that was there already has no last round of its own
  const lastChange = second.misfits.length > 1 ? second.lastChange : narrowed(disc, found.lastChange, pupil);
  return {
    ...wide,
    fit: { ...second, misfits, lastChange },
    disc: pupil,
    radius: within,
    native: nativeOf(pupil),
  };
}

function rimIn(
  kernels: Kernels,
  native: NativeDisc,
  spectrum: Float64Array,
  rimOf: Frames['rimOf'],
): number | null {
  using scratch = kernels.scope();
  const wave = onNativeGrid(kernels, scratch, native, spectrum);
  return rimOf({ ...wave, noiseGain: 0, taper: 0 });
}

/** Tiles that don't touch the frame's edges, where the fit leans on light that nobody saw. */
function innerTiles(tiles: number): number[] {
  const inside = (k: number) => k > 0 && k < tiles - 1;
  return Array.from({ length: tiles * tiles }, (_, t) => t).filter(
    (t) => inside(t % tiles) && inside(Math.floor(t / tiles)),
  );
}

/**
 * E|n|² per tile of a field whose phase is as good as the fringes permit (Cramér–Rao), counts²: pixels of the variance
 * s + d cos θ, d = 2 |c| slope, carry (s + √(s² − d²)) / 2 where linear demodulation, which weighs them alike, has s.
 */
function noiseLimit(
  kernels: Kernels,
  image: CameraImage,
  { offset, slope }: CameraNoise,
  { plane, rows, cols, noiseGain }: NativeField,
  tiles: number,
): Float64Array {
  const { modulus } = tileMoments(kernels, plane, rows, cols, tiles);
  return tileMeans(kernels, image.plane, tiles).map((mean, t) => {
    const s = Math.max(0, offset + slope * mean);
    const d = 2 * modulus[t]! * slope;
    return (noiseGain / 2) * (s + Math.sqrt(Math.max(0, s * s - d * d)));
  });
}
