import type { CalibratedRig } from '../../core/rig/calibrated-rig.ts';
import type { PackageContext } from '../../formats/report/package-context.ts';
import type { ArchivedPackage } from '../archive/storage.ts';
import { mintId } from '../mint-id.ts';
import type { BlobContent, Later } from '../ports/blobs.ts';
import type { Compute, ComputeOptions, ReconstructionResult } from '../ports/compute.ts';
import { ArrivingPackage } from './arriving-package.ts';
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
      /** of a sequence */
      readonly frames?: number;
    };
  /** of all files */
  readonly input_bytes: number;
}

/** A result on its way to its place: what is made of it later is known once all of the package has been read. */
export type ComingResult = Pick<MadeResult, 'known' | 'input_bytes'> & {
  /** reading what is still made may fail */
  readonly zip: BlobContent;
  /** of the package; null: whoever stores it computes it */
  readonly sha256: Later<string> | null;
  readonly bytes: () => number;
  readonly summary: () => Summary;
  /** processor time that it took */
  readonly compute_ms: () => number;
};

export interface DeliveredResult<Delivered> extends MadeResult {
  readonly delivered: Delivered;
  /** ms per stage, `archive` included: what it takes beyond all others */
  readonly stages: Readonly<Record<string, number>>;
}

export interface DeliverOptions extends ComputeOptions {
  /** `deliver` is called as soon as the first part of the package is there; absent: once it is complete */
  readonly early?: boolean;
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
  { early = false, ...options }: DeliverOptions,
  deliver: (coming: ComingResult) => Promise<Delivered>,
): Promise<DeliveredResult<Delivered>> {
  const created = now();
  const identity = { ...(ids ?? newIds(created)), created_at: created.toISOString(), requester };
  const begun = {
    known: {
      ...identity,
      ...{ profile_id: calibration?.profile_id ?? null, input_sha256: hologram.sha256 },
      holography_mode: recipe.holography_mode,
      file_name: requester === 'public' ? null : hologram.name || null,
    },
    input_bytes: hologram.bytes + (background?.bytes ?? 0),
  };
  const job = { hologram, background, recipe, calibration, identity: { ...identity, software, requested } };
  const arriving = new ArrivingPackage();
  let complete: MadeResult | null = null;
  let compute_ms = 0;
  const later = {
    bytes: () => complete!.result.bytes,
    summary: () => complete!.summary,
    compute_ms: () => compute_ms,
  };
  const begin = (zip: BlobContent, sha256: ComingResult['sha256'] = null) =>
    deliver({ ...begun, ...later, zip, sha256 });
  const summed = () => complete!.result.sha256!;
  let delivering: Promise<Delivered> | null = null;
  const onChunks = (chunks: Uint8Array[], isSummed: boolean): void => {
    arriving.add(chunks);
    if (delivering) return;
    delivering = begin(() => arriving.read(), isSummed ? summed : null);
    // it is waited for below
    delivering.catch(() => {});
  };
  try {
    const onComputed = (ms: number): void => void (compute_ms = ms);
    const asked = { ...options, requester, onComputed, ...(early ? { onChunks } : {}) };
    const result = await compute.reconstruct(job, asked);
    options.signal.throwIfAborted();
    arriving.add(result.chunks);
    const whole = { ...result, chunks: [...arriving.chunks] };
    complete = { ...begun, result: whole, summary: summarise(result.evidence) };
  } catch (error) {
    arriving.fail(error);
    await (delivering as Promise<Delivered> | null)?.catch(() => {});
    throw error;
  }
  arriving.complete();
  const began = performance.now();
  const { chunks, sha256 } = complete.result;
  const delivered = await (delivering ?? begin(chunks, sha256 === null ? null : summed));
  const stages = { ...complete.result.stages, archive: performance.now() - began };
  return { ...complete, delivered, stages };
}

function newIds(time: Date): ResultIds {
  return { evidence_report_id: mintId('evr', time), archive_id: mintId('arc', time) };
}
