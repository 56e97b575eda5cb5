import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';
import type { ReadFile, SequenceResults, SequenceSteps } from '../ports/sequence-work.ts';

/** Where shards lie until they are packed: the parts of each one behind the other. */
export interface ShardStore {
  write(shard: number, pieces: readonly Uint8Array[]): Promise<void>;
  read(shard: number, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Who does the steps. */
export interface SequenceMaker {
  /** as many at a time */
  readonly atOnce: number;
  sequence<Step extends keyof SequenceSteps>(
    job: SequenceSteps[Step],
    read: ReadFile,
    onProgress: OnProgress,
  ): Promise<SequenceResults[Step]>;
}
