import { randomUUID } from 'node:crypto';
import type { FieldError } from '../../core/problem/problem.ts';
import { invalidInput } from '../../core/recipe/recipe.ts';
import { sniff } from '../../formats/decode/samples/sniff.ts';
import { noteRemovals, removeBlobs } from '../archive/remove-blobs.ts';
import { publishBlobs } from '../archive/publish-blobs.ts';
import type { Storage } from '../archive/storage.ts';
import type { Compute, ComputeOptions } from '../ports/compute.ts';
import type { Database, Row } from '../ports/database.ts';
import type { ReceivedFile } from '../ports/received-file.ts';
import type { ReadFile } from '../ports/sequence-work.ts';
import { checkQuotas, checkStored } from '../quota/quota-use.ts';
import { checkOpen } from '../reconstruction/archive-result.ts';
import { rawKey } from '../reconstruction/raw-files.ts';
import { checkTakesFrames, sequenceOf } from './sequence-row.ts';

export interface FramesToPut {
  readonly account_id: string;
  readonly sequence_id: string;
  /** of the first frame */
  readonly first: number;
  /** null: the file is one frame */
  readonly count: number | null;
  readonly file: ReceivedFile;
}

interface Place {
  readonly first: number;
  readonly frames: number;
  readonly isStack: boolean;
}

export interface PutFrames {
  readonly from: number;
  readonly to: number;
  readonly sha256: string;
  readonly bytes: number;
  /** null: nothing that is read; the frame will be marked as unreadable */
  readonly format: string | null;
  /** the same file was there already */
  readonly isAgain: boolean;
}

interface Services extends Storage {
  readonly compute: Compute;
}

/**
 * Takes a frame, or a stack of some, of a sequence that was not started. What is wrong with a single frame is found when it
 * is reconstructed, and spoils no other; of a stack it has to be known how many frames it holds.
 * @throws Problem INVALID_INPUT, or what reading a stack finds wrong; QuotaExceeded; Refusal SEQUENCE_NOT_FOUND,
 * SEQUENCE_CLOSED; Overloaded; StorageUnavailable
 */
export async function putFrames(
  services: Services,
  { account_id, sequence_id, first, count, file }: FramesToPut,
  options: ComputeOptions,
): Promise<PutFrames> {
  const place: Place = { first, frames: count ?? 1, isStack: count !== null };
  const time = services.now();
  const sequence = await takingFrames(services.store.read(), account_id, sequence_id, place);
  const { sha256, bytes, blocks } = file;
  const format = blocks[0] ? (sniff(blocks[0]) ?? null) : null;
  const put = { from: first, to: first + place.frames - 1, sha256, bytes, format };
  if (bytes === 0) throw invalidInput([{ pointer: '', message: 'the body is empty: send the frame as it' }]);
  if (await standing(services.store.read(), sequence_id, place, sha256)) return { ...put, isAgain: true };
  await checkQuotas(services.store.read(), account_id, time, ['stored_bytes']);
  if (count !== null) await checkStack(services, file, count, { ...options, requester: account_id });
  const row = fileRow(sequence, place, file, time);
  const blob = { key: row.blob_key, chunks: blocks, sha256, bytes };
  const replaced = await publishBlobs(services, [blob], async (trx) => {
    await checkOpen(trx, account_id);
    await takingFrames(trx, account_id, sequence_id, place);
    const keys = await takeOut(trx, sequence_id, place);
    await noteRemovals(trx, time, keys);
    await trx.insertInto('sequence_files').values(row).execute();
    await checkStored(trx, account_id, bytes);
    return keys;
  });
  await removeBlobs(services, replaced);
  return { ...put, isAgain: false };
}

/** @param first of the file’s frames, or BACKGROUND */
export function fileRow(
  { sequence_id, account_id, retain_raw_inputs }: Row<'sequences'>,
  { first, frames, isStack }: Place,
  { name, sha256, bytes }: ReceivedFile,
  time: Date,
): Row<'sequence_files'> {
  // a file that will be kept needn't be moved when it is; and a key is not used again
  const blob_key = retain_raw_inputs === 1 ? rawKey(time) : `staged/${sequence_id}-${randomUUID()}`;
  return {
    ...{ sequence_id, first_frame: first, frames, is_stack: isStack ? 1 : 0, account_id },
    ...{ name, sha256, bytes, blob_key, created_at: time.toISOString() },
  };
}

/** @throws Refusal SEQUENCE_NOT_FOUND, SEQUENCE_CLOSED; Problem INVALID_INPUT where there is no such place */
async function takingFrames(
  db: Database,
  account_id: string,
  sequence_id: string,
  { first, frames, isStack }: Place,
): Promise<Row<'sequences'>> {
  const sequence = await sequenceOf(db, account_id, sequence_id);
  checkTakesFrames(sequence);
  const last = sequence.frames - 1;
  const errors: FieldError[] = [];
  if (first > last) errors.push({ pointer: '/n', message: `is ${first}; the last frame is ${last}` });
  else if (first + frames > sequence.frames)
    errors.push({
      pointer: '/count',
      message: `is ${frames}; from ${first} on there are ${last - first + 1}`,
    });
  const torn = errors.length > 0 ? null : await tornBy(db, sequence_id, first, frames);
  if (torn) {
    const held = `frames ${torn.first_frame} to ${torn.first_frame + torn.frames - 1} came in one file`;
    const message = `${held}, which can only be replaced as a whole`;
    errors.push({ pointer: isStack ? '/count' : '/n', message });
  }
  if (errors.length > 0) throw invalidInput(errors);
  return sequence;
}

/** A file of which these frames are a part, or begin or end inside. */
async function tornBy(db: Database, sequence_id: string, first: number, frames: number) {
  return overlapping(db, sequence_id, first, frames)
    .where(({ or, eb }) =>
      or([eb('first_frame', '<', first), eb(eb('first_frame', '+', eb.ref('frames')), '>', first + frames)]),
    )
    .select(['first_frame', 'frames'])
    .limit(1)
    .executeTakeFirst();
}

function overlapping(db: Database, sequence_id: string, first: number, frames: number) {
  return db
    .selectFrom('sequence_files')
    .where('sequence_id', '=', sequence_id)
    .where('first_frame', '>=', 0)
    .where('first_frame', '<', first + frames)
    .where(({ eb }) => eb(eb('first_frame', '+', eb.ref('frames')), '>', first));
}

/** Whether the very file is there. */
async function standing(db: Database, sequence_id: string, place: Place, sha256: string): Promise<boolean> {
  const row = await db
    .selectFrom('sequence_files')
    .select('sha256')
    .where('sequence_id', '=', sequence_id)
    .where('first_frame', '=', place.first)
    .where('frames', '=', place.frames)
    .where('is_stack', '=', place.isStack ? 1 : 0)
    .executeTakeFirst();
  return row?.sha256 === sha256;
}

/** @returns the blobs of what was there before */
async function takeOut(trx: Database, sequence_id: string, { first, frames }: Place): Promise<string[]> {
  const rows = await trx
    .deleteFrom('sequence_files')
    .where('sequence_id', '=', sequence_id)
    .where('first_frame', '>=', first)
    .where('first_frame', '<', first + frames)
    .returning('blob_key')
    .execute();
  return rows.map(({ blob_key }) => blob_key);
}

/** @throws Problem where it is no stack of so many frames */
async function checkStack(
  { compute }: Services,
  { name, sha256, bytes, blocks }: ReceivedFile,
  count: number,
  options: ComputeOptions,
): Promise<void> {
  const file = { key: name, name, bytes, sha256, isStack: true };
  const { frames, hint } = await compute.sequence<'count'>(
    { step: 'count', file },
    readerOf(blocks),
    options,
  );
  if (frames === count) return;
  const holds = `is ${count}; the file holds ${frames} frame${frames === 1 ? '' : 's'}`;
  const message = hint === null ? holds : `${holds}: ${hint}`;
  throw invalidInput([{ pointer: '/count', message }]);
}

function readerOf(blocks: ReceivedFile['blocks']): ReadFile {
  const size = blocks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return async (_, offset, length) => {
    const part = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
    let at = 0;
    for (const block of blocks) {
      const from = Math.max(offset, at);
      const to = Math.min(offset + part.length, at + block.byteLength);
      if (from < to) part.set(block.subarray(from - at, to - at), from - offset);
      at += block.byteLength;
    }
    return part;
  };
}
