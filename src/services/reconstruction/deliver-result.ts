import type { CalibratedRig } from '../../core/rig/calibrated-rig.ts';
import type { PackageContext } from '../../formats/report/package-context.ts';
import type { ArchivedPackage } from '../archive/storage.ts';
import { mintId } from '../mint-id.ts';
import type { Compute, ComputeOptions, ReconstructionResult } from '../ports/compute.ts';
import type { CheckedRequest } from './check-request.ts';
import { summarise, type Summary } from '../archive/summary.ts';

/** What makes results. */
export interface ResultMaker {
  readonly compute: Pick<Compute, 'reconstruct'>;
  readonly software: PackageContext['software'];
  readonly now: () => Date;
}

/** What a result is to be made of, and for whom. */
export interface ResultOrder extends CheckedRequest {
  /** the recipe's fields as they were sent */
  readonly fields: Readonly<Record<string, unknown>>;
  /** what a profile knows of the rig; null: no profile was named */
  readonly calibration: CalibratedRig | null;
  /** account id, `public`, or `local` on the command line */
  readonly requester: string;
  /** given out before, when a run was accepted; otherwise new ones are */
  readonly ids?: ResultIds;
}

type ResultIds = Pick<ArchivedPackage, 'evidence_report_id' | 'archive_id'>;

/** A result that is ready to be handed over. */
export interface MadeResult<Result = ReconstructionResult> {
  readonly result: Result;
  readonly summary: Summary;
  /** what the archive keeps of it, wherever it goes */
  readonly known: ResultIds &
    Pick<ArchivedPackage, 'requester' | 'created_at' | 'profile_id' | 'input_sha256' | 'holography_mode'> & {
      /** of the hologram; null: it has none, or no account would ever look for it */
      readonly file_name: string | null;
    };
  /** of all files */
  readonly input_bytes: number;
}

export interface DeliveredResult<Delivered> extends MadeResult {
  readonly delivered: Delivered;
  /** ms per stage, `archive` included */
  readonly stages: Readonly<Record<string, number>>;
}

/**
 * Recipe and bytes to a result in its place: the one way for a request that is waited for, for a run and for the command
 * line. Only the last step is theirs.
 * @param deliver archives the package or writes it to a file; nothing is kept of a result that it does not take
 * @throws Problem where the data do not allow it; Overloaded; the signal's reason; what `deliver` throws
 */
export async function deliverResult<Delivered>(
  { compute, software, now }: ResultMaker,
  { hologram, background, recipe, fields: requested, calibration, requester, ids }: ResultOrder,
  options: ComputeOptions,
  deliver: (made: MadeResult) => Promise<Delivered>,
): Promise<DeliveredResult<Delivered>> {
  const created = now();
  const identity = { ...(ids ?? newIds(created)), created_at: created.toISOString(), requester };
  const made = {
    known: {
      ...identity,
      ...{ profile_id: calibration?.profile_id ?? null, input_sha256: hologram.sha256 },
      holography_mode: recipe.holography_mode,
      file_name: requester === 'public' ? null : hologram.name || null,
    },
    input_bytes: hologram.bytes + (background?.bytes ?? 0),
  };
  const job = { hologram, background, recipe, calibration, identity: { ...identity, software, requested } };
  const result = await compute.reconstruct(job, { ...options, requester });
  options.signal.throwIfAborted();

  const began = performance.now();
  const complete = { ...made, result, summary: summarise(result.evidence) };
  const delivered = await deliver(complete);
  return { ...complete, delivered, stages: { ...result.stages, archive: performance.now() - began } };
}

function newIds(time: Date): ResultIds {
  return { evidence_report_id: mintId('evr', time), archive_id: mintId('arc', time) };
}
