import { performance } from 'node:perf_hooks';
import type { OnProgress } from '../../core/reconstruction/reconstruction.ts';

export interface Stopwatch {
  /** passes on what it hears */
  readonly progress: OnProgress;
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
  return {
    progress(stage, fraction) {
      if (current?.name !== stage) {
        finish();
        current = { name: stage, since: performance.now() };
      }
      onProgress(stage, fraction);
    },
    stop() {
      finish();
      return stages;
    },
  };
}
