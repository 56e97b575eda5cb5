import { Problem } from '../../core/problem/problem.ts';
import { parseRecipe } from '../../core/recipe/recipe.ts';
import { noteRemovals, removeBlobs } from '../archive/remove-blobs.ts';
import { Unauthenticated } from '../key/unauthenticated.ts';
import { Overloaded } from '../ports/overloaded.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';
import { archiveResult } from '../reconstruction/archive-result.ts';
import { deliverResult } from '../reconstruction/deliver-result.ts';
import type { RawFile } from '../reconstruction/raw-files.ts';
import type { ReconstructionServices } from '../reconstruction/reconstruct-hologram.ts';
import { readRequest, type AcceptedRequest } from './accepted-request.ts';
import { claimRun, type ClaimServices } from './claim-run.ts';
import { ended } from './end-run.ts';
import { failRun } from './fail-run.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { changeLeased, LeaseLost, type Claim } from './lease.ts';
import { readStagedFile } from './read-staged-file.ts';
import { releaseRun } from './release-run.ts';
import type { RunningRuns } from './running-runs.ts';

export interface PerformServices extends ReconstructionServices, ClaimServices {
  readonly running: RunningRuns;
  /** told of what is nobody's mistake but the program's, or the storage's */
  readonly onError: (error: unknown, runId: string) => void;
}

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
  const forget = services.running.begin(run_id, () => lease.stop(new LeaseLost(run_id)));
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
  const { run } = claim;
  const asked = readRequest(run.request);
  const [hologram, background] = await Promise.all([
    readStagedFile(services.blobs, asked.hologram),
    asked.background && readStagedFile(services.blobs, asked.background),
  ]);
  const { fields, calibration = null } = asked;
  const { evidence_report_id, archive_id, requester, run_id } = run;
  const ids = { evidence_report_id, archive_id };
  const recipe = parseRecipe(fields);
  const order = { hologram, background, recipe, fields, calibration, requester, ids };
  const { signal, onProgress } = lease;
  const left = asked.retain_raw_inputs ? [] : keysOf(asked);
  const { stages } = await deliverResult(services, order, { signal, onProgress, accepted: true }, (made) =>
    archiveResult(services, made, {
      run_id,
      raw: asked.retain_raw_inputs ? keptFiles(asked) : [],
      first: async (trx) => {
        const time = services.now();
        await changeLeased(trx, claim, ended('succeeded', time));
        await noteRemovals(trx, time, left);
      },
      // a key is not used again: the upload of an earlier attempt may still be on its way, or to be removed
      blobKey: `archive/${archive_id}.${claim.token}.zip`,
    }),
  );
  services.running.succeeded(stages);
  // whatever this can't do is left to the sweeper: the run has succeeded
  await removeBlobs(services, left).catch(() => {});
}

const keysOf = ({ hologram, background }: AcceptedRequest): string[] =>
  [hologram, background].flatMap((file) => file?.blob_key ?? []);

function keptFiles({ hologram, background }: AcceptedRequest): RawFile[] {
  const first = { part: 'hologram', ...hologram } as const;
  return background ? [first, { part: 'background', ...background }] : [first];
}

/** What becomes of a run that has not succeeded. @throws LeaseLost; StorageUnavailable */
async function settle(services: PerformServices, claim: Claim, error: unknown): Promise<'over' | 'again'> {
  if (error instanceof LeaseLost) return 'over';
  if (error instanceof Problem) {
    const { code, message: detail, errors } = error;
    await failRun(services, claim, { code, detail, errors });
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
  services.onError(error, claim.run.run_id);
  await releaseRun(services, claim, { counts: true });
  if (claim.run.attempts + 1 < services.maxAttempts) return 'again';
  const claimed = await claimRun(services, claim.run.run_id);
  return claimed === 'over' ? 'over' : 'again';
}
