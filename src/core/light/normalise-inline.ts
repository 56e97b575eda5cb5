import { wholeQuads } from '../kernel/complex-layout.ts';
import type { CameraImage } from '../field/camera.ts';
import type { RealPlane } from '../kernel/plane.ts';
import { MAD, medianInPlace } from '../fit/median.ts';
import type { Kernels, Scope } from '../kernel/kernels.ts';
import { coefficientMatrix } from '../phase/legendre.ts';
import { evaluateSeries } from '../phase/smooth-series.ts';
import { estimateLight, type Foretold, type SmoothLight } from './illumination.ts';
import { lightTiles } from './light-tiles.ts';
import { cutOffAmong } from './cut-off.ts';
import { fullPixels } from './full-pixels.ts';
import { lightSettings, type LightSettings } from './light-settings.ts';
import { frameNoise, noiseTiles, varianceAt, type FrameNoise } from './normalise-noise.ts';
import { mendPixels } from './mend-pixels.ts';
import { evenedFrames } from './evened-frames.ts';
import { fillMarked, fillUnlit, ofLit } from './unlit-pixels.ts';
import { Problem } from '../problem/problem.ts';
import { tileMeans } from '../uncertainty/camera-noise.ts';

/** What the hologram was divided by. */
export interface Illumination {
  readonly source: 'background_frame' | 'fitted';
  /** of the fitted Legendre series; null with a background frame */
  readonly degree: number | null;
  /** robust standard deviation of tile averages of the normalised intensity about 1 */
  readonly residual: number;
  /** share of the tiles that agree with the estimate; null with a background frame */
  readonly backgroundShare: number | null;
  /** (brightest − dimmest) / brightest over the frame: 0 for even light */
  readonly unevenShare: number;
  /** by how much the hologram is brighter than the background frame where there is no sample; 1 = same exposure */
  readonly exposureRatio: number;
}

/** An in-line hologram as the modulus of the wave at the sensor, relative to the beam without a sample. */
export interface NormalisedInline {
  /** √(intensity / light): 1 = no sample */
  readonly amplitude: RealPlane;
  /** places among the amplitude's floats whose pixels were broken: they have the median of those around them */
  readonly mended: readonly number[];
  /** likewise those that the camera's range cut off, and those that no light fell on, which have 1 */
  readonly full: readonly number[];
  /** those of the full ones that are light, so that they are as bright at least */
  readonly cutOff: readonly number[];
  readonly unlit: readonly number[];
  /** likewise those of rows and columns that hold no recording, which have what lies between their neighbours */
  readonly empty: readonly number[];
  /** what the four kinds of pixels of a colour camera made of the same light, which was undone; null: it is none */
  readonly mosaic: readonly number[] | null;
  readonly illumination: Illumination;
  /** standard deviation of the amplitude's noise, median over the frame */
  readonly noiseSigma: number;
  /** variance of the amplitude's noise over `tiles × tiles` equal shares of the frame, row by row */
  readonly tileVariance: Float64Array;
  readonly tiles: number;
  /** of that variance, what the rounding of lossy files brought */
  readonly roundingShare: number;
  /** below this amplitude the root of the noise itself biases the value: treat such pixels as "at most this" */
  readonly darkFloor: number;
  readonly ofRig: LightOfRig;
}

/** What one frame tells of all that are recorded with the same camera and light. */
export interface LightOfRig {
  /** of the fitted light; null with a background frame */
  readonly degree: number | null;
  /** of the camera, in the hologram and in the background frame (null: there is none) */
  readonly noise: FrameNoise;
  readonly backgroundNoise: FrameNoise | null;
}

/** The degree of the light alone, as of the same frame, or all that is known of the rig. */
export type KnownLight = Omit<Partial<LightOfRig>, 'degree'> & { readonly degree: number | Foretold | null };

/**
 * Divides an in-line hologram by the light without a sample and takes the root.
 * @param scope owns the amplitude
 * @param known what another frame of the rig has told, and of the same background frame
 * @throws Problem HOLOGRAM_UNSUPPORTED for a background frame of another size and for a frame without light
 */
export function normaliseInline(
  kernels: Kernels,
  scope: Scope,
  seen: CameraImage,
  blank: CameraImage | null,
  settings: LightSettings = lightSettings,
  known: KnownLight | null = null,
): NormalisedInline {
  using own = kernels.scope();
  const { slack } = settings.evidence;
  const { hologram, background, mosaic, empty } = evenedFrames(kernels, own, seen, blank, slack);
  const normalised = (owner: Scope, broken: readonly number[]) => {
    const of = { hologram, settings, known, broken };
    return background ? overFrame(kernels, owner, of, background) : overEstimate(kernels, owner, of);
  };
  const first = normalised(scope, empty);
  const alone = mendPixels(kernels, first.amplitude, first.noiseSigma, settings);
  const full = fullPixels(kernels, seen, first.amplitude, settings.evidence.saturated);
  const cutOff = cutOffAmong(kernels, seen, full, first.amplitude.pitch);
  const mended = empty.length > 0 ? [...empty, ...alone] : alone;
  const pixels = { mended, full, cutOff, empty, mosaic };
  if (alone.length === 0 || known?.noise) return { ...first, ...pixels };
  // broken pixels look like noise
  using again = kernels.scope();
  return { ...normalised(again, mended), amplitude: first.amplitude, ...pixels };
}

/** Before it is said which pixels tell nothing, and of what camera they are. */
type DividedByLight = Omit<NormalisedInline, 'mended' | 'full' | 'cutOff' | 'empty' | 'mosaic'>;

interface Of {
  readonly hologram: CameraImage;
  readonly settings: LightSettings;
  readonly known: KnownLight | null;
  /** pixels, as places among the hologram's floats */
  readonly broken: readonly number[];
}

function overFrame(
  kernels: Kernels,
  scope: Scope,
  { hologram, settings, known, broken }: Of,
  background: CameraImage,
): DividedByLight {
  const { plane } = hologram;
  const light = background.plane;
  if (light.rows !== plane.rows || light.cols !== plane.cols) {
    throw new Problem('HOLOGRAM_UNSUPPORTED', 'The background frame must have the size of the hologram.');
  }
  const amplitude = scope.real(plane.rows, plane.cols);
  const ofLight = lightTiles(kernels, light, settings.fit.tiles).value;
  const floor = settings.evidence.slack * lit(ofLit(ofLight, ofLight));
  const exposure = exposureRatio(kernels, hologram, background, settings);
  kernels.wasm.amplitudeOverFrame(plane, light, amplitude, { floor, level: exposure.applied });
  const unlit = fillUnlit(kernels, light, amplitude, ofLight);
  const tiles = noiseTiles(plane);
  const lightMeans = tileMeans(kernels, background.plane, tiles).map((v) => exposure.applied * v);
  const lightNoise = known?.backgroundNoise ?? frameNoise(kernels, background, settings.noise, broken);
  const cameraNoise = known?.noise ?? frameNoise(kernels, hologram, settings.noise, broken);
  const noise = amplitudeNoise(kernels, hologram, tiles, lightMeans, settings, cameraNoise, {
    variance: (mean) => exposure.applied * exposure.applied * varianceAt(lightNoise, mean / exposure.applied),
    rounding: exposure.applied * exposure.applied * (lightNoise.rounding ?? 0),
  });
  const illumination = {
    source: 'background_frame',
    degree: null,
    residual: exposure.residual,
    backgroundShare: null,
    unevenShare: unevenness(ofLight),
    exposureRatio: exposure.applied,
  } as const;
  const ofRig = { degree: null, noise: cameraNoise, backgroundNoise: lightNoise };
  return { amplitude, unlit, illumination, ...noise, ofRig };
}

/** How much brighter the hologram is than its background frame where both show no sample. */
function exposureRatio(
  kernels: Kernels,
  hologram: CameraImage,
  background: CameraImage,
  { evidence, fit: { tiles } }: LightSettings,
) {
  const over = lightTiles(kernels, background.plane, tiles).value;
  const all = lightTiles(kernels, hologram.plane, tiles).value.map((v, t) => v / Math.max(1e-30, over[t]!));
  const ratios = ofLit(all, over);
  const ratio = medianInPlace(ratios.slice());
  const residual = MAD * medianInPlace(ratios.map((r) => Math.abs(r - ratio)));
  const differs = Math.abs(ratio - 1) > Math.max(evidence.slack, evidence.clear * residual);
  return { applied: differs && ratio > 0 ? ratio : 1, residual };
}

function darkness(kernels: Kernels, { ptr, rows, cols, pitch }: RealPlane): string {
  const values = kernels.floats(ptr, rows * pitch);
  let below = 0;
  for (let i = 0; i < values.length; i++) if (i % pitch < cols && values[i]! < 0) below++;
  const share = ((100 * below) / (rows * cols)).toFixed(0);
  const why = `: ${share} % of its samples are below 0, as no light is. Send counts as the camera gave them, with nothing subtracted`;
  return `The hologram is dark nearly everywhere${below > 0 ? why : ''}.`;
}

function overEstimate(
  kernels: Kernels,
  scope: Scope,
  { hologram, settings, known, broken }: Of,
): DividedByLight {
  const leastLight = settings.evidence.slack;
  const { plane } = hologram;
  const light = estimateLight(kernels, plane, settings.fit, known?.degree);
  if (!light) throw new Problem('HOLOGRAM_UNSUPPORTED', darkness(kernels, plane));
  const amplitude = scope.real(plane.rows, plane.cols);
  divideBySeries(kernels, plane, light, leastLight * lit(light.atTiles), amplitude);
  const unlit = light.unlit ? fillMarked(kernels, light.unlit, amplitude) : [];
  const tiles = noiseTiles(plane);
  const cameraNoise = known?.noise ?? frameNoise(kernels, hologram, settings.noise, broken);
  const noise = amplitudeNoise(
    kernels,
    hologram,
    tiles,
    lightOver(light, tiles, leastLight),
    settings,
    cameraNoise,
    { variance: () => 0, rounding: 0 },
  );
  const illumination = {
    source: 'fitted',
    degree: light.degree,
    residual: light.residual,
    backgroundShare: light.backgroundShare,
    unevenShare: unevenness(light.atTiles),
    exposureRatio: 1,
  } as const;
  const ofRig = { degree: light.degree, noise: cameraNoise, backgroundNoise: null };
  return { amplitude, unlit, illumination, ...noise, ofRig };
}

/** The fitted light, averaged over equal shares of the frame by its value at their centres. */
function lightOver(light: SmoothLight, tiles: number, leastLight: number): Float64Array {
  const least = leastLight * lit(light.atTiles);
  return Float64Array.from({ length: tiles * tiles }, (_, t) => {
    const x = (2 * (t % tiles) + 1) / tiles - 1;
    const y = (2 * Math.floor(t / tiles) + 1) / tiles - 1;
    return Math.max(least, evaluateSeries(light.series.coefficients, light.series.degree, x, y));
  });
}

/** @param least light that is divided by, counts */
function divideBySeries(
  kernels: Kernels,
  plane: RealPlane,
  { series: { degree, coefficients: terms } }: SmoothLight,
  least: number,
  out: RealPlane,
): void {
  const { wasm } = kernels;
  const { rows, cols } = plane;
  const count = degree + 1;
  const countX = wholeQuads(cols);
  using scratch = kernels.scope();
  const tableX = scratch.doubles(countX * Math.max(2, count));
  const tableY = scratch.doubles(rows * Math.max(2, count));
  const start = { degree: Math.max(1, degree), first: -1 };
  wasm.legendreTable(tableX, { ...start, count: countX, step: 2 / (cols - 1) });
  wasm.legendreTable(tableY, { ...start, count: rows, step: 2 / (rows - 1) });
  const coefficients = scratch.doubles(count * count);
  kernels.doubles(coefficients, count * count).set(coefficientMatrix(terms, degree));
  const series = { countX, countY: rows, degree, least };
  const room = scratch.scratch(count * 8);
  wasm.amplitudeOverSeries(plane, tableX, tableY, coefficients, room, out, series);
}

/**
 * The amplitude's noise from that of the counts: with I counts over the light L, a = √(I/L) has the variance
 * (var I / L² + I² var L / L⁴) / (4 I/L), which for photon noise is the same whatever a.
 */
function amplitudeNoise(
  kernels: Kernels,
  hologram: CameraImage,
  tiles: number,
  light: Float64Array,
  settings: LightSettings,
  noise: FrameNoise,
  ofLight: { readonly variance: (mean: number) => number; readonly rounding: number },
): Pick<NormalisedInline, 'noiseSigma' | 'tileVariance' | 'tiles' | 'roundingShare' | 'darkFloor'> {
  const means = tileMeans(kernels, hologram.plane, tiles);
  const least = settings.evidence.slack * lit(ofLit(light, light));
  let [rounded, all] = [0, 0];
  const tileVariance = light.map((l, t) => {
    const over = Math.max(least, l);
    const ratio = Math.max(0, means[t]! / over);
    const ofRatio =
      varianceAt(noise, means[t]!) / (over * over) + (ratio * ratio * ofLight.variance(l)) / (over * over);
    rounded += ((noise.rounding ?? 0) + ratio * ratio * ofLight.rounding) / (over * over);
    all += ofRatio;
    return ofRatio / (4 * Math.max(ratio, Math.sqrt(ofRatio), 1e-30));
  });
  return {
    tiles,
    tileVariance,
    noiseSigma: Math.sqrt(medianInPlace(ofLit(tileVariance, light))),
    roundingShare: all > 0 ? rounded / all : 0,
    darkFloor: darkFloor(noise, lit(ofLit(light, light))),
  };
}

/** The amplitude of two standard deviations of the counts where there are so few that this is all there is. */
function darkFloor(noise: FrameNoise, light: number): number {
  // counts I with I = 2 √(offset + slope I)
  const counts = 2 * noise.slope + 2 * Math.sqrt(noise.slope * noise.slope + noise.offset);
  return Math.sqrt(counts / light);
}

function lit(light: Float64Array): number {
  return medianInPlace(light.slice());
}

function unevenness(light: Float64Array): number {
  const brightest = light.reduce((a, b) => Math.max(a, b), 0);
  const dimmest = light.reduce((a, b) => Math.min(a, b), Infinity);
  return brightest > 0 ? (brightest - Math.max(0, dimmest)) / brightest : 0;
}
