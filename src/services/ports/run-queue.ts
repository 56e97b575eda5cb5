import type { Database } from './database.ts';

/** A run that waits. */
export interface QueuedRun {
  readonly run_id: string;
  /** lower ones are begun before */
  readonly turn: number;
}

/**
 * Who does the accepted runs, and in which order. It only says which run is next; what became of a run is in the
 * table `runs`, so a run that is handed out twice is still done once.
 */
export interface RunQueue {
  /** Part of the transaction that accepts the run: the run and its place in the queue exist both or neither. */
  add(trx: Database, run: QueuedRun): Promise<void>;
  /** Said after that transaction. Where it is lost, the run only waits a little longer. */
  wake(): void;
  /** Hands out runs, `atOnce` at a time. */
  work(perform: PerformRun, atOnce: number): void;
  /**
   * Hands out nothing any more, lets what was handed out end for so long, and then stops it. Resolves when all of it
   * has ended. Runs can still be added.
   */
  rest(graceMs: number): Promise<void>;
  /** After `rest`, where there was work. */
  close(): Promise<void>;
}

/**
 * Never throws.
 * @param stopping fires when the process ends before the run does
 * @returns `again`: to be handed out once more after a while
 */
export type PerformRun = (runId: string, stopping: AbortSignal) => Promise<'over' | 'again'>;
