import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintId } from '../../src/services/mint-id.ts';
import { lentSetUps } from '../backends/lent-servers.ts';
import { mainlyOn } from '../short-form.ts';
import { expectProblem } from './problem.ts';
import { upload } from './running-service.ts';
import { twoAccounts } from './two-accounts.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const fields = { z_mm: '5' };

interface Labelled {
  readonly evidence_report_id: string;
  readonly file_name: string | null;
  readonly sample: string | null;
  readonly note: string | null;
  readonly parameters: Readonly<Record<string, number | null>>;
  readonly summary?: unknown;
}

describe.each(mainlyOn('embedded', setUps.all))('a library of results, $name', ({ name }) => {
  const world = twoAccounts(name);
  const { ask, client } = world;
  let id: string;
  beforeAll(async () => {
    const made = await client.post(upload({ fields }), { accept: 'application/json' }, world.mine.api_key);
    ({ evidence_report_id: id } = (await made.json()) as Labelled);
  });

  const patch = (body: unknown, as = world.mine, which = id) =>
    ask(
      `/results/${which}`,
      { method: 'PATCH', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
      as,
    );
  const found = async (query = '', as = world.mine) => {
    const answer = await ask(`/results${query}`, {}, as);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { items: Labelled[] }).items;
  };

  it('knows the name of the file and the parameters, of a run as of a request', async () => {
    const parameters = { wavelength_um: 0.6328, pixel_pitch_um: 3.45, magnification: 1, z_mm: 5 };
    expect(await found()).toMatchObject([
      { evidence_report_id: id, file_name: 'hologram.png', sample: null, note: null, parameters },
    ]);
    const accepted = await client.post(upload({ fields }), { prefer: 'respond-async' }, world.theirs.api_key);
    const run = (await accepted.json()) as { run_id: string; file_name?: string };
    expect(run.file_name).toBe('hologram.png');
    const over = await client.ended(run.run_id, world.theirs.api_key);
    expect(over).toMatchObject({ status: 'succeeded' });
    expect(over).not.toHaveProperty('file_name');
    expect(await found('', world.theirs)).toMatchObject([{ file_name: 'hologram.png', parameters }]);
  });

  it('is labelled by its owner, found by that, and labelled otherwise', async () => {
    const package_ = await (await ask(`/results/${id}/package`)).arrayBuffer();
    const answer = await patch({ sample: '  Slide 4 ', note: 'Ärger\nmit der Blende' });
    expect(await answer.json()).toMatchObject({
      ...{ evidence_report_id: id, sample: 'Slide 4', note: 'Ärger\nmit der Blende' },
      summary: expect.anything(),
    });
    for (const query of ['slide', 'ärger+4', 'HOLOGRAM.png+slide', id]) {
      expect(await found(`?q=${query}`), query).toHaveLength(1);
      expect(await found(`?q=${query}`, world.theirs)).toEqual([]);
    }
    expect(await found('?q=slide+5')).toEqual([]);
    expect(await found('?sort=sample&holography_mode=off-axis')).toMatchObject([{ sample: 'Slide 4' }]);
    expect(await found('?holography_mode=inline')).toEqual([]);
    await patch({ note: null });
    await patch({});
    expect(await found()).toMatchObject([{ sample: 'Slide 4', note: null }]);
    await patch({ sample: '' });
    expect(await found()).toMatchObject([{ sample: null }]);
    expect(Buffer.from(await (await ask(`/results/${id}/package`)).arrayBuffer())).toEqual(
      Buffer.from(package_),
    );
  });

  it('is answered with 304 where the client has it, until it is called otherwise', async () => {
    const first = await ask(`/results/${id}`);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const headers = { 'if-none-match': first.headers.get('etag')! };
    expect((await ask(`/results/${id}`, { headers })).status).toBe(304);
    await patch({ note: 'another one' });
    expect((await ask(`/results/${id}`, { headers })).status).toBe(200);
    const small = await ask(`/results/${id}`, { headers: { 'accept-encoding': 'br' } });
    expect(small.headers.get('content-encoding')).toBe('br');
  });

  it.each([
    [{ sample: 'x'.repeat(201) }, ['/sample']],
    [{ note: 'x'.repeat(2001), sample: 4 }, ['/sample', '/note']],
    [{ sample: 'a\u0000' }, ['/sample']],
    [{ file_name: 'x' }, ['/file_name']],
    [[], ['']],
  ])('refuses %j', async (body, pointers) => {
    const { errors } = await expectProblem(await patch(body), 422, 'INVALID_INPUT');
    expect(errors!.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('is nobody else’s to label', async () => {
    for (const other of [id, mintId('evr', new Date()), 'nonsense', '%00']) {
      await expectProblem(await patch({ sample: 'mine' }, world.theirs, other), 404, 'RESULT_NOT_FOUND');
    }
    expect((await found())[0]!.sample).not.toBe('mine');
  });

  it.each([
    ['?sort=size', ['/sort']],
    [`?q=${'x'.repeat(101)}`, ['/q']],
    ['?q=1+2+3+4+5+6+7+8+9', ['/q']],
    ['?q=%00', ['/q']],
    ['?q=a&q=b', ['/q']],
    ['?order=old&limit=0&sort=x&cursor=!', ['/order', '/sort', '/limit']],
    [`?cursor=${Buffer.from('evr_1 b.png').toString('base64url')}`, ['/cursor']],
    [`?sort=sample&cursor=${Buffer.from('evr_1 a\0').toString('base64url')}`, ['/cursor']],
  ])('%s is no list', async (query, pointers) => {
    const { errors } = await expectProblem(await ask(`/results${query}`), 422, 'INVALID_INPUT');
    expect(errors!.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('shows the runs that are asked for', async () => {
    const runs = async (status: string) => {
      const answer = await ask(`/runs?status=${status}`, {}, world.theirs);
      return ((await answer.json()) as { items: unknown[] }).items;
    };
    expect(await runs('succeeded')).toHaveLength(1);
    expect(await runs('queued,running')).toEqual([]);
    const { errors } = await expectProblem(await ask('/runs?status=lost'), 422, 'INVALID_INPUT');
    expect(errors!.map(({ pointer }) => pointer)).toEqual(['/status']);
  });
});
