import { performance } from 'node:perf_hooks';
import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';

/** The stage in which a file is read; the service gives it a time limit of its own. */
export const DECODE = 'decode';
/** The stage in which somebody else is asked when it is: it has a time limit of its own, and nothing is lost with it. */
export const TIMESTAMP = 'timestamp';

export interface Stopwatch {
  /** passes on what it hears */
  readonly progress: OnProgress;
  /** Reads in the middle of another stage, which goes on afterwards. */
  decoding<T>(read: () => T): T;
  /** ms per stage, in the order they began */
  stop(): Record<string, number>;
}

/** Measures how long each stage takes by listening to its progress. */
export function stopwatch(onProgress: OnProgress): Stopwatch {
  const stages: Record<string, number> = {};
  let current: { name: string; since: number } | null = null;
  const finish = (): void => {
    if (current) stages[current.name] = (stages[current.name] ?? 0) + performance.now() - current.since;
    current = null;
  };
  let reached = 0;
  const progress: OnProgress = (stage, fraction) => {
    if (current?.name !== stage) {
      finish();
      current = { name: stage, since: performance.now() };
    }
    reached = fraction;
    onProgress(stage, fraction);
  };
  return {
    progress,
    decoding(read) {
      const interrupted = current?.name;
      progress(DECODE, reached);
      const result = read();
      if (interrupted !== undefined) progress(interrupted, reached);
      return result;
    },
    stop() {
      finish();
      return stages;
    },
  };
}
