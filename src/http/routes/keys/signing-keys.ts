import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Store } from '../../../services/ports/database.ts';
import { latestKeyList } from '../../../services/signing/publish-key-list.ts';
import { listSigningKeys } from '../../../services/signing/publish-key.ts';
import { problemResponses } from '../../problems/problem-responses.ts';

const MINUTES_5 = 'public, max-age=300';

const publicKey = z.object({
  ...{
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: z.string(),
    kid: z.string().describe('RFC 7638 thumbprint'),
  },
  ...{ use: z.literal('sig'), alg: z.literal('EdDSA') },
});

const schema = {
  operationId: 'getSigningKeys',
  summary: 'The public keys that packages are signed with',
  description:
    'A JSON Web Key Set (RFC 7517). `data/evidence.dsse.json` in a package names the key of its signature by `kid`; ' +
    'a key that was used stays listed. `leith verify` checks a package against it.',
  tags: ['results'],
  response: {
    200: z.object({
      keys: z.array(publicKey),
      root: publicKey
        .optional()
        .describe('the key, kept offline, that endorses the others; clients may pin it'),
      list: z
        .object({
          payloadType: z.string(),
          payload: z
            .string()
            .describe('base64 of JSON: version, issued_at, and keys with not_before, not_after and revoked'),
          signatures: z.array(z.object({ keyid: z.string(), sig: z.string() })).readonly(),
        })
        .optional()
        .describe('DSSE 1.0, signed by the root; where there is one, no other key is to be believed'),
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
      return { keys: await listSigningKeys({ store }), ...(await latestKeyList({ store })) };
    },
  });
}
