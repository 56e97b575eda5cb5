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
import { storedData } from './routes/archive/stored-data.ts';
import { feedbackRoute } from './routes/feedback/give-feedback.ts';
import { listTargets } from './routes/calibration/list-targets.ts';
import { targetDrawing } from './routes/calibration/target-drawing.ts';
import { workflowFit } from './routes/fit/workflow-fit.ts';
import { form } from './routes/form/form.ts';
import { signingKeys } from './routes/keys/signing-keys.ts';
import { operations } from './routes/operations/operations.ts';
import { problemPages } from './routes/problems/problem-pages.ts';
import { reconstruct } from './routes/reconstruct/reconstruct.ts';
import { publicPackage } from './routes/results/public-package.ts';
import { users } from './routes/users/users.ts';
import { runs } from './routes/runs/runs.ts';
import { reportSchema } from './routes/schemas/report-schema.ts';
import type { HttpOptions, HttpServices } from './services.ts';
import { MemoryBudget } from './upload/memory-budget.ts';

const HOUR_MS = 3_600_000;
/** A client that has not sent its whole request by then is cut off. */
const REQUEST_TIMEOUT_MS = 300_000;

/** The whole HTTP interface; it listens to nothing yet. Plugins come first, in the order in which they act. */
export async function buildApp(services: HttpServices, options: HttpOptions): Promise<FastifyInstance> {
  const { baseUrl } = options;
  const app: FastifyInstance = Fastify({
    logger: { level: options.logLevel, redact: SECRET_FIELDS, hooks: { streamWrite: withoutKeys } },
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
  // bodies are JSON or multipart; the framework would also read plain text
  app.removeContentTypeParser('text/plain');
  // what comes along with DELETE means nothing: clients that name a type with every request are not refused
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  unknownAddresses(app);
  await apiDocument(app, services.software.version, options);

  await app.register((scope) => reconstruct(scope, { services, options, budget, metrics }));
  runs(app, services, baseUrl);
  services.running.listen((stages) => metrics.observeRun(stages));
  publicPackage(app, services);
  storedData(app, services, baseUrl);
  const fitPolicy = { name: 'workflow-fit', quota: options.workflowFitPerHour, windowMs: HOUR_MS };
  workflowFit(app, services.rates, fitPolicy, services.now);
  listTargets(app, baseUrl);
  targetDrawing(app);
  signingKeys(app, services.store);
  reportSchema(app);
  users(app, services, options.users);
  feedbackRoute(app, services);
  await problemPages(app);
  operations(app, services, metrics);
  await form(app);
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

/** Nothing comes from another host; pictures may be made in the page, and Swagger UI writes styles. */
const contentSecurityPolicy = {
  'default-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  // the page computes with the same kernels as the service, in a worker
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'worker-src': ["'self'"],
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
