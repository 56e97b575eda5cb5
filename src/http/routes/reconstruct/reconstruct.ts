import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { checkSpaceForPublic } from '../../../services/archive/check-space.ts';
import { callerOf, requireKey } from '../../auth/require-key.ts';
import { limitRate } from '../../limits/limit-rate.ts';
import { idempotencyKey, publicScope } from '../../plugins/idempotency.ts';
import { documentedOnly } from '../../exchange/read-body.ts';
import { checkQuery, profileAsked } from './check-query.ts';
import { rigFinder } from './rig-finder.ts';
import { handleReconstruct, type ReconstructDependencies } from './handle-reconstruct.ts';
import { publicReconstructSchema, reconstructSchema } from './reconstruct-schema.ts';

const HOUR_MS = 3_600_000;

/** POST /public/reconstruct and POST /reconstruct_pdhm. The schemas document; the parts are checked as they stream in. */
export async function reconstructRoutes(
  app: FastifyInstance,
  dependencies: ReconstructDependencies,
): Promise<void> {
  const { services, options } = dependencies;
  const policy = { name: 'public-reconstruct', quota: options.publicReconstructPerHour, windowMs: HOUR_MS };
  app.removeAllContentTypeParsers();
  await app.register(multipart);
  app.route({
    ...{ method: 'POST', url: '/public/reconstruct', schema: publicReconstructSchema },
    onRequest: limitRate(services.rates, policy, services.now),
    validatorCompiler: documentedOnly,
    handler: async (request, reply) => {
      checkQuery(request.query, []);
      await checkSpaceForPublic(services.blobs, options.accountsDiskPercent);
      const requester = {
        ...{ requester: 'public', accountId: null, scope: publicScope(request) },
        findRig: async () => null,
      };
      return handleReconstruct(dependencies, request, reply, requester);
    },
  });
  app.route({
    ...{ method: 'POST', url: '/reconstruct_pdhm', schema: reconstructSchema },
    onRequest: requireKey(services),
    validatorCompiler: documentedOnly,
    handler: async (request, reply) => {
      const asked = profileAsked(request.query);
      const { account_id } = callerOf(request);
      const findRig = rigFinder(services, account_id, asked);
      // before the upload is read, but for a repetition: that gets its answer also when the profile is gone by now
      if (idempotencyKey(request) === null) await findRig();
      const requester = { requester: account_id, accountId: account_id, scope: account_id, findRig };
      return handleReconstruct(dependencies, request, reply, requester);
    },
  });
}
