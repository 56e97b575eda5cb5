/**
 * What others are compared with: Fastify with nothing but the route that is measured. `node bare-server.ts fit ajv`,
 * `fit zod`, `results FILE` or `start` says `Bare is at …` when it answers.
 */
import { readFileSync } from 'node:fs';
import Fastify, { type RouteShorthandOptions } from 'fastify';

const [what, detail] = process.argv.slice(2);
const app = Fastify();
if (what === 'fit') {
  // loaded where it is wanted: the start is measured as well
  const { z } = await import('zod');
  const { checkWorkflowFit } = await import('../../src/core/workflow-fit/check.ts');
  const { parseWorkflowFit, workflowFitSchema } = await import('../../src/core/workflow-fit/request.ts');
  const { FIT_REQUEST } = await import('./fit-request.ts');
  const { $schema: _, ...body } = z.toJSONSchema(workflowFitSchema, { io: 'input' });
  const answer = checkWorkflowFit(parseWorkflowFit(FIT_REQUEST));
  // Ajv is the framework's own; zod is what the service lists every mistake of a body with
  const readByZod = (input: unknown) => {
    const { success, data, error } = workflowFitSchema.safeParse(input);
    return success ? { value: data } : { error: new Error(error.message) };
  };
  const options: RouteShorthandOptions =
    detail === 'zod'
      ? { schema: { body: workflowFitSchema }, validatorCompiler: () => readByZod }
      : { schema: { body } };
  app.post('/public/workflow_fit', options, async () => answer);
} else if (what === 'results') {
  const answer = JSON.parse(readFileSync(detail!, 'utf8')) as unknown;
  app.get('/results', async () => answer);
} else {
  // the service can’t answer without its kernels either
  await WebAssembly.compile(readFileSync(new URL('../../kernels/kernels.wasm', import.meta.url)));
  app.get('/healthz', async () => ({ status: 'ok' }));
}
process.stderr.write(`Bare is at ${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
