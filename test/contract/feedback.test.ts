import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentService, lentSetUps, type LentService } from '../backends/lent-servers.ts';
import { mainlyOn } from '../short-form.ts';
import { jsonClient, signUp, type JsonClient } from './json-client.ts';
import { expectProblem } from './problem.ts';
import { upload } from './running-service.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

describe.each(mainlyOn('embedded', setUps.all))(
  'POST /results/{evidence_report_id}/feedback, $name',
  ({ name }) => {
    let service: LentService;
    let call: JsonClient;
    let as: string;
    let result: string;
    beforeAll(async () => {
      service = await lentService(name);
      call = jsonClient(service.url);
      ({ api_key: as } = await signUp(call));
      const response = await fetch(`${service.url}/reconstruct_pdhm`, {
        method: 'POST',
        headers: { authorization: `Bearer ${as}`, accept: 'application/json' },
        body: upload(),
      });
      if (response.status !== 201) throw new Error(await response.text());
      result = ((await response.json()) as { evidence_report_id: string }).evidence_report_id;
    });

    const give = (body: unknown, headers = {}, id = result) =>
      call('POST', `/results/${id}/feedback`, { as, body, headers });

    it('answers with the comment as it is stored', async () => {
      const comment = `  The step in ${result} at 632.8 nm is 2 rad too high. ada@example.org, +49 170 1234567\n`;
      const response = await give({ rating: 4, comment });
      expect(response.status).toBe(201);
      expect(await response.json()).toEqual({
        feedback_id: expect.stringMatching(/^fb_/),
        evidence_report_id: result,
        rating: 4,
        comment: `The step in ${result} at 632.8 nm is 2 rad too high. [email], [phone]`,
        created_at: expect.stringMatching(/Z$/),
      });
    });

    it('needs no rating, and stores a repeated request once', async () => {
      const headers = { 'idempotency-key': 'feedback-1' };
      const [first, again] = [
        await give({ comment: 'good' }, headers),
        await give({ comment: 'good' }, headers),
      ];
      const text = await first.text();
      expect(JSON.parse(text)).toMatchObject({ rating: null, comment: 'good' });
      expect(await again.text()).toBe(text);
      const next = await give({ comment: 'good' });
      expect(await next.json()).not.toMatchObject({ feedback_id: JSON.parse(text).feedback_id });
    });

    it.each([
      {},
      { comment: '' },
      { comment: '   ' },
      { comment: 7 },
      { comment: 'x'.repeat(4001) },
      { comment: 'x', rating: 0 },
      { comment: 'x', rating: 6 },
      { comment: 'x', rating: 2.5 },
      { comment: 'x', rating: '5' },
      { comment: 'x', name: 'Ada' },
    ])('refuses %.40j', async (body) => {
      await expectProblem(await give(body), 422, 'INVALID_INPUT');
    });

    it('answers another account’s result, none and nonsense alike, byte for byte', async () => {
      const { api_key: other } = await signUp(call);
      const ids = [result, `evr_${'0'.repeat(36)}`, 'x', "evr_'--"];
      const answers = await Promise.all(
        ids.map(async (id) => {
          const url = `/results/${encodeURIComponent(id)}/feedback`;
          const response = await call('POST', url, { as: other, body: { comment: 'mine?' } });
          return `${response.status} ${(await response.text()).replace(/"request_id":"[^"]+"/, '')}`;
        }),
      );
      expect(new Set(answers).size).toBe(1);
      expect(answers[0]).toMatch(/^404 .*RESULT_NOT_FOUND/);
    });

    it('needs a key', async () => {
      const response = await call('POST', `/results/${result}/feedback`, { body: { comment: 'x' } });
      await expectProblem(response, 401, 'MISSING_API_KEY');
    });
  },
);
