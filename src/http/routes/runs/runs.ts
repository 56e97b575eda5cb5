import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Overloaded } from '../../../services/ports/overloaded.ts';
import { cancelRun, type CancelServices } from '../../../services/run/cancel-run.ts';
import { findRun } from '../../../services/run/find-run.ts';
import { listRuns } from '../../../services/run/list-runs.ts';
import { isOver, type RunState } from '../../../services/run/run-state.ts';
import { clientOf } from '../../limits/client-address.ts';
import { callerIfKnown, callerOf, keyFor, knowKey, requireKey } from '../../auth/require-key.ts';
import { pageQuerySchema, readFilteredPage } from '../../exchange/paging.ts';
import { listResponses, sendList } from '../../exchange/send-list.ts';
import { documentedOnly } from '../../exchange/read-body.ts';
import { HttpProblem } from '../../problems/http-problem.ts';
import { problemResponses } from '../../problems/problem-responses.ts';
import type { Stopping } from '../../service/stopping.ts';
import { eventId, runEvents } from './run-events.ts';
import { answerRun, runSchema } from './run-schema.ts';

/** Each costs a query a second while its run waits, four while it is done. */
const MAX_STREAMS = 1000;
const RETRY_AFTER_S = 5;

const params = z.object({ run_id: z.string() });
const common = {
  tags: ['runs'],
  // the run of an account needs its key; one without an account is known by its identifier alone
  security: [...keyFor('read', 'reconstruct'), {}],
  params,
};
const URL = '/runs/:run_id';

interface OfRun {
  Params: z.infer<typeof params>;
}

const STATUS = '(queued|running|succeeded|failed|cancelled)';
const runFilters = z.object({
  status: z
    .string({ error: 'is not one text' })
    .regex(
      new RegExp(`^${STATUS}(,${STATUS})*$`),
      'is not one or more of queued, running, succeeded, failed, cancelled',
    )
    .max(200)
    .optional()
    .describe('one or several, with commas between them: queued,running'),
});

const listSchema = {
  tags: ['runs'],
  security: keyFor('read'),
  operationId: 'listRuns',
  summary: 'The account’s runs',
  description: 'Newest first, with those that ended within the days that the service keeps them.',
  querystring: pageQuerySchema.extend(runFilters.shape),
  response: { ...listResponses(runSchema), ...problemResponses([401, 422, 429, 503]) },
};

const findSchema = {
  ...common,
  operationId: 'getRun',
  summary: 'How a run is getting on',
  description:
    'Ask again about once a second, or listen to `/runs/{run_id}/events`. The run of an account is shown to a key of ' +
    'that account; one without an account to whoever knows its identifier, which can’t be guessed.',
  response: { 200: runSchema, ...problemResponses([401, 404, 'RUN_NOT_FOUND', 429, 503]) },
};

const eventsSchema = {
  ...common,
  operationId: 'listenToRun',
  summary: 'A run’s progress as server-sent events',
  description:
    'Each event’s data is the run as `GET /runs/{run_id}` shows it; the present state comes first, the final one ' +
    'last. A client that comes back after the final event (`Last-Event-ID`) is told to stay away with 204.',
  headers: z.object({
    'last-event-id': z.string().optional().describe('the id of the last event that you have'),
  }),
  response: {
    200: { description: 'events', content: { 'text/event-stream': { schema: z.string() } } },
    204: z.undefined().describe('nothing more will happen'),
    ...problemResponses([401, 404, 'RUN_NOT_FOUND', 429, 503, 'OVERLOADED']),
  },
};

const cancelSchema = {
  ...common,
  security: [...keyFor('reconstruct', 'delete'), {}],
  operationId: 'cancelRun',
  summary: 'Cancel a run',
  description:
    'When this is answered, the run can no longer leave a result, and what was uploaded for it is gone. Cancelling it ' +
    'again changes nothing. A run that has succeeded or failed is answered with 409 RUN_ENDED: the result of one that ' +
    'has succeeded is deleted with `DELETE /results/{evidence_report_id}`.',
  response: { 200: runSchema, ...problemResponses([401, 404, 'RUN_NOT_FOUND', 'RUN_ENDED', 429, 503]) },
};

interface RunsServices extends CancelServices {
  readonly stopping: Stopping;
}

/** GET /runs, GET and DELETE /runs/{run_id}, GET /runs/{run_id}/events */
export function runs(app: FastifyInstance, services: RunsServices, baseUrl: string): void {
  app.route({
    ...{ method: 'GET', url: '/runs', schema: listSchema, onRequest: requireKey(services) },
    validatorCompiler: documentedOnly,
    handler: async (request, reply) => {
      const { page: asked, filters } = readFilteredPage(request.query, runFilters);
      const statuses = (filters.status?.split(',') ?? null) as RunState['status'][] | null;
      const page = await listRuns(services, callerOf(request).account_id, asked, statuses);
      return sendList(request, reply, { ...page, items: page.items.map((run) => answerRun(run, baseUrl)) });
    },
  });
  app.route<OfRun>({
    ...{ method: 'GET', url: URL, schema: findSchema, onRequest: knowKey(services) },
    handler: async (request, reply) => {
      const run = await findRun(services, request.params.run_id, accountOf(request));
      if (!run) throw notFound();
      reply.header('cache-control', 'no-store');
      return answerRun(run, baseUrl);
    },
  });
  app.route<OfRun>({
    ...{ method: 'DELETE', url: URL, schema: cancelSchema, onRequest: knowKey(services) },
    handler: async (request, reply) => {
      const run = await cancelRun(services, request.params.run_id, accountOf(request));
      if (!run) throw notFound();
      if (run.status !== 'cancelled') {
        const detail = `The run has ${run.status} already: there is nothing left to cancel.`;
        throw new HttpProblem('RUN_ENDED', detail);
      }
      reply.header('cache-control', 'no-store');
      return answerRun(run, baseUrl);
    },
  });
  events(app, services, baseUrl);
}

function events(app: FastifyInstance, services: RunsServices, baseUrl: string): void {
  /** whose each is */
  const streams = new Map<AbortController, string>();
  services.stopping.signal.addEventListener('abort', () => {
    for (const stream of streams.keys()) stream.abort();
  });
  app.route<OfRun>({
    ...{ method: 'GET', url: `${URL}/events`, schema: eventsSchema, exposeHeadRoute: false },
    onRequest: knowKey(services),
    handler: async (request, reply) => {
      const account = accountOf(request);
      const look = () => findRun(services, request.params.run_id, account);
      const run = await look();
      if (!run) throw notFound();
      if (isOver(run) && request.headers['last-event-id'] === eventId(run)) return reply.code(204).send();
      const client = account ?? clientOf(request.ip);
      roomFor([...streams.values()], client);
      const stream = new AbortController();
      streams.set(stream, client);
      reply.raw.once('close', () => {
        stream.abort();
        streams.delete(stream);
      });
      reply.headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // proxies that collect an answer before they pass it on
        'x-accel-buffering': 'no',
      });
      return reply.send(
        Readable.from(runEvents(run, look, (state) => answerRun(state, baseUrl), stream.signal)),
      );
    },
  });
}

/** One client may listen as often as it leaves room to others. @throws Overloaded */
function roomFor(listening: readonly string[], client: string): void {
  const own = listening.filter((one) => one === client).length;
  if (listening.length + own < MAX_STREAMS) return;
  throw new Overloaded(
    own === 0
      ? `${listening.length} clients listen to runs, which is all there may be.`
      : `You listen to runs ${own} times, which is your part: the rest is for others.`,
    RETRY_AFTER_S,
  );
}

function accountOf(request: FastifyRequest): string | null {
  return callerIfKnown(request)?.account_id ?? null;
}

function notFound(): HttpProblem {
  return new HttpProblem('RUN_NOT_FOUND', 'You have no run with this identifier.');
}
