import { brotliCompress, constants, gzip, type CompressCallback } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { preferredEncoding } from '../exchange/negotiate.ts';
import { addVary } from '../headers/vary.ts';
import type { WithAll } from './with-all-requests.ts';

/** Below this there is nothing to gain. */
const LEAST_BYTES = 1024;
const TYPES = /^(application\/(\w[\w.-]*\+)?json|image\/svg\+xml)\b/;
/** A third of the time of the library's own choice, and nearly as small. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const compressed = {
  br: (text: string, done: CompressCallback) => brotliCompress(text, BROTLI, done),
  gzip: (text: string, done: CompressCallback) => gzip(text, done),
} as const;

/**
 * JSON and drawings that come from memory are compressed where the client takes it, beside the event loop. What is
 * stored is sent as it is stored: its length, its digest and its ranges are of those bytes.
 * @param all what they do with answers comes first
 */
export function compressedText(app: FastifyInstance, all: readonly WithAll[]): void {
  const areSent = all.flatMap(({ isSent }) => isSent ?? []);
  // no promise where nothing is compressed: most answers would wait for one
  app.addHook('onSend', (request, reply, payload, done) => {
    for (const each of areSent) each(request, reply, payload);
    if (typeof payload !== 'string' || payload.length < LEAST_BYTES) return done(null, payload);
    // caches keep answers to these alone
    const isKept = request.method === 'GET' || request.method === 'HEAD';
    const accepted = request.headers['accept-encoding'];
    if (!(isKept || accepted) || !TYPES.test(String(reply.getHeader('content-type'))))
      return done(null, payload);
    if (reply.hasHeader('content-encoding')) return done(null, payload);
    if (isKept) addVary(reply, 'accept-encoding');
    const encoding = preferredEncoding(accepted, ['br', 'gzip']);
    if (encoding === null) return done(null, payload);
    compressed[encoding](payload, (error, bytes) => {
      if (error) return done(error);
      reply.removeHeader('content-length').header('content-encoding', encoding);
      done(null, bytes);
    });
  });
}
