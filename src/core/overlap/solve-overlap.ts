import { nativeGrid, type NativeField } from '../demodulate/demodulate.ts';
import { ifft2 } from '../fft/fft2.ts';
import type { CameraImage } from '../field/camera.ts';
import type { Frequency } from '../field/frequency.ts';
import { tileBounds } from '../field/tile-bounds.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../kernel/complex-layout.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import type { RealPlane } from '../kernel/plane.ts';
import { tileMeans, type CameraNoise } from '../uncertainty/camera-noise.ts';
import { tileMoments } from '../field/tile-moments.ts';
import { conjugateGradients } from './conjugate-gradients.ts';
import { discOf, putDisc, type Disc } from './disc.ts';
import { fitFringes } from './fit-fringes.ts';
import { sampleAlike, sampleFringes } from './fringe-grid.ts';
import { FringeModel, unknowns } from './fringe-model.ts';
import { linearStart } from './linear-start.ts';
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
  /** squared misfit per degree of freedom, in units of the camera's noise, at the start and after each round */
  readonly misfits: readonly number[];
}

/** What is left of the start's errors, as a share of what the last round changed of them, to the square. */
const BIAS_SHARE = 0.25;

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
}

/**
 * Fits I = |r · (carrier's conjugate) + o|² + rest to a frame: o has its band within a disc, r and the rest (light that does
 * not interfere) are smooth. So the autocorrelation term is part of the model, instead of being filtered away.
 * @param scope owns the field's plane
 */
export function solveOverlap(
  kernels: Kernels,
  scope: Scope,
  { image, noise, carrier, radius, stopRadius, taper, tiles }: Frames,
  settings: OverlapSettings,
): SolvedOverlap {
  using scratch = kernels.scope();
  const fringes = sampleFringes(kernels, scratch, image, carrier, radius, settings);
  const { mean, plane } = image;
  const { fullRows, fullCols, data } = fringes;
  const disc = discOf(radius, { rows: fullRows, cols: fullCols });
  const variance = noise.offset + noise.slope * mean;
  const line = { offset: noise.offset / variance, slope: (noise.slope * mean) / variance };
  const least = settings.leastNoise;
  const model = new FringeModel(kernels, scratch, fringes, disc, { ...line, least });
  const { at, misfits, lastChange } = fitFringes(model, linearStart(kernels, fringes, disc), settings);
  // the unknowns that the fit is free to choose leave as much less of the noise
  const freedom = (2 * disc.count) / (data.rows * data.cols);
  const unit = ((variance * fringes.noiseGain) / (mean * mean)) * (1 - freedom);
  const inNoise = misfits.map((value) => value / unit);
  const misfit = inNoise.at(-1)!;
  if (!(misfit <= settings.mostMisfit)) return { fitted: null, misfits: inNoise };
  const noisy = scratch.real(plane.rows, plane.cols);
  kernels.run.overlapNoise(plane, noisy, {
    ...{ noiseOffset: noise.offset, noiseSlope: noise.slope, leastNoise: least * variance },
  });
  const probe = unknowns(disc.count);
  model.probe(sampleAlike(kernels, scratch, noisy, mean, fringes), probe);
  const ends = { rounds: settings.probeRounds, end: settings.innerEnd };
  const noiseOfField = conjugateGradients(model, probe, ends).spectrum;
  const grid = { ...nativeGrid(plane.rows, plane.cols, stopRadius), fullRows, fullCols };
  const native = { grid, frame: plane, disc, unit: Math.sqrt(data.rows * data.cols) };
  const waveOf = (owner: Scope, numbers: Float64Array) => onNativeGrid(kernels, owner, native, numbers);
  const wave = waveOf(scope, at.spectrum);
  const phasePower = (numbers: Float64Array) => {
    using brief = kernels.scope();
    return phasePowers(kernels, wave, waveOf(brief, numbers), tiles);
  };
  const [ofNoise, ofBias] = [phasePower(noiseOfField), phasePower(lastChange)];
  const field = {
    ...wave,
    noiseGain: disc.count / (fullRows * fullCols),
    taper,
  };
  asFringes(kernels, field, plane, at.surfaces, mean);
  const light = mean * mean * at.surfaces[0]! * at.surfaces[0]!;
  const limit = noiseLimit(kernels, image, noise, field, tiles);
  const inner = innerTiles(tiles);
  const sum = (values: Float64Array) => inner.reduce((total, t) => total + values[t]!, 0);
  const excess = ((light * sum(ofNoise)) / sum(limit)) * Math.max(1, misfit);
  const fieldVariance = limit.map((v, t) => v * excess + BIAS_SHARE * light * ofBias[t]!);
  return { fitted: { field, fieldVariance }, misfits: inNoise };
}

type Places = Pick<NativeField, 'plane' | 'rows' | 'cols' | 'stepX' | 'stepY' | 'fullRows' | 'fullCols'>;

interface NativeDisc {
  readonly grid: ReturnType<typeof nativeGrid>;
  /** the camera's */
  readonly frame: RealPlane;
  readonly disc: Disc;
  /** of the unitary transform that its numbers are from: the root of its samples */
  readonly unit: number;
}

/** A disc of a spectrum as a wave on the native grid. */
function onNativeGrid(
  kernels: Kernels,
  scope: Scope,
  { grid, frame, disc, unit }: NativeDisc,
  numbers: Float64Array,
): Places {
  const { rows, cols, fullRows, fullCols } = grid;
  const plane = scope.complex(rows, cols);
  putDisc(kernels, plane, disc, (rows * cols) / unit, numbers);
  ifft2(kernels, plane);
  const [stepX, stepY] = [fullCols / cols, fullRows / rows];
  return {
    ...{ plane, fullRows, fullCols, stepX, stepY },
    rows: Math.min(rows, Math.floor((frame.rows - 1) / stepY) + 1),
    cols: Math.min(cols, Math.floor((frame.cols - 1) / stepX) + 1),
  };
}

/** Means per tile of twice the square of the phase that a change of a wave makes. */
function phasePowers(kernels: Kernels, wave: Places, change: Places, tiles: number): Float64Array {
  const { rows, cols } = wave;
  const values = kernels.floats(wave.plane.ptr, floatsIn(wave.plane));
  const changes = kernels.floats(change.plane.ptr, floatsIn(change.plane));
  const pitch = floatsPerRow(wave.plane);
  return Float64Array.from({ length: tiles * tiles }, (_, t) => {
    const y = tileBounds(Math.floor(t / tiles), tiles, rows);
    const x = tileBounds(t % tiles, tiles, cols);
    let sum = 0;
    for (let j = y.from; j < y.to; j++)
      for (let i = x.from; i < x.to; i++) {
        const k = j * pitch + inRow(i);
        const [re, im] = [values[k]!, values[k + TO_IMAGINARY]!];
        const across = changes[k + TO_IMAGINARY]! * re - changes[k]! * im;
        sum += (across * across) / (re * re + im * im + 1e-30);
      }
    return (2 * sum) / ((y.to - y.from) * (x.to - x.from));
  });
}

/** Multiplies a wave by the reference's amplitude and by the frame's mean: what linear demodulation calls the field. */
function asFringes(
  kernels: Kernels,
  { plane, rows, cols, stepX, stepY }: Places,
  frame: RealPlane,
  surfaces: Float64Array,
  mean: number,
): void {
  const values = kernels.floats(plane.ptr, floatsIn(plane));
  const pitch = floatsPerRow(plane);
  const [a, b, c, d, e, f] = surfaces as unknown as number[];
  for (let j = 0; j < rows; j++) {
    const y = (2 * j * stepY) / (frame.rows - 1) - 1;
    const [p, q] = [a! + d! * y + f! * (1.5 * y * y - 0.5), b! + e! * y];
    for (let i = 0; i < cols; i++) {
      const x = (2 * i * stepX) / (frame.cols - 1) - 1;
      const r = mean * (p + q * x + c! * (1.5 * x * x - 0.5));
      const k = j * pitch + inRow(i);
      values[k]! *= r;
      values[k + TO_IMAGINARY]! *= r;
    }
  }
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
  return tileMeans(kernels, image, tiles).map((mean, t) => {
    const s = Math.max(0, offset + slope * mean);
    const d = 2 * modulus[t]! * slope;
    return (noiseGain / 2) * (s + Math.sqrt(Math.max(0, s * s - d * d)));
  });
}
