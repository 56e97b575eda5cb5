import { tileBounds } from '../../field/tile-bounds.ts';
import { floatsIn, floatsPerRow, inRow, TO_IMAGINARY } from '../../kernel/complex-layout.ts';
import type { Kernels } from '../../kernel/kernels.ts';
import type { ComplexPlane } from '../../kernel/plane.ts';
import { forTilePixels } from '../optics/frame-tiles.ts';
import type { SensorOptics } from '../optics/sensor-optics.ts';
import { HALF_WIDTH } from '../retrieve/background-phase.ts';
import type { LambdaSensitivity } from '../retrieve/lambda-sensitivity.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import type { OpenParts } from './open-parts.ts';
import type { SampleFree } from './sample-free.ts';
import type { UncertaintySettings } from './uncertainty-settings.ts';
import { unrecordedDetail } from './unrecorded-detail.ts';

/** Tiles that the variance is averaged over have about so many samples of the coarse phase on a side. */
const SAMPLES_PER_TILE = 2;
const MOST_TILES = 128;

/** What λ does to a sample's phase. */
export interface ConstraintPull {
  /** rad² per tile of the sample, 0 beside it */
  readonly variance: Float64Array;
  /** the part of it that is smooth: without detail that was not recorded */
  readonly smooth: Float64Array;
  /** of all that λ pulls, over the square of the sample's structure, the mean of |x − 1|²; null: there is no sample */
  readonly share: number | null;
}

/**
 * What the constraints pull at a sample's phase: what more of λ changes of it; or, where a retrieval was not asked, that share of its structure
 * that they do in another frame of the same rig, as a total variation shrinks contrast in proportion to λ (Strong & Chan, Inverse
 * Problems 19, S165 (2003)).
 */
export function constraintPull(
  kernels: Kernels,
  retrieval: Pick<
    Retrieval,
    'field' | 'mixedShare' | 'sensitivity' | 'startedAbsorbing' | 'backgroundSpread'
  >,
  parts: Pick<SampleFree, 'tiles' | 'sample' | 'parts' | 'count'> & Pick<OpenParts, 'doesBoth'>,
  given: {
    readonly optics: SensorOptics;
    /** µm, one for each frame */
    readonly distances: readonly number[];
    /** whether heights settle the phase */
    readonly settled: boolean;
    readonly pulledShare: number | undefined;
  },
  settings: UncertaintySettings,
): ConstraintPull {
  const { optics, distances, settled, pulledShare } = given;
  const { sensitivity, mixedShare } = retrieval;
  const structure = structureOf(kernels, retrieval.field, parts.tiles);
  if (!sensitivity) {
    const variance = structure.map((square) => pulledShare! * square);
    const pulled = ofParts(parts, { tiles: parts.tiles, variance });
    return { variance: pulled, smooth: pulled, share: pulledShare! };
  }
  const gain = mixedShare > settings.mixedShare && settled ? settings.mixedGain : 1;
  const pulled = constraintVariance(sensitivity, gain);
  const absorbs = retrieval.startedAbsorbing;
  const kept = absorbs ? asSeenBeside(pulled, retrieval) : pulled;
  const smooth = ofParts(parts, kept);
  const variance = absorbs
    ? ofParts(parts, withDetail(kernels, kept, retrieval.field, optics, distances, settings.openError))
    : smooth;
  const over = (values: Float64Array) => values.reduce((sum, v, t) => sum + v * parts.sample[t]!, 0);
  const all = over(structure);
  const share = all > 0 ? over(variance) / all : null;
  if (!sensitivity.left) return { variance, smooth, share };
  const left = ofParts(parts, constraintVariance({ ...sensitivity, change: sensitivity.left }, gain));
  // of what does both, constraints may change one for the other, and no frame sees it
  const known = smooth.map((all, t) => {
    const unseen = parts.doesBoth[t]! * parts.doesBoth[t]!;
    return unseen * all + (1 - unseen) * left[t]!;
  });
  return { variance: known, smooth: known, share };
}

/** Mean of |x − 1|² over each tile. */
export function structureOf(kernels: Kernels, field: ComplexPlane, tiles: number): Float64Array {
  const pitch = floatsPerRow(field);
  const samples = kernels.floats(field.ptr, floatsIn(field));
  const [sums, counts] = [new Float64Array(tiles * tiles), new Float64Array(tiles * tiles)];
  forTilePixels(field, tiles, (y, x, t) => {
    const at = y * pitch + inRow(x);
    const [re, im] = [samples[at]! - 1, samples[at + TO_IMAGINARY]!];
    sums[t]! += re * re + im * im;
    counts[t]! += 1;
  });
  return sums.map((sum, t) => sum / counts[t]!);
}

/**
 * rad² per tile of the sample: of the place or of the mean over that part of the sample, whichever is more, as a total
 * variation pulls at a part as a whole. 0 beside the sample, where what it does is seen.
 */
function ofParts(
  { tiles, sample, parts, count }: Pick<SampleFree, 'tiles' | 'sample' | 'parts' | 'count'>,
  { tiles: coarser, variance }: TiledVariance,
): Float64Array {
  const here = Float64Array.from(parts, (_, t) => {
    const [y, x] = [Math.floor(t / tiles), t % tiles].map((k) => Math.floor(((k + 0.5) * coarser) / tiles));
    return variance[y! * coarser + x!]!;
  });
  const [sums, sizes] = [new Float64Array(count + 1), new Float64Array(count + 1)];
  parts.forEach((part, t) => {
    sums[part]! += sample[t]! * here[t]!;
    sizes[part]! += sample[t]!;
  });
  return here.map((one, t) => (sample[t] ? Math.max(one, sums[parts[t]!]! / sizes[parts[t]!]!) : 0));
}

interface TiledVariance {
  readonly tiles: number;
  readonly variance: Float64Array;
}

/**
 * Of a field that full resolution started from a sample that absorbs only. Coarse resolutions solve sharp dark edges with
 * phases that full resolution does not have, and so overstate what λ does: it did no more beside the sample than is seen
 * there.
 */
function asSeenBeside(
  { tiles, variance }: TiledVariance,
  { backgroundSpread, sensitivity }: Pick<Retrieval, 'backgroundSpread' | 'sensitivity'>,
): TiledVariance {
  const changes = sensitivity!.change.map(Math.abs).sort();
  const expected = changes[changes.length >> 1]! / HALF_WIDTH;
  const share = expected > backgroundSpread ? backgroundSpread / expected : 1;
  return { tiles, variance: variance.map((value) => share * share * value) };
}

/** With details of a sample that absorbs which were not recorded. */
function withDetail(
  kernels: Kernels,
  { tiles, variance }: TiledVariance,
  field: ComplexPlane,
  optics: SensorOptics,
  distances: readonly number[],
  openError: number,
): TiledVariance {
  const nearest = Math.min(...distances.map(Math.abs));
  const detail = unrecordedDetail(kernels, field, optics, nearest, tiles, openError);
  return { tiles, variance: variance.map((value, i) => value + detail[i]!) };
}

/** Mean square of the change over equal shares of the frame. */
function constraintVariance({ rows, cols, change }: LambdaSensitivity, gain: number): TiledVariance {
  const tiles = Math.max(1, Math.min(MOST_TILES, Math.floor(Math.min(rows, cols) / SAMPLES_PER_TILE)));
  const variance = new Float64Array(tiles * tiles);
  for (let j = 0; j < tiles; j += 1) {
    const down = tileBounds(j, tiles, rows);
    for (let i = 0; i < tiles; i += 1) {
      const across = tileBounds(i, tiles, cols);
      let sum = 0;
      for (let y = down.from; y < down.to; y += 1) {
        for (let x = across.from; x < across.to; x += 1) sum += change[y * cols + x]! * change[y * cols + x]!;
      }
      variance[j * tiles + i] = (gain * gain * sum) / ((down.to - down.from) * (across.to - across.from));
    }
  }
  return { tiles, variance };
}
