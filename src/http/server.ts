import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { mintId } from '../services/mint-id.ts';
import { answerHalfClosed } from './plugins/half-closed.ts';
import { askForBody } from './plugins/ask-for-body.ts';
import { boundConnections } from './plugins/bounded-connections.ts';
import { answerClientError, answerInNodesStead } from './plugins/client-error.ts';
import { trustedProxies } from './limits/trusted-proxies.ts';
import { LazyLogger } from './logging/lazy-logger.ts';
import { serviceLog } from './logging/service-log.ts';
import { createHttpServer } from './exchange/node-http.ts';
import { identify } from './plugins/identification.ts';
import { jsonBodies } from './plugins/json-bodies.ts';
import { oneAtATime } from './plugins/one-at-a-time.ts';
import { pageHeaders } from './plugins/security-headers.ts';
import { RequestLog } from './plugins/request-log.ts';
import { LONGEST_ADDRESS } from './plugins/sound-requests.ts';
import { sendProblem } from './problems/send-problem.ts';
import type { HttpOptions, HttpServices } from './service/services.ts';

/** How often connections are looked through for requests that are late. */
const LOOK_MS = 5000;
/** For which a connection without a request is kept: longer than proxies do, so that it is they who close it. */
const IDLE_MS = 72_000;

/** Zod checks and writes bodies. Given from the start: Fastify would load Ajv, a fifth of the program, and not use it. */
const compilersFactory = {
  buildValidator: () => validatorCompiler,
  buildSerializer: () => serializerCompiler,
  // the framework's types know Ajv's alone
} as object;

/** Fastify as this service uses it: its limits, its log, and what is answered where no route or hook is reached. */
export function createServer(
  { metrics, now, telemetry }: Pick<HttpServices, 'metrics' | 'now' | 'telemetry'>,
  options: HttpOptions,
): FastifyInstance {
  const { baseUrl, clientTimeoutMs, requestTimeoutMs, maxConnections, trustProxy } = options;
  const lines = serviceLog(options.logLevel);
  const app: FastifyInstance = Fastify({
    // the framework's types know less of it
    loggerInstance: new LazyLogger(lines as FastifyBaseLogger, {}) as FastifyBaseLogger,
    schemaController: { compilersFactory },
    trustProxy: typeof trustProxy === 'string' ? trustedProxies(trustProxy) : trustProxy,
    serverFactory: (handle) =>
      createHttpServer(
        {
          headersTimeout: Math.min(clientTimeoutMs, requestTimeoutMs),
          requestTimeout: requestTimeoutMs,
          connectionsCheckingInterval: Math.min(LOOK_MS, clientTimeoutMs / 4),
          keepAliveTimeout: IDLE_MS,
          // soundRequests says it in a problem document
          requireHostHeader: false,
        },
        oneAtATime(handle),
      ),
    // as long as an address may be: whether there is such a thing is for the route to say
    routerOptions: { maxParamLength: LONGEST_ADDRESS },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => mintId('req', now()),
    requestIdHeader: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => {
      const refused = answerClientError(error, socket, baseUrl);
      if (refused) log.unread(refused);
    },
    frameworkErrors: (error, request, reply) => {
      // the hooks that do this elsewhere are not run
      identify(request, reply);
      reply.headers(pageHeaders);
      sendProblem(request, reply, error, baseUrl);
      log.request(request, reply);
    },
  });
  const log = new RequestLog(lines, metrics, telemetry);
  app.addHook('onResponse', (request, reply, done) => {
    log.request(request, reply);
    done();
  });
  boundConnections(app.server, maxConnections, trustProxy === false);
  answerInNodesStead(app.server, baseUrl, (refused) => log.unread(refused));
  answerHalfClosed(app.server);
  askForBody(app.server);
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error, baseUrl));
  jsonBodies(app);
  // what comes along with DELETE means nothing: clients that name a type with every request are not refused
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true });
  // no address takes it, which is to be said before anything about its body
  app.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true });
  return app;
}
