import { Problem } from '../../core/problem/problem.ts';
import { parseRecipe } from '../../core/recipe/recipe.ts';
import { noteRemovals, removeBlobs } from '../archive/remove-blobs.ts';
import { archiveProfile } from '../calibration/archive-profile.ts';
import { checkCalibration } from '../calibration/calibrate-target.ts';
import { deliverProfile } from '../calibration/deliver-profile.ts';
import { Unauthenticated } from '../key/unauthenticated.ts';
import type { ComputeOptions } from '../ports/compute.ts';
import type { Database } from '../ports/database.ts';
import { Overloaded } from '../ports/overloaded.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';
import { QuotaExceeded } from '../quota/quotas.ts';
import { archiveResult } from '../reconstruction/archive-result.ts';
import { deliverResult } from '../reconstruction/deliver-result.ts';
import type { RawFile } from '../reconstruction/raw-files.ts';
import { readRequest, stagedFiles, type AcceptedFiles } from './accepted-request.ts';
import { claimRun } from './claim-run.ts';
import { ended } from './end-run.ts';
import { failRun } from './fail-run.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { changeLeased, LeaseLost, type Claim } from './lease.ts';
import { readStagedFile, StagedFileGone } from './read-staged-file.ts';
import { releaseRun } from './release-run.ts';
import { performStep } from './perform-sequence.ts';
import type { PerformServices } from './perform-services.ts';

class Stopping extends Error {}

/**
 * Does one accepted run, unless somebody does it or it is over. Never throws.
 * @param stopping fires when the process ends before the run does: the run is given back
 * @returns `again`: it still has to be done, here or elsewhere, after a while
 */
export async function performRun(
  services: PerformServices,
  runId: string,
  stopping: AbortSignal,
): Promise<'over' | 'again'> {
  try {
    if (stopping.aborted) return 'again';
    const claim = await claimRun(services, runId);
    if (claim === 'over') return 'over';
    if (claim === 'taken') return 'again';
    return await performClaimed(services, claim, stopping);
  } catch (error) {
    if (error instanceof LeaseLost) return 'over';
    services.onError(error, runId);
    return 'again';
  }
}

async function performClaimed(
  services: PerformServices,
  claim: Claim,
  stopping: AbortSignal,
): Promise<'over' | 'again'> {
  const { run_id } = claim.run;
  const lease = new LeaseKeeper(services, claim);
  const stop = (): void => lease.stop(new Stopping('the process is asked to end'));
  stopping.addEventListener('abort', stop);
  if (stopping.aborted) stop();
  const cancel = (): void => lease.stop(new LeaseLost(run_id));
  const forget = services.running.begin(run_id, cancel, lease.progress);
  try {
    await perform(services, claim, lease);
    return 'over';
  } catch (error) {
    return await settle(services, claim, error);
  } finally {
    lease.end();
    forget();
    stopping.removeEventListener('abort', stop);
  }
}

async function perform(services: PerformServices, claim: Claim, lease: LeaseKeeper): Promise<void> {
  const asked = readRequest(claim.run.request);
  const options = { signal: lease.signal, onProgress: lease.onProgress, accepted: true };
  if (asked.kind === 'sequence' || asked.kind === 'part') {
    const stages = await performStep(services, claim, asked, options);
    if (stages) services.running.succeeded(stages);
    return;
  }
  const left = asked.retain_raw_inputs ? [] : stagedFiles(asked).map(({ blob_key }) => blob_key);
  const work = {
    ...{ claim, asked, raw: asked.retain_raw_inputs ? keptFiles(asked) : [] },
    options: { ...options, onPicture: lease.onPicture },
    async first(trx: Database): Promise<void> {
      const time = services.now();
      await changeLeased(trx, claim, ended('succeeded', time));
      await noteRemovals(trx, time, left);
    },
  };
  const act = asked.kind === 'calibrate' ? performCalibration : performReconstruction;
  services.running.succeeded(await act(services, work));
  // whatever this can't do is left to the sweeper: the run has succeeded
  await removeBlobs(services, left).catch(() => {});
}

/** One run with what it was asked. */
interface RunWork {
  readonly claim: Claim;
  readonly asked: AcceptedFiles;
  /** what the account keeps of the files */
  readonly raw: readonly RawFile[];
  readonly options: ComputeOptions;
  /** ends the run, in the transaction that stores what it made */
  readonly first: (trx: Database) => Promise<void>;
}

/** How long each stage took, ms. */
type Stages = Readonly<Record<string, number>>;

async function performReconstruction(
  services: PerformServices,
  { claim: { run, token }, asked, options, raw, first }: RunWork,
): Promise<Stages> {
  const { evidence_report_id, archive_id, requester, run_id } = run;
  const { fields, calibration = null } = asked;
  const files = await readFiles(services, asked);
  const ids = { evidence_report_id, archive_id };
  const order = { ...files, recipe: parseRecipe(fields), fields, calibration, requester, ids };
  // a key is not used again: the upload of an earlier attempt may still be on its way, or to be removed
  const blobKey = `archive/${archive_id}.${token}.zip`;
  const { stages } = await deliverResult(services, order, options, (coming) =>
    archiveResult(services, coming, { run_id, raw, first, blobKey }),
  );
  return stages;
}

async function performCalibration(
  services: PerformServices,
  { claim: { run, token }, asked, options, raw, first }: RunWork,
): Promise<Stages> {
  const { run_id, requester, created_at } = run;
  const files = await readFiles(services, asked);
  const checked = checkCalibration({
    ...{ ...files, background: files.background ?? undefined, fields: asked.fields, errors: [] },
  });
  const profile_id = run.profile_id!;
  const order = { ...checked, requester, profile_id, created: new Date(created_at) };
  const blobName = `${profile_id}.${token}`;
  const { stages } = await deliverProfile(services, order, options, (made) =>
    archiveProfile(services, made, { account_id: requester, run_id, blobName, raw, first }),
  );
  return stages;
}

async function readFiles({ blobs }: PerformServices, { hologram, further = [], background }: AcceptedFiles) {
  const [first, blank, ...rest] = await Promise.all([
    readStagedFile(blobs, hologram),
    background && readStagedFile(blobs, background),
    ...further.map((file) => readStagedFile(blobs, file)),
  ]);
  return { hologram: first, further: rest, background: blank };
}

function keptFiles({ hologram, further = [], background }: AcceptedFiles): RawFile[] {
  const frames = [hologram, ...further].map((file) => ({ part: 'hologram' as const, ...file }));
  return background ? [...frames, { part: 'background', ...background }] : frames;
}

const UPLOAD_GONE =
  'What was uploaded for this run is not there any more, as after a backup was restored: nothing was computed. Send it again.';

/** What becomes of a run that has not succeeded. @throws LeaseLost; StorageUnavailable */
async function settle(services: PerformServices, claim: Claim, error: unknown): Promise<'over' | 'again'> {
  if (error instanceof LeaseLost) return 'over';
  if (error instanceof Problem) {
    const { code, message: detail, errors, picture } = error;
    await failRun(services, claim, { code, detail, errors }, picture);
    return 'over';
  }
  if (error instanceof QuotaExceeded) {
    await failRun(services, claim, { code: 'QUOTA_EXCEEDED', detail: error.message, errors: [] });
    return 'over';
  }
  if (error instanceof Unauthenticated) {
    await failRun(services, claim, { code: 'INTERNAL_ERROR', detail: error.message, errors: [] });
    return 'over';
  }
  if (error instanceof Stopping || error instanceof StorageUnavailable || error instanceof Overloaded) {
    // neither says anything about the run
    await releaseRun(services, claim, { counts: false });
    if (!(error instanceof Stopping)) services.onError(error, claim.run.run_id);
    return 'again';
  }
  const { run_id } = claim.run;
  const isLast = claim.run.attempts + 1 >= services.maxAttempts;
  // a run that is cancelled takes its files with it, also before they are read: then the lease is lost, and nothing went wrong
  const mayBeCancelled = error instanceof StagedFileGone;
  if (mayBeCancelled && isLast) {
    await failRun(services, claim, { code: 'INTERNAL_ERROR', detail: UPLOAD_GONE, errors: [] });
    services.onError(error, run_id);
    return 'over';
  }
  if (!mayBeCancelled) services.onError(error, run_id);
  await releaseRun(services, claim, { counts: true });
  if (mayBeCancelled) services.onError(error, run_id);
  if (!isLast) return 'again';
  const claimed = await claimRun(services, run_id);
  return claimed === 'over' ? 'over' : 'again';
}
