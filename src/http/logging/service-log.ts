import Fastify, { type FastifyBaseLogger, type FastifyRequest } from 'fastify';
import { compilers } from '../compilers.ts';
import { standardOutput } from './line-output.ts';

/**
 * The log of the service: JSON lines on standard output, from which secrets are kept away. It is the framework's, but not
 * given to the framework, which would make a logger for each request; few of them say anything by it (`logOf`).
 */
export function serviceLog(level: string): FastifyBaseLogger {
  const hooks = { streamWrite: withoutKeys };
  const logger = { level, redact: SECRET_FIELDS, hooks, stream: standardOutput };
  return Fastify({ logger, schemaController: compilers }).log;
}

/** For lines about one request, which its `reqId` says. */
export function logOf({ server, id }: FastifyRequest): FastifyBaseLogger {
  return server.log.child({ reqId: id });
}

/** Requests are logged without their headers. Should somebody log them all the same, these stay out. */
const SECRET_FIELDS = ['authorization', 'idempotency-key', 'cookie'].flatMap((name) =>
  ['headers', '*.headers', '*.*.headers'].map((path) => `${path}["${name}"]`),
);

/** A key that somebody put into an address or a field where it does not belong is logged without its secret. */
function withoutKeys(line: string): string {
  return line.replaceAll(/(leith_key_[0-9a-z]{1,36})_[0-9a-f]+/gi, '$1_…');
}
