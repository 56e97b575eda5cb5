import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { expect, it } from 'vitest';
import { buildWorkerApp } from '../../worker-app.ts';
import { operations } from './operations.ts';

/** What both look at. */
const compute: { fault: Error | null } = { fault: null };

function server() {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  operations(app, { compute } as never);
  return app;
}

it.each([
  ['server', server],
  ['worker', () => buildWorkerApp(compute, null as never, Fastify().log)],
])('/healthz of a %s says where nothing computes', async (_what, open) => {
  const app = open();
  const ask = async () => {
    const { statusCode, body } = await app.inject('/healthz');
    return [statusCode, JSON.parse(body)];
  };
  compute.fault = null;
  expect(await ask()).toEqual([200, { status: 'ok' }]);
  compute.fault = new Error('no thread');
  expect(await ask()).toEqual([503, { status: 'unavailable' }]);
  await app.close();
});
