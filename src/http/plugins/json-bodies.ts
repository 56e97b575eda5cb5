import type { FastifyInstance } from 'fastify';
import { invalidInput } from '../../core/recipe/recipe.ts';
import { HttpProblem } from '../problems/http-problem.ts';
import { repeatedNames } from './repeated-names.ts';

/** Refuses what is not UTF-8: other bytes would all become one sign, and two passwords of such bytes the same. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads JSON as RFC 8259 has it (section 8.1), in place of the framework's own reading, which takes plain text as well. A
 * name that is given twice is refused: which of its values counts is up to the reader (section 4).
 * @param bodyLimit absent: as everywhere
 */
export function jsonBodies(app: FastifyInstance, bodyLimit?: number): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const options = { parseAs: 'buffer', ...(bodyLimit === undefined ? {} : { bodyLimit }) } as const;
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<Buffer>('application/json', options, (request, body, done) => {
    const text = decoded(body);
    // a client may name a type with every request
    if (text === '' && request.routeOptions.schema?.body === undefined) done(null, undefined);
    else if (text === null) done(new HttpProblem('MALFORMED_REQUEST', 'The body is not UTF-8, as JSON is.'));
    else
      parse(request, text, (error, read) => {
        const twice = error ? [] : repeatedNames(text);
        if (twice.length === 0) done(error, read);
        else done(invalidInput(twice.map((pointer) => ({ pointer, message: 'is given more than once' }))));
      });
  });
}

function decoded(body: Buffer): string | null {
  try {
    return utf8.decode(body);
  } catch {
    return null;
  }
}
