// @module-tag further/set-up
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crossOrigin } from '../../src/http/plugins/cross-origin.ts';
import { readConfig, type Config } from '../../src/start/config.ts';
import { lentService, type LentService } from '../backends/lent-servers.ts';
import { startService, type RunningService } from './running-service.ts';

const FRIEND = 'https://lab.example.org';
const OTHER = 'http://localhost:5173';

let closed: LentService;
let open: RunningService;
beforeAll(async () => {
  [closed, open] = await Promise.all([
    lentService(),
    startService({ WORKERS: '1', CORS_ORIGINS: `${FRIEND}, ${OTHER}` }),
  ]);
});
afterAll(() => open.stop());

const preflight = (service: LentService | RunningService, origin: string, path = '/reconstruct_pdhm') =>
  fetch(service.url + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,idempotency-key',
    },
  });
const corsHeaders = (response: Response) =>
  [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('without CORS_ORIGINS', () => {
  it('no origin is let in', async () => {
    const asked = await preflight(closed, FRIEND);
    expect(asked.status).toBe(405);
    const answer = await fetch(`${closed.url}/calibration/targets`, { headers: { origin: FRIEND } });
    expect([...corsHeaders(asked), ...corsHeaders(answer)]).toEqual([]);
  });
});

describe('an origin of CORS_ORIGINS', () => {
  it.each([FRIEND, OTHER])('%s may send what the API takes', async (origin) => {
    const { status, headers } = await preflight(open, origin);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('access-control-allow-methods')!.split(', ').sort()).toEqual(
      ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'].sort(),
    );
    const allowed = headers.get('access-control-allow-headers')!.toLowerCase();
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'prefer', 'range']) {
      expect(allowed).toContain(name);
    }
    expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('vary')).toContain('Origin');
  });

  it('may read the headers of answers and of refusals', async () => {
    for (const [path, status] of [
      ['/calibration/targets', 200],
      ['/results', 401],
      ['/nothing', 404],
    ] as const) {
      const response = await fetch(open.url + path, { headers: { origin: FRIEND } });
      expect(response.status).toBe(status);
      expect(response.headers.get('access-control-allow-origin')).toBe(FRIEND);
      expect(response.headers.get('vary')).toContain('Origin');
      const exposed = response.headers.get('access-control-expose-headers')!.toLowerCase().split(', ');
      for (const name of ['x-request-id', 'ratelimit', 'retry-after', 'location', 'evidence-report-id']) {
        expect(exposed).toContain(name);
      }
    }
  });

  it('is told 405 for an OPTIONS that is no preflight, and nothing of OPTIONS is allowed', async () => {
    const response = await fetch(`${open.url}/results`, { method: 'OPTIONS', headers: { origin: FRIEND } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('another origin', () => {
  it.each([
    'https://evil.example.org',
    'https://lab.example.org.evil.example',
    'null',
    'http://lab.example.org',
  ])('%s gets what it got before, without a word about origins', async (origin) => {
    const asked = await preflight(open, origin);
    expect(asked.status).toBe(405);
    const answer = await fetch(`${open.url}/calibration/targets`, { headers: { origin } });
    expect(answer.status).toBe(200);
    expect([...corsHeaders(asked), ...corsHeaders(answer)]).toEqual([]);
    expect(answer.headers.get('vary')).toContain('Origin');
  });
});

describe('CORS_ORIGINS=*', () => {
  it('lets everybody in, without cookies', async () => {
    const app = Fastify();
    const { CORS_ORIGINS } = readConfig({ CORS_ORIGINS: '*' }) as Config;
    await crossOrigin(app, CORS_ORIGINS);
    app.post('/reconstruct_pdhm', async () => '');
    const { statusCode, headers } = await app.inject({
      ...{ method: 'OPTIONS', url: '/reconstruct_pdhm' },
      headers: { origin: 'https://anybody.example', 'access-control-request-method': 'POST' },
    });
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([204, '*']);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });
});
