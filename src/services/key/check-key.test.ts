import { afterAll, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import { makeAccount } from '../deletion/account.fixture.ts';
import { authenticate } from './authenticate.ts';
import { createKey, createKeyFor } from './create-key.ts';
import { revokeKey } from './revoke-key.ts';
import { scopes } from './scopes.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

describeOn(setUps, 'a key that is revoked after its request was let in', ({ open }) => {
  it('makes no other and revokes none', async () => {
    const storage = await open();
    try {
      const { store, now } = storage;
      const account_id = await makeAccount(storage);
      const newKey = () =>
        store.transaction((trx) => createKey(trx, { account_id, name: null, expires_at: null }, now()));
      const [mine, other] = [await newKey(), await newKey()];
      const caller = await authenticate(storage, `Bearer ${mine.api_key}`);
      await revokeKey(storage, await authenticate(storage, `Bearer ${other.api_key}`), mine.key_id);

      const refused = { code: 'INVALID_API_KEY' };
      const input = { name: null, expires_at: null, scopes };
      await expect(createKeyFor(storage, caller, input, async () => {})).rejects.toMatchObject(refused);
      await expect(revokeKey(storage, caller, other.key_id)).rejects.toMatchObject(refused);
      const valid = await store
        .read()
        .selectFrom('api_keys')
        .where('name', 'is', null)
        .where('revoked_at', 'is', null)
        .select('key_id')
        .execute();
      expect(valid).toEqual([{ key_id: other.key_id }]);
    } finally {
      await storage.close();
    }
  });
});
