import type { Kernels } from '../../core/kernel/kernels.ts';
import type { Signer } from '../../formats/package/dsse.ts';
import type { OnProgress, RealMap, Reconstruction } from '../../core/reconstruction/reconstruction.ts';
import { medianInPlace } from '../../core/fit/median.ts';
import {
  boundMap,
  decodeMoments,
  joined,
  meanMap,
  momentsOf,
  scatterMap,
} from '../../core/sequence/temporal-moments.ts';
import { buildSequencePackage, type SequencePackage } from '../../formats/sequence/sequence-package.ts';
import type { InputDescription } from '../../formats/report/package-context.ts';
import type { DoneShard, SequenceIdentity } from '../ports/sequence-work.ts';
import type { ReadShard } from './package-bytes.ts';
import { belongs } from './seal-shard.ts';
import { scaledBy, type OpenSequence } from './sequence-job.ts';

export interface SequenceDetails extends SequenceIdentity {
  readonly interval_s: number | null;
  readonly background: InputDescription | null;
}

/**
 * The package of a sequence whose shards are all done: mean and scatter are joined from theirs in the order of time, so
 * that it does not matter who did which of them when.
 */
export async function packSequence(
  kernels: Kernels,
  { started, reconstruction, phaseScale, layout, input, referenceFrames }: OpenSequence,
  shards: readonly DoneShard[],
  read: ReadShard,
  { interval_s, background, ...identity }: SequenceDetails,
  signer: Signer | null = null,
  onProgress: OnProgress = () => {},
): Promise<SequencePackage> {
  const rows = shards.flatMap((shard) => shard.rows);
  let moments = momentsOf([], layout.rows * layout.cols);
  for (const [k, shard] of shards.entries()) {
    onProgress('package', k / shards.length);
    const count = shard.rows.filter(belongs).length;
    moments = joined(moments, decodeMoments(await read('moments', k), count));
  }
  const uncertainty = boundMap(moments, started.uncertainty);
  const isBound = moments.bound.some((rad) => rad > 0);
  const median = medianInPlace(Float64Array.from(uncertainty.data));
  const usual = isBound ? median : Math.sqrt(started.typical.total);
  const scaled = (map: RealMap) => ({ ...map, data: scaledBy(map.data, phaseScale) });
  const maps = {
    mean: meanMap(moments, layout.rows, layout.cols),
    std: scatterMap(moments, layout.rows, layout.cols),
  };
  const result = {
    reconstruction: withMedian(reconstruction, median * phaseScale),
    ...{ layout, rows, interval_s, referenceFrames, ...maps },
    ...{ uncertainty: scaled(uncertainty), noise: scaled(started.noise) },
    sigma: { median: median * phaseScale, usual: usual * phaseScale },
    shards: shards.map(({ stored }) => stored),
  };
  const calibration = reconstruction.calibration ?? null;
  return buildSequencePackage(kernels, result, { ...identity, input, background, calibration }, signer);
}

/** What is stated of one frame, with the median of the map that is delivered. */
function withMedian(one: Reconstruction, rad: number): Reconstruction {
  const medians = { median_phase_sigma_rad: rad, total_median_rad: rad };
  return {
    ...one,
    metrics: { ...one.metrics, median_phase_sigma_rad: rad },
    uncertainty: { ...one.uncertainty, ...medians },
  };
}
