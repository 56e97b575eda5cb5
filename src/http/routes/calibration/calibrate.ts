import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readRetention } from '../../../services/account/retention.ts';
import { calibrateTarget } from '../../../services/calibration/calibrate-target.ts';
import type { Profile } from '../../../services/calibration/profile.ts';
import { acceptCalibration } from '../../../services/run/accept-calibration.ts';
import { checkRoom } from '../../../services/reconstruction/check-room.ts';
import { callerOf, requireKey } from '../../auth/require-key.ts';
import {
  idempotencyKey,
  jsonDigest,
  sendAnswer,
  withIdempotency,
  type Answer,
} from '../../plugins/idempotency.ts';
import { HttpProblem } from '../../problems/http-problem.ts';
import { documentedOnly } from '../../exchange/read-body.ts';
import type { HttpOptions, HttpServices } from '../../service/services.ts';
import type { Metrics } from '../../service/metrics.ts';
import { serverTiming } from '../../exchange/server-timing.ts';
import type { MemoryBudget, MemoryShare } from '../../upload/memory-budget.ts';
import { receiveUpload } from '../../upload/receive-upload.ts';
import { checkQuery } from '../reconstruct/check-query.ts';
import { abortWhenClientLeaves, accepted202 } from '../reconstruct/handle-reconstruct.ts';
import { prefersAsync } from '../reconstruct/prefer.ts';
import { calibrateSchema } from './calibrate-schema.ts';
import { answerProfile } from './profile-schema.ts';

/** Frames of one target that calibrate together (contract, section 8). */
const mostHolograms = 8;

export interface CalibrateDependencies {
  readonly services: HttpServices;
  readonly options: HttpOptions;
  readonly budget: MemoryBudget;
  readonly metrics: Metrics;
}

/** POST /calibration/calibrate. The schema documents; the parts are checked as they stream in. */
export async function calibrateRoute(
  app: FastifyInstance,
  dependencies: CalibrateDependencies,
): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart);
  app.route({
    ...{ method: 'POST', url: '/calibration/calibrate', schema: calibrateSchema },
    onRequest: requireKey(dependencies.services),
    validatorCompiler: documentedOnly,
    handler: (request, reply) => {
      checkQuery(request.query, []);
      return handleCalibrate(dependencies, request, reply);
    },
  });
}

async function handleCalibrate(
  dependencies: CalibrateDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { services, budget } = dependencies;
  if (!request.isMultipart()) {
    const detail = 'Send the frame of the target and its parameters as multipart/form-data.';
    throw new HttpProblem('UNSUPPORTED_MEDIA_TYPE', detail);
  }
  idempotencyKey(request);
  await checkRoom(services, callerOf(request).account_id);
  const share = budget.open(callerOf(request).account_id);
  const client = abortWhenClientLeaves(reply);
  try {
    return sendAnswer(reply, await receiveAndCalibrate(dependencies, request, reply, share, client.signal));
  } finally {
    client.done();
    share.close();
  }
}

async function receiveAndCalibrate(
  { services, options, metrics }: CalibrateDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  share: MemoryShare,
  signal: AbortSignal,
): Promise<Answer> {
  const { maxFileBytes, baseUrl } = options;
  const { account_id } = callerOf(request);
  const began = performance.now();
  const upload = await receiveUpload(request, {
    maxFileBytes,
    share,
    emptyMeansAbsent: false,
    mostHolograms,
  });
  const { fields, errors, files, further } = upload;
  const { hologram, background } = files;
  const { retain_raw_inputs: retain } = await readRetention(services, account_id);
  const received = performance.now() - began;
  // then there is a copy of it in memory for a while
  if (retain) for (const file of [hologram, ...further, background]) share.grow(file?.bytes ?? 0);
  const digests = {
    ...{ hologram: hologram?.sha256 ?? null, background: background?.sha256 ?? null },
    ...(further.length > 0 && { further: further.map(({ sha256 }) => sha256) }),
  };
  const digest = jsonDigest(request, { fields, files: digests });
  const came = { account_id, hologram, further, background, fields, errors, retain };
  return withIdempotency(services, request, account_id, digest, async (settle) => {
    if (prefersAsync(request.headers.prefer)) {
      const run = await acceptCalibration(services, {
        ...{ ...came, request_id: request.id },
        settle: (trx, accepted) => settle(trx, accepted202(accepted, baseUrl)),
      });
      return accepted202(run, baseUrl);
    }
    const { profile, stages: computed } = await calibrateTarget(
      services,
      {
        ...came,
        settle: (trx, made) => settle(trx, answer201(made, baseUrl)),
      },
      { signal, onProgress: (stage) => request.log.debug({ stage }, 'calibration') },
    );
    const stages = { upload: received, ...computed };
    metrics.observeStages(stages);
    reply.header('server-timing', serverTiming(stages));
    return answer201(profile, baseUrl);
  });
}

function answer201(profile: Profile, baseUrl: string): Answer {
  const location = `${baseUrl}/calibration/profile/${profile.profile_id}`;
  return { status: 201, headers: { location }, body: answerProfile(profile, baseUrl) };
}
