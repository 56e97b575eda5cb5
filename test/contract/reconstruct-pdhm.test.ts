import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenStorage } from '../../src/start/storage.ts';
import { lentService, lentSetUps, type LentService } from '../backends/lent-servers.ts';
import { mainlyOn } from '../short-form.ts';
import { expectProblem } from './problem.ts';
import { expectNothingLeftOver, expectNothingStaged, keysOf, runClient } from './run-client.ts';
import { example, part, upload } from './running-service.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const accept = { accept: 'application/json' };

describe.each(mainlyOn('scaled', setUps.all))('POST /reconstruct_pdhm, $name', ({ name }) => {
  let service: LentService;
  let storage: OpenStorage;
  const client = runClient(() => service.url);

  beforeAll(async () => {
    service = await lentService(name);
    storage = await service.place.open();
  });
  afterAll(() => storage?.close());

  it('needs a key, and an account’s profile, before it reads the upload', async () => {
    const post = (query = '', headers = {}) =>
      fetch(`${service.url}/reconstruct_pdhm${query}`, { method: 'POST', body: upload(), headers });
    const missing = await post();
    expect(missing.headers.get('www-authenticate')).toBe('Bearer');
    await expectProblem(missing, 401, 'MISSING_API_KEY');
    const { api_key } = await client.signUp();
    const headers = { authorization: `Bearer ${api_key}` };
    for (const id of [`prof_${'0'.repeat(36)}`, 'x', '']) {
      const response = await post(`?calibration_profile_id=${id}`, headers);
      await expectProblem(response, 404, 'PROFILE_NOT_FOUND');
    }
    await expectProblem(await post('?profile=x', headers), 422, 'INVALID_INPUT');
    const body = upload({ fields: { lens_distortion: 'correct' } });
    const bent = await fetch(`${service.url}/reconstruct_pdhm`, { method: 'POST', body, headers });
    const refused = await expectProblem(bent, 422, 'INVALID_INPUT');
    expect(refused.errors).toMatchObject([{ pointer: '/lens_distortion' }]);
    const query = `?calibration_profile_id=prof_${'0'.repeat(36)}`;
    const open = await fetch(`${service.url}/public/reconstruct${query}`, { method: 'POST', body: upload() });
    await expectProblem(open, 422, 'INVALID_INPUT');
  });

  it('ties the result to the account, with a record of its use', async () => {
    const { api_key, account_id } = await client.signUp();
    const response = await client.post(upload(), accept, api_key);
    expect(response.status).toBe(201);
    const answer = (await response.json()) as { evidence_report_id: string; package: { href: string } };
    const { evidence_report_id } = answer;
    expect(answer.package.href).toBe(`/results/${evidence_report_id}/package`);
    expect((await fetch(`${service.url}/public${answer.package.href}`)).status).toBe(404);
    const headers = { authorization: `Bearer ${api_key}` };
    expect((await fetch(`${service.url}${answer.package.href}`, { headers })).status).toBe(200);
    const db = storage.store.read();
    const events = await db
      .selectFrom('usage_events')
      .selectAll()
      .where('account_id', '=', account_id)
      .execute();
    expect(events).toMatchObject([{ kind: 'reconstruction', run_id: null, input_bytes: part.png.length }]);
    const packages = db.selectFrom('packages').selectAll().where('requester', '=', account_id);
    expect(await packages.execute()).toMatchObject([{ evidence_report_id }]);
  });

  it('keeps raw uploads where the switch is on when they come in, and only there', async () => {
    const { api_key, account_id } = await client.signUp();
    const turn = (retain_raw_inputs: boolean) =>
      fetch(`${service.url}/users/me/retention`, {
        method: 'PUT',
        body: JSON.stringify({ retain_raw_inputs }),
        headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
      });
    const kept = () =>
      storage.store
        .read()
        .selectFrom('raw_uploads')
        .selectAll()
        .where('account_id', '=', account_id)
        .execute();
    const files = { hologram: example('off-axis.png'), background: example('off-axis-background.png') };
    expect((await client.post(upload(), accept, api_key)).status).toBe(201);
    expect(await kept()).toEqual([]);
    await expectNothingLeftOver(storage);

    expect((await turn(true)).status).toBe(200);
    expect((await client.post(upload({ files }), accept, api_key)).status).toBe(201);
    const run = await client.accept(upload(), api_key);
    expect((await turn(false)).status).toBe(200);
    const { evidence_report_id } = await client.ended(run.run_id, api_key);
    expect((await client.post(upload(), accept, api_key)).status).toBe(201);

    const rows = await kept();
    expect(rows.map(({ part }) => part).sort()).toEqual(['background', 'hologram', 'hologram']);
    expect(rows.find((row) => row.evidence_report_id === evidence_report_id)).toMatchObject({
      part: 'hologram',
      bytes: part.png.length,
    });
    const added = rows.map(({ blob_key }) => blob_key);
    expect(await keysOf(storage, 'raw')).toEqual(expect.arrayContaining(added));
    await expectNothingLeftOver(storage);
    await expectNothingStaged(storage, account_id);

    const failing = await client.accept(upload({ files: { hologram: new Uint8Array(9) } }), api_key);
    expect(await client.ended(failing.run_id, api_key)).toMatchObject({ status: 'failed' });
  });

  it('gives the same result again for the same Idempotency-Key, in the format asked for', async () => {
    const { api_key } = await client.signUp();
    const key = { 'idempotency-key': 'the-key' };
    const first = await client.post(upload(), key, api_key);
    const id = first.headers.get('evidence-report-id');
    const zip = new Uint8Array(await first.arrayBuffer());
    const again = await client.post(upload(), key, api_key);
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(Buffer.from(await again.arrayBuffer()).equals(zip)).toBe(true);
    const asJson = await client.post(upload(), { ...key, ...accept }, api_key);
    expect(asJson.status).toBe(201);
    expect(await asJson.json()).toMatchObject({ evidence_report_id: id });
    const count = await storage.store
      .read()
      .selectFrom('packages')
      .select('evidence_report_id')
      .where('evidence_report_id', '=', id!)
      .execute();
    expect(count).toHaveLength(1);
  });
});
