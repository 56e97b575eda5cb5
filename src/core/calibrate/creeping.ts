import type { OnProgress } from '../reconstruction/reconstruction.ts';

const PACE = 0.01;

/** Progress that never ends nor goes back: nobody knows how many steps there will be. */
export function creeping(onProgress: OnProgress, stage: string, from: number, to: number): () => void {
  let at = from;
  return () => onProgress(stage, (at += PACE * (to - at)));
}
