import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeResult } from '../../src/services/deletion/account.fixture.ts';
import type { LogKind } from '../../src/services/ports/archive-tables.ts';
import type { OpenStorage } from '../../src/start/storage.ts';
import { lentSetUps } from '../backends/lent-servers.ts';
import { mainlyOn } from '../short-form.ts';
import { admin, adminJson, adminProcess } from './admin.ts';
import { expectProblem } from './problem.ts';
import { runClient } from './run-client.ts';
import { startService, upload, type RunningService } from './running-service.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

interface AccountOfQuotas {
  readonly quotas: Readonly<Record<string, { readonly used: number }>> & {
    readonly compute_seconds_per_day: { readonly used: number };
  };
}

const reason = ['--reason', 'case 2026-114'];
const as = ['--as', 'A. Operator'];

describe.each(mainlyOn('embedded', setUps.all))(
  'leith admin beside the server, $name',
  ({ name, create }) => {
    const remoteFolder = mkdtempSync(join(tmpdir(), 'leith-remote-'));
    let environment: Record<string, string>;
    let service: RunningService;
    let storage: OpenStorage;
    const client = runClient(() => service.url);
    const ask = (path: string, key: string, method = 'GET') =>
      fetch(`${service.url}${path}`, { method, headers: { authorization: `Bearer ${key}` } });

    beforeAll(async () => {
      const place = await create();
      const remote = name === 'scaled' ? setUps.s3!.url() : remoteFolder;
      environment = { ...place.environment, REMOTE_ARCHIVE_URL: remote };
      service = await startService({ ...environment, WORKERS: '1' });
      storage = await place.open();
    });
    afterAll(async () => {
      await storage?.close();
      expect(await service?.stop()).toBe(0);
      rmSync(remoteFolder, { recursive: true, force: true });
    });

    /** Of a kind, not the last of all: the server logs what it copies, whenever that is. */
    const lastEntry = async (kind: LogKind) =>
      storage.store
        .read()
        .selectFrom('archive_log')
        .selectAll()
        .where('kind', '=', kind)
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow();
    const copied = () =>
      expect
        .poll(
          async () =>
            (await adminJson<unknown[]>(environment, 'remote-copies', 'list', '--state', 'pending')).length +
            (await uncopied()),
          { interval: 500 },
        )
        .toBe(0);
    const uncopied = async (): Promise<number> => {
      const rows = await storage.store
        .read()
        .selectFrom('packages')
        .leftJoin('remote_copies', 'remote_copies.archive_id', 'packages.archive_id')
        .where('remote_copies.archive_id', 'is', null)
        .select('packages.archive_id')
        .execute();
      return rows.length;
    };

    it('places, lists and releases holds, under the operator’s name', async () => {
      const { account_id, api_key } = await client.signUp();
      const { evidence_report_id, archive_id } = await makeResult(storage, account_id);
      const add = await admin(environment, 'hold', 'add', evidence_report_id, ...reason, ...as);
      expect(add).toMatchObject({ code: 0, stderr: '' });
      const hold_id = /^(hold_\w+) holds /.exec(add.stdout)![1]!;
      expect(await lastEntry('held')).toMatchObject({ archive_id, actor: 'operator:A. Operator' });
      await adminJson(environment, 'hold', 'add', archive_id, ...reason);
      expect((await lastEntry('held')).actor).toMatch(/^operator:./);
      const list = await adminJson<object[]>(environment, 'hold', 'list');
      expect(list).toHaveLength(2);
      expect(list[0]).toMatchObject({
        ...{ hold_id, evidence_report_id, requester: account_id },
        ...{ placed_by: 'A. Operator', reason: 'case 2026-114', released_at: null },
      });
      await expectProblem(await ask('/users/me/data', api_key, 'DELETE'), 409, 'DATA_UNDER_LEGAL_HOLD');
      await adminJson(environment, 'hold', 'release', hold_id, ...reason, ...as);
      const again = await admin(environment, 'hold', 'release', hold_id, ...reason);
      expect(again).toMatchObject({ code: 1, stdout: '' });
      expect(again.stderr).toContain(`${hold_id} was released by A. Operator`);
      await adminJson(environment, 'hold', 'release', archive_id, ...reason);
      expect((await admin(environment, 'hold', 'list')).stdout).toBe('There is no hold.\n');
      const all = await admin(environment, 'hold', 'list', '--all');
      expect(all.stdout.match(/case 2026-114/g)).toHaveLength(4);
      expect(await (await ask('/users/me/data', api_key, 'DELETE')).json()).toMatchObject({ deleted: 1 });
    });

    it(
      'copies packages to the other host and purges the copies of deleted ones',
      { tags: 'further/set-up' },
      async () => {
        const { api_key } = await client.signUp();
        const zip = await (await client.post(upload(), {}, api_key)).arrayBuffer();
        await copied();
        const audit = await adminJson<{ remote_copies: number }>(environment, 'verify', '--remote');
        expect(audit.remote_copies).toBeGreaterThan(0);
        const [entry] = await adminJson<{ archive_id: string; sha256: string }[]>(
          environment,
          ...['remote-copies', 'list', '--state', 'copied'],
        );
        const digest = createHash('sha256').update(new Uint8Array(zip)).digest('hex');
        expect(entry!.sha256).toBe(digest);
        const receipt = await (await ask('/users/me/data', api_key, 'DELETE')).json();
        expect(receipt).toMatchObject({ deleted: 1, remote_copies_pending: 1 });
        const waiting = await admin(environment, 'remote-copies', 'list');
        expect(waiting.stdout).toContain('awaiting_purge');
        const purge = await adminJson<{ purged: string[] }>(environment, 'remote-copies', 'purge', ...as);
        expect(purge.purged).toContain(entry!.archive_id);
        expect(await lastEntry('remote_copy_purged')).toMatchObject({ actor: 'operator:A. Operator' });
        if (name === 'embedded') expect(readdirSync(join(remoteFolder, 'archive'))).toEqual([]);
      },
    );

    it('deletes public results, by identifier and by time', async () => {
      const from = new Date().toISOString();
      const made = [];
      for (let i = 0; i < 3; i++) made.push(await makeResult(storage, 'public'));
      const to = new Date().toISOString();
      const { account_id } = await client.signUp();
      const mine = await makeResult(storage, account_id);
      const span = ['public-result', 'delete', '--from', from, '--to', to];
      const dry = await admin(environment, ...span, '--dry-run');
      expect(dry).toMatchObject({ code: 0, stderr: '' });
      expect(dry.stdout).toContain('3 results would be deleted, 0 under a hold.');
      await adminJson(environment, 'public-result', 'delete', made[0]!.evidence_report_id, ...as);
      expect(await lastEntry('deleted')).toMatchObject({ requester: 'public' });
      const gone = `${service.url}/public/results/${made[0]!.evidence_report_id}/package`;
      await expectProblem(await fetch(gone), 404, 'RESULT_NOT_FOUND');
      await adminJson(environment, 'hold', 'add', made[1]!.archive_id, ...reason);
      const partly = await admin(environment, ...span, '--json');
      expect(partly.code).toBe(1);
      expect(JSON.parse(partly.stdout)).toMatchObject({
        dry_run: false,
        deleted: [{ archive_id: made[2]!.archive_id }],
        held: [{ archive_id: made[1]!.archive_id }],
      });
      const others = await admin(environment, 'public-result', 'delete', mine.evidence_report_id);
      expect(others).toMatchObject({ code: 1, stdout: '' });
      expect(others.stderr).toContain('no account-free result');
      await adminJson(environment, 'hold', 'release', made[1]!.archive_id, ...reason);
    });

    it('disables and enables an account, and resets its password', async () => {
      const email = `${Math.random().toString(36).slice(2)}_%@example.org`;
      const ask = (path: string, body: object) =>
        fetch(service.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const first = { email, password: 'correct horse battery' };
      const { api_key, account_id } = (await (await ask('/users/signup', first)).json()) as {
        api_key: string;
        account_id: string;
      };
      const headers = { authorization: `Bearer ${api_key}` };
      const me = () => fetch(`${service.url}/users/me`, { headers });
      const listed = await adminJson<{ account_id: string }[]>(
        ...([environment, 'account', 'list', '--containing', '_%@EXAMPLE'] as const),
      );
      expect(listed.map((one) => one.account_id)).toEqual([account_id]);

      await adminJson(environment, 'account', 'disable', email, ...reason, ...as);
      await expectProblem(await me(), 403, 'ACCOUNT_DISABLED');
      await expectProblem(await ask('/users/login', first), 403, 'ACCOUNT_DISABLED');
      expect((await ask('/users/login', { email, password: 'another one' })).status).toBe(401);
      expect(await admin(environment, 'account', 'disable', email, ...reason)).toMatchObject({ code: 1 });
      await adminJson(environment, 'account', 'enable', account_id, ...reason, ...as);
      expect((await me()).status).toBe(200);

      const { password } = await adminJson<{ password: string }>(
        ...([environment, 'account', 'reset-password', email, '--revoke-keys', ...as] as const),
      );
      expect((await me()).status).toBe(401);
      expect((await ask('/users/login', first)).status).toBe(401);
      expect((await ask('/users/login', { email, password })).status).toBe(200);
      const shown = await admin(environment, 'account', 'show', email);
      expect(shown.stdout).toMatch(/reset, keys revoked: 1[^]*enabled: case[^]*disabled: case 2026-114/);
      expect(shown.stdout).not.toContain(password);
    });

    it('bounds what an account may use', async () => {
      const { api_key, account_id } = await client.signUp();
      const quota = (...options: string[]) =>
        adminJson(environment, 'account', 'quota', account_id, ...options, ...as);
      expect(await quota('--stored-bytes', '0')).toMatchObject({ stored_bytes: 0, queued_runs: null });
      const post = (headers: Record<string, string> = {}) => client.post(upload(), headers, api_key);
      const refused = await post();
      expect(refused.headers.get('retry-after')).toBe('3600');
      const { quota: said } = await expectProblem(refused, 429, 'QUOTA_EXCEEDED');
      expect(said).toEqual({ name: 'stored_bytes', used: 0, limit: 0, frees_at: null });
      await quota('--stored-bytes', 'plan', '--queued-runs', '0');
      const async = await post({ prefer: 'respond-async' });
      expect(await expectProblem(async, 429, 'QUOTA_EXCEEDED')).toMatchObject({
        quota: { name: 'queued_runs' },
      });
      expect((await post()).status).toBe(200);
      // counted after the answer
      const used = async () => (await (await ask('/users/me', api_key)).json()) as AccountOfQuotas;
      const computed = async () => (await used()).quotas.compute_seconds_per_day.used;
      await expect.poll(computed).toBeGreaterThan(0);
      // whole seconds, as many as a busy machine took
      const seconds = await computed();
      await quota('--queued-runs', 'none', '--compute-seconds-per-day', String(seconds));
      const problem = await expectProblem(await post(), 429, 'QUOTA_EXCEEDED');
      expect(Date.parse(problem.quota!.frees_at!) - Date.now()).toBeGreaterThan(23 * 3_600_000);
      expect((await ask(`/users/me/data`, api_key, 'DELETE')).status).toBe(200);
      expect((await used()).quotas).toMatchObject({
        compute_seconds_per_day: { used: seconds, limit: seconds },
        stored_bytes: { used: 0 },
      });

      await adminJson(environment, 'plan', 'set', 'laboratory', '--stored-bytes', '5');
      expect(await quota('--plan', 'laboratory')).toMatchObject({ plan: 'laboratory', stored_bytes: 5 });
      for (const wrong of [
        ['--plan', 'nothing'],
        ['--stored-bytes', '-1'],
        ['--queued-runs', 'many'],
      ]) {
        expect((await admin(environment, 'account', 'quota', account_id, ...wrong)).code).toBeGreaterThan(0);
      }
      const list = await admin(environment, 'plan', 'list');
      expect(list.stdout).toMatch(/laboratory\n.*\n.*\n  stored bytes +5\nresearch/);
    });

    it('closes an account: its keys end and its address can sign up again', async () => {
      const email = `${Math.random().toString(36).slice(2)}@example.org`;
      const signUp = () =>
        fetch(`${service.url}/users/signup`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, password: 'correct horse battery' }),
        });
      const { api_key, account_id } = (await (await signUp()).json()) as {
        api_key: string;
        account_id: string;
      };
      await makeResult(storage, account_id);
      const closed = await adminJson(environment, 'account', 'close', email.toUpperCase());
      expect(closed).toMatchObject({ account_id, deleted: 1, held: 0, raw_uploads_deleted: 1 });
      await expectProblem(await ask('/users/me', api_key), 401, 'INVALID_API_KEY');
      expect((await signUp()).status).toBe(201);
      const unknown = await admin(environment, 'account', 'close', 'nobody@example.org');
      expect(unknown).toMatchObject({ code: 1, stdout: '' });
    });

    it('verifies, with exit code 1 and a line for each fault', async () => {
      const sound = await adminProcess(environment, 'verify');
      expect(sound).toMatchObject({ code: 0, stderr: '' });
      expect(sound.stdout).toContain('Everything is as it should be.');
      const { blob_key, archive_id } = await makeResult(storage, 'public');
      await storage.blobs.delete(blob_key);
      const broken = await admin(environment, 'verify');
      expect(broken.code).toBe(1);
      expect(broken.stdout.split('\n')[0]).toContain(`package ${archive_id}`);
      expect(broken.stdout).toContain('1 fault.');
      const { code, stdout } = await admin(environment, 'verify', '--json');
      expect([code, JSON.parse(stdout).faults.length]).toEqual([1, 1]);
    });
  },
);

describe('leith admin', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leith-admin-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('does not take an empty folder for an archive', async () => {
    const { code, stderr } = await adminProcess({ DATA_DIR: folder }, 'verify');
    expect(code).toBe(1);
    expect(stderr).toContain(`there is no leith.db in ${folder}`);
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(join(folder, 'leith.db'), 'this is no database, and long enough to be taken for one');
    expect((await admin({ DATA_DIR: folder }, 'verify')).code).toBe(1);
  });
});
