import type { Kernels } from '../../kernel/kernels.ts';
import type { SampleFree } from './sample-free.ts';
import { uncertaintySettings, type UncertaintySettings } from './uncertainty-settings.ts';

/** What the phase is off where there is no sample, all of it error: the camera's noise, stray light, uneven light. */
export interface BesideSample {
  /** rad², per tile; inside of a sample that of its surroundings */
  readonly variance: Float64Array;
  /** rad and px, where the autocorrelation has fallen to 1/e: what is finer than a tile, and the rest */
  readonly fine: ScatterPart;
  readonly clouds: ScatterPart;
  /** of the frame without a sample */
  readonly share: number;
  /** how many clouds that know nothing of each other the variance is of: its own relative variance is 2 over it */
  readonly places: number;
}

export interface ScatterPart {
  readonly sigma: number;
  /** null: nothing tells */
  readonly length: number | null;
}

/**
 * What the mean square of clouds over the mean square of their own neighbourhood comes to, as a cloud counts most where it lies itself: of
 * Gaussian ones 1 to 10 tiles long 0.71 to 0.78, with a neighbourhood of half their length and the frame's share in it.
 */
const OWN_CLOUD = 0.77;
/** A bell is nothing beyond so many of its widths. */
const REACH = 4;
/** The spread over the whole frame counts as this share of a neighbourhood that is all free of sample: of one that has none it is all there is. */
const OF_FRAME = 0.1;

/**
 * The mean square of the phase in the neighbourhood of each place, over what is free of sample there: as wide as a share of
 * the length over which it hangs together, so that it follows where the light is calm and where it is not. By so much that the phase
 * over σ has a mean square of 1.
 * @param spread rad, of the phase beside the sample over the whole frame
 */
export function besideSample(
  kernels: Kernels,
  field: SampleFree,
  spread: number,
  settings: UncertaintySettings = uncertaintySettings,
): BesideSample {
  const { tiles, side, parts, phase, square, within, beside } = field;
  const free = Float64Array.from(parts, (part) => (part === 0 ? 1 : 0));
  const total = free.reduce((sum, one) => sum + one, 0);
  const share = total / free.length;
  const whole = spread * spread;
  if (total < settings.leastCloud) {
    const unknown = { sigma: spread, length: null };
    return {
      variance: free.fill(whole),
      fine: { sigma: 0, length: null },
      clouds: unknown,
      share,
      places: 1,
    };
  }
  const lengths = [1, tiles].map((stride) => lengthAlong(phase, free, tiles, stride, settings)) as [
    number,
    number,
  ];
  const [x, y] = lengths.map((length) => bell(kernels, settings.neighbourhood * length)) as [Bell, Bell];
  const weights = smoothed(free, tiles, x, y);
  const counts = within.map((v, t) => v + OWN_CLOUD * Math.max(0, square[t]! - v));
  const sums = smoothed(
    counts.map((v, t) => v * free[t]!),
    tiles,
    x,
    y,
  );
  const ofFrame = OF_FRAME * x.sum * y.sum;
  const variance = sums.map((sum, t) => (sum + ofFrame * whole) / (weights[t]! + ofFrame));
  const mean = (values: Float64Array) => values.reduce((sum, v, t) => sum + v * free[t]!, 0) / total;
  const [all, fine] = [mean(counts), mean(within)];
  const usual = median(variance);
  const shareFine = all > 0 ? fine / all : 0;
  return {
    ...{ variance, share },
    places: Math.max(1, (2 * total) / (Math.PI * lengths[0] * lengths[1])),
    fine: {
      sigma: Math.sqrt(usual * shareFine),
      length: lengthOfNeighbours(kernels, fine > 0 ? mean(beside) / fine : 0),
    },
    clouds: {
      sigma: Math.sqrt(usual * (1 - shareFine)),
      length: Math.sqrt(lengths[0] * side.x * lengths[1] * side.y),
    },
  };
}

function median(values: Float64Array): number {
  return values.slice().sort()[values.length >> 1]!;
}

/** Where the autocorrelation along a direction has fallen to 1/e, in tiles; only what is free counts. */
function lengthAlong(
  phase: Float64Array,
  free: Float64Array,
  tiles: number,
  stride: number,
  { farthest: share }: UncertaintySettings,
): number {
  const farthest = Math.max(1, Math.floor(share * tiles));
  const at = (lag: number) => {
    let [sum, weight] = [0, 0];
    for (let t = 0; t < phase.length; t += 1) {
      const u = t + lag * stride;
      const inside = stride === 1 ? (t % tiles) + lag < tiles : u < phase.length;
      if (!inside || free[t]! * free[u]! === 0) continue;
      sum += phase[t]! * phase[u]!;
      weight += 1;
    }
    return weight === 0 ? 0 : sum / weight;
  };
  const least = at(0) / Math.E;
  let before = at(0);
  for (let lag = 1; lag <= farthest; lag += 1) {
    const here = at(lag);
    if (here <= least) return Math.max(1, lag - 1 + (before - least) / Math.max(before - here, 1e-300));
    before = here;
  }
  return farthest;
}

/** px: of a Gaussian autocorrelation that is as large as this from one pixel to the next; none has a negative one. */
function lengthOfNeighbours({ wasm }: Kernels, correlation: number): number {
  const within = Math.min(0.97, Math.max(0.02, correlation));
  return 1 / Math.sqrt(-wasm.log(within));
}

interface Bell {
  /** from the middle on */
  readonly weights: Float64Array;
  /** over both sides */
  readonly sum: number;
}

/** @param width its standard deviation, tiles */
function bell({ wasm }: Kernels, width: number): Bell {
  const weights = Float64Array.from({ length: Math.ceil(REACH * width) + 1 }, (_, k) =>
    wasm.exp(-(k * k) / (2 * width * width)),
  );
  return { weights, sum: 2 * weights.reduce((sum, w) => sum + w, 0) - weights[0]! };
}

/** Sums with the weights of two bells; beyond the frame there is nothing. */
function smoothed(values: Float64Array, tiles: number, x: Bell, y: Bell): Float64Array {
  const along = (from: Float64Array, stride: number, { weights }: Bell) =>
    from.map((_, t) => {
      const place = stride === 1 ? t % tiles : Math.floor(t / tiles);
      const [back, on] = [
        Math.min(place, weights.length - 1),
        Math.min(tiles - 1 - place, weights.length - 1),
      ];
      let sum = weights[0]! * from[t]!;
      for (let k = 1; k <= back; k += 1) sum += weights[k]! * from[t - k * stride]!;
      for (let k = 1; k <= on; k += 1) sum += weights[k]! * from[t + k * stride]!;
      return sum;
    });
  return along(along(values, 1, x), tiles, y);
}
