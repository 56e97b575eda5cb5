import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { describeAccount } from '../../../services/account/describe-account.ts';
import { scopes } from '../../../services/key/scopes.ts';
import { anyKey, callerOf, requireKey } from '../../auth/require-key.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import type { UsersServices } from '../../service/users-dependencies.ts';

/** @param what the numbers count */
const quota = (what: string) =>
  z.object({
    used: z.int().describe(what),
    limit: z.int().nullable().describe(`${what}; null: as many as you like`),
  });

const schema = {
  operationId: 'getAccount',
  summary: 'The account',
  tags: ['accounts'],
  security: anyKey,
  response: {
    200: z
      .object({
        account_id: z.string(),
        email: z.string().describe('in small letters'),
        plan: z.string(),
        created_at: z.iso.datetime(),
        retain_raw_inputs: z.boolean().describe('whether raw uploads are kept'),
        stored_packages: z.int().describe('result packages of the account'),
        stored_bytes: z.int().describe('of these packages'),
        quotas: z
          .object({
            queued_runs: quota('runs that wait'),
            compute_seconds_per_day: quota('seconds of processor time within 24 hours'),
            stored_bytes: quota('bytes of packages, raw uploads and profiles'),
          })
          .describe('what the account uses, and how much it may'),
        api_key: z
          .object({
            key_id: z.string(),
            scopes: z.array(z.enum(scopes)).describe('what it is for'),
          })
          .describe('the key that was sent'),
      })
      .describe('the account and how much it stores'),
    ...problemResponses([401, 503]),
  },
};

/** GET /users/me */
export function meRoute(app: FastifyInstance, services: UsersServices): void {
  app.route({
    method: 'GET',
    url: '/users/me',
    schema,
    onRequest: requireKey(services),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { account_id, key_id, scopes } = callerOf(request);
      return { ...(await describeAccount(services, account_id)), api_key: { key_id, scopes } };
    },
  });
}
