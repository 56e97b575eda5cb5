import type { ArchivedPackage, Storage } from '../archive/storage.ts';
import type { Compute, ComputeOptions } from '../ports/compute.ts';
import type { Database } from '../ports/database.ts';
import { checkRoom } from './check-room.ts';
import { archiveResult } from './archive-result.ts';
import { checkRequest, type ReceivedRequest } from './check-request.ts';
import { deliverResult, type ResultMaker } from './deliver-result.ts';
import { rawBlobs } from './raw-files.ts';

export interface ReconstructionServices extends Storage, ResultMaker {
  readonly compute: Compute;
}

export interface ReconstructionInput extends ReceivedRequest {
  /** account id or `public` */
  readonly requester: string;
  /** whether the account keeps its raw uploads at this moment */
  readonly retain: boolean;
  /** part of the transaction that archives; can run several times */
  readonly settle?: (trx: Database, evidenceReportId: string) => Promise<void>;
}

export interface ReconstructionOutcome {
  readonly entry: ArchivedPackage;
  /** the package, in order; whoever sends its chunks takes them out */
  readonly zip: Uint8Array[];
  /** ms per stage, `archive` included */
  readonly stages: Readonly<Record<string, number>>;
}

/**
 * One hologram to one archived package. Nothing is kept of a request that is refused or that fails.
 * @throws Problem where the request or the data do not allow it; Overloaded; Unauthenticated; StorageUnavailable
 */
export async function reconstructHologram(
  services: ReconstructionServices,
  input: ReconstructionInput,
  options: ComputeOptions,
): Promise<ReconstructionOutcome> {
  const checked = checkRequest(input);
  await checkRoom(services, input.requester, options.client);
  const { fields, calibration, requester, settle } = input;
  // before the computation takes the memory of the files over
  const kept = input.retain ? rawBlobs(checked, services.now()) : [];
  const order = { ...checked, fields, calibration, requester };
  // a store that has to know the digest first would wait for all of it
  const early = !services.blobs.needsDigest;
  const { delivered, result, stages } = await deliverResult(
    services,
    order,
    { ...options, early },
    (coming) =>
      archiveResult(services, coming, {
        ...{ run_id: null, raw: kept.map(({ file }) => file), blobs: kept.map(({ blob }) => blob) },
        first: async (trx) => settle?.(trx, coming.known.evidence_report_id),
      }),
  );
  return { entry: delivered, zip: [...result.chunks], stages };
}
