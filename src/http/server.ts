import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { mintId } from '../services/mint-id.ts';
import { answerClientError, answerInNodesStead } from './client-error.ts';
import { API_VERSION } from './plugins/identification.ts';
import { logRequest, logUnread } from './plugins/request-log.ts';
import { securityHeaders } from './plugins/security-headers.ts';
import { LONGEST_ADDRESS } from './plugins/sound-requests.ts';
import { sendProblem } from './problems/send-problem.ts';
import type { HttpOptions, HttpServices } from './services.ts';

/** How often connections are looked through for requests that are late. */
const LOOK_MS = 5000;

/** Fastify as this service uses it: its limits, its log, and what is answered where no route or hook is reached. */
export function createServer(
  { metrics, now }: Pick<HttpServices, 'metrics' | 'now'>,
  options: HttpOptions,
): FastifyInstance {
  const { baseUrl, clientTimeoutMs, requestTimeoutMs } = options;
  const app: FastifyInstance = Fastify({
    logger: { level: options.logLevel, redact: SECRET_FIELDS, hooks: { streamWrite: withoutKeys } },
    trustProxy: options.trustProxy,
    requestTimeout: requestTimeoutMs,
    http: {
      headersTimeout: Math.min(clientTimeoutMs, requestTimeoutMs),
      connectionsCheckingInterval: Math.min(LOOK_MS, clientTimeoutMs / 4),
      // soundRequests says it in a problem document
      requireHostHeader: false,
    },
    // as long as an address may be: whether there is such a thing is for the route to say
    routerOptions: { maxParamLength: LONGEST_ADDRESS },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => mintId('req', now()),
    requestIdHeader: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => {
      const refused = answerClientError(error, socket, baseUrl);
      if (refused) logUnread(app, metrics, refused);
    },
    frameworkErrors: (error, request, reply) => {
      // the hooks that say this elsewhere are not run
      reply.headers({ ...securityHeaders, 'x-request-id': request.id, 'api-version': API_VERSION });
      sendProblem(request, reply, error, baseUrl);
      logRequest(metrics, request, reply);
    },
  });
  answerInNodesStead(app.server, baseUrl, (refused) => logUnread(app, metrics, refused));
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error, baseUrl));
  // bodies are JSON or multipart; the framework would also read plain text
  app.removeContentTypeParser('text/plain');
  // what comes along with DELETE means nothing: clients that name a type with every request are not refused
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true });
  return app;
}

/** Requests are logged without their headers. Should somebody log them all the same, these stay out. */
const SECRET_FIELDS = ['authorization', 'idempotency-key', 'cookie'].flatMap((name) =>
  ['headers', '*.headers', '*.*.headers'].map((path) => `${path}["${name}"]`),
);

/** A key that somebody put into an address or a field where it does not belong is logged without its secret. */
function withoutKeys(line: string): string {
  return line.replaceAll(/(leith_key_[0-9a-z]{1,36})_[0-9a-f]+/gi, '$1_…');
}
