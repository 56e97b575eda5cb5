import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { mintId } from '../services/mint-id.ts';
import { answerClientError } from './client-error.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { apiDocument } from './plugins/api-document.ts';
import { API_VERSION, identification } from './plugins/identification.ts';
import { promptClosing } from './plugins/prompt-closing.ts';
import { unknownAddresses } from './plugins/unknown-addresses.ts';
import { sendProblem } from './problems/send-problem.ts';
import { form } from './routes/form/form.ts';
import { operations } from './routes/operations/operations.ts';
import { problemPages } from './routes/problems/problem-pages.ts';
import { publicReconstruct } from './routes/reconstruct/public.ts';
import { publicPackage } from './routes/results/public-package.ts';
import type { HttpOptions, HttpServices } from './services.ts';
import { MemoryBudget } from './upload/memory-budget.ts';

/** A client that has not sent its whole request by then is cut off. */
const REQUEST_TIMEOUT_MS = 300_000;

/** The whole HTTP interface; it listens to nothing yet. Plugins come first, in the order in which they act. */
export async function buildApp(services: HttpServices, options: HttpOptions): Promise<FastifyInstance> {
  const { baseUrl } = options;
  const app: FastifyInstance = Fastify({
    logger: { level: options.logLevel },
    trustProxy: options.trustProxy,
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: () => mintId('req', services.now()),
    requestIdHeader: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => answerClientError(error, socket, baseUrl),
    frameworkErrors: (error, request, reply) => {
      reply.headers({ 'x-request-id': request.id, 'api-version': API_VERSION });
      sendProblem(request, reply, error, baseUrl);
    },
  });
  const budget = new MemoryBudget(options.memoryBudgetBytes);
  const metrics = createMetrics(services.load, () => budget.taken);

  identification(app);
  measureRequests(app, metrics);
  promptClosing(app);
  await app.register(helmet, { contentSecurityPolicy: { directives: contentSecurityPolicy }, hsts: false });
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error, baseUrl));
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  unknownAddresses(app);
  await apiDocument(app, services.software.version, options);

  await app.register((scope) => publicReconstruct(scope, { services, options, budget, metrics }));
  publicPackage(app, services.archive);
  await problemPages(app);
  operations(app, services.archive, metrics);
  await form(app);
  return app;
}

/** Nothing comes from another host; pictures may be made in the page, and Swagger UI writes styles. */
const contentSecurityPolicy = {
  'default-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  // the service may be reached without TLS on its own machine
  'upgrade-insecure-requests': null,
};

function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.observeRequest(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
}
