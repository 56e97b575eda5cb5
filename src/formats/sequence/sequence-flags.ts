import type { Reconstruction } from '../../core/reconstruction/reconstruction.ts';
import { frameMarks, type FrameRow } from './frames-table.ts';

/** What is to be known of a sequence beside what is said of its start. */
export function sequenceFlags(rows: readonly FrameRow[]): Reconstruction['flags'] {
  const marked = rows.filter((row) => frameMarks(row).length > 0).length;
  if (marked === 0) return [];
  const detail = `${marked} of ${rows.length} frames do not belong (frames.csv says which and why); mean and scatter are without them.`;
  return [{ code: 'frames_marked', level: 2 * marked > rows.length ? 'warning' : 'info', detail }];
}
