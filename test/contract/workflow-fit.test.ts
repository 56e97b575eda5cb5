import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkWorkflowFit } from '../../src/core/workflow-fit/check.ts';
import { parseWorkflowFit } from '../../src/core/workflow-fit/request.ts';
import { expectProblem } from './problem.ts';
import { startService, type RunningService } from './running-service.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService({ TRUST_PROXY: '127.0.0.1', WORKFLOW_FIT_PER_HOUR: '60' });
});
afterAll(() => service.stop());

let nextClient = 1;
/** Every request from an address of its own, unless one is given. */
function check(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const from = { 'x-forwarded-for': `198.51.100.${(nextClient += 1)}`, ...headers };
  return fetch(`${service.url}/public/workflow_fit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...from },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const example = { geometry: 'off-axis', file_format: 'video', pixel_pitch_um: 0.6, wavelength_um: 0.65 };

describe('POST /public/workflow_fit', () => {
  it('gives the specification’s example its verdict and reasons', async () => {
    const response = await check(example);
    expect(response.status).toBe(200);
    const answer = (await response.json()) as Record<string, unknown> & { reasons: { rule: string }[] };
    expect(Object.keys(answer)).toEqual(['verdict', 'reasons', 'next_steps', 'limits', 'note']);
    expect(answer['verdict']).toBe('unsupported');
    expect(answer.reasons.map(({ rule }) => rule)).toEqual([
      'pixel_pitch_not_above_wavelength',
      'video_stream',
      'distance_unknown',
    ]);
  });

  it.each([
    example,
    { ...example, file_format: 'bmp', pixel_pitch_um: 3 },
    { ...example, wavelength_um: 650 },
  ])('answers %o as JSON.stringify would write it', async (body) => {
    const text = await (await check(body)).text();
    expect(text).toBe(JSON.stringify(checkWorkflowFit(parseWorkflowFit(body))));
  });

  it('lists everything that is wrong with a request at once', async () => {
    const response = await check({ geometry: 'gabor', wavelength_um: '650 nm', lens: 'new' });
    const problem = await expectProblem(response, 422, 'INVALID_INPUT');
    expect(problem.errors?.map(({ pointer }) => pointer).sort()).toEqual([
      '/file_format',
      '/geometry',
      '/lens',
      '/wavelength_um',
    ]);
  });

  it.each([
    ['{"geometry": ', 400, 'MALFORMED_REQUEST'],
    ['', 400, 'MALFORMED_REQUEST'],
    ['[]', 422, 'INVALID_INPUT'],
    ['null', 422, 'INVALID_INPUT'],
    [`{"geometry": "${'x'.repeat(20_000)}"}`, 413, 'PAYLOAD_TOO_LARGE'],
    ['{"__proto__": {"geometry": "inline"}}', 400, 'MALFORMED_REQUEST'],
  ] as const)('refuses the body %.40s', async (body, status, code) => {
    await expectProblem(await check(body), status, code);
  });

  it('refuses what is not JSON', async () => {
    await expectProblem(await check('a=b', { 'content-type': 'text/plain' }), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('the limit on fit checks', () => {
  it('is 60 an hour and address, told in every answer; then 429 with Retry-After', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const first = await check(example, from);
    expect(first.headers.get('ratelimit-policy')).toBe('"workflow-fit";q=60;w=3600');
    expect(first.headers.get('ratelimit')).toBe('"workflow-fit";r=59;t=3600');
    const statuses = await Promise.all(
      Array.from({ length: 65 }, async () => (await check(example, from)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(59);
    const refused = await check(example, from);
    const problem = await expectProblem(refused, 429, 'RATE_LIMITED');
    expect(problem.detail).toMatch(/60 .* per hour/);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(3500);
    expect(wait).toBeLessThanOrEqual(3600);
    expect((await check(example, { 'x-forwarded-for': '203.0.113.10' })).status).toBe(200);
  });

  it('counts an IPv6 network as one', async () => {
    const left = async (address: string) => {
      const response = await check(example, { 'x-forwarded-for': address });
      return Number(/r=(\d+)/.exec(response.headers.get('ratelimit')!)![1]);
    };
    expect(await left('2001:db8:7:7::1')).toBe(59);
    expect(await left('2001:db8:7:7:ffff::2')).toBe(58);
    expect(await left('2001:db8:7:8::1')).toBe(59);
  });
});

// where there is no trusted proxy: service.test.ts
describe('a forged X-Forwarded-For', () => {
  it('does not hide the address that a trusted proxy saw', async () => {
    const statuses: number[] = [];
    for (let k = 0; k < 61; k++) {
      // the proxy appends the address it saw to whatever the client claimed
      const header = { 'x-forwarded-for': `10.0.0.${k}, 203.0.113.77` };
      statuses.push((await check(example, header)).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});
