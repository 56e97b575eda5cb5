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

/** Share of the samples whose phase may change in time by more than is stated before it is said. */
const MOST_CHANGING = 0.01;
/** Standard deviations of a scatter that was measured on so many frames: 1 in 740 is beyond by chance. */
const BY_CHANCE = 3;

/** In-line one frame's uncertainty is stated for all: it does not follow a sample that moves. */
function movedFlag({ reconstruction, rows, std, uncertainty }: Stated): Reconstruction['flags'] {
  if (reconstruction.used.recipe.holography_mode !== 'inline') return [];
  const most = mostOfStated(rows);
  const changing = std.data.reduce(
    (count, value, i) => count + (value > most * uncertainty.data[i]! ? 1 : 0),
    0,
  );
  const share = changing / std.data.length;
  if (share <= MOST_CHANGING) return [];
  const detail =
    `The uncertainty of the phase is that of the frame that the sequence was started from. Over ${(100 * share).toFixed(0)} % of ` +
    'the frame the phase changes in time by more than it states: where the sample came to lie later, it may be larger.';
  return [{ code: 'uncertainty_of_one_frame', level: 'info', detail }];
}

/**
 * How many times the uncertainty map the scatter over time may be: each frame's own is the map times its factor, and a
 * scatter of n frames is itself known to 1 / √(2 (n − 1)) of it.
 */
function mostOfStated(rows: readonly FrameRow[]): number {
  const factors = rows.flatMap((row) =>
    row.record && frameMarks(row).length === 0 ? [row.record.sigma_factor] : [],
  );
  const { length: n } = factors;
  if (n < 2) return 1;
  const mean = Math.sqrt(factors.reduce((sum, f) => sum + f * f, 0) / n);
  return mean * (1 + BY_CHANCE / Math.sqrt(2 * (n - 1)));
}
