import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What a page may send beside what browsers let any page send. */
const allowedHeaders = [
  ...['Authorization', 'Content-Type', 'Idempotency-Key', 'Prefer', 'Last-Event-ID'],
  ...['Range', 'If-Range', 'If-None-Match'],
];
/** What a page may read beside what browsers let any page read. */
const exposedHeaders = [
  ...['X-Request-Id', 'API-Version', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'WWW-Authenticate'],
  ...['Evidence-Report-Id', 'Archive-Id', 'ETag', 'Repr-Digest', 'Content-Disposition', 'Content-Range'],
  ...['Accept-Ranges', 'Location', 'Preference-Applied', 'Idempotency-Replayed', 'Server-Timing', 'Allow'],
];
const REMEMBER_S = 3600;

/**
 * Lets the pages of other origins use the API (the CORS protocol of the Fetch standard). Without cookies: who calls is
 * said by an API key. Registered before the addresses that exist are noted down: its OPTIONS is none of them.
 * @param origins none: off; `*` among them: every origin
 */
export async function crossOrigin(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  const everybody = origins.includes('*');
  const allowed: FastifyCorsOptions = {
    origin: everybody ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    ...{ allowedHeaders, exposedHeaders, maxAge: REMEMBER_S, strictPreflight: false },
  };
  await app.register(cors, {
    delegator: async (request: FastifyRequest): Promise<FastifyCorsOptions> => {
      const { origin, 'access-control-request-method': asks } = request.headers;
      if (origin === undefined || !(everybody || origins.includes(origin))) return { origin: false };
      return { ...allowed, preflight: asks !== undefined };
    },
  });
}
