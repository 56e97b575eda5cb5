import type { PackageContext } from '../../formats/report/package-context.ts';
import type { ArchivedPackage, Storage } from '../archive/storage.ts';
import { mintId } from '../mint-id.ts';
import type { Compute, RunOptions } from '../ports/compute.ts';
import type { Database } from '../ports/database.ts';
import { checkRoom } from '../run/check-room.ts';
import { archiveResult } from './archive-result.ts';
import { checkRequest, type CheckedRequest, type ReceivedRequest } from './check-request.ts';
import { rawBlob } from './raw-files.ts';
import { summarise, type Summary } from './summary.ts';

export interface ReconstructionServices extends Storage {
  readonly compute: Compute;
  readonly software: PackageContext['software'];
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
  /** the package, in order */
  /** whoever sends them takes them out */
  readonly zip: Uint8Array[];
  readonly summary: Summary;
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
  options: RunOptions,
): Promise<ReconstructionOutcome> {
  const checked = checkRequest(input);
  await checkRoom(services);
  const { hologram, background, recipe } = checked;
  const { requester, fields: requested, calibration } = input;
  const created = services.now();
  const ids = { evidence_report_id: mintId('evr', created), archive_id: mintId('arc', created) };
  const identity = { ...ids, created_at: created.toISOString(), requester };
  const making = {
    ...{ ...identity, run_id: null, recipe, profile_id: calibration?.profile_id ?? null },
    input_sha256: hologram.sha256,
    input_bytes: hologram.bytes + (background?.bytes ?? 0),
  };
  const kept = input.retain ? rawBlobs(checked, created) : [];
  const { software } = services;
  const request = {
    ...{ hologram, background, recipe, calibration },
    identity: { ...identity, software, requested },
  };
  const result = await services.compute.run(request, options);
  options.signal.throwIfAborted();

  const began = performance.now();
  const raw = kept.map(({ file }) => file);
  const entry = await archiveResult(services, { ...making, raw }, result, {
    blobs: kept.map(({ blob }) => blob),
    first: async (trx) => input.settle?.(trx, identity.evidence_report_id),
  });
  const stages = { ...result.stages, archive: performance.now() - began };
  return { entry, zip: [...result.chunks], summary: summarise(result.evidence), stages };
}

function rawBlobs({ hologram, background }: CheckedRequest, time: Date) {
  const files = [rawBlob('hologram', hologram, time)];
  return background ? [...files, rawBlob('background', background, time)] : files;
}
