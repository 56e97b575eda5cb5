import type { CalibratedRig } from '../../core/rig/calibrated-rig.ts';
import { BACKGROUND } from '../frames/sequence-row.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Database, Row } from '../ports/database.ts';
import type { DoneShard, ReadFile, FramesFile } from '../ports/sequence-work.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';
import { referenceFrames } from '../sequence/reference-frames.ts';
import type { RawFile } from '../reconstruction/raw-files.ts';

/** What a step needs of a sequence. @param wanted frames; that with the number 0 is there anyway */
export async function filesFor(db: Database, sequence: Row<'sequences'>, wanted: readonly number[]) {
  const { sequence_id, frames } = sequence;
  const fields = JSON.parse(sequence.fields) as Record<string, unknown>;
  const rows = new Map<number, Row<'sequence_files'>>();
  let next: number | null = null;
  for (const frame of [0, ...wanted].toSorted((a, b) => a - b)) {
    // the file before holds it, too
    if (next !== null && frame < next) continue;
    const row = await holding(db, sequence_id, frame);
    next = row.first_frame + row.frames;
    rows.set(row.first_frame, row);
  }
  const background = await db
    .selectFrom('sequence_files')
    .selectAll()
    .where('sequence_id', '=', sequence_id)
    .where('first_frame', '=', BACKGROUND)
    .executeTakeFirst();
  return {
    ...{ sequence_id, fields, frames, reference: referenceFrames(frames) },
    calibration: sequence.calibration === null ? null : (JSON.parse(sequence.calibration) as CalibratedRig),
    files: [...rows.values()].map(fileOf),
    background: background ? fileOf(background) : null,
  };
}

async function holding(db: Database, sequence_id: string, frame: number): Promise<Row<'sequence_files'>> {
  const row = await db
    .selectFrom('sequence_files')
    .selectAll()
    .where('sequence_id', '=', sequence_id)
    .where('first_frame', '<=', frame)
    .where('first_frame', '>=', 0)
    .orderBy('first_frame', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row && frame < row.first_frame + row.frames) return row;
  throw new Error(`frame ${frame} of ${sequence_id} is not there`);
}

function fileOf({ blob_key, name, bytes, sha256, first_frame, frames, is_stack }: Row<'sequence_files'>) {
  const file: FramesFile = {
    ...{ key: blob_key, name, bytes: Number(bytes), sha256 },
    ...{ first: first_frame, frames, isStack: is_stack === 1 },
  };
  return file;
}

/** In order. */
export async function shardsOf(
  db: Database,
  sequence_id: string,
): Promise<readonly (DoneShard & { readonly key: string })[]> {
  const rows = await db
    .selectFrom('sequence_shards')
    .select(['done', 'blob_key'])
    .where('sequence_id', '=', sequence_id)
    .orderBy('shard')
    .execute();
  return rows.map(({ done, blob_key }) => ({ ...(JSON.parse(done) as DoneShard), key: blob_key }));
}

/** The frames and the background as its account keeps them, or not. */
export async function keptFrames(db: Database, sequence_id: string): Promise<RawFile[]> {
  const rows = await db
    .selectFrom('sequence_files')
    .select(['first_frame', 'name', 'sha256', 'bytes', 'blob_key'])
    .where('sequence_id', '=', sequence_id)
    .orderBy('first_frame')
    .execute();
  return rows.map(({ first_frame, bytes, ...file }) => ({
    ...file,
    bytes: Number(bytes),
    part: first_frame === BACKGROUND ? ('background' as const) : ('hologram' as const),
  }));
}

/** Reads parts of blobs. */
export function blobReader(blobs: Blobs): ReadFile {
  return async (key, start, length, room) => {
    if (length <= 0) return new Uint8Array();
    const stream = await blobs.read(key, { start, end: start + length - 1 });
    if (!stream) throw new Error(`the blob ${key} is not there`);
    const part = room && room.byteLength >= length ? new Uint8Array(room, 0, length) : new Uint8Array(length);
    let at = 0;
    try {
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        part.set(chunk.subarray(0, length - at), at);
        at = Math.min(length, at + chunk.byteLength);
      }
    } catch (cause) {
      if (cause instanceof StorageUnavailable) throw cause;
      throw new StorageUnavailable('A staged file could not be read to its end.', { cause });
    }
    return part.subarray(0, at);
  };
}
