import type { RealMap, Reconstruction } from '../../core/reconstruction/reconstruction.ts';
import { frameMarks, type FrameRow } from './frames-table.ts';

interface Stated {
  readonly reconstruction: Reconstruction;
  readonly rows: readonly FrameRow[];
  /** rad: over time, and what is stated of one frame */
  readonly std: RealMap;
  readonly uncertainty: RealMap;
}

/** What is to be known of a sequence beside what is said of its start. */
export function sequenceFlags(stated: Stated): Reconstruction['flags'] {
  return [...markedFlag(stated.rows), ...movedFlag(stated)];
}

function markedFlag(rows: readonly FrameRow[]): Reconstruction['flags'] {
  const marked = rows.filter((row) => frameMarks(row).length > 0).length;
  if (marked === 0) return [];
  const detail = `${marked} of ${rows.length} frames do not belong (frames.csv says which and why); mean and scatter are without them.`;
  return [{ code: 'frames_marked', level: 2 * marked > rows.length ? 'warning' : 'info', detail }];
}

/** Share of the samples whose phase may change in time by more than is stated before it is said: a few do by chance. */
const MOST_CHANGING = 0.01;

/** In-line one frame's uncertainty is stated for all: it does not follow a sample that moves. */
function movedFlag({ reconstruction, std, uncertainty }: Stated): Reconstruction['flags'] {
  if (reconstruction.used.recipe.holography_mode !== 'inline') return [];
  const changing = std.data.reduce((count, value, i) => count + (value > uncertainty.data[i]! ? 1 : 0), 0);
  const share = changing / std.data.length;
  if (share <= MOST_CHANGING) return [];
  const detail =
    `The uncertainty of the phase is that of the frame that the sequence was started from. Over ${(100 * share).toFixed(0)} % of ` +
    'the frame the phase changes in time by more than it states: where the sample came to lie later, it may be larger.';
  return [{ code: 'uncertainty_of_one_frame', level: 'info', detail }];
}
