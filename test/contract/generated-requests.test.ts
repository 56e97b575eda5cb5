// @module-tag further/many
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProfile } from '../../src/services/calibration/profile.fixture.ts';
import type { OpenStorage } from '../../src/start/storage.ts';
import { lentSetUps } from '../backends/lent-servers.ts';
import { mainlyOn, oneIn, thorough } from '../short-form.ts';
import { casesFor, type Case } from './openapi/cases.ts';
import { aboutProblem, complaints, provokable } from './openapi/complaints.ts';
import { defaultsOf, operationsOf, readDocument, type Operation } from './openapi/document.ts';
import { asTexts } from './openapi/multipart-cases.ts';
import { sender, type Received, type Send } from './openapi/send.ts';
import { targetUpload } from './openapi/target-upload.ts';
import { violations } from './openapi/schema.ts';
import { makeWorld, type World } from './openapi/world.ts';
import { startService, type RunningService } from './running-service.ts';

const document = readDocument();
const { schemas } = document.components;
/** What deletes the account's data comes when nothing needs them any more. */
const operations = operationsOf(document).sort(
  (a, b) => Number(a.path === '/users/me/data') - Number(b.path === '/users/me/data'),
);
const AT_ONCE = 8;
/** Answered without a look at what is stored. */
const REFUSALS = ['400', '413', '414', '415', '417', '422', '431'];
const { requestBody } = operations.find(({ operationId }) => operationId === 'calibrate')!;
const calibrationDefaults = asTexts(defaultsOf(requestBody!.content['multipart/form-data']!));

/** Many requests from one address, and uploads that are easily too large. */
const environment = {
  WORKERS: '1',
  QUEUE_LIMIT: '1000',
  MAX_UPLOAD_BYTES: String(1024 * 1024),
  WORKFLOW_FIT_PER_HOUR: '1000000',
  PUBLIC_RECONSTRUCT_PER_HOUR: '1000000',
  PUBLIC_READS_PER_MINUTE: '1000000',
  SIGNUP_PER_HOUR: '1000000',
  LOGIN_PER_HOUR: '1000000',
  LOGIN_PER_EMAIL_PER_HOUR: '1000000',
  ACCOUNT_REQUESTS_PER_MINUTE: '1000000',
  API_KEYS_PER_HOUR: '1000000',
  RECORDS_PER_HOUR: '1000000',
};

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

interface Outcome {
  readonly status: number;
  readonly said: readonly string[];
}

/** Headers that are the same the next time. */
function lasting({ headers }: Received): Record<string, string> {
  const changing = ['date', 'x-request-id', 'ratelimit', 'server-timing'];
  // /metrics counts the requests for itself
  if (headers['content-type']?.includes('version=0.0.4')) changing.push('content-length');
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !changing.includes(name)));
}

/** The names of those that a cache goes by. */
function validity({ headers }: Received): string[] {
  return ['etag', 'cache-control', 'vary', 'expires', 'content-location'].filter((name) => name in headers);
}

function expectProblem(received: Received, code: string): void {
  const problem = JSON.parse(received.body.toString()) as Parameters<typeof aboutProblem>[0];
  expect(received.headers['content-type']).toBe('application/problem+json');
  expect(violations(problem, schemas.Problem!, schemas)).toEqual([]);
  expect(aboutProblem(problem, code, received.headers, received.status)).toEqual([]);
}

describe.each(mainlyOn('scaled', setUps.all))('generated requests, $name', ({ create }) => {
  let service: RunningService;
  let storage: OpenStorage;
  let connection: ReturnType<typeof sender>;
  let send: Send;
  let world: World;
  beforeAll(async () => {
    const place = await create();
    service = await startService({ ...place.environment, ...environment });
    storage = await place.open();
    connection = sender(service.port);
    send = connection.send;
    world = await makeWorld(
      send,
      await targetUpload(calibrationDefaults),
      async (account) => (await makeProfile(storage, account)).profile_id,
    );
  });
  afterAll(async () => {
    connection.close();
    await storage.close();
    await service.stop();
  });

  /**
   * In the short form fewer of a kind, other ones for each operation: above all of results, and of what is refused before
   * anything that is stored is looked at.
   */
  function shortened(operation: Operation, cases: readonly Case[]): Case[] {
    const uploads = operation.requestBody?.content['multipart/form-data'] !== undefined;
    const from = operations.indexOf(operation);
    const kinds = Map.groupBy(cases.slice(1), ({ dear, expected }) =>
      dear || (uploads && !expected) ? 'dear' : (expected ?? []).join(),
    );
    const some = [...kinds].flatMap(([kind, alike]) => {
      const unstored = kind.split(',').every((status) => REFUSALS.includes(status));
      return oneIn(kind === 'dear' ? 96 : unstored ? 64 : 16, alike, from);
    });
    return [cases[0]!, ...some];
  }

  async function judge(operation: Operation, { what, sent, expected }: Case): Promise<Outcome> {
    const received = await send(sent);
    const said = complaints(operation, received, schemas);
    if (expected && !expected.includes(received.status)) {
      said.push(
        `${received.status} instead of ${expected.join(' or ')}: ${received.body.toString().slice(0, 300)}`,
      );
    }
    return { status: received.status, said: said.map((words) => `${what}: ${words}`) };
  }

  /** The outcomes in order; a few requests are under way at a time. */
  async function judgeAll(operation: Operation, cases: readonly Case[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    let next = 0;
    const work = async (): Promise<void> => {
      for (let i = next++; i < cases.length; i = next++) outcomes[i] = await judge(operation, cases[i]!);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return outcomes;
  }

  describe('HEAD', () => {
    const paths = operations.filter(({ method, path }) => method === 'GET' && !path.endsWith('/events'));
    const pages = ['/', '/style.css', '/page.json', '/docs', '/docs/static/swagger-ui.css'];
    const all = [
      ...paths.map(({ path }) => path),
      ...[...pages, '/problems', '/problems/INVALID_INPUT', '/targets', '/targets/usaf-1951', '/nothing'],
    ];
    it.each(oneIn(3, all))(
      '%s is answered as GET without a body, and so is what the client has already',
      async (path) => {
        const ids = path.startsWith('/public/') ? world.public : world.own;
        const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name]!);
        const both = async (condition: Record<string, string>): Promise<readonly [Received, Received]> => {
          const headers = { authorization: `Bearer ${world.key}`, 'accept-encoding': 'br', ...condition };
          const get = await send({ method: 'GET', path: address, headers });
          const head = await send({ method: 'HEAD', path: address, headers });
          expect([head.status, head.body.length]).toEqual([get.status, 0]);
          return [get, head];
        };
        const [get, head] = await both({});
        expect(lasting(head)).toEqual(lasting(get));
        const { etag } = get.headers;
        if (etag === undefined) return;
        for (const names of [etag, `"other", ${etag}`, '*']) {
          for (const answer of await both({ 'if-none-match': names })) {
            expect([answer.status, answer.body.length]).toEqual([304, 0]);
            // RFC 9110 sections 8.6 and 15.4.5: what a cache needs, and no length but that of the whole
            const { 'content-length': length, ...others } = lasting(answer);
            expect([undefined, get.headers['content-length']]).toContain(length);
            expect(lasting(get)).toMatchObject(others);
            expect(Object.keys(others)).toEqual(expect.arrayContaining(validity(get)));
            for (const name of ['content-type', 'content-encoding']) expect(others).not.toHaveProperty(name);
          }
        }
      },
    );
  });

  describe.each(operations)('$name', (operation) => {
    it('answers nothing that it does not declare, and what it declares', async () => {
      const cases = shortened(operation, casesFor(operation, world, schemas));
      const outcomes = [await judge(operation, cases[0]!), ...(await judgeAll(operation, cases.slice(1)))];
      expect(outcomes.flatMap(({ said }) => said)).toEqual([]);
      const statuses = new Set(outcomes.map(({ status }) => String(status)));
      expect([...statuses]).toEqual(expect.arrayContaining(provokable(operation)));
    });
  });

  describe.each(oneIn(3, Object.keys(document.paths)))('%s', (path) => {
    const declared = Object.keys(document.paths[path]!).map((method) => method.toUpperCase());
    const address = path.replaceAll(/\{\w+\}/g, 'x');
    const head = declared.includes('GET') && !path.endsWith('/events') ? ['HEAD'] : [];
    const allowed = [...new Set([...declared, ...head])];

    it('answers other methods with 405 and Allow', async () => {
      const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND'];
      for (const method of methods.filter((one) => !allowed.includes(one))) {
        const received = await send({ method, path: address });
        expect(received.status, method).toBe(405);
        expect(received.headers.allow, method).toBe([...allowed].sort().join(', '));
        if (method !== 'HEAD') expectProblem(received, 'METHOD_NOT_ALLOWED');
      }
    });
  });

  describe('addresses that do not exist', () => {
    it.each([
      '/nothing',
      '/results/x/y',
      '/users',
      '/%2e%2e/',
      '/runs//',
      '/RESULTS',
      '/public/results',
      '/openapi.yaml',
    ])('%s is 404 for every method', async (path) => {
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
        const received = await send({ method, path });
        expect(received.status, method).toBe(404);
        expectProblem(received, 'NOT_FOUND');
      }
    });
  });

  describe.runIf(thorough)('limits', () => {
    const limits = [
      { name: 'POST /users/signup', variable: 'SIGNUP_PER_HOUR', first: 422 },
      { name: 'POST /users/login', variable: 'LOGIN_PER_HOUR', first: 422 },
      { name: 'POST /public/workflow_fit', variable: 'WORKFLOW_FIT_PER_HOUR', first: 422 },
      { name: 'POST /public/reconstruct', variable: 'PUBLIC_RECONSTRUCT_PER_HOUR', first: 415 },
      { name: 'GET /calibration/targets', variable: 'PUBLIC_READS_PER_MINUTE', first: 200 },
      { name: 'GET /runs/{run_id}', variable: 'PUBLIC_READS_PER_MINUTE', first: 404 },
    ];
    let small: RunningService;
    beforeAll(async () => {
      const ones = Object.fromEntries(limits.map(({ variable }) => [variable, '1']));
      const own = { WORKERS: '1', TRUST_PROXY: '127.0.0.1', ...ones };
      small = await startService({ ...(await create()).environment, ...own });
    });
    afterAll(() => small.stop());

    it.each(limits)(
      '$name is answered with a declared 429 beyond $variable',
      async ({ name, variable, first }) => {
        const operation = operations.find((one) => one.name === name)!;
        const limited = sender(small.port);
        // from a place of its own
        const address = `192.0.2.${limits.findIndex((one) => one.name === name)}`;
        try {
          const { method, path } = operation;
          const headers = { 'x-forwarded-for': address };
          const json = { headers: { ...headers, 'content-type': 'application/json' }, body: '{}' };
          const sent = { method, path, headers, ...(method === 'POST' ? json : {}) };
          const answers = [await limited.send(sent), await limited.send(sent)];
          expect(
            answers.map(({ status }) => status),
            variable,
          ).toEqual([first, 429]);
          for (const answer of answers) expect(complaints(operation, answer, schemas)).toEqual([]);
        } finally {
          limited.close();
        }
      },
    );
  });
});
