import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CalibratedRig } from '../../../core/rig/calibrated-rig.ts';
import { readRetention } from '../../../services/account/retention.ts';
import { findPackage } from '../../../services/archive/find-package.ts';
import {
  reconstructHologram,
  type ReconstructionOutcome,
} from '../../../services/reconstruction/reconstruct-hologram.ts';
import { acceptRun } from '../../../services/run/accept-run.ts';
import { checkRoom } from '../../../services/reconstruction/check-room.ts';
import type { RunState } from '../../../services/run/run-state.ts';
import type { Metrics } from '../../service/metrics.ts';
import { clientOf } from '../../limits/client-address.ts';
import { negotiate } from '../../exchange/negotiate.ts';
import { sunsetOf } from '../../exchange/package-headers.ts';
import { isBrowserNavigation } from '../../pages/is-browser-navigation.ts';
import {
  idempotencyKey,
  jsonDigest,
  sendAnswer,
  withIdempotency,
  type Answer,
  type Settle,
} from '../../plugins/idempotency.ts';
import { HttpProblem } from '../../problems/http-problem.ts';
import type { HttpOptions, HttpServices } from '../../service/services.ts';
import type { MemoryBudget, MemoryShare } from '../../upload/memory-budget.ts';
import { receiveUpload, type ReceivedUpload } from '../../upload/receive-upload.ts';
import { serverTiming } from '../../exchange/server-timing.ts';
import { answerRun } from '../runs/run-schema.ts';
import { prefersAsync } from './prefer.ts';
import { deletedMeanwhile, sendSummary, sendZip } from './send-result.ts';

export interface ReconstructDependencies {
  readonly services: HttpServices;
  readonly options: HttpOptions;
  readonly budget: MemoryBudget;
  readonly metrics: Metrics;
}

/** On whose behalf. */
export interface Requester {
  /** account id or `public` */
  readonly requester: string;
  readonly accountId: string | null;
  /** of Idempotency-Keys */
  readonly scope: string;
  /** what the profile that was named knows of the rig; null: none was named. Throws Refusal PROFILE_NOT_FOUND */
  findRig(): Promise<CalibratedRig | null>;
}

/** What one request is worked on with. */
interface Work extends ReconstructDependencies {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly share: MemoryShare;
  readonly requester: Requester;
  /** from now on until the upload was received */
  readonly began: number;
}

export async function handleReconstruct(
  dependencies: ReconstructDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  requester: Requester,
): Promise<FastifyReply> {
  const { services, options, budget } = dependencies;
  const format = acceptedFormat(request);
  if (!request.isMultipart()) {
    throw new HttpProblem(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the hologram and its parameters as multipart/form-data.',
    );
  }
  idempotencyKey(request);
  await checkRoom(services, requester.requester, clientFor(request, requester));
  const share = budget.open(clientFor(request, requester));
  try {
    const work = { ...dependencies, request, reply, share, requester, began: performance.now() };
    const { answer, outcome } = await receiveAndWork(work);
    share.close();
    if (answer.package_of === undefined) return sendAnswer(reply, answer);
    reply.headers(answer.headers ?? {});
    const entry =
      outcome?.entry ?? (await findPackage(services.store, requester.requester, answer.package_of));
    if (!entry) throw deletedMeanwhile();
    reply.headers(sunsetOf(entry, options.publicResultsDays));
    if (format === SUMMARY) return sendSummary(reply, entry, options.baseUrl);
    return await sendZip(reply, entry, outcome?.zip ?? null, services, share);
  } catch (error) {
    share.close();
    throw error;
  }
}

/** @returns outcome: null where the answer is that of an earlier request, or a run */
async function receiveAndWork(
  work: Work,
): Promise<{ readonly answer: Answer; readonly outcome: ReconstructionOutcome | null }> {
  const { services, options, request, reply, share, requester } = work;
  const client = abortWhenClientLeaves(reply);
  try {
    const { maxFileBytes } = options;
    const emptyMeansAbsent = isBrowserNavigation(request);
    const upload = await receiveUpload(request, { maxFileBytes, share, emptyMeansAbsent });
    const retain = await retains(work, upload);
    let outcome: ReconstructionOutcome | null = null;
    const digest = uploadDigest(request, upload);
    const answer = await withIdempotency(services, request, requester.scope, digest, async (settle) => {
      if (prefersAsync(request.headers.prefer)) return accept(work, upload, retain, settle);
      outcome = await reconstructNow(work, upload, retain, client.signal, settle);
      return answerOf(outcome.entry.evidence_report_id);
    });
    return { answer, outcome };
  } finally {
    client.done();
  }
}

/** Whose turn it is: strangers share nothing but an address. */
function clientFor({ ip }: FastifyRequest, { accountId }: Pick<Requester, 'accountId'>): string {
  return accountId ?? clientOf(ip);
}

/** The package is the answer, in whichever format is asked for then. */
const answerOf = (package_of: string): Answer => ({ status: 200, package_of });

async function reconstructNow(
  { services, metrics, request, reply, requester: { requester, accountId, findRig }, began }: Work,
  { files, fields, errors }: ReceivedUpload,
  retain: boolean,
  signal: AbortSignal,
  settle: Settle,
): Promise<ReconstructionOutcome> {
  const received = performance.now() - began;
  const outcome = await reconstructHologram(
    services,
    {
      ...{ hologram: files.hologram, background: files.background, fields, errors, requester, retain },
      calibration: await findRig(),
      settle: (trx, evidenceReportId) => settle(trx, answerOf(evidenceReportId)),
    },
    {
      ...{ signal, client: clientFor(request, { accountId }) },
      onProgress: (stage) => request.log.debug({ stage }, 'reconstruction'),
    },
  );
  const stages = { upload: received, ...outcome.stages };
  metrics.observeStages(stages);
  reply.header('server-timing', serverTiming(stages));
  return outcome;
}

async function accept(
  { services, options, request, requester: { requester, accountId, findRig } }: Work,
  { files, fields, errors }: ReceivedUpload,
  retain: boolean,
  settle: Settle,
): Promise<Answer> {
  const { hologram, background } = files;
  const run = await acceptRun(services, {
    ...{ hologram, background, fields, errors, requester, retain, request_id: request.id },
    ...(accountId === null ? { address: clientOf(request.ip) } : {}),
    calibration: await findRig(),
    settle: (trx, accepted) => settle(trx, accepted202(accepted, options.baseUrl)),
  });
  return accepted202(run, options.baseUrl);
}

/** What a request is answered that is done later. */
export function accepted202(run: RunState, baseUrl: string): Answer {
  return {
    status: 202,
    headers: { location: `${baseUrl}/runs/${run.run_id}`, 'preference-applied': 'respond-async' },
    body: answerRun(run, baseUrl),
  };
}

/** Whether the account keeps what has just come in; then there is a copy of it in memory for a while. */
async function retains({ services, requester, share }: Work, { files }: ReceivedUpload): Promise<boolean> {
  if (requester.accountId === null) return false;
  const { retain_raw_inputs } = await readRetention(services, requester.accountId);
  if (retain_raw_inputs) share.grow((files.hologram?.bytes ?? 0) + (files.background?.bytes ?? 0));
  return retain_raw_inputs;
}

/** Everything that was asked for. */
function uploadDigest(request: FastifyRequest, { files, fields }: ReceivedUpload): string {
  const { hologram, background } = files;
  const digests = { hologram: hologram?.sha256 ?? null, background: background?.sha256 ?? null };
  return jsonDigest(request, { fields, files: digests });
}

/** With what it is sent with: a client may name that, too. */
const SUMMARY = 'application/json; charset=utf-8';

function acceptedFormat({ headers }: FastifyRequest): 'application/zip' | typeof SUMMARY {
  const format = negotiate(headers.accept, ['application/zip', SUMMARY]);
  if (format) return format;
  throw new HttpProblem(
    'NOT_ACCEPTABLE',
    `Accept is ${headers.accept}: the answer is application/zip or application/json.`,
  );
}

/** A signal that fires when the connection closes before the answer is out. */
export function abortWhenClientLeaves(reply: FastifyReply): { readonly signal: AbortSignal; done(): void } {
  const controller = new AbortController();
  const left = (): void =>
    controller.abort(new HttpProblem('MALFORMED_REQUEST', 'The client closed the connection.'));
  reply.raw.once('close', left);
  return { signal: controller.signal, done: () => reply.raw.off('close', left) };
}
