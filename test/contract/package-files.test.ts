import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvidenceReport } from '../../src/formats/report/evidence-report.ts';
import { mintId } from '../../src/services/mint-id.ts';
import { unpackPackage } from '../../src/formats/verify/unpack-package.ts';
import { lentSetUps } from '../backends/lent-servers.ts';
import { mainlyOn } from '../short-form.ts';
import { expectProblem } from './problem.ts';
import { wholeUpload } from './running-service.ts';
import { twoAccounts } from './two-accounts.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());
const types: Readonly<Record<string, string>> = {
  ...{ html: 'text/html; charset=utf-8', txt: 'text/plain; charset=utf-8' },
  ...{ json: 'application/json; charset=utf-8', npy: 'application/octet-stream' },
  ...{ png: 'image/png', tif: 'image/tiff' },
};

describe.each(mainlyOn('scaled', setUps.all))('the files of a package, $name', ({ name }) => {
  const world = twoAccounts(name);
  const { ask, client } = world;
  const anyone = (path: string, init: RequestInit = {}) => fetch(new URL(path, world.service.url), init);
  let own: string;
  let open: string;
  let files: ReadonlyMap<string, Uint8Array>;
  beforeAll(async () => {
    const native = () => wholeUpload({ fields: { output_sampling: 'native' } });
    const [mine, free] = [await client.post(native(), {}, world.mine.api_key), await client.post(native())];
    own = `/results/${mine.headers.get('evidence-report-id')}`;
    open = `/public/results/${free.headers.get('evidence-report-id')}`;
    files = unpackPackage(await bytesOf(mine));
    await free.arrayBuffer();
  });

  it('are sent byte for byte, each with its type and its digest', async () => {
    expect(files.size).toBeGreaterThan(12);
    for (const [path, bytes] of files) {
      const response = await ask(`${own}/files/${path}`);
      expect(response.status, path).toBe(200);
      expect(Object.fromEntries(response.headers), path).toMatchObject({
        'content-type': types[path.split('.').at(-1)!]!,
        'content-length': String(bytes.length),
        'accept-ranges': 'bytes',
        'repr-digest': `sha-256=:${sha256(bytes).toString('base64')}:`,
        etag: `"${sha256(bytes).toString('hex')}"`,
        'evidence-report-id': own.split('/').at(-1),
        'cache-control': 'private, no-cache',
      });
      expect(Buffer.compare(await bytesOf(response), bytes), path).toBe(0);
    }
  });

  it('may be asked for with the slashes escaped, as generated clients do', async () => {
    const response = await ask(`${own}/files/data%2Fpreview%2Fphase.png`);
    expect([response.status, await bytesOf(response)]).toEqual([200, files.get('data/preview/phase.png')]);
  });

  it('come in part, and go on where a download stopped', async () => {
    const bytes = files.get('data/phase.tif')!;
    const etag = `"${sha256(bytes).toString('hex')}"`;
    const get = (headers: Record<string, string>) => ask(`${own}/files/data/phase.tif`, { headers });
    const part = await get({ range: 'bytes=1000-1999' });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 1000-1999/${bytes.length}`,
    ]);
    expect(await bytesOf(part)).toEqual(bytes.slice(1000, 2000));
    const rest = await get({ range: 'bytes=-7', 'if-range': etag });
    expect([rest.status, await bytesOf(rest)]).toEqual([206, bytes.slice(-7)]);
    const other = await get({ range: 'bytes=-7', 'if-range': '"other"' });
    expect([other.status, (await bytesOf(other)).length]).toEqual([200, bytes.length]);
    const none = await get({ range: `bytes=${bytes.length}-` });
    expect(none.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
    await expectProblem(none, 416, 'RANGE_NOT_SATISFIABLE');
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
    await expectProblem(await get({ 'if-match': '"other"' }), 412, 'PRECONDITION_FAILED');
  });

  it('include the evidence report, which has an address of its own and is sent as a whole', async () => {
    const stored = files.get('data/evidence.json')!;
    const report = await ask(`${own}/evidence`, { headers: { range: 'bytes=0-9' } });
    expect([report.status, report.headers.get('content-type')]).toEqual([200, types.json]);
    expect(report.headers.get('accept-ranges')).toBeNull();
    expect(report.headers.get('repr-digest')).toBe(`sha-256=:${sha256(stored).toString('base64')}:`);
    const text = await report.text();
    expect(text).toBe(new TextDecoder().decode(stored));
    expect((JSON.parse(text) as EvidenceReport).evidence_report_id).toBe(own.split('/').at(-1));
    const headers = { 'if-none-match': report.headers.get('etag')! };
    expect((await ask(`${own}/evidence`, { headers })).status).toBe(304);
  });

  it('of an account-free result are there for whoever knows its identifier', async () => {
    const report = (await (await anyone(`${open}/evidence`)).json()) as EvidenceReport;
    expect(report.requester).toBe('public');
    const phase = report.outputs.find(({ path }) => path.endsWith('/phase.tif'))!;
    const file = await anyone(`${open}/files/data/phase.tif`);
    expect([file.status, sha256(await bytesOf(file)).toString('hex')]).toEqual([200, phase.sha256]);
    // as GET /results/{evidence_report_id} decides: it is not this account's
    for (const path of ['evidence', 'files/data/phase.tif', 'package']) {
      const address = `${open.replace('/public', '')}/${path}`;
      await expectProblem(await ask(address), 404, 'RESULT_NOT_FOUND');
    }
  });

  it('of another account look like those that do not exist', async () => {
    const nobodys = `/results/${mintId('evr', new Date())}`;
    for (const path of ['evidence', 'files/data/phase.tif', 'files/nothing', 'package']) {
      for (const base of [own, nobodys]) {
        await expectProblem(await ask(`${base}/${path}`, {}, world.theirs), 404, 'RESULT_NOT_FOUND');
        await expectProblem(await anyone(`/public${base}/${path}`), 404, 'RESULT_NOT_FOUND');
      }
      await expectProblem(await anyone(`${own}/${path}`), 401, 'MISSING_API_KEY');
    }
  });

  it.each([
    ...['', 'data', 'data/', 'phase.tif', '/data/phase.tif', 'data//phase.tif', 'data/phase.tif/'],
    ...[
      'data%2F..%2Fdata%2Fphase.tif',
      '..%2f..%2fetc%2fpasswd',
      'data/phase.tif%00',
      '%00',
      'data%5cphase.tif',
    ],
    ...['DATA/PHASE.TIF', '%2Fdata%2Fphase.tif', '%f0%9f%94%ac', 'data/phase.tif?x', '*', '__proto__'],
  ])('are not found under /files/%s', async (path) => {
    const response = await ask(`${own}/files/${path.replace('?', '%3F')}`);
    await expectProblem(response, 404, 'NOT_FOUND');
  });

  it.each(['%', '%zz', 'data/%c3%28'])('refuse /files/%s, which is no address', async (path) => {
    await expectProblem(await ask(`${own}/files/${path}`), 400, 'MALFORMED_REQUEST');
  });

  it('do nothing in a browser: the report is shown, and is no page of the service', async () => {
    const response = await anyone(`${open}/files/data/report.html`);
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(response.headers.get('content-disposition')).toMatch(/^inline; filename="evr_\w+-report\.html"$/);
    await response.arrayBuffer();
  });
});
