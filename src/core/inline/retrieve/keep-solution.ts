import type { Kernels } from '../../kernel/kernels.ts';
import { bytesIn } from '../../kernel/plane.ts';
import type { RetrievalLevel } from './retrieval-level.ts';

/** Keeps a level's solution as it is. @returns what puts it back, and what the frame is estimated to be by it */
export function keepSolution(kernels: Kernels, level: RetrievalLevel): () => void {
  const planes = [level.x, level.dual];
  const kept = planes.map((plane) => kernels.bytes(plane.ptr, bytesIn(plane)).slice());
  return () => {
    planes.forEach((plane, k) => kernels.bytes(plane.ptr, bytesIn(plane)).set(kept[k]!));
    level.begin();
    level.residual(0);
  };
}
