import type { Reconstruction } from '../../core/reconstruction/reconstruction.ts';
import { frameMarks, type FrameRow } from './frames-table.ts';

/** What is to be known of a sequence beside what is said of its start. @param sigma rad, of the usual frame */
export function sequenceFlags(rows: readonly FrameRow[], sigma: number): Reconstruction['flags'] {
  return [...markedFlag(rows), ...driftFlag(rows, sigma)];
}

function markedFlag(rows: readonly FrameRow[]): Reconstruction['flags'] {
  const marked = rows.filter((row) => frameMarks(row).length > 0).length;
  if (marked === 0) return [];
  const detail = `${marked} of ${rows.length} frames do not belong (frames.csv says which and why); mean and scatter are without them.`;
  return [{ code: 'frames_marked', level: 2 * marked > rows.length ? 'warning' : 'info', detail }];
}

/** Where what the drift leaves open is the largest part of what is stated. @param sigma rad, of the usual frame */
function driftFlag(rows: readonly FrameRow[], sigma: number): Reconstruction['flags'] {
  const open = rows.flatMap((row) => {
    if (frameMarks(row).length > 0) return [];
    const { drift_sigma_rad, sigma_factor } = row.record!;
    return Math.SQRT2 * drift_sigma_rad > sigma * sigma_factor ? [drift_sigma_rad] : [];
  });
  if (open.length === 0) return [];
  const detail =
    `In ${open.length} of ${rows.length} frames something changes slowly over a part of the frame, and nothing tells what of that is smooth from ` +
    `drift, which was taken out. Their uncertainty holds it, up to ${Math.max(...open).toFixed(3)} rad (frames.csv says where); ` +
    'more of the frame without a sample would settle it.';
  return [{ code: 'drift_open', level: 'needs_review', detail }];
}
