import type { FastifyInstance } from 'fastify';
import { HttpProblem } from '../problems/http-problem.ts';

/** Refuses what is not UTF-8: other bytes would all become one sign, and two passwords of such bytes the same. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads JSON as RFC 8259 has it (section 8.1), in place of the framework's own reading, which takes plain text as well.
 * @param bodyLimit absent: as everywhere
 */
export function jsonBodies(app: FastifyInstance, bodyLimit?: number): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const options = { parseAs: 'buffer', ...(bodyLimit === undefined ? {} : { bodyLimit }) } as const;
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<Buffer>('application/json', options, (request, body, done) => {
    const text = decoded(body);
    if (text === null) done(new HttpProblem('MALFORMED_REQUEST', 'The body is not UTF-8, as JSON is.'));
    else parse(request, text, done);
  });
}

function decoded(body: Buffer): string | null {
  try {
    return utf8.decode(body);
  } catch {
    return null;
  }
}
