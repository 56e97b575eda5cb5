// @module-tag further/set-up
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTelemetry } from '../../src/start/telemetry.ts';
import { thorough } from '../short-form.ts';
import { startService, upload } from './running-service.ts';

interface Attribute {
  readonly key: string;
  readonly value: object;
}

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
}

/** What OTLP/JSON wraps spans and metrics in, as far as it is looked at. */
interface Export {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly { readonly name: string }[] }[];
  }[];
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const received: { readonly path: string; readonly key: unknown; readonly body: Export }[] = [];
let collector: Server;

beforeAll(async () => {
  collector = createServer((request, response) => {
    void json(request).then((body) => {
      received.push({ path: request.url!, key: request.headers['x-key'], body: body as Export });
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
});
afterAll(() => void collector.close());

it('sends spans and metrics of requests and their stages where the standard variables say', async () => {
  const { port } = collector.address() as AddressInfo;
  const service = await startService({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=abc',
    OTEL_SERVICE_NAME: 'leith-of-the-lab',
  });
  const traceparent = `00-${TRACE}-${PARENT}-01`;
  const address = `${service.url}/public/reconstruct?secret=1`;
  const refused = await fetch(address, { method: 'POST', headers: { traceparent }, body: upload() });
  expect(refused.status).toBe(422);
  const headers = { traceparent, accept: 'application/json' };
  const made = await fetch(`${service.url}/public/reconstruct`, { method: 'POST', headers, body: upload() });
  expect(made.status).toBe(201);
  await made.arrayBuffer();
  expect(await service.stop()).toBe(0);

  const resources = received.flatMap(({ body }) => body.resourceSpans ?? []);
  expect(resources[0]!.resource.attributes).toContainEqual({
    ...{ key: 'service.name', value: { stringValue: 'leith-of-the-lab' } },
  });
  const spans = resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const requests = spans.filter(({ name }) => name === 'POST /public/reconstruct');
  expect(requests.map(({ traceId, parentSpanId }) => [traceId, parentSpanId])).toEqual([
    [TRACE, PARENT],
    [TRACE, PARENT],
  ]);
  const statuses = requests.flatMap(({ attributes }) =>
    attributes.filter(({ key }) => key === 'http.response.status_code').map(({ value }) => value),
  );
  expect(statuses).toEqual([{ intValue: 422 }, { intValue: 201 }]);
  const stages = spans.filter(({ parentSpanId }) => parentSpanId === requests[1]!.spanId);
  expect(stages.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['upload', 'unwrap', 'package', 'archive']),
  );
  const metrics = received.flatMap(({ body }) =>
    (body.resourceMetrics ?? []).flatMap(({ scopeMetrics }) =>
      scopeMetrics.flatMap((scope) => scope.metrics),
    ),
  );
  expect(new Set(metrics.map(({ name }) => name))).toEqual(
    new Set(['http.server.request.duration', 'leith.stage.duration']),
  );
  expect(new Set(received.map(({ path, key }) => `${path} ${String(key)}`))).toEqual(
    new Set(['/v1/traces abc', '/v1/metrics abc']),
  );
  expect(JSON.stringify(received)).not.toContain('secret');
});

it.runIf(thorough)('ends in good time where nobody collects', async () => {
  const service = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  expect((await fetch(`${service.url}/calibration/targets`)).status).toBe(200);
  expect(await service.stop()).toBe(0);
});

it('is off by default, and where it is said to be', async () => {
  expect(await openTelemetry({})).toBeNull();
  const off = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' };
  expect(await openTelemetry(off)).toBeNull();
});
