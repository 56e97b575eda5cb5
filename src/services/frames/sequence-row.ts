import { isId } from '../mint-id.ts';
import type { Database, Row } from '../ports/database.ts';
import { Refusal } from '../refusal.ts';

/** @throws Refusal SEQUENCE_NOT_FOUND: unknown, malformed and somebody else’s all alike */
export async function sequenceOf(
  db: Database,
  account_id: string,
  sequence_id: string,
): Promise<Row<'sequences'>> {
  const row = isId('seq', sequence_id)
    ? await db
        .selectFrom('sequences')
        .selectAll()
        .where('sequence_id', '=', sequence_id)
        .where('account_id', '=', account_id)
        .executeTakeFirst()
    : undefined;
  if (row) return row;
  throw new Refusal('SEQUENCE_NOT_FOUND', 'You have no sequence with this identifier.');
}

/** @throws Refusal SEQUENCE_CLOSED where it was started, or nobody cared for it for too long */
export function checkTakesFrames({ run_id, expired_at }: Row<'sequences'>): void {
  if (run_id !== null)
    throw new Refusal('SEQUENCE_CLOSED', `The sequence was started: its run is ${run_id}.`);
  if (expired_at === null) return;
  const why = `Its frames were deleted at ${expired_at}, as it had not been started for too long.`;
  throw new Refusal('SEQUENCE_CLOSED', `${why} Begin another one.`);
}

/** In the place of a frame’s number: the background. */
export const BACKGROUND = -1;

/** Frames from one to another, both included. */
export interface FrameRange {
  readonly from: number;
  readonly to: number;
}

/** Which frames are there, in order. */
export async function framesThere(db: Database, sequence_id: string): Promise<FrameRange[]> {
  const files = await db
    .selectFrom('sequence_files')
    .select(['first_frame', 'frames'])
    .where('sequence_id', '=', sequence_id)
    .where('first_frame', '>=', 0)
    .orderBy('first_frame')
    .execute();
  const ranges: { from: number; to: number }[] = [];
  for (const { first_frame: from, frames } of files) {
    const last = ranges.at(-1);
    if (last && last.to + 1 === from) last.to += frames;
    else ranges.push({ from, to: from + frames - 1 });
  }
  return ranges;
}

/** What lies between them. */
export function framesMissing(there: readonly FrameRange[], frames: number): FrameRange[] {
  const missing: FrameRange[] = [];
  let next = 0;
  for (const { from, to } of [...there, { from: frames, to: frames }]) {
    if (from > next) missing.push({ from: next, to: from - 1 });
    next = to + 1;
  }
  return missing;
}

export function countOf(ranges: readonly FrameRange[]): number {
  return ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
}
