import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | null = null;

/**
 * Looks for dead memory now, in this thread alone: one that has nothing to do never does by itself, and would keep hundreds
 * of megabytes of kernels that nobody uses any more.
 */
export function sweep(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
