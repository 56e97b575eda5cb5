import { afterAll, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import { ANSWER_ROW_BYTES, boundAnswers, LOOK_AFTER_BYTES, MOST_ANSWER_BYTES } from './bound-answers.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const BYTES = 1024 * 1024 - ANSWER_ROW_BYTES;

describeOn(setUps, 'the answers that are kept', ({ open }) => {
  it('are of one account no more than so many bytes: the oldest go', async () => {
    await using storage = Object.assign(await open(), { [Symbol.asyncDispose]: () => storage.close() });
    const { store } = storage;
    const row = (scope: string, k: number) => ({
      ...{ scope, key_sha256: `key ${99 - k}`, request_sha256: '', attempt: '', response: 'x'.repeat(BYTES) },
      ...{ state: 'done' as const, created_at: `2026-11-27T10:${10 + k}`, expires_at: '2026-11-28T10' },
    });
    const keep = async (scope: string, k: number): Promise<void> => {
      await store.transaction((trx) => trx.insertInto('idempotency').values(row(scope, k)).execute());
      await boundAnswers(store, scope, BYTES);
    };
    const kept = async (scope: string) => {
      const rows = store.read().selectFrom('idempotency').where('scope', '=', scope);
      return (await rows.select('created_at').orderBy('created_at').execute()).map(({ created_at }) =>
        Number(created_at.slice(-2)),
      );
    };
    await keep('another', 0);
    const [most, more] = [MOST_ANSWER_BYTES / 2 ** 20, LOOK_AFTER_BYTES / 2 ** 20];
    const began = { ...row('acc', 0), key_sha256: 'at work', state: 'in_progress' as const, response: null };
    await store.transaction((trx) => trx.insertInto('idempotency').values(began).execute());
    for (let k = 1; k <= most + more; k++) {
      await keep('acc', k);
      expect((await kept('acc')).length).toBeLessThanOrEqual(1 + most + more);
    }
    // what is being worked on stays, and so does what others have
    expect(await kept('acc')).toEqual([10, ...Array.from({ length: most }, (_, k) => 11 + more + k)]);
    expect(await kept('another')).toEqual([10]);
  });
});
