import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTargets as catalogueOf } from '../../../services/calibration/list-targets.ts';
import { HttpProblem } from '../../problems/http-problem.ts';
import { listTargetsRoute } from './list-targets.ts';
import { targetDrawing } from './target-drawing.ts';
import { catalogueSchema, targetSchema } from './target-schema.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof HttpProblem && error.code === 'NOT_FOUND' ? 404 : 500).send(String(error)),
  );
  listTargetsRoute(app, 'https://leith.example');
  targetDrawing(app);
  await app.ready();
});
afterAll(() => app.close());

const { targets } = catalogueOf('');

describe('GET /calibration/targets', () => {
  it('lists the catalogue with five numbered steps, the same with a key and without', async () => {
    const [open, withKey] = await Promise.all([
      app.inject('/calibration/targets'),
      app.inject({ url: '/calibration/targets', headers: { authorization: 'Bearer leith_key_x' } }),
    ]);
    expect(open.statusCode).toBe(200);
    expect(withKey.body).toBe(open.body);
    const answer = catalogueSchema.parse(open.json());
    expect(answer.count).toBe(answer.targets.length);
    expect(answer.count).toBeGreaterThanOrEqual(10);
    expect(answer.workflow.map((step) => step.slice(0, 3))).toEqual(['1. ', '2. ', '3. ', '4. ', '5. ']);
    expect(answer.targets[0]!.drawing_url).toBe(
      `https://leith.example/calibration/targets/${answer.targets[0]!.target_id}/drawing.svg`,
    );
  });

  it('answers 304 to a client that has it', async () => {
    const { headers } = await app.inject('/calibration/targets');
    expect(headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    const again = await app.inject({
      url: '/calibration/targets',
      headers: { 'if-none-match': `"other", ${String(headers.etag)}` },
    });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
    const stale = await app.inject({ url: '/calibration/targets', headers: { 'if-none-match': '"other"' } });
    expect(stale.statusCode).toBe(200);
  });

  it.each(targets)('describes $target_id as specification 2.1 has it', (target) => {
    const listed = targetSchema.parse(target);
    expect(listed).toEqual(target);
    expect(listed.price_usd_range[0]).toBeLessThan(listed.price_usd_range[1]);
    expect(listed.applicable_modes).toContain(listed.use_case);
  });
});

describe('GET /calibration/targets/{target_id}/drawing.svg', () => {
  it.each(targets)('draws $target_id with a scale bar and dimensions, from itself alone', async (target) => {
    const { statusCode, headers, body } = await app.inject(
      `/calibration/targets/${target.target_id}/drawing.svg`,
    );
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(body).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 [\d. ]+"/);
    expect(body.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|href|<script|NaN|undefined/);
    expect(body).toMatch(/>\d+(\.\d+)? [µm]m<\/text>/);
    expect(body.match(/<text /g)!.length).toBeGreaterThanOrEqual(2);
    expect(body).toMatch(/<polygon|<circle/);
  });

  it('answers 404 for one that is not in the catalogue', async () => {
    const { statusCode, body } = await app.inject('/calibration/targets/ruler/drawing.svg');
    expect(statusCode).toBe(404);
    expect(body).toContain('usaf-1951');
  });
});
