import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyCommand } from '../../src/cli/commands/verify.ts';
import { lentService, lentSetUps, type LentService } from '../backends/lent-servers.ts';
import { mainlyOn } from '../short-form.ts';
import { admin } from './admin.ts';
import { expectProblem } from './problem.ts';
import { runClient } from './run-client.ts';
import { upload } from './running-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'leith-proof-'));
afterAll(() => rmSync(folder, { recursive: true }));
const setUps = await lentSetUps();
afterAll(() => setUps.remove());

describe.each(mainlyOn('embedded', setUps.all))('the log, $name', ({ name }) => {
  let service: LentService;
  beforeAll(async () => {
    service = await lentService(name);
  });
  const client = runClient(() => service.url);
  const get = (path: string, key = '') =>
    fetch(`${service.url}${path}`, { headers: key ? { authorization: `Bearer ${key}` } : {} });
  async function kept(file: string, answer: Response): Promise<string> {
    expect(answer.status).toBe(200);
    const path = join(folder, file);
    writeFileSync(path, new Uint8Array(await answer.arrayBuffer()));
    return path;
  }
  async function verify(...args: string[]) {
    let out = '';
    const io = { stdout: { write: (text: string) => (out += text) }, stderr: { write: () => {} } };
    const keys = await kept('keys.json', await get('/.well-known/leith-keys.json'));
    return { code: await verifyCommand.execute([...args, '--keys', keys], io), out };
  }

  it('proves a package and a receipt to whoever keeps the proof, without the service', async () => {
    const { api_key } = await client.signUp();
    const made = await client.post(upload(), {}, api_key);
    const id = made.headers.get('evidence-report-id')!;
    const zip = await kept('result.zip', made);
    const checkpoint = await kept('checkpoint', await get('/log/checkpoint'));
    const answer = await get(`/results/${id}/proof`, api_key);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const proof = await kept('result.tlog-proof', answer);
    expect(await verify(zip, '--proof', proof)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ok +log: leaf \d+ of \d+ of \S+, logged 20/),
    });
    await expectProblem(
      await get(`/results/${id}/proof`, (await client.signUp()).api_key),
      404,
      'RESULT_NOT_FOUND',
    );
    await expectProblem(await get(`/results/${id}/proof`), 401, 'MISSING_API_KEY');
    await expectProblem(await get(`/public/results/${id}/proof`), 404, 'RESULT_NOT_FOUND');

    const deletion = await fetch(`${service.url}/users/me/data`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${api_key}` },
    });
    const { receipt_id } = (await deletion.json()) as { receipt_id: string };
    await expectProblem(await get(`/results/${id}/proof`, api_key), 404, 'RESULT_NOT_FOUND');
    const receipt = await kept('receipt.json', await get(`/users/me/receipts/${receipt_id}`, api_key));
    const ofReceipt = await kept(
      'receipt.tlog-proof',
      await get(`/users/me/receipts/${receipt_id}/proof`, api_key),
    );
    expect(await verify(receipt, '--proof', ofReceipt)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Authentic/m),
    });
    expect(await verify(receipt, '--proof', proof)).toMatchObject({ code: 1 });

    const leaves = /\n(\d+)\n/.exec(await (await get('/log/checkpoint')).text())![1]!;
    const old = /\n(\d+)\n/.exec(readFileSync(checkpoint, 'utf8'))![1]!;
    expect(Number(leaves)).toBeGreaterThan(Number(old));
    const consistency = await kept('consistency', await get(`/log/consistency/${old}`));
    const past = ['--checkpoint', checkpoint, '--consistency', consistency];
    expect(await verify(zip, '--proof', proof, ...past)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ok +log’s past: the log of \d+ leaves begins with the kept one/),
    });
    const audit = await admin(service.place.environment, 'verify', '--checkpoint', checkpoint);
    expect(audit).toMatchObject({ code: 0, stdout: expect.stringMatching(/Its tree has \d+ leaves/) });
  });

  it('proves what nobody’s account has, by its identifier', async () => {
    const made = await client.post(upload());
    const id = made.headers.get('evidence-report-id')!;
    const zip = await kept('public.zip', made);
    const proof = await kept('public.tlog-proof', await get(`/public/results/${id}/proof`));
    expect((await verify(zip, '--proof', proof)).code).toBe(0);
  });

  it('gives tiles, and says what is none', async () => {
    const size = Number(/\n(\d+)\n/.exec(await (await get('/log/checkpoint')).text())![1]!);
    const width = size % 256;
    const index = String(Math.floor(size / 256)).padStart(3, '0');
    const tile = await get(`/log/tile/0/${index}.p/${width}`);
    expect((await tile.arrayBuffer()).byteLength).toBe(32 * width);
    for (const path of ['0/999', '64/000', '0/000.p/256', '0/000.p/0', '0/x000/000', '0/0', 'x', '0/000/..'])
      await expectProblem(await get(`/log/tile/${path}`), 404, 'NOT_FOUND');
    await expectProblem(await get(`/log/consistency/${size + 100_000}`), 404, 'NOT_FOUND');
    await expectProblem(await get('/log/consistency/x'), 404, 'NOT_FOUND');
  });
});
