import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { makeResult } from '../../src/services/deletion/account.fixture.ts';
import { mintId } from '../../src/services/mint-id.ts';
import { lentSetUps } from '../backends/lent-servers.ts';
import { mainlyOn } from '../short-form.ts';
import { adminJson } from './admin.ts';
import { expectProblem, type ProblemBody } from './problem.ts';
import { part, upload } from './running-service.ts';
import { twoAccounts } from './two-accounts.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

interface Listed {
  readonly evidence_report_id: string;
  readonly archive_id: string;
  readonly held: boolean;
  readonly package: { readonly href: string; readonly sha256: string; readonly bytes: number };
  readonly summary?: { readonly width_px: number };
}
interface List<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each(mainlyOn('scaled', setUps.all))('stored data, $name', ({ name }) => {
  const world = twoAccounts(name);
  const { ask, client } = world;

  const json = async <Body>(path: string, account = world.mine) =>
    (await (await ask(path, {}, account)).json()) as Body;

  describe('a result', () => {
    let found: Listed;
    let zip: Uint8Array;

    it('is listed and described when it was made, and its package is the one that was sent', async () => {
      const response = await client.post(upload(), {}, world.mine.api_key);
      expect(response.status).toBe(200);
      zip = new Uint8Array(await response.arrayBuffer());
      const id = response.headers.get('evidence-report-id')!;
      const list = await json<List<Listed>>('/results');
      expect(list).toMatchObject({ items: [{ evidence_report_id: id, held: false }], next_cursor: null });
      expect(list.items[0]).not.toHaveProperty('summary');
      found = await json<Listed>(`/results/${id}`);
      expect(found).toMatchObject({
        ...list.items[0],
        summary: { width_px: part.side },
        holography_mode: 'off-axis',
        input_sha256: sha256(part.png),
        package: { href: `/results/${id}/package`, sha256: sha256(zip), bytes: zip.length },
      });
      const fetched = await ask(found.package.href);
      expect(new Uint8Array(await fetched.arrayBuffer())).toEqual(zip);
      const digest = Buffer.from(sha256(zip), 'hex').toString('base64');
      expect(Object.fromEntries(fetched.headers)).toMatchObject({
        'content-type': 'application/zip',
        'content-length': String(zip.length),
        'accept-ranges': 'bytes',
        'repr-digest': `sha-256=:${digest}:`,
        etag: `"${sha256(zip)}"`,
        'archive-id': found.archive_id,
        'evidence-report-id': id,
        'cache-control': 'private, no-cache',
      });
    });

    it.each([
      ['bytes=0-0', 0, 1],
      ['bytes=1000-1999', 1000, 2000],
      ['bytes=-7', -7, undefined],
    ])('comes in part for %s', async (range, start, end) => {
      const response = await ask(found.package.href, { headers: { range } });
      expect(response.status).toBe(206);
      const part = zip.slice(start, end);
      const first = start < 0 ? zip.length + start : start;
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(part);
      const content = `bytes ${first}-${first + part.length - 1}/${zip.length}`;
      expect(response.headers.get('content-range')).toBe(content);
      expect(response.headers.get('content-length')).toBe(String(part.length));
    });

    it('refuses a part that there isn’t', async () => {
      const response = await ask(found.package.href, { headers: { range: `bytes=${zip.length}-` } });
      expect(response.headers.get('content-range')).toBe(`bytes */${zip.length}`);
      await expectProblem(response, 416, 'RANGE_NOT_SATISFIABLE');
    });

    it.each([
      ['the same file', () => `"${sha256(zip)}"`, 206],
      ['another file', () => '"other"', 200],
      ['a weak tag', () => `W/"${sha256(zip)}"`, 200],
    ])('continues a download by If-Range of %s', async (_, tag, status) => {
      const headers = { range: 'bytes=5-9', 'if-range': tag() };
      const response = await ask(found.package.href, { headers });
      expect(response.status).toBe(status);
      expect((await response.arrayBuffer()).byteLength).toBe(status === 206 ? 5 : zip.length);
    });

    it.each([
      ['its tag', () => `"${sha256(zip)}"`, 304],
      ['a list with its weak tag', () => `"other", W/"${sha256(zip)}"`, 304],
      ['anything', () => '*', 304],
      ['another tag', () => '"other"', 200],
    ])('answers If-None-Match of %s', async (_, tag, status) => {
      const response = await ask(found.package.href, { headers: { 'if-none-match': tag() } });
      expect(response.status).toBe(status);
      expect(response.headers.get('etag')).toBe(`"${sha256(zip)}"`);
      await response.arrayBuffer();
    });

    it.each([
      ['its tag', () => `"${sha256(zip)}"`, 206],
      ['a list with its tag', () => `"other", "${sha256(zip)}"`, 206],
      ['anything', () => '*', 206],
      ['another tag', () => '"other"', 412],
      ['a weak tag', () => `W/"${sha256(zip)}"`, 412],
    ])('answers If-Match of %s', async (_, tag, status) => {
      const headers = { 'if-match': tag(), range: 'bytes=0-9' };
      const response = await ask(found.package.href, { headers });
      expect(response.status).toBe(status);
      if (status === 412) await expectProblem(response, 412, 'PRECONDITION_FAILED');
      else expect((await response.arrayBuffer()).byteLength).toBe(10);
      const neither = { 'if-match': '"other"', 'if-none-match': `"${sha256(zip)}"` };
      expect((await ask(found.package.href, { headers: neither })).status).toBe(412);
    });

    it('has a HEAD that says what GET would, without a body', async () => {
      const response = await ask(found.package.href, { method: 'HEAD', headers: { range: 'bytes=0-9' } });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-length')).toBe(String(zip.length));
      expect(response.headers.get('etag')).toBe(`"${sha256(zip)}"`);
      expect((await response.arrayBuffer()).byteLength).toBe(0);
      const known = await ask(found.package.href, {
        method: 'HEAD',
        headers: { 'if-none-match': `"${sha256(zip)}"` },
      });
      // the length of the file, or none
      expect([known.status, known.headers.get('content-length')]).toEqual([304, String(zip.length)]);
      const missing = await ask(`/results/${mintId('evr', new Date())}/package`, { method: 'HEAD' });
      expect(missing.status).toBe(404);
    });

    it('is not to be had as an account-free one', async () => {
      const response = await fetch(`${world.service.url}/public${found.package.href}`);
      await expectProblem(response, 404, 'RESULT_NOT_FOUND');
    });

    it('stays while it is held, and is gone when it was deleted', async () => {
      const path = `/results/${found.evidence_report_id}`;
      await adminJson(world.environment, 'hold', 'add', found.evidence_report_id, '--reason', 'a test');
      expect((await json<Listed>(path)).held).toBe(true);
      await expectProblem(await ask(path, { method: 'DELETE' }), 409, 'DATA_UNDER_LEGAL_HOLD');
      expect((await ask(found.package.href, { method: 'HEAD' })).status).toBe(200);
      await adminJson(world.environment, 'hold', 'release', found.archive_id, '--reason', 'done');
      const deleted = await ask(path, { method: 'DELETE' });
      expect([deleted.status, await deleted.text()]).toEqual([204, '']);
      for (const address of [path, found.package.href]) {
        await expectProblem(await ask(address), 404, 'RESULT_NOT_FOUND');
      }
      await expectProblem(await ask(path, { method: 'DELETE' }), 404, 'RESULT_NOT_FOUND');
      expect(await json('/results')).toEqual({ items: [], next_cursor: null });
    });
  });

  it('is listed newest first, page after page, also while some of it is deleted', async () => {
    const made: string[] = [];
    for (let i = 0; i < 5; i++) {
      made.unshift((await makeResult(world.storage, world.mine.account_id)).evidence_report_id);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const first = await json<List<Listed>>('/results?limit=2');
    expect(first.items.map((item) => item.evidence_report_id)).toEqual(made.slice(0, 2));
    await ask(`/results/${made[1]}`, { method: 'DELETE' });
    const second = await json<List<Listed>>(`/results?limit=3&cursor=${first.next_cursor}`);
    expect(second.items.map((item) => item.evidence_report_id)).toEqual(made.slice(2));
    expect(second.next_cursor).toBeNull();
    const wrong = await ask('/results?limit=0&order=old');
    const { errors } = await expectProblem(wrong, 422, 'INVALID_INPUT');
    expect(errors!.map(({ pointer }) => pointer)).toEqual(['/order', '/limit']);
  });

  it('keeps raw uploads where the switch is on: listed, fetched and deleted one by one', async () => {
    const body = JSON.stringify({ retain_raw_inputs: true });
    const headers = { 'content-type': 'application/json' };
    expect((await ask('/users/me/retention', { method: 'PUT', body, headers }, world.theirs)).status).toBe(
      200,
    );
    const answer = await client.post(upload(), { accept: 'application/json' }, world.theirs.api_key);
    const { evidence_report_id } = (await answer.json()) as Listed;
    type Upload = { raw_upload_id: string; href: string; sha256: string; evidence_report_id: string };
    const { items } = await json<List<Upload>>('/users/me/raw-uploads', world.theirs);
    const frame = part.png;
    expect(items).toMatchObject([
      {
        evidence_report_id,
        part: 'hologram',
        name: 'hologram.png',
        bytes: frame.length,
        sha256: sha256(frame),
      },
    ]);
    const file = await ask(items[0]!.href, {}, world.theirs);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(frame);
    expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''hologram.png");
    expect((await ask(items[0]!.href, { headers: { range: 'bytes=0-7' } }, world.theirs)).status).toBe(206);
    expect((await ask(items[0]!.href, { method: 'DELETE' }, world.theirs)).status).toBe(204);
    await expectProblem(await ask(items[0]!.href, {}, world.theirs), 404, 'NOT_FOUND');
    expect((await ask(`/results/${evidence_report_id}`, {}, world.theirs)).status).toBe(200);
  });

  it('has a log whose entries hash to what they say, with those of the account only', async () => {
    await makeResult(world.storage, world.theirs.account_id);
    type Entry = Record<string, string | number>;
    const { items } = await json<List<Entry>>('/archive/log?limit=200');
    expect(items.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['archived', 'held', 'released', 'deleted']),
    );
    expect(items.map(({ seq }) => seq)).toEqual(items.map(({ seq }) => Number(seq)).sort((a, b) => b - a));
    for (const { entry_hash, ...entry } of items) {
      expect(entry['requester']).toBe(world.mine.account_id);
      const sorted = Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)));
      expect(sha256(new TextEncoder().encode(JSON.stringify(sorted)))).toBe(entry_hash);
    }
    const pages = await json<List<Entry>>('/archive/log?limit=1');
    const next = await json<List<Entry>>(`/archive/log?limit=1&cursor=${pages.next_cursor}`);
    expect([...pages.items, ...next.items]).toEqual(items.slice(0, 2));
  });

  describe('somebody else’s', () => {
    const results = ['', '/package'].map((end) => ['GET', `/results/:id${end}`, 'evr'] as const);
    it.each([
      ...results,
      ['DELETE', '/results/:id', 'evr'],
      ['GET', '/users/me/raw-uploads/:id', 'raw'],
      ['DELETE', '/users/me/raw-uploads/:id', 'raw'],
    ] as const)('%s %s answers as what does not exist', async (method, path, prefix) => {
      const made = await makeResult(world.storage, world.theirs.account_id);
      const { raw_upload_id } = await world.storage.store
        .read()
        .selectFrom('raw_uploads')
        .select('raw_upload_id')
        .where('evidence_report_id', '=', made.evidence_report_id)
        .executeTakeFirstOrThrow();
      const id = prefix === 'evr' ? made.evidence_report_id : raw_upload_id;
      const ids = [id, mintId(prefix, new Date()), 'nonsense', '%00', "'--", `${id}x`];
      const bodies = await Promise.all(
        ids.map(async (each) => {
          const response = await ask(path.replace(':id', each), { method });
          const { request_id: _, ...body } = (await response.json()) as ProblemBody;
          const headers = Object.fromEntries(response.headers);
          for (const name of ['x-request-id', 'date', 'connection', 'keep-alive', 'ratelimit'])
            delete headers[name];
          return { status: response.status, body, headers };
        }),
      );
      expect(bodies[0]!.status).toBe(404);
      for (const body of bodies) expect(body).toEqual(bodies[0]);
      const left = await world.storage.store
        .read()
        .selectFrom('raw_uploads')
        .select('raw_upload_id')
        .execute();
      expect(left).toContainEqual({ raw_upload_id });
      expect((await ask(`/results/${made.evidence_report_id}/package`, {}, world.theirs)).status).toBe(200);
    });

    it.each(['/results', '/archive/log', '/users/me/raw-uploads'])('%s needs a key', async (path) => {
      await expectProblem(await fetch(`${world.service.url}${path}`), 401, 'MISSING_API_KEY');
    });
  });
});
