// @module-tag further/many
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentService, lentSetUps, type LentService } from '../backends/lent-servers.ts';
import { mainlyOn } from '../short-form.ts';
import { jsonClient, newEmail, password, signUp, type JsonClient } from './json-client.ts';
import { expectProblem } from './problem.ts';
import { runClient } from './run-client.ts';
import { offAxisFields, part } from './running-service.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const odd = ['a\u0000b', '\ud800', 'b\udfffa'];

/** Not every database keeps these characters: both answer alike, and neither fails over them. */
describe.each(mainlyOn('scaled', setUps.all))('characters that are none, $name', ({ name }) => {
  let service: LentService;
  let call: JsonClient;
  let as: string;
  const client = runClient(() => service.url);
  beforeAll(async () => {
    service = await lentService(name);
    call = jsonClient(service.url);
    ({ api_key: as } = await signUp(call));
    await call('PUT', '/users/me/retention', { as, body: { retain_raw_inputs: true } });
  });

  it.each(odd)('are refused in an email address and in the name of a key: %j', async (text) => {
    for (const path of ['/users/signup', '/users/login']) {
      const body = { email: text + newEmail(), password };
      await expectProblem(await call('POST', path, { body }), 422, 'INVALID_INPUT');
    }
    const named = await call('POST', '/users/me/api-keys', { as, body: { name: text } });
    const { errors } = await expectProblem(named, 422, 'INVALID_INPUT');
    expect(errors).toEqual([{ pointer: '/name', message: expect.stringContaining('surrogate') }]);
  });

  it.each([
    ['DELETE', '/users/me/api-keys/%00', 'NOT_FOUND'],
    ['POST', '/results/%00/feedback', 'RESULT_NOT_FOUND'],
    ['GET', '/results/%00', 'RESULT_NOT_FOUND'],
    ['GET', '/runs/%00', 'RUN_NOT_FOUND'],
    ['GET', '/users/me/raw-uploads/%00', 'NOT_FOUND'],
    ['GET', '/calibration/profile/%00', 'PROFILE_NOT_FOUND'],
  ])('are in no identifier: %s %s', async (method, path, code) => {
    const body = method === 'POST' ? { body: { comment: 'x' } } : {};
    await expectProblem(await call(method, path, { as, ...body }), 404, code);
  });

  it.each(odd)('are allowed in a password: %j', async (text) => {
    const body = { email: newEmail(), password: `${password}${text}` };
    expect((await call('POST', '/users/signup', { body })).status).toBe(201);
    expect((await call('POST', '/users/login', { body })).status).toBe(200);
  });

  const named = (filename: string, headers: Record<string, string>) => {
    const fields = Object.entries(offAxisFields).map(
      ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const head = `--x\r\nContent-Disposition: form-data; name="hologram"; filename="${filename}"\r\n\r\n`;
    const body = Buffer.concat([
      ...[Buffer.from(fields.join('') + head), part.png, Buffer.from('\r\n--x--\r\n')],
    ]);
    const type = { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${as}` };
    return fetch(`${service.url}/reconstruct_pdhm`, {
      method: 'POST',
      body,
      headers: { ...type, ...headers },
    });
  };

  it('are left out of what a file is called, which holds NUL and is of any length', async () => {
    const [filename, kept] = [`ä\u0000${'ä'.repeat(3000)}.png`, 'ä'.repeat(255)];
    const answer = await named(filename, { accept: 'application/json' });
    expect(answer.status).toBe(201);
    const { evidence_report_id } = (await answer.json()) as { evidence_report_id: string };
    const accepted = await named(filename, { prefer: 'respond-async' });
    const { run_id } = (await accepted.json()) as { run_id: string };
    expect(await client.ended(run_id, as)).toMatchObject({ status: 'succeeded' });
    const list = await call('GET', '/users/me/raw-uploads?limit=2', { as });
    const { items } = (await list.json()) as { items: { name: string; href: string }[] };
    expect(items.map(({ name }) => name)).toEqual([kept, kept]);
    const file = await call('GET', items[0]!.href, { as });
    expect((await file.arrayBuffer()).byteLength).toBe(part.png.length);

    for (const comment of odd) {
      const path = `/results/${evidence_report_id}/feedback`;
      await expectProblem(await call('POST', path, { as, body: { comment } }), 422, 'INVALID_INPUT');
    }
  });
});
