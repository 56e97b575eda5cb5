import { publishBlobs, type NewBlob } from '../archive/publish-blobs.ts';
import type { Storage } from '../archive/storage.ts';
import { mintId } from '../mint-id.ts';
import type { Compute } from '../ports/compute.ts';
import type { Database, Row } from '../ports/database.ts';
import type { RunQueue } from '../ports/run-queue.ts';
import { checkOpen } from '../reconstruction/archive-result.ts';
import { checkQuotas } from '../quota/quota-use.ts';
import { quotaNames } from '../quota/quotas.ts';
import { checkRequest, type ReceivedRequest } from '../reconstruction/check-request.ts';
import { rawKey, type Part } from '../reconstruction/raw-files.ts';
import type { ReceivedFile } from '../ports/received-file.ts';
import type { AcceptedRequest, StagedFile } from './accepted-request.ts';
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
  /** whether the account keeps its raw uploads at this moment */
  readonly retain: boolean;
  /** names the request in the log and in a problem */
  readonly request_id: string;
  /** part of the transaction that accepts; can run several times */
  readonly settle?: (trx: Database, run: RunState) => Promise<void>;
}

/**
 * Takes a request on, to be done later: when this returns, it will be, whatever happens to this process. The
 * identifiers of its result are given out now, so that doing it twice can't leave two.
 * @throws Problem INVALID_INPUT; QuotaExceeded; Overloaded; Unauthenticated; StorageUnavailable: nothing was accepted
 */
export async function acceptRun(services: AcceptServices, input: AcceptInput): Promise<RunState> {
  const { hologram, background } = checkRequest(input);
  await checkRoom(services, input.requester);
  const created = services.now();
  const run_id = mintId('run', created);
  const stage = (part: Part, file: ReceivedFile) => {
    const { name, sha256, bytes } = file;
    // a file that will be kept needn't be moved when it is
    const blob_key = input.retain ? rawKey(created) : `staged/${run_id}-${part}`;
    return { file: { name, sha256, bytes, blob_key }, blob: blobOf(blob_key, file) };
  };
  const staged = [stage('hologram', hologram), ...(background ? [stage('background', background)] : [])];
  const row = newRun(run_id, created, input, staged[0]!.file, staged[1]?.file ?? null);
  const state = runState(row);
  const blobs = staged.map(({ blob }) => blob);
  await publishBlobs(services, blobs, async (trx) => {
    if (input.requester !== 'public') await checkOpen(trx, input.requester);
    // again, in the transaction: of several at once only so many find room
    await checkQuotas(trx, input.requester, services.now(), quotaNames);
    roomFor(services.compute, await countQueued(trx, input.requester));
    const turn = await nextTurn(trx, input.requester, created);
    await trx
      .insertInto('runs')
      .values({ ...row, turn })
      .execute();
    await services.queue.add(trx, { run_id, turn });
    await input.settle?.(trx, state);
  });
  services.queue.wake();
  return state;
}

function blobOf(key: string, { blocks, sha256, bytes }: ReceivedFile): NewBlob {
  return { key, chunks: blocks, sha256, bytes };
}

function newRun(
  run_id: string,
  created: Date,
  { requester, fields, calibration, retain, request_id }: AcceptInput,
  hologram: StagedFile,
  background: StagedFile | null,
): Row<'runs'> {
  const files = { hologram, background };
  const request: AcceptedRequest = { fields, ...files, calibration, retain_raw_inputs: retain, request_id };
  return {
    ...{ run_id, requester, status: 'queued', stage: null, fraction: 0 },
    evidence_report_id: mintId('evr', created),
    archive_id: mintId('arc', created),
    request: JSON.stringify(request),
    ...{ problem: null, attempts: 0, leased_by: null, lease_until: null, cancel_requested: 0 },
    ...{ created_at: created.toISOString(), started_at: null, finished_at: null, turn: 0, deaths: 0 },
  };
}
