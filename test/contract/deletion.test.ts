import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { verifyArchive } from '../../src/services/audit/verify-archive.ts';
import { countRows, makeResult, storedBlobs } from '../../src/services/deletion/account.fixture.ts';
import type { DeletionReceipt } from '../../src/services/deletion/delete-account-data.ts';
import type { SignedReceipt } from '../../src/services/deletion/receipts.ts';
import { addHold } from '../../src/services/hold/add-hold.ts';
import { releaseHold } from '../../src/services/hold/release-hold.ts';
import type { OpenStorage } from '../../src/start/storage.ts';
import { lentSetUps } from '../backends/lent-servers.ts';
import type { Place } from '../backends/set-ups.ts';
import { mainlyOn, thorough } from '../short-form.ts';
import { expectProblem } from './problem.ts';
import { runClient, slowUpload } from './run-client.ts';
import { startService, upload, type RunningService } from './running-service.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const hold = { by: 'A. Operator', reason: 'a test' };
/** How often the server is killed while it deletes. */
const KILLS = inject('service_kills');
const PACKAGES = thorough ? 40 : 12;

describe.each(mainlyOn('scaled', setUps.all))('DELETE /users/me/data, $name', ({ create }) => {
  let place: Place;
  let service: RunningService;
  let storage: OpenStorage;
  const client = runClient(() => service.url);
  const start = () => startService({ ...place.environment, WORKERS: '2' });
  const deleteData = (key: string) =>
    fetch(`${service.url}/users/me/data`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}` },
    });
  const faults = async () => (await verifyArchive({ ...storage, remote: null })).faults;

  beforeAll(async () => {
    place = await create();
    service = await start();
    storage = await place.open();
  });
  afterAll(async () => {
    await storage?.close();
    expect(await service?.stop()).toBe(0);
  });

  it('answers with a receipt, and zeros the second time', async () => {
    const { account_id, api_key } = await client.signUp();
    await (await client.post(upload(), {}, api_key)).arrayBuffer();
    const first = await deleteData(api_key);
    expect(first.status).toBe(200);
    expect(await first.json()).toEqual({
      ...{ deleted: 1, held: 0, remote_copies_pending: 0 },
      ...{ raw_uploads_deleted: 0, feedback_deleted: 0, usage_events_deleted: 1 },
      ...{ runs_in_progress: 0, runs_cancelled: 0 },
      receipt_id: expect.stringMatching(/^rcpt_/),
      account_id,
      requested_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      log_head: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const second = (await (await deleteData(api_key)).json()) as DeletionReceipt;
    expect(second).toMatchObject({ deleted: 0, held: 0, usage_events_deleted: 0 });
    await expectProblem(await deleteData(`${api_key}0`), 401, 'INVALID_API_KEY');
  });

  it('gives its receipts again, signed, to their owner alone', async () => {
    const { api_key } = await client.signUp();
    const given = [];
    for (let k = 0; k < 3; k++) given.unshift((await (await deleteData(api_key)).json()) as DeletionReceipt);
    const get = (path: string, key = api_key) =>
      fetch(`${service.url}/users/me/receipts${path}`, { headers: { authorization: `Bearer ${key}` } });
    const first = (await (await get('?limit=2')).json()) as { items: unknown[]; next_cursor: string };
    const rest = (await (await get(`?cursor=${first.next_cursor}`)).json()) as typeof first;
    expect([...first.items, ...rest.items]).toEqual(given);
    const { receipt_id } = given[1]!;
    const { receipt, envelope } = (await (await get(`/${receipt_id}`)).json()) as SignedReceipt;
    expect(receipt).toEqual(given[1]);
    const payload = Buffer.from(envelope.payload, 'base64');
    expect(JSON.parse(payload.toString())).toEqual(receipt);
    const { keys } = (await (await fetch(`${service.url}/.well-known/leith-keys.json`)).json()) as {
      keys: (JsonWebKey & { kid: string })[];
    };
    const [{ keyid, sig }] = envelope.signatures as [{ keyid: string; sig: string }];
    const key = createPublicKey({ key: keys.find(({ kid }) => kid === keyid)!, format: 'jwk' });
    const { payloadType: type } = envelope;
    // DSSE's own words of what is signed
    const signed = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload]);
    expect(verify(null, signed, key, Buffer.from(sig, 'base64'))).toBe(true);
    signed[signed.length - 5]! ^= 1;
    expect(verify(null, signed, key, Buffer.from(sig, 'base64'))).toBe(false);
    const other = (await client.signUp()).api_key;
    await expectProblem(await get(`/${receipt_id}`, other), 404, 'NOT_FOUND');
    await expectProblem(await get('/rcpt_x'), 404, 'NOT_FOUND');
    expect(await (await get('', other)).json()).toEqual({ items: [], next_cursor: null });
  });

  it('ends runs under way first where that is asked for', async () => {
    const { api_key } = await client.signUp();
    // two keep the threads busy, and the others wait
    for (const form of [slowUpload(), slowUpload(), upload(), upload()])
      expect((await client.post(form, { prefer: 'respond-async' }, api_key)).status).toBe(202);
    const ask = (query: string) =>
      fetch(`${service.url}/users/me/data?${query}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${api_key}` },
      });
    await expectProblem(await ask('cancel_runs=yes'), 422, 'INVALID_INPUT');
    await expectProblem(await ask('cancel=true'), 422, 'INVALID_INPUT');
    const receipt = (await (await ask('cancel_runs=true')).json()) as DeletionReceipt;
    expect(receipt.runs_in_progress).toBe(0);
    expect(receipt.runs_cancelled + receipt.deleted).toBe(4);
    expect(receipt.runs_cancelled).toBeGreaterThan(0);
    const headers = { authorization: `Bearer ${api_key}` };
    const runs = await (await fetch(`${service.url}/runs`, { headers })).json();
    expect(runs).toEqual({ items: [], next_cursor: null });
    // nothing comes afterwards
    await pause(1500);
    const results = await (await fetch(`${service.url}/results`, { headers })).json();
    expect(results).toEqual({ items: [], next_cursor: null });
    expect(await faults()).toEqual([]);
  });

  it('is refused where every package is held', async () => {
    const { account_id, api_key } = await client.signUp();
    const { archive_id } = await makeResult(storage, account_id);
    await addHold(storage, { ...hold, package: archive_id });
    await expectProblem(await deleteData(api_key), 409, 'DATA_UNDER_LEGAL_HOLD');
    await releaseHold(storage, { ...hold, id: archive_id });
    expect(await (await deleteData(api_key)).json()).toMatchObject({ deleted: 1, raw_uploads_deleted: 1 });
  });

  // as with the service alone, which delete-account-data.test.ts does
  it.runIf(thorough)(
    'says exactly what it did while holograms are reconstructed and holds change',
    async () => {
      const { account_id, api_key } = await client.signUp();
      const body = JSON.stringify({ retain_raw_inputs: true });
      const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
      await fetch(`${service.url}/users/me/retention`, { method: 'PUT', body, headers });
      let working = true;
      const uploads = async (async: boolean): Promise<number> => {
        for (let i = 0; i < 5; i++) {
          if (async) {
            // its run may have ended and been deleted by the time it is asked for
            await client.accept(upload(), api_key);
          } else {
            const answer = await client.post(upload(), {}, api_key);
            expect(answer.status).toBe(200);
            await answer.arrayBuffer();
          }
        }
        return 5;
      };
      const receipts: DeletionReceipt[] = [];
      const deletions = async (): Promise<void> => {
        while (working) {
          const answer = await deleteData(api_key);
          if (answer.status === 200) receipts.push((await answer.json()) as DeletionReceipt);
          else await expectProblem(answer, 409, 'DATA_UNDER_LEGAL_HOLD');
          await pause(60);
        }
      };
      const holds = async (): Promise<void> => {
        for (let i = 0; working; i++) {
          const rows = await storage.store
            .read()
            .selectFrom('packages')
            .select('archive_id')
            .where('requester', '=', account_id)
            .execute();
          const id = rows[0]?.archive_id;
          if (id !== undefined) await addHold(storage, { ...hold, package: id }).catch(() => {});
          if (id !== undefined && i % 2) await releaseHold(storage, { ...hold, id }).catch(() => {});
          await pause(30);
        }
      };
      const rest = Promise.all([deletions(), deletions(), holds()]);
      const made = (await Promise.all([uploads(false), uploads(true)])).reduce((a, b) => a + b);
      await expect.poll(queuedRuns, { timeout: 300_000 }).toBe(0);
      working = false;
      await rest;
      const mine = async (table: 'packages' | 'raw_uploads' | 'usage_events') => {
        const column = table === 'packages' ? 'requester' : 'account_id';
        const rows = await storage.store
          .read()
          .selectFrom(table)
          .where(column as 'requester', '=', account_id)
          .selectAll()
          .execute();
        return rows.length;
      };
      const sum = (of: 'deleted' | 'raw_uploads_deleted' | 'usage_events_deleted') =>
        receipts.reduce((total, receipt) => total + receipt[of], 0);
      expect(sum('deleted')).toBeGreaterThan(0);
      expect(sum('deleted') + (await mine('packages'))).toBe(made);
      expect(sum('raw_uploads_deleted') + (await mine('raw_uploads'))).toBe(made);
      expect(sum('usage_events_deleted') + (await mine('usage_events'))).toBe(made);
      expect(await faults()).toEqual([]);
    },
    600_000,
  );

  async function queuedRuns(): Promise<number> {
    const rows = await storage.store
      .read()
      .selectFrom('runs')
      .select('run_id')
      .where('status', 'in', ['queued', 'running'])
      .execute();
    return rows.length;
  }

  it(
    `is done whole or not at all when the server is killed, ${KILLS} times`,
    { timeout: 900_000 },
    async () => {
      const outcomes = new Set<'done' | 'not done'>();
      // the first kill comes too early, as somebody else has the log, and the second too late; the others close in on the
      // moment between
      let [early, late] = [0, NaN];
      const send = (key: string) =>
        deleteData(key).then(
          async (response) => (await response.json()) as DeletionReceipt,
          () => null,
        );
      const kill = () => process.kill(service.pid, 'SIGKILL');
      const killWhileItWaits = (key: string) =>
        storage.store.transaction(
          async () => {
            const answer = send(key);
            await pause(300);
            kill();
            return answer;
          },
          { chain: true },
        );
      const killAfter = async (key: string, ms: number | null) => {
        const began = performance.now();
        const answer = send(key);
        if (ms === null) await answer.then(() => (late = performance.now() - began));
        else await pause(ms);
        kill();
        return answer;
      };
      const { account_id, api_key } = await client.signUp();
      for (let i = 0; i < KILLS; i++) {
        const missing = PACKAGES - (await ofAccount(account_id));
        for (let each = 0; each < missing; each++) await makeResult(storage, account_id);
        const deletedBefore = await deletedEntries(account_id);
        const receipt =
          i === 0
            ? await killWhileItWaits(api_key)
            : await killAfter(api_key, i === 1 ? null : (early + late) / 2);
        rmSync(service.dataDir, { recursive: true, force: true });
        service = await start();
        const left = await ofAccount(account_id);
        const deleted = (await deletedEntries(account_id)) - deletedBefore;
        expect([left, deleted]).toEqual(left === 0 ? [0, PACKAGES] : [PACKAGES, 0]);
        if (receipt) expect(receipt).toMatchObject({ deleted: PACKAGES, raw_uploads_deleted: PACKAGES });
        if (receipt) expect(left).toBe(0);
        outcomes.add(left === 0 ? 'done' : 'not done');
        if (i > 1 && left === 0) late = (early + late) / 2;
        else if (i > 1) early = (early + late) / 2;
        expect(await faults()).toEqual([]);
        const mine = (await storedBlobs(storage)).length;
        // what the crash left of the blobs, the start has cleared away
        expect(mine).toBe((await countRows(storage, 'packages')) + (await countRows(storage, 'raw_uploads')));
      }
      expect(outcomes.size, `only ${[...outcomes].join()}`).toBe(2);
    },
  );

  async function ofAccount(account_id: string): Promise<number> {
    const rows = await storage.store
      .read()
      .selectFrom('packages')
      .select('archive_id')
      .where('requester', '=', account_id)
      .execute();
    return rows.length;
  }

  async function deletedEntries(account_id: string): Promise<number> {
    const rows = await storage.store
      .read()
      .selectFrom('archive_log')
      .select('seq')
      .where('requester', '=', account_id)
      .where('kind', '=', 'deleted')
      .execute();
    return rows.length;
  }
});
