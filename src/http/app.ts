import type { FastifyInstance } from 'fastify';
import { limitRate } from './limits/limit-rate.ts';
import { limitRecords } from './limits/limit-records.ts';
import { apiDocument } from './plugins/api-document.ts';
import { compressedText } from './plugins/compressed-text.ts';
import { crossOrigin } from './plugins/cross-origin.ts';
import { gracefulStop } from './plugins/graceful-stop.ts';
import { keyLimits } from './plugins/key-limits.ts';
import { identification } from './plugins/identification.ts';
import { slowClients } from './plugins/slow-clients.ts';
import { soundRequests } from './plugins/sound-requests.ts';
import { tinyPieces } from './plugins/tiny-pieces.ts';
import { unknownAddresses } from './plugins/unknown-addresses.ts';
import { withAllRequests } from './plugins/with-all-requests.ts';
import { storedData } from './routes/archive/stored-data.ts';
import { feedbackRoute } from './routes/feedback/give-feedback.ts';
import { calibrateRoute } from './routes/calibration/calibrate.ts';
import { listTargetsRoute } from './routes/calibration/list-targets.ts';
import { profiles } from './routes/calibration/profiles.ts';
import { targetPages } from './routes/calibration/target-pages.ts';
import { targetDrawing } from './routes/calibration/target-drawing.ts';
import { workflowFit } from './routes/fit/workflow-fit.ts';
import { form } from './routes/form/form.ts';
import { logTree } from './routes/log/log-tree.ts';
import { signingKeys } from './routes/keys/signing-keys.ts';
import { operations } from './routes/operations/operations.ts';
import { problemPages } from './routes/problems/problem-pages.ts';
import { reconstructRoutes } from './routes/reconstruct/reconstruct.ts';
import { publicPackage } from './routes/results/public-package.ts';
import { openIdConnectRoutes } from './routes/users/openid-connect.ts';
import { users } from './routes/users/users.ts';
import { runPicture } from './routes/results/run-picture.ts';
import { runs } from './routes/runs/runs.ts';
import { sequences } from './routes/sequences/sequences.ts';
import { reportSchema } from './routes/schemas/report-schema.ts';
import { createServer } from './server.ts';
import type { HttpOptions, HttpServices } from './service/services.ts';
import { MemoryBudget } from './upload/memory-budget.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The whole HTTP interface; it listens to nothing yet. Plugins come first, in the order in which they act. */
export async function buildApp(services: HttpServices, options: HttpOptions): Promise<FastifyInstance> {
  const { baseUrl } = options;
  const { metrics } = services;
  const app = createServer(services, options);
  const identified = identification(app);
  await crossOrigin(app, options.corsOrigins);
  const stopped = gracefulStop(app, services.stopping);
  const { clientTimeoutMs: patienceMs, requestTimeoutMs: requestMs } = options;
  const budget = new MemoryBudget(options.memoryBudgetBytes);
  const watched = slowClients(app, { patienceMs, requestMs, baseUrl, freeShare: () => budget.freeShare });
  const all = [identified, stopped, soundRequests, tinyPieces(baseUrl), watched];
  withAllRequests(app, all);
  unknownAddresses(app);
  compressedText(app, all);
  keyLimits(app, {
    ...{ counter: services.readRates, now: services.now },
    requestsPerMinute: options.accountRequestsPerMinute,
  });
  await apiDocument(app, services.software.version, options);

  metrics.watchRequestBytes(() => budget.taken);
  await app.register((scope) => reconstructRoutes(scope, { services, options, budget, metrics }));
  await app.register((scope) => calibrateRoute(scope, { services, options, budget, metrics }));
  await app.register((scope) => sequences(scope, { services, options, budget }));
  profiles(app, services, baseUrl);
  services.running.listen((stages) => {
    metrics.observeStages(stages);
    services.telemetry?.run(stages);
  });
  const countRecord = (of: string) => limitRecords(services, of, options.recordsPerHour);
  storedData(app, services, baseUrl, countRecord('deletions'));
  const fitPolicy = { name: 'workflow-fit', quota: options.workflowFitPerHour, windowMs: HOUR_MS };
  workflowFit(app, services.rates, fitPolicy, services.now);
  const readPolicy = { name: 'public-reads', quota: options.publicReadsPerMinute, windowMs: MINUTE_MS };
  await app.register(async (scope) => {
    scope.addHook('onRequest', limitRate(services.readRates, readPolicy, services.now));
    listTargetsRoute(scope, baseUrl);
    targetDrawing(scope);
    publicPackage(scope, services, options.publicResultsDays);
    logTree(scope, services);
    runs(scope, services, baseUrl);
    runPicture(scope, services);
  });
  signingKeys(app, services.store);
  reportSchema(app);
  users(app, services, options.users);
  const { provider } = services;
  if (provider) openIdConnectRoutes(app, { ...services, provider }, options.users, baseUrl);
  feedbackRoute(app, services, countRecord('feedback'));
  await problemPages(app);
  await targetPages(app);
  operations(app, services);
  await form(app, services.software.version, { ...options, providerName: provider?.name ?? null });
  return app;
}
