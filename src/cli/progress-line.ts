import { performance } from 'node:perf_hooks';
import type { OnProgress } from '../core/reconstruction/reconstruction.ts';
import type { Io } from './command.ts';

export interface ProgressLine {
  readonly report: OnProgress;
  /** ends the last line */
  finish(): void;
}

/** A line for each stage with the time it took, unless `quiet`; on a terminal the current one is written over. */
export function progressLine({ stderr }: Io, quiet: boolean): ProgressLine {
  if (quiet) return { report() {}, finish() {} };
  let stage: string | null = null;
  let since = 0;
  const end = (): void => {
    if (stage === null) return;
    const took = `${stage.padEnd(14)}${(performance.now() - since).toFixed(0).padStart(6)} ms`;
    stderr.write(stderr.isTTY ? `\r\x1b[K${took}\n` : `${took}\n`);
    stage = null;
  };
  return {
    report(name, fraction) {
      if (name !== stage) {
        end();
        [stage, since] = [name, performance.now()];
      }
      if (stderr.isTTY) stderr.write(`\r\x1b[K${name} … ${(100 * fraction).toFixed(0)} %`);
    },
    finish: end,
  };
}
