import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { NOT_STORABLE, STORABLE_TEXT } from '../../../core/limits/storable-text.ts';
import { createKeyFor } from '../../../services/key/create-key.ts';
import { scopes } from '../../../services/key/scopes.ts';
import { countRequest } from '../../limits/limit-rate.ts';
import { listKeys } from '../../../services/key/list-keys.ts';
import { revokeKey } from '../../../services/key/revoke-key.ts';
import { anyKey, keyFor, ownersKey, callerOf, requireKey } from '../../auth/require-key.ts';
import { pageQuerySchema, readPage } from '../../exchange/paging.ts';
import { listResponses, sendList } from '../../exchange/send-list.ts';
import { idempotencyHeaders, jsonDigest, sendAnswer, withIdempotency } from '../../plugins/idempotency.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import { documentedOnly, readBody } from '../../exchange/read-body.ts';
import {
  BODY_LIMIT_BYTES,
  HOUR_MS,
  type UsersLimits,
  type UsersServices,
} from '../../service/users-dependencies.ts';

const URL = '/users/me/api-keys';
const MAX_NAME = 100;

const scopeSchema = z.enum(scopes, `is not one of ${scopes.join(', ')}`);

const keyInputSchema = z
  .strictObject({
    name: z
      .string({ error: 'is not a text' })
      .trim()
      .min(1, 'is empty: leave it out')
      .max(MAX_NAME, `is longer than ${MAX_NAME} characters`)
      .regex(STORABLE_TEXT, NOT_STORABLE)
      .nullable()
      .default(null)
      .describe('for yourself, to tell your keys apart'),
    expires_at: z.iso
      .datetime({ offset: true, error: 'is no time such as 2027-01-31T12:00:00Z' })
      .nullable()
      .default(null)
      .describe('when it stops being valid, RFC 3339; null: never'),
    scopes: z
      .array(scopeSchema, 'is not a list of texts')
      .min(1, 'is empty: a key is for something')
      .max(scopes.length, `has more than ${scopes.length} items`)
      .refine((given) => new Set(given).size === given.length, 'names one twice')
      .default([...scopes])
      .describe(
        'what the key is for: `reconstruct` (send holograms, follow and cancel runs, give feedback), `read` (whatever ' +
          'the account has), `delete`, `calibrate`. A key for everything may also change the account: keys, password ' +
          'and settings',
      ),
  })
  .meta({
    examples: [{ name: 'microscope 2', expires_at: '2027-01-31T12:00:00Z', scopes: ['reconstruct', 'read'] }],
  });

const listedKey = z.object({
  key_id: z.string(),
  name: z.string().nullable().describe('signup and login: which of them made it'),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  scopes: z.array(z.enum(scopes)).describe('what it is for'),
});

const listSchema = {
  operationId: 'listApiKeys',
  summary: 'The account’s API keys',
  description: 'Those that were not revoked, newest first. The keys themselves can’t be shown again.',
  tags: ['accounts'],
  security: keyFor('read'),
  querystring: pageQuerySchema,
  response: { ...listResponses(listedKey, 'a page of keys'), ...problemResponses([401, 422, 503]) },
};

const createSchema = {
  operationId: 'createApiKey',
  summary: 'Make another API key',
  description: 'The key that asks has to have every scope.',
  tags: ['accounts'],
  security: ownersKey,
  headers: idempotencyHeaders,
  body: keyInputSchema,
  response: {
    201: listedKey.extend({ api_key: z.string().describe('shown this once') }).describe('the new key'),
    ...problemResponses([400, 401, 409, 413, 415, 422, 'IDEMPOTENCY_KEY_REUSED', 429, 503]),
  },
};

const revokeSchema = {
  operationId: 'revokeApiKey',
  summary: 'Revoke an API key',
  description:
    'Holds at once. A key can revoke itself; to revoke another it has to have every scope. `POST /users/login` gives a ' +
    'new one.',
  tags: ['accounts'],
  security: anyKey,
  params: z.object({ key_id: z.string() }),
  response: {
    204: z.undefined().describe('it is no longer valid'),
    ...problemResponses([401, 'KEY_SCOPE', 404, 503]),
  },
};

/** GET and POST /users/me/api-keys, DELETE /users/me/api-keys/{key_id} */
export function apiKeyRoutes(app: FastifyInstance, services: UsersServices, limits: UsersLimits): void {
  const policy = { name: 'api-keys', quota: limits.apiKeysPerHour, windowMs: HOUR_MS };
  const onRequest = requireKey(services);
  app.route({
    method: 'GET',
    url: URL,
    schema: listSchema,
    onRequest,
    validatorCompiler: documentedOnly,
    handler: async (request, reply) => {
      return sendList(
        request,
        reply,
        await listKeys(services, callerOf(request).account_id, readPage(request.query)),
      );
    },
  });
  app.route({
    method: 'POST',
    url: URL,
    schema: createSchema,
    bodyLimit: BODY_LIMIT_BYTES,
    onRequest,
    validatorCompiler: documentedOnly,
    handler: async (request, reply) => {
      const caller = callerOf(request);
      const input = readBody(keyInputSchema, request.body === undefined ? {} : request.body);
      const counted = { counter: services.rates, policy, now: services.now, client: caller.account_id };
      await countRequest(reply, { ...counted, whose: 'account' });
      const digest = jsonDigest(request, request.body);
      const answer = await withIdempotency(services, request, caller.account_id, digest, async (settle) => {
        const answerWith = (body: unknown) => ({ status: 201, body });
        return answerWith(
          await createKeyFor(services, caller, input, (trx, key) => settle(trx, answerWith(key))),
        );
      });
      return sendAnswer(reply, answer);
    },
  });
  app.route<{ Params: { key_id: string } }>({
    method: 'DELETE',
    url: `${URL}/:key_id`,
    schema: revokeSchema,
    onRequest,
    handler: async (request, reply) => {
      await revokeKey(services, callerOf(request), request.params.key_id);
      return reply.code(204).send();
    },
  });
}
