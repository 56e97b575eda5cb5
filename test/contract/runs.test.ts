import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenStorage } from '../../src/start/storage.ts';
import { lentSetUps } from '../backends/lent-servers.ts';
import { mainlyOn } from '../short-form.ts';
import { expectProblem } from './problem.ts';
import { briskUpload, expectNothingStaged, runClient, slowUpload, type Run } from './run-client.ts';
import { example, part, startService, upload, wholeUpload, type RunningService } from './running-service.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const TIME = /^\d{4}-\d\d-\d\dT.*Z$/;
const accept = { accept: 'application/json' };

describe.each(mainlyOn('scaled', setUps.all))('runs, $name', ({ create }) => {
  let service: RunningService;
  let storage: OpenStorage;
  const client = runClient(() => service.url);

  beforeAll(async () => {
    const place = await create();
    service = await startService({
      ...place.environment,
      WORKERS: '1',
      QUEUE_LIMIT: '3',
      RUN_TIMEOUT_S: '900',
      PUBLIC_RESULTS_DAYS: '30',
    });
    storage = await place.open();
  });
  afterAll(async () => {
    await storage?.close();
    expect(await service?.stop()).toBe(0);
  });

  it('accepts a request, does it, and keeps nothing of the upload', async () => {
    const response = await client.post(wholeUpload(), { prefer: 'wait=10, Respond-Async; x=1' });
    expect(response.status).toBe(202);
    const run = (await response.json()) as Run;
    expect(run).toMatchObject({ status: 'queued', progress: { stage: null, fraction: 0 } });
    expect(response.headers.get('location')).toBe(`/runs/${run.run_id}`);
    expect(response.headers.get('preference-applied')).toBe('respond-async');

    const done = await client.ended(run.run_id);
    expect(done).toEqual({
      run_id: run.run_id,
      status: 'succeeded',
      progress: { stage: null, fraction: 1 },
      ...{ created_at: expect.stringMatching(TIME), finished_at: expect.stringMatching(TIME) },
      evidence_report_id: expect.stringMatching(/^evr_/),
    });
    const picture = await fetch(`${service.url}/runs/${run.run_id}/preview/phase.png`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    const files = `${service.url}/public/results/${done.evidence_report_id}/files`;
    const file = await fetch(`${files}/data/preview/phase.png`);
    expect(Buffer.from(await picture.arrayBuffer()).equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
    const address = `${service.url}/public/results/${done.evidence_report_id}/package`;
    const zip = await fetch(address);
    expect(zip.status).toBe(200);
    await zip.arrayBuffer();
    await expectNothingStaged(storage);
    const [row] = await storage.store.read().selectFrom('runs').selectAll().execute();
    expect(row).toMatchObject({ run_id: run.run_id, request: '{}', attempts: 0, leased_by: null });
  });

  it('lists the runs of an account, newest first, and nobody else’s', async () => {
    const { api_key } = await client.signUp();
    const list = async (query: string, key = api_key) => {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await fetch(`${service.url}/runs${query}`, { headers });
      return (await answer.json()) as { items: Run[]; next_cursor: string | null };
    };
    const made: string[] = [];
    for (let k = 0; k < 3; k++) {
      const run = (await (await client.post(upload(), { prefer: 'respond-async' }, api_key)).json()) as Run;
      made.unshift(run.run_id);
      await client.ended(run.run_id, api_key);
    }
    await client.ended((await client.accept()).run_id);
    const first = await list('?limit=2');
    const rest = await list(`?limit=2&cursor=${first.next_cursor}`);
    expect([...first.items, ...rest.items].map(({ run_id }) => run_id)).toEqual(made);
    expect(rest.next_cursor).toBeNull();
    expect(first.items[0]).toMatchObject({ status: 'succeeded', created_at: expect.stringMatching(TIME) });
    expect((await list('', (await client.signUp()).api_key)).items).toEqual([]);
    await expectProblem(await fetch(`${service.url}/runs`), 401, 'MISSING_API_KEY');
  });

  it('gives the same payload as an answer that was waited for', async () => {
    const run = await client.accept();
    const waited = await client.post(upload(), accept);
    const { summary } = (await waited.json()) as { summary: { payload_sha256: string } };
    const done = await client.ended(run.run_id);
    const row = await storage.store
      .read()
      .selectFrom('packages')
      .select(['summary', 'run_id'])
      .where('evidence_report_id', '=', done.evidence_report_id!)
      .executeTakeFirstOrThrow();
    expect(row.run_id).toBe(run.run_id);
    expect((JSON.parse(row.summary) as typeof summary).payload_sha256).toBe(summary.payload_sha256);
    // and how long it lasts is said of either
    const address = `${service.url}/public/results/${done.evidence_report_id}/package`;
    for (const { headers } of [waited, await fetch(address, { method: 'HEAD' })]) {
      const days = (Date.parse(headers.get('sunset')!) - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(29.9);
      expect(days).toBeLessThanOrEqual(30);
    }
  });

  it('tells of progress as server-sent events, and ends after the final state', async () => {
    const { run_id } = await client.accept(briskUpload());
    const address = `${service.url}/runs/${run_id}/events`;
    const response = await fetch(address);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const text = await response.text();
    expect(text).toMatch(/^retry: \d+\n\n/);
    const events = text.split('\n\n').filter((event) => event.startsWith('id: '));
    const states = events.map((event) => JSON.parse(/^data: (.*)$/m.exec(event)![1]!) as Run);
    expect(states.at(-1)).toEqual(await client.ended(run_id));
    expect(states.at(-1)!.status).toBe('succeeded');
    const running = states.filter(({ status }) => status === 'running');
    expect(running.length).toBeGreaterThan(1);
    const fractions = running.map(({ progress }) => progress.fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    const ids = events.map((event) => /^id: (.*)$/m.exec(event)![1]!);
    expect(new Set(ids).size).toBe(ids.length);

    const again = await fetch(address, { headers: { 'last-event-id': ids.at(-1)! } });
    expect(again.status).toBe(204);
    expect((await fetch(address)).status).toBe(200);
  });

  it('fails with a problem where the data do not allow it', async () => {
    const files = { hologram: example('off-axis.png').slice(0, 5000) };
    const { run_id } = await client.accept(upload({ files }));
    const failed = await client.ended(run_id);
    expect(failed).toMatchObject({
      status: 'failed',
      problem: { status: 422, code: 'HOLOGRAM_UNREADABLE', type: '/problems/HOLOGRAM_UNREADABLE' },
    });
    expect(failed.problem!.request_id).toMatch(/^req_/);
    expect(failed.evidence_report_id).toBeUndefined();
    await expectNothingStaged(storage);
  });

  it('refuses at once what can be told without the pixels, and accepts nothing', async () => {
    const count = async () =>
      (await storage.store.read().selectFrom('runs').select('run_id').execute()).length;
    const before = await count();
    const response = await client.post(upload({ fields: { wavelength_um: '650' } }), {
      prefer: 'respond-async',
    });
    await expectProblem(response, 422, 'INVALID_INPUT');
    expect(await count()).toBe(before);
    await expectNothingStaged(storage);
  });

  it('cancels what is being done and what waits, once and for all', async () => {
    const first = await client.accept(slowUpload());
    const second = await client.accept(slowUpload());
    await client.until(first.run_id, ({ status }) => status === 'running');
    const runs = storage.store.read().selectFrom('runs').select('address');
    const waiting = runs.where('run_id', '=', second.run_id);
    // where it came from, to share the queue by, until it ends
    expect(await waiting.executeTakeFirst()).toEqual({ address: '127.0.0.1' });
    for (const { run_id } of [second, first, second]) {
      const response = await client.cancel(run_id);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ run_id, status: 'cancelled' });
    }
    // the worker is free again at once
    const third = await client.accept();
    expect(await client.ended(third.run_id)).toMatchObject({ status: 'succeeded' });
    for (const { run_id } of [first, second]) {
      expect(await client.ended(run_id)).toMatchObject({ status: 'cancelled' });
    }
    expect(await waiting.executeTakeFirst()).toEqual({ address: null });
    const ids = [first.run_id, second.run_id];
    const db = storage.store.read();
    const left = await db.selectFrom('packages').select('run_id').where('run_id', 'in', ids).execute();
    expect(left).toEqual([]);
    await expectNothingStaged(storage);
    await expectProblem(await client.cancel(third.run_id), 409, 'RUN_ENDED');
    await expectProblem(await client.cancel('run_nonsense'), 404, 'RUN_NOT_FOUND');
  });

  it('takes on no more than it is told to, whether waited for or not, and loses nothing', async () => {
    const forms = Array.from({ length: 10 }, () => upload());
    const answers = await Promise.all(
      forms.map((form, n) => client.post(form, n % 2 ? { prefer: 'respond-async' } : accept)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => [201, 202].includes(status)).length).toBeGreaterThan(0);
    const refused = answers.filter(({ status }) => ![201, 202].includes(status));
    expect(refused.length).toBeGreaterThan(0);
    for (const response of refused) {
      await expectProblem(response, 503, 'OVERLOADED');
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    for (const response of answers.filter(({ status }) => status === 202)) {
      const { run_id } = (await response.json()) as Run;
      expect(await client.ended(run_id)).toMatchObject({ status: 'succeeded' });
    }
  });

  it('shows the run of an account to its own key only', async () => {
    const [owner, other] = [await client.signUp(), await client.signUp()];
    const { run_id } = await client.accept(upload(), owner.api_key);
    const unknown = `run_${'0'.repeat(36)}`;
    for (const key of [undefined, other.api_key]) {
      for (const path of ['', '/events']) {
        const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
        const [theirs, none] = await Promise.all(
          [run_id, unknown].map(async (id) =>
            expectProblem(await fetch(`${service.url}/runs/${id}${path}`, { headers }), 404, 'RUN_NOT_FOUND'),
          ),
        );
        expect({ ...theirs, request_id: '' }).toEqual({ ...none, request_id: '' });
      }
      await expectProblem(await client.cancel(run_id, key), 404, 'RUN_NOT_FOUND');
    }
    const done = await client.ended(run_id, owner.api_key);
    expect(done.status).toBe('succeeded');
    const invalid = await fetch(`${service.url}/runs/${run_id}`, { headers: { authorization: 'Bearer x' } });
    await expectProblem(invalid, 401, 'INVALID_API_KEY');
    const usage = await storage.store
      .read()
      .selectFrom('usage_events')
      .selectAll()
      .where('run_id', '=', run_id)
      .execute();
    expect(usage).toHaveLength(1);
    expect(usage[0]).toMatchObject({
      account_id: owner.account_id,
      kind: 'reconstruction',
      input_bytes: part.png.length,
    });
    expect(usage[0]!.compute_ms).toBeGreaterThan(0);
  });

  it('gives the same run again for the same Idempotency-Key', async () => {
    const headers = { prefer: 'respond-async', 'idempotency-key': 'a-key' };
    const [first, again] = [await client.post(upload(), headers), await client.post(upload(), headers)];
    const run = (await first.json()) as Run;
    expect(again.status).toBe(202);
    expect(again.headers.get('location')).toBe(`/runs/${run.run_id}`);
    expect(await again.json()).toEqual(run);
    const other = upload({ fields: { z_mm: '5.1' } });
    await expectProblem(await client.post(other, headers), 422, 'IDEMPOTENCY_KEY_REUSED');
    await client.ended(run.run_id);
  });
});
