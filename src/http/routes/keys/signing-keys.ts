import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Store } from '../../../services/ports/database.ts';
import { listSigningKeys } from '../../../services/signing/publish-key.ts';
import { problemResponses } from '../../problems/problem-responses.ts';

const MINUTES_5 = 'public, max-age=300';

const schema = {
  operationId: 'getSigningKeys',
  summary: 'The public keys that packages are signed with',
  description:
    'A JSON Web Key Set (RFC 7517). `data/evidence.dsse.json` in a package names the key of its signature by `kid`; ' +
    'a key that was used stays listed. `leith verify` checks a package against it.',
  tags: ['results'],
  response: {
    200: z.object({
      keys: z.array(
        z.object({
          kty: z.literal('OKP'),
          crv: z.literal('Ed25519'),
          x: z.string(),
          kid: z.string().describe('RFC 7638 thumbprint'),
          use: z.literal('sig'),
          alg: z.literal('EdDSA'),
        }),
      ),
    }),
    ...problemResponses([503]),
  },
};

/** GET /.well-known/leith-keys.json */
export function signingKeys(app: FastifyInstance, store: Store): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    method: 'GET',
    url: '/.well-known/leith-keys.json',
    schema,
    handler: async (_request, reply) => {
      reply.header('cache-control', MINUTES_5);
      return { keys: await listSigningKeys({ store }) };
    },
  });
}
