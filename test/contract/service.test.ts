import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemCodes } from '../../src/http/problems/codes.ts';
import { thorough } from '../short-form.ts';
import { jsonClient, signUp } from './json-client.ts';
import { expectProblem } from './problem.ts';
import { slowUpload } from './run-client.ts';
import { largeUpload, startService, upload, wholeUpload, type RunningService } from './running-service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService({ WORKERS: '2', RECORDS_PER_HOUR: '2' });
});
afterAll(() => service.stop());

const reconstruct = (at: RunningService = service, init: RequestInit = {}) =>
  fetch(`${at.url}/public/reconstruct`, { method: 'POST', body: largeUpload(), ...init });

async function metric(name: string, at: RunningService = service): Promise<number> {
  const text = await (await fetch(`${at.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)![1]);
}

const eventually = (check: () => Promise<boolean>) => expect.poll(check).toBe(true);

/** A reconstruction of several seconds that has begun; `leave` hangs up. */
async function beginSlow(at: RunningService = service): Promise<{ leave(): Promise<void> }> {
  const controller = new AbortController();
  const before = await metric('leith_runs_in_progress', at);
  const request = reconstruct(at, { body: slowUpload(), signal: controller.signal });
  const gone = request.then(
    () => 'answered',
    () => 'gone',
  );
  await eventually(async () => (await metric('leith_runs_in_progress', at)) === before + 1);
  return {
    async leave() {
      controller.abort();
      expect(await gone).toBe('gone');
    },
  };
}

describe('under load', () => {
  it('answers /healthz while it computes', async () => {
    // a thread takes a while until it has done its first
    for (const answer of await Promise.all([0, 1].map(() => reconstruct(service, { body: upload() }))))
      await answer.arrayBuffer();
    const both = [await beginSlow(), await beginSlow()];
    for (let answers = 0; answers < 20; answers++)
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    // where it computed in the thread that answers, the first answer would have come after the last of them
    expect(await metric('leith_runs_in_progress')).toBe(2);
    for (const each of both) await each.leave();
    await eventually(async () => (await metric('leith_runs_in_progress')) === 0);
  });

  it('computes two holograms at the same time', async () => {
    const [one, other] = [await beginSlow(), await beginSlow()];
    expect(await metric('leith_workers_busy_ratio')).toBe(1);
    await Promise.all([one.leave(), other.leave()]);
    await eventually(async () => (await metric('leith_runs_in_progress')) === 0);
  });

  // in npm test runs.test.ts does the same, and graceful-stop.test.ts what the last of these does
  it.runIf(thorough)('turns away what it has no room for, and says when to come back', async () => {
    const small = await startService({ WORKERS: '1', QUEUE_LIMIT: '0' });
    try {
      const slow = await beginSlow(small);
      for (const answer of await Promise.all(
        Array.from({ length: 3 }, () => reconstruct(small, { body: upload() })),
      )) {
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        await expectProblem(answer, 503, 'OVERLOADED');
      }
      await slow.leave();
      await eventually(async () => (await metric('leith_runs_in_progress', small)) === 0);
      const again = await reconstruct(small, { body: upload() });
      expect(again.status).toBe(200);
      await again.arrayBuffer();
    } finally {
      await small.stop();
    }
  });

  it(
    'sends from the archive what the memory has no room for, and refuses uploads that it has none for',
    { tags: 'further/failing' },
    async () => {
      const small = await startService({ WORKERS: '1', MEMORY_BUDGET_BYTES: String(3 * 1024 * 1024) });
      try {
        const answer = await reconstruct(small);
        expect(answer.status).toBe(200);
        expect((await answer.arrayBuffer()).byteLength).toBe(Number(answer.headers.get('content-length')));
        const body = wholeUpload({ files: { hologram: new Uint8Array(4 * 1024 * 1024) } });
        const refused = await reconstruct(small, { body });
        expect(refused.headers.get('retry-after')).toBe('5');
        await expectProblem(refused, 503, 'OVERLOADED');
      } finally {
        await small.stop();
      }
    },
  );
});

describe('an X-Forwarded-For that no trusted proxy wrote', () => {
  it('changes nothing: who sends it is counted as one', async () => {
    const left: number[] = [];
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      const response = await fetch(`${service.url}/public/workflow_fit`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ geometry: 'inline', file_format: 'png' }),
      });
      left.push(Number(/r=(\d+)/.exec(response.headers.get('ratelimit')!)![1]));
    }
    expect(left).toEqual([left[0]!, left[0]! - 1, left[0]! - 2]);
  });
});

describe('what an account leaves for ever, or in no quota,', () => {
  it.each([
    ['receipts', 'DELETE', '/users/me/data', 200, {}],
    ['comments', 'POST', '/results/evr_none/feedback', 404, { body: { comment: 'x' } }],
  ] as const)('as %s, it leaves so often an hour', async (_what, method, path, answered, sent) => {
    const call = jsonClient(service.url);
    const { api_key } = await signUp(call);
    const statuses: number[] = [];
    for (let time = 0; time < 3; time++)
      statuses.push((await call(method, path, { as: api_key, ...sent })).status);
    expect(statuses).toEqual([answered, answered, 429]);
  });
});

describe('when the client leaves', () => {
  it('drops the run and keeps nothing of it', async () => {
    const archive = join(service.dataDir, 'archive');
    const kept = () => (existsSync(archive) ? readdirSync(archive).length : 0);
    const before = kept();
    await (await beginSlow()).leave();
    await eventually(async () => (await metric('leith_runs_in_progress')) === 0);
    await eventually(async () => (await metric('leith_request_bytes_in_memory')) === 0);
    expect(kept()).toBe(before);
  });

  it('gives the memory of half an upload back', async () => {
    const request = httpRequest(`${service.url}/public/reconstruct`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 9_000_000 },
    });
    request.on('error', () => {});
    request.write('--x\r\nContent-Disposition: form-data; name="hologram"; filename="a.png"\r\n\r\n');
    request.write(new Uint8Array(3_000_000));
    await eventually(async () => (await metric('leith_request_bytes_in_memory')) >= 3_000_000);
    request.destroy();
    await eventually(async () => (await metric('leith_request_bytes_in_memory')) === 0);
  });
});

describe('when it is stopped', () => {
  it.runIf(thorough)('finishes what it has begun', async () => {
    const other = await startService({ WORKERS: '1', SHUTDOWN_GRACE_S: '600', RUN_TIMEOUT_S: '600' });
    const answer = reconstruct(other, { body: slowUpload() }).then(async (response) => {
      return { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
    });
    await eventually(async () => (await metric('leith_runs_in_progress', other)) === 1);
    expect(await other.stop()).toBe(0);
    expect(await answer).toMatchObject({ status: 200, bytes: expect.any(Number) });
  });
});

describe('pages and documents', () => {
  it.each(Object.keys(problemCodes))('has a page about %s', async (code) => {
    const response = await fetch(`${service.url}/problems/${code}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = await response.text();
    expect(text).toContain(code);
    for (const [, path] of text.matchAll(/(?:href|src)="([^"]+)"/g)) {
      expect(path, 'no other host').toMatch(/^(\/(?!\/)|data:,$)/);
      if (path!.startsWith('/')) expect((await fetch(`${service.url}${path}`)).status, path).toBe(200);
    }
  });

  it('serves the API document that is committed', async () => {
    const committed = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');
    const url = `${service.url}/openapi.json`;
    const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(await answer.json()).toEqual(JSON.parse(committed));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...{ 'content-encoding': 'br', vary: 'accept-encoding', etag: expect.stringMatching(/^W\//) },
    });
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(committed.length / 8);
    const etag = answer.headers.get('etag')!;
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    expect([plain.headers.has('content-encoding'), await plain.json()]).toEqual([
      false,
      JSON.parse(committed),
    ]);
  });

  const there = ['/', '/docs', '/healthz', '/readyz', '/metrics', '/style.css', '/problems'];
  it.each([...there, '/schemas/evidence-report.json'])(
    '%s is there and carries the usual headers',
    async (path) => {
      const response = await fetch(`${service.url}${path}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('x-request-id')).toMatch(/^req_/);
      expect(response.headers.get('api-version')).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
      await response.arrayBuffer();
    },
  );

  it.each(['/', '/docs', '/healthz', '/nothing', '/users/me', '/calibration/targets'])(
    '%s carries the security headers, whatever it answers',
    async (path) => {
      const { headers, body } = await fetch(`${service.url}${path}`);
      await body?.cancel();
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'self'"),
        'cross-origin-resource-policy': expect.stringMatching(/^(same|cross)-origin$/),
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
      });
      expect(headers.get('server') ?? headers.get('x-powered-by')).toBeNull();
    },
  );

  it.each([
    ...['/', '/docs', '/problems', '/targets', '/nothing', '/%', '/calibration/targets/usaf1951/drawing.svg'],
  ])('%s is a page, and says what a browser may do with one', async (path) => {
    const accept = 'text/html,application/xhtml+xml';
    const { headers, body } = await fetch(`${service.url}${path}`, { headers: { accept } });
    await body?.cancel();
    expect(headers.get('content-type')).toMatch(/^(text\/html|image\/svg)/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    });
  });
});
