import { Histogram as Original, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { Histogram } from './histogram.ts';

it('says the same as the library’s own', async () => {
  const [name, help, bounds] = ['a_seconds', 'Of a \\ thing', [0.1, 0.5, 2]];
  const [registry, other] = [new Registry(), new Registry()];
  const ours = new Histogram({ name, help, bounds });
  registry.registerMetric(ours.metric);
  const labelNames = ['route', 'status'];
  const theirs = new Original({ name, help, buckets: bounds, labelNames, registers: [other] });
  expect(await registry.metrics()).toBe(await other.metrics());
  for (const [route, status, value] of [
    ...[['/a', 200, 0.1] as const, ['/a', 200, 0.1000001] as const, ['/a', 404, 0] as const],
    ...[['/"b"\n\\', 200, 2] as const, ['/a', 200, 17] as const, ['/a', 200, 0.25] as const],
  ]) {
    ours.observe(`${status} ${route}`, () => ({ route, status }), value);
    theirs.observe({ route, status }, value);
  }
  const text = await registry.metrics();
  expect(text).toContain('a_seconds_bucket{le="+Inf",route="/a",status="200"} 4');
  expect(text).toBe(await other.metrics());
});
