import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';
import type { ReadFile, SequenceResults, SequenceSteps } from '../ports/sequence-work.ts';

/** Where shards lie until they are packed. */
export interface ShardStore {
  /**
   * @param parts in the order of `shardParts`; afterwards their memory is used for others
   * @param headers in the package what goes before the first parts, which come first in it, shard by shard; the other parts
   *   are no parts of it
   */
  write(shard: number, parts: readonly Uint8Array[], headers: readonly Uint8Array[]): Promise<void>;
  /** A part of what the parts are one behind the other. */
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
