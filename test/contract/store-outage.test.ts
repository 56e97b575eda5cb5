// @module-tag further/failing
import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFaultyProxy, type FaultyProxy } from '../backends/faulty-proxy.ts';
import { lentPostgres, lentS3 } from '../backends/lent-servers.ts';
import { mountSmallDisk } from '../backends/small-disk.ts';
import { thorough } from '../short-form.ts';
import { expectProblem } from './problem.ts';
import { runClient } from './run-client.ts';
import { largeUpload, startService, upload, type RunningService } from './running-service.ts';

const [s3, postgres] = await Promise.all([lentS3(), lentPostgres()]);
const disk = mountSmallDisk(96 * 1024);
afterAll(() => disk?.remove());

const json = { accept: 'application/json' };

interface Made {
  readonly package: { readonly href: string; readonly bytes: number };
}

async function expectUnavailable(response: Response): Promise<void> {
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  await expectProblem(response, 503, 'STORAGE_UNAVAILABLE');
}

// they wait for different things, at the same time
// in test:further blobs.test.ts has them with the adapter, and a disk that is full what becomes of a request
describe.runIf(s3 && thorough)('a store for packages that', { concurrent: true }, () => {
  let proxy: FaultyProxy;
  let service: RunningService;
  beforeAll(async () => {
    proxy = await startFaultyProxy(s3!.port);
    service = await startService({ ...s3!.credentials, WORKERS: '1', ARCHIVE_URL: s3!.url(proxy.port) });
  });
  afterAll(async () => {
    expect(await service?.stop()).toBe(0);
    await proxy?.stop();
  });

  it.each(['fail', 'hang', 'refuse'] as const)(
    'does %s: requests are refused, nothing is half stored, and service resumes by itself',
    { concurrent: false },
    async (fault) => {
      const client = runClient(() => service.url);
      const { api_key } = await client.signUp();
      const headers = { authorization: `Bearer ${api_key}` };
      const list = async () =>
        ((await (await fetch(`${service.url}/results`, { headers })).json()) as { items: unknown[] }).items;
      const first = (await (await client.post(upload(), json, api_key)).json()) as Made;

      proxy.set(fault);
      const refused = await Promise.all([
        client.post(upload(), json, api_key),
        client.post(upload(), { prefer: 'respond-async' }, api_key),
        fetch(service.url + first.package.href, { headers }),
        fetch(service.url + first.package.href.replace('package', 'files/data/phase.tif'), { headers }),
      ]);
      for (const response of refused) await expectUnavailable(response);
      expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
      expect(await list()).toHaveLength(1);

      proxy.set('none');
      const next = await client.post(upload(), json, api_key);
      expect(next.status).toBe(201);
      for (const made of [first, (await next.json()) as Made]) {
        const zip = await fetch(service.url + made.package.href, { headers });
        expect([zip.status, (await zip.arrayBuffer()).byteLength]).toEqual([200, made.package.bytes]);
      }
      expect(await list()).toHaveLength(2);
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    },
  );
});

describe.skipIf(!disk)('a disk that is full', { concurrent: true }, () => {
  it('refuses what it has no room for, keeps what it has, and goes on when there is room', async () => {
    const DATA_DIR = join(disk!.folder, 'data');
    const service = await startService({ DATA_DIR, WORKERS: '1' });
    const client = runClient(() => service.url);
    const { api_key } = await client.signUp();
    const headers = { authorization: `Bearer ${api_key}` };
    const first = (await (await client.post(largeUpload(), json, api_key)).json()) as Made;
    const archived = () => readdirSync(join(DATA_DIR, 'archive'));
    expect(archived()).toHaveLength(1);

    const other = (await client.signUp()).api_key;
    expect((await client.post(upload(), json, other)).status).toBe(201);
    expect(archived()).toHaveLength(2);

    const ballast = join(disk!.folder, 'ballast');
    const { bavail, bsize } = statfsSync(disk!.folder);
    // less than a package takes
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 4 * 1024 * 1024));
    await expectUnavailable(await client.post(largeUpload(), json, api_key));
    await expectUnavailable(await client.post(upload(), { prefer: 'respond-async' }, api_key));
    expect(archived()).toHaveLength(2);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
    const zip = await fetch(service.url + first.package.href, { headers });
    expect([zip.status, (await zip.arrayBuffer()).byteLength]).toEqual([200, first.package.bytes]);

    // people can make room
    const authorization = `Bearer ${other}`;
    const deleted = await fetch(`${service.url}/users/me/data`, {
      method: 'DELETE',
      headers: { authorization },
    });
    expect([deleted.status, await deleted.json()]).toMatchObject([200, { deleted: 1 }]);
    expect(archived()).toHaveLength(1);

    rmSync(ballast);
    expect((await client.post(largeUpload(), json, api_key)).status).toBe(201);
    expect(archived()).toHaveLength(2);
    expect(await service.stop()).toBe(0);
  });
});

describe.skipIf(!postgres)('a database that hangs', { concurrent: true }, () => {
  it('is given up after DATABASE_TIMEOUT_S: every request gets 503, and service resumes by itself', async ({
    expect,
  }) => {
    const proxy = await startFaultyProxy(postgres!.port);
    const url = (await postgres!.createDatabase()).replace(`:${postgres!.port}/`, `:${proxy.port}/`);
    const service = await startService({ DATABASE_URL: url, DATABASE_TIMEOUT_S: '2', WORKERS: '1' });
    const client = runClient(() => service.url);
    const { api_key } = await client.signUp();
    const headers = { authorization: `Bearer ${api_key}` };
    proxy.set('hang');
    const refused = await Promise.all([
      client.post(upload(), json),
      client.post(upload(), json, api_key),
      ...['/results', '/users/me', '/.well-known/leith-keys.json'].map((path) =>
        fetch(service.url + path, { headers }),
      ),
    ]);
    for (const response of refused) await expectUnavailable(response);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    proxy.set('none');
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect((await client.post(upload(), json, api_key)).status).toBe(201);
    await service.stop();
    await proxy.stop();
  });
});
