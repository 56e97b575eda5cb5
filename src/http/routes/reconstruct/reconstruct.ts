import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { callerOf, requireKey } from '../../auth/require-key.ts';
import { publicScope } from '../../plugins/idempotency.ts';
import { documentedOnly } from '../../read-body.ts';
import { checkQuery } from './check-query.ts';
import { handleReconstruct, type ReconstructDependencies } from './handle-reconstruct.ts';
import { publicReconstructSchema, reconstructSchema } from './reconstruct-schema.ts';

/** POST /public/reconstruct and POST /reconstruct_pdhm. The schemas document; the parts are checked as they stream in. */
export async function reconstruct(
  app: FastifyInstance,
  dependencies: ReconstructDependencies,
): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart);
  app.route({
    ...{ method: 'POST', url: '/public/reconstruct', schema: publicReconstructSchema },
    validatorCompiler: documentedOnly,
    handler: (request, reply) => {
      checkQuery(request.query, []);
      const requester = { requester: 'public', accountId: null, scope: publicScope(request) };
      return handleReconstruct(dependencies, request, reply, requester);
    },
  });
  app.route({
    ...{ method: 'POST', url: '/reconstruct_pdhm', schema: reconstructSchema },
    onRequest: requireKey(dependencies.services),
    validatorCompiler: documentedOnly,
    handler: (request, reply) => {
      checkQuery(request.query, ['calibration_profile_id']);
      const { account_id } = callerOf(request);
      const requester = { requester: account_id, accountId: account_id, scope: account_id };
      return handleReconstruct(dependencies, request, reply, requester);
    },
  });
}
