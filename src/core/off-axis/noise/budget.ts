import { NOISE_TILES } from '../../demodulate/demodulate-pair.ts';
import { meanSquares } from '../../field/tile-bounds.ts';
import { medianInPlace } from '../../fit/median.ts';
import type { SmoothBackground } from '../../phase/background.ts';
import { seriesOfParts } from '../../phase/smooth-series.ts';
import type { AddedPower } from './added-power.ts';
import type { CameraFaults } from './measure-noise.ts';
import type { BackgroundScatter } from '../../uncertainty/background-scatter.ts';
import type { Changes, DefocusDoubt } from '../../uncertainty/defocus-doubt.ts';
import type { RingingOverNoise } from './structure-at-edges.ts';
import {
  refined,
  scaled,
  sumOfMaps,
  type FinerNoise,
  type NoiseMap,
  type Ringing,
} from '../../uncertainty/phase-sigma.ts';

/** A part of the phase's uncertainty where the amplitude is that of the background. */
export interface BudgetPart {
  /** rad, one standard deviation, median over the frame */
  readonly median: number;
  /** where its autocorrelation has fallen to 1/e, native samples; null: it does not average out */
  readonly length: number | null;
}

/** What the phase's uncertainty is made of, and all of it as a map. */
export interface UncertaintyBudget {
  /** all of it, the camera's part, and what averages out over a region */
  readonly maps: { readonly noise: NoiseMap; readonly camera: NoiseMap; readonly averages: NoiseMap };
  /** E|n|² of the two of which the larger counts, the first one per noise tile; `overlap` null: it does not reach the filter */
  readonly beside: { readonly scattered: Float64Array; readonly overlap: AddedPower | null };
  /** what is known on finer grids */
  readonly finer: FinerDoubts;
  readonly camera: BudgetPart;
  /** null where no part of the frame is known to hold no sample */
  readonly coherent: BudgetPart | null;
  /** what the smooth surface did not take, and what is in doubt of it */
  readonly clouds: BudgetPart | null;
  readonly surface: BudgetPart;
  /** what the autocorrelation term adds, most of it near edges of the sample; null where it does not reach the filter */
  readonly overlap: (BudgetPart & { readonly rms: number }) | null;
  /** what the camera's full pixels left in doubt; null where none are */
  readonly clipped: (BudgetPart & { readonly rms: number }) | null;
  /** what the filter cut of the sample's finest detail; null: it was not narrowed */
  readonly detail: (BudgetPart & { readonly rms: number }) | null;
  /** what lossy files rounded; null where they did not, or don't say how */
  readonly compression: (BudgetPart & { readonly rms: number }) | null;
  /** what the distance and the wavelength leave in doubt; null where they are exact */
  readonly distance: (BudgetPart & { readonly rms: number }) | null;
  /** what light that missed the frame leaves in doubt; null in the plane of the sensor */
  readonly edges: (BudgetPart & { readonly rms: number }) | null;
  /** what light from out of focus does to single places; null where it could not be looked for */
  readonly outOfFocus: (BudgetPart & { readonly rms: number }) | null;
  readonly wavelength: (BudgetPart & { readonly rms: number }) | null;
  readonly scatter: BackgroundScatter | null;
}

/** Each on a grid of its own. */
interface FinerDoubts {
  /** see {@link lostAtEdges}; absent or null: nothing */
  readonly edges?: Changes | null;
  /** E|n|², see {@link detailCut}; absent or null: nothing */
  readonly detail?: Float64Array | null;
  /** the same of what no light brought, see {@link localNoise}; absent or null: nothing */
  readonly local?: Float64Array | null;
  /** the same of what the autocorrelation term adds beyond what noise tiles count of it; absent or null: nothing */
  readonly crossed?: Float64Array | null;
  /** light from out of focus, rad²; where it is larger than what missed the frame it stands for both; absent or null: none was seen */
  readonly stray?: Float64Array | null;
  /** absent: distance and wavelength are exact */
  readonly defocus?: DefocusDoubt;
}

interface Doubts extends FinerDoubts {
  /** structure at the frame's edges, what scatters included; absent or null: none */
  readonly atEdges?: RingingOverNoise | null;
  /** rad² per noise tile, see {@link Undone}; absent or null: nothing */
  readonly displaced?: Float64Array | null;
  /** rad² per noise tile, see {@link doubtOfTears}; absent or null: nothing */
  readonly torn?: Float64Array | null;
}

const NO_FAULTS: CameraFaults = { clipped: null, compression: null, compressionSeen: 1 };
const EXACT: DefocusDoubt = { distance: null, wavelength: null };

/**
 * Adds to the camera's noise what the frame itself scatters where there is no sample: speckle and stray light as a field
 * beside the sample's, so that dim places suffer more; clouds and the doubt about the smooth surface as phase.
 * @param overlap see {@link addedPower}
 * @param faults see {@link cameraFaults}
 */
export function budgetOf(
  camera: NoiseMap,
  scatter: BackgroundScatter | null,
  fit: SmoothBackground | null,
  overlap: AddedPower | null,
  faults: CameraFaults & Doubts = NO_FAULTS,
): UncertaintyBudget {
  const { compression, compressionSeen, defocus = EXACT } = faults;
  const { edges = null, detail = null, displaced = null, torn = null, atEdges = null } = faults;
  const clipped = scatter && faults.clipped ? beyondUsual(faults.clipped) : faults.clipped;
  const lost = (t: number) => of(compression, t);
  const ofCamera = camera.fieldVariance.map((v, t) => v / 2 + camera.extraPhaseVariance[t]!);
  const known = ofCamera.map((v, t) => v + (compressionSeen * lost(t)) / 2);
  // what scatters where there is no sample contains the camera's noise and what a lossy file rounded, but not what it left out
  const there = scatter && medianInPlace(Float64Array.from(scatter.found, (t) => known[t]!));
  const coherent = scatter ? Math.max(0, scatter.grain.variance - there!) : 0;
  const clouds = scatter ? scatter.clouds.variance : 0;
  const doubt = (fit ? surfaceDoubt(fit) : new Float64Array(ofCamera.length)).map((v, t) => v + of(torn, t));
  const scattered = ofCamera.map((_, t) => 2 * coherent * (scatter ? scatter.local[t]! : 0));
  const crossed = overlap && beyondTiles(overlap, scattered);
  const finer = { edges, detail, local: camera.finer?.fieldVariance ?? null, crossed, defocus };
  const fieldVariance = camera.fieldVariance.map(
    // and what the autocorrelation term adds there
    (v, t) => v + lost(t) + Math.max(scattered[t]!, overlap ? overlap.mean[t]! : 0) + of(clipped, t),
  );
  return {
    maps: {
      camera,
      averages: {
        ...camera,
        fieldVariance: camera.fieldVariance.map((v, t) => v + lost(t) + scattered[t]!),
        extraPhaseVariance: camera.extraPhaseVariance.map((v) => v + clouds),
      },
      noise: {
        ...camera,
        fieldVariance,
        shared: doubt,
        ringing: atEdges && beyondNoise(atEdges, fieldVariance),
        extraPhaseVariance: camera.extraPhaseVariance.map(
          (v, t) => v + clouds + doubt[t]! + of(displaced, t),
        ),
        finer: onFiner(finer),
      },
    },
    beside: { scattered, overlap },
    finer,
    camera: { median: rootMedian(ofCamera), length: null },
    coherent: scatter && { median: Math.sqrt(coherent), length: scatter.grain.length },
    clouds: scatter && { median: Math.sqrt(clouds), length: scatter.clouds.length },
    surface: { median: rootMedian(doubt), length: null },
    overlap: overlap && { ...asPhase(overlap.places), length: null },
    clipped: clipped && { ...asPhase(clipped), length: null },
    detail: detail && { ...asPhase(detail), length: null },
    compression: compression && { ...asPhase(compression), length: null },
    ...{ distance: asDoubt(defocus.distance), wavelength: asDoubt(defocus.wavelength) },
    edges: edges && { ...asPhase(edges.phase.map((v) => 2 * v)), length: null },
    outOfFocus: null,
    scatter,
  };
}

/** The same with light from out of focus, rad² on a grid of its own. Nothing tells it from what missed the frame: the larger of both counts. */
export function withOutOfFocus(budget: UncertaintyBudget, stray: Float64Array | null): UncertaintyBudget {
  if (!stray) return budget;
  const finer = { ...budget.finer, stray };
  return {
    ...budget,
    ...{ finer, maps: { ...budget.maps, noise: { ...budget.maps.noise, finer: onFiner(finer) } } },
    outOfFocus: { ...ofPhase(stray), length: null },
  };
}

/**
 * The same where what the autocorrelation term adds is known but for `left`, E|n|² per noise tile, and was taken out.
 */
export function withLessOverlap(budget: UncertaintyBudget, left: Float64Array): UncertaintyBudget {
  const { scattered, overlap } = budget.beside;
  if (!overlap) return budget;
  const { noise } = budget.maps;
  const there = refined(left, NOISE_TILES, tilesIn(overlap.places));
  const less = {
    mean: overlap.mean.map((v, t) => Math.min(v, left[t]!)),
    places: overlap.places.map((v, t) => Math.min(v, there[t]!)),
  };
  const counted = (map: Float64Array, t: number) => Math.max(scattered[t]!, map[t]!);
  const fieldVariance = noise.fieldVariance.map(
    (v, t) => v + counted(less.mean, t) - counted(overlap.mean, t),
  );
  const finer = { ...budget.finer, crossed: null };
  return {
    ...budget,
    maps: { ...budget.maps, noise: { ...noise, fieldVariance, finer: onFiner(finer) } },
    ...{ beside: { scattered, overlap: less }, finer },
    overlap: { ...asPhase(less.places), length: null },
  };
}

/** What a term adds in places beyond what counts per noise tile of it and of what scatters there. */
function beyondTiles({ mean, places }: AddedPower, scattered: Float64Array): Float64Array {
  const counted = refined(
    mean.map((v, t) => Math.max(scattered[t]!, v)),
    NOISE_TILES,
    tilesIn(places),
  );
  return places.map((v, t) => Math.max(0, v - counted[t]!));
}

/** Structure that rings, less what the noise has there, which the edges raise. */
function beyondNoise({ noisier, ...ringing }: RingingOverNoise, fieldVariance: Float64Array): Ringing {
  const { places } = ringing;
  const noise = refined(fieldVariance, NOISE_TILES, places);
  const [across, down] = [meanSquares(noisier.x, places), meanSquares(noisier.y, places)];
  const raised = (t: number) => noise[t]! * across[t % places]! * down[Math.floor(t / places)]!;
  return { ...ringing, power: ringing.power.map((p, t) => Math.max(0, p - raised(t))) };
}

/** All of it on one grid. A field suffers where it is dim from light that missed the frame, and from detail that the filter cut. */
function onFiner(doubts: FinerDoubts): FinerNoise | null {
  const { edges, detail, local, crossed, stray, defocus } = doubts;
  const { distance, wavelength } = defocus ?? EXACT;
  const maps = [edges?.phase, detail, local, crossed, stray, distance, wavelength].filter(
    (map) => map != null,
  );
  if (maps.length === 0) return null;
  const tiles = Math.max(...maps.map(tilesIn));
  const of = (map: Float64Array | null | undefined) =>
    map ? refined(map, tilesIn(map), tiles) : new Float64Array(tiles * tiles);
  const [missed, missing] = [of(edges?.phase), of(edges?.field)];
  const [cut, more, beside] = [of(detail), of(local), of(crossed)];
  const strays = of(stray);
  for (let t = 0; t < strays.length; t++) {
    if (!(strays[t]! > missed[t]!)) strays[t] = 0;
    if (strays[t]! > 0) missing[t] = 0;
  }
  return {
    tiles,
    phaseVariance: sumOfMaps(strays, of(distance), of(wavelength)),
    fieldVariance: sumOfMaps(cut, more, beside, missing),
  };
}

function tilesIn(map: Float64Array): number {
  return Math.round(Math.sqrt(map.length));
}

/** What most of a frame lost to full pixels is part of what it scatters by. */
function beyondUsual(clipped: Float64Array): Float64Array {
  const usual = medianInPlace(clipped.slice());
  return clipped.map((v) => Math.max(0, v - usual));
}

/** Of what does not happen everywhere, nothing. */
function of(map: Float64Array | null, t: number): number {
  return map ? map[t]! : 0;
}

function rootMedian(variance: Float64Array): number {
  return Math.sqrt(medianInPlace(variance.slice()));
}

/** Of rad² per tile of what does not average out. */
function asDoubt(variance: Float64Array | null) {
  return variance && { ...ofPhase(variance), length: null };
}

/** rad, of a field's E|n|² per tile */
function asPhase(power: Float64Array): { readonly median: number; readonly rms: number } {
  return ofPhase(scaled(power, 1 / 2));
}

/** rad, of rad² per tile */
function ofPhase(variance: Float64Array): { readonly median: number; readonly rms: number } {
  let sum = 0;
  for (const one of variance) sum += one;
  return { median: rootMedian(variance), rms: Math.sqrt(sum / variance.length) };
}

/** rad² per noise tile: how far the other surfaces that the data allow lie from the one that was taken. */
function surfaceDoubt(fit: SmoothBackground): Float64Array {
  const taken = seriesOfParts(fit.phase, fit.degree, NOISE_TILES);
  const doubt = new Float64Array(taken.length);
  for (const { coefficients, degree, share } of fit.others) {
    const other = seriesOfParts(coefficients, degree, NOISE_TILES);
    for (let t = 0; t < doubt.length; t++) {
      const off = other[t]! - taken[t]!;
      doubt[t]! += share * off * off;
    }
  }
  return doubt;
}
