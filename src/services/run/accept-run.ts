import { publishBlobs, type NewBlob } from '../archive/publish-blobs.ts';
import type { Storage } from '../archive/storage.ts';
import { mintId } from '../mint-id.ts';
import type { Compute } from '../ports/compute.ts';
import type { Database, Row } from '../ports/database.ts';
import type { RunQueue } from '../ports/run-queue.ts';
import { keepOpen } from '../reconstruction/archive-result.ts';
import { checkQuotas } from '../quota/quota-use.ts';
import { quotaNames } from '../quota/quotas.ts';
import { checkRequest, type ReceivedRequest } from '../reconstruction/check-request.ts';
import { rawKey } from '../reconstruction/raw-files.ts';
import type { ReceivedFile } from '../ports/received-file.ts';
import type { AcceptedFiles, AcceptedRequest, StagedFile } from './accepted-request.ts';
import { checkRoom, countQueued, roomFor } from '../reconstruction/check-room.ts';
import { nextTurn } from './next-turn.ts';
import { runState, type RunState } from './run-state.ts';

export interface AcceptServices extends Storage {
  readonly compute: Compute;
  readonly queue: RunQueue;
}

export interface AcceptInput extends ReceivedRequest {
  /** account id or `public` */
  readonly requester: string;
  /** where a request without an account comes from; absent: it has one */
  readonly address?: string;
  /** whether the account keeps its raw uploads at this moment */
  readonly retain: boolean;
  /** names the request in the log and in a problem */
  readonly request_id: string;
  /** part of the transaction that accepts; can run several times */
  readonly settle?: (trx: Database, run: RunState) => Promise<void>;
}

/** What is to be done later, whatever it is. */
export interface Acceptance extends Pick<
  AcceptInput,
  'requester' | 'address' | 'retain' | 'request_id' | 'settle'
> {
  readonly hologram: ReceivedFile;
  readonly further?: readonly ReceivedFile[];
  readonly background: ReceivedFile | null;
  /** what the run is asked beside its files */
  readonly asked: Pick<AcceptedFiles, 'kind' | 'fields' | 'calibration'>;
  /** of the profile that it makes; null: it reconstructs */
  readonly profile_id: string | null;
}

/**
 * Takes a request on, to be done later: when this returns, it will be, whatever happens to this process. The
 * identifiers of its result are given out now, so that doing it twice can't leave two.
 * @throws Problem INVALID_INPUT; QuotaExceeded; Overloaded; Unauthenticated; StorageUnavailable: nothing was accepted
 */
export async function acceptRun(services: AcceptServices, input: AcceptInput): Promise<RunState> {
  const { hologram, background } = checkRequest(input);
  const { requester, address, retain, request_id, settle, fields, calibration } = input;
  return accept(services, {
    ...{ requester, retain, request_id, hologram, background, profile_id: null },
    ...(settle ? { settle } : {}),
    ...(address === undefined ? {} : { address }),
    asked: { fields, calibration },
  });
}

/** The same for a request that was found to be valid. @throws QuotaExceeded; Overloaded; Unauthenticated; StorageUnavailable */
export async function accept(services: AcceptServices, input: Acceptance): Promise<RunState> {
  const { requester, address = null, settle, asked, retain, request_id, profile_id } = input;
  await checkRoom(services, requester, address ?? requester);
  const created = services.now();
  const run_id = mintId('run', created);
  const { blobs, files } = stage(run_id, created, input);
  const { fields, ...more } = asked;
  const request: AcceptedFiles = { fields, ...files, ...more, retain_raw_inputs: retain, request_id };
  const row = newRun({ run_id, requester, address, profile_id, created, request });
  const state = runState(row);
  const rows = async (trx: Database): Promise<void> => {
    await queueRun(services, trx, row);
    await settle?.(trx, state);
  };
  // what is counted there changes with every run that begins or ends: nobody should have to ask again for that
  await publishBlobs(services, blobs, rows, { turn: QUEUE_TURN });
  services.queue.wake();
  return state;
}

/** Those that put runs into the queue for somebody take turns, or several at once would each find the last room. */
const QUEUE_TURN = 'queue';

/**
 * Part of the transaction that accepts a run, which takes its turn.
 * @throws QuotaExceeded; Overloaded; Unauthenticated
 */
export async function queueRun(
  { compute, queue, now }: AcceptServices,
  trx: Database,
  row: Row<'runs'>,
): Promise<void> {
  const { run_id, requester, address, created_at } = row;
  if (requester !== 'public') await keepOpen(trx, requester);
  // again, in the transaction: of several at once only so many find room
  await checkQuotas(trx, requester, now(), quotaNames);
  roomFor(compute, await countQueued(trx, address ?? requester));
  const turn = await nextTurn(trx, row, new Date(created_at));
  await trx
    .insertInto('runs')
    .values({ ...row, turn })
    .execute();
  await queue.add(trx, { run_id, turn });
}

type Files = Pick<AcceptedFiles, 'hologram' | 'further' | 'background'>;

function stage(
  run_id: string,
  created: Date,
  { hologram, further = [], background, retain }: Acceptance,
): { readonly blobs: readonly NewBlob[]; readonly files: Files } {
  const blobs: NewBlob[] = [];
  const put = (part: string, { name, sha256, bytes, blocks }: ReceivedFile): StagedFile => {
    // a file that will be kept needn't be moved when it is
    const blob_key = retain ? rawKey(created) : `staged/${run_id}-${part}`;
    blobs.push({ key: blob_key, chunks: blocks, sha256, bytes });
    return { name, sha256, bytes, blob_key };
  };
  const files = {
    hologram: put('hologram', hologram),
    ...(further.length > 0 ? { further: further.map((file, k) => put(`hologram-${k + 2}`, file)) } : {}),
    background: background && put('background', background),
  };
  return { blobs, files };
}

interface NewRun extends Pick<Row<'runs'>, 'requester' | 'address' | 'profile_id'> {
  readonly run_id?: string;
  readonly created: Date;
  readonly request: AcceptedRequest;
}

export function newRun({ requester, address, created, request, profile_id, ...given }: NewRun): Row<'runs'> {
  const { run_id = mintId('run', created) } = given;
  return {
    ...{ run_id, requester, address, status: 'queued', stage: null, fraction: 0, profile_id, part_of: null },
    evidence_report_id: mintId('evr', created),
    archive_id: mintId('arc', created),
    request: JSON.stringify(request),
    ...{ problem: null, attempts: 0, leased_by: null, lease_until: null, cancel_requested: 0 },
    ...{ created_at: created.toISOString(), started_at: null, finished_at: null, turn: 0, deaths: 0 },
    picture: null,
  };
}
