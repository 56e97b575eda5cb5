import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { listZip } from '../../src/formats/decode/array/zip-directory.ts';
import { expectProblem } from './problem.ts';
import { lentService, type LentService } from '../backends/lent-servers.ts';
import { example, part, upload, wholeUpload } from './running-service.ts';

let service: LentService;
let before: ReadonlySet<string>;
const archived = () => {
  const folder = join(service.dataDir, 'archive');
  return existsSync(folder) ? readdirSync(folder) : [];
};
beforeAll(async () => {
  service = await lentService();
  before = new Set(archived());
});

const reconstruct = (form: FormData, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/public/reconstruct`, { method: 'POST', body: form, headers });

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

interface Answer {
  readonly evidence_report_id: string;
  readonly archive_id: string;
  readonly input_sha256: string;
  readonly package: { readonly href: string; readonly sha256: string; readonly bytes: number };
  readonly summary: { readonly payload_sha256: string; readonly width_px: number; readonly flags: unknown[] };
}

describe('POST /public/reconstruct', () => {
  it('answers with a package whose manifests hold, and with headers that say what it is', async () => {
    const response = await reconstruct(wholeUpload());
    expect(response.status).toBe(200);
    const zip = new Uint8Array(await response.arrayBuffer());
    const { headers } = response;
    const digest = sha256(zip);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-length')).toBe(String(zip.length));
    expect(headers.get('repr-digest')).toBe(`sha-256=:${digest.toString('base64')}:`);
    expect(headers.get('etag')).toBe(`"${digest.toString('hex')}"`);
    expect(headers.get('evidence-report-id')).toMatch(/^evr_[0-9a-z]{36}$/);
    expect(headers.get('archive-id')).toMatch(/^arc_[0-9a-z]{36}$/);
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect(headers.get('content-disposition')).toContain(`${headers.get('evidence-report-id')}.zip`);

    const files = new Map(listZip(zip).map(({ name, data }) => [name, data]));
    const manifest = new TextDecoder().decode(files.get('manifest-sha256.txt'));
    for (const line of manifest.trim().split('\n')) {
      const [expected, path] = line.split('  ');
      expect(sha256(files.get(path!)!).toString('hex'), path).toBe(expected);
    }
    const evidence = JSON.parse(new TextDecoder().decode(files.get('data/evidence.json')));
    expect(evidence).toMatchObject({
      evidence_report_id: headers.get('evidence-report-id'),
      archive_id: headers.get('archive-id'),
      requester: 'public',
      input: { sha256: sha256(part.png).toString('hex'), format: 'png', width_px: part.side },
      parameters: { requested: { wavelength_um: '0.6328' } },
      background: null,
    });
    expect(existsSync(join(service.dataDir, 'archive', `${headers.get('archive-id')}.zip`))).toBe(true);
  });

  it('answers with a summary for application/json, whose link leads to the same package', async () => {
    const response = await reconstruct(wholeUpload(), { accept: 'application/json' });
    expect(response.status).toBe(201);
    const answer = (await response.json()) as Answer;
    expect(answer.input_sha256).toBe(sha256(part.png).toString('hex'));
    expect(answer.summary.width_px).toBe(part.side);
    expect(response.headers.get('location')).toBe(answer.package.href);

    const link = new URL(answer.package.href, service.url);
    const fetched = await fetch(link);
    const zip = new Uint8Array(await fetched.arrayBuffer());
    expect(zip.length).toBe(answer.package.bytes);
    expect(sha256(zip).toString('hex')).toBe(answer.package.sha256);
    expect(fetched.headers.get('archive-id')).toBe(answer.archive_id);

    const tail = await fetch(link, { headers: { range: 'bytes=-100' } });
    expect(tail.status).toBe(206);
    expect(new Uint8Array(await tail.arrayBuffer())).toEqual(zip.slice(-100));
    const beyond = await fetch(link, { headers: { range: `bytes=${zip.length}-` } });
    expect(beyond.headers.get('content-range')).toBe(`bytes */${zip.length}`);
    await expectProblem(beyond, 416, 'RANGE_NOT_SATISFIABLE');
    const known = await fetch(link, { headers: { 'if-none-match': fetched.headers.get('etag')! } });
    expect(known.status).toBe(304);
  });

  it('gives the same payload for the same input and another identifier', async () => {
    const accept = { accept: 'application/json' };
    const answers = await Promise.all([
      reconstruct(wholeUpload(), accept),
      reconstruct(wholeUpload(), accept),
    ]);
    const [one, other] = (await Promise.all(answers.map((answer) => answer.json()))) as [Answer, Answer];
    expect(one.summary.payload_sha256).toBe(other.summary.payload_sha256);
    expect(one.evidence_report_id).not.toBe(other.evidence_report_id);
  });

  it('takes a background frame', async () => {
    const files = { hologram: example('off-axis.png'), background: example('off-axis-background.png') };
    const response = await reconstruct(upload({ files }));
    expect(response.status).toBe(200);
    const evidence = listZip(new Uint8Array(await response.arrayBuffer())).find(
      ({ name }) => name === 'data/evidence.json',
    )!;
    const { background } = JSON.parse(new TextDecoder().decode(evidence.data));
    expect(background.sha256).toBe(sha256(files.background).toString('hex'));
  });

  it('takes the form that a browser sends by itself: empty fields are fields left out', async () => {
    const form = upload({ fields: { z_min_mm: '', magnification: '', sideband: '', stack_z_mm: '' } });
    form.append('background', new Blob([]), '');
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const response = await reconstruct(form, { accept });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/zip');
    await response.arrayBuffer();
  });

  it('leaves no half-written file in the archive', async () => {
    const added = () => archived().filter((name) => !before.has(name));
    // what another file has begun may still be written
    await expect.poll(() => added().length % 2).toBe(0);
    const names = added();
    expect(names.every((name) => /^(arc_\w+\.zip|evr_\w+\.json)$/.test(name))).toBe(true);
  });
});

describe('GET /public/results/{evidence_report_id}/package', () => {
  it.each(['evr_unknown', `evr_${'0'.repeat(36)}`, '..%2f..%2fpackage.json', '%00'])(
    'knows no result %s',
    async (id) => {
      const response = await fetch(`${service.url}/public/results/${id}/package`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'RESULT_NOT_FOUND' });
    },
  );
});
