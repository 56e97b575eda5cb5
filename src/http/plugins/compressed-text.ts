import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { preferredEncoding } from '../exchange/negotiate.ts';
import { addVary } from '../headers/vary.ts';

/** Below this there is nothing to gain. */
const LEAST_BYTES = 1024;
const TYPES = /^(application\/(\w[\w.-]*\+)?json|image\/svg\+xml)\b/;
/** A third of the time of the library's own choice, and nearly as small. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const compressed = {
  br: (text: string) => promisify(brotliCompress)(text, BROTLI),
  gzip: (text: string) => promisify(gzip)(text),
} as const;

/**
 * JSON and drawings that come from memory are compressed where the client takes it, beside the event loop. What is
 * stored is sent as it is stored: its length, its digest and its ranges are of those bytes.
 */
export function compressedText(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < LEAST_BYTES) return payload;
    if (!TYPES.test(String(reply.getHeader('content-type'))) || reply.hasHeader('content-encoding'))
      return payload;
    addVary(reply, 'accept-encoding');
    const encoding = preferredEncoding(request.headers['accept-encoding'], ['br', 'gzip']);
    if (encoding === null) return payload;
    const bytes = await compressed[encoding](payload);
    reply.removeHeader('content-length').header('content-encoding', encoding);
    return bytes;
  });
}
