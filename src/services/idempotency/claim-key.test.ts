import { afterAll, beforeEach, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import type { OpenStorage } from '../../start/storage.ts';
import {
  claimKey,
  forgetAnswers,
  KEY_LEASE_MS,
  releaseClaim,
  renewClaim,
  settleClaim,
  type KeyClaim,
} from './claim-key.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const DAY_MS = 24 * 3_600_000;
const secret = { key: 'key', requestDigest: 'request' };
const answer = '{"api_key":"leith_key_secret"}';

describeOn(setUps, 'an Idempotency-Key', ({ open }) => {
  let storage: OpenStorage;
  let time = Date.UTC(2026, 10, 21);
  const services = {
    get store() {
      return storage.store;
    },
    now: () => new Date(time),
  };
  const claimed = async (): Promise<KeyClaim> => {
    const found = await claimKey(services, 'acc_a', secret);
    if ('answer' in found) throw new Error('it was answered');
    return found.claim;
  };
  const settle = (claim: KeyClaim) => storage.store.transaction((trx) => settleClaim(trx, claim, answer));
  beforeEach(async () => {
    storage = await open();
    return () => storage.close();
  });

  it('gives the answer again for a day, to the same request in the same scope', async () => {
    await settle(await claimed());
    time += DAY_MS - 1;
    expect(await claimKey(services, 'acc_a', secret)).toEqual({ answer });
    const other = { ...secret, requestDigest: 'another' };
    await expect(claimKey(services, 'acc_a', other)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await claimKey(services, 'acc_b', secret)).toHaveProperty('claim');
    time += 1;
    expect(await claimKey(services, 'acc_a', secret)).toHaveProperty('claim');
  });

  it('is taken by one of many at once', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, claimed));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = attempts.flatMap((attempt) =>
      attempt.status === 'rejected' ? [attempt.reason.code] : [],
    );
    expect(new Set(refused)).toEqual(new Set(['IDEMPOTENCY_IN_PROGRESS']));
  });

  it('is free again when its process has died, and what that still does is undone', async () => {
    const dead = await claimed();
    time += KEY_LEASE_MS - 1;
    await expect(claimed()).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    time += 1;
    const next = await claimed();
    await expect(settle(dead)).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    await releaseClaim(services, dead);
    await renewClaim(services, dead);
    await settle(next);
    expect(await claimKey(services, 'acc_a', secret)).toEqual({ answer });
  });

  it('stays taken as long as its process says so, and is free once it was given back', async () => {
    const claim = await claimed();
    for (let k = 0; k < 3; k++) {
      time += KEY_LEASE_MS - 1;
      await renewClaim(services, claim);
    }
    await expect(claimed()).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    await releaseClaim(services, claim);
    await claimed();
  });

  it('is free again at a start at which nobody else can be at work, and its answers stay', async () => {
    await settle(await claimed());
    const other = { ...secret, key: 'another key' };
    await claimKey(services, 'acc_a', other);
    await forgetAnswers(services);
    await expect(claimKey(services, 'acc_a', other)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_IN_PROGRESS',
    });
    await forgetAnswers(services, { nobodyElse: true });
    expect(await claimKey(services, 'acc_a', other)).toHaveProperty('claim');
    expect(await claimKey(services, 'acc_a', secret)).toEqual({ answer });
  });

  it('leaves nothing in the database that tells the answer, the key or the request', async () => {
    await settle(await claimed());
    const rows = JSON.stringify(await storage.store.read().selectFrom('idempotency').selectAll().execute());
    for (const text of [
      'leith_key',
      'secret',
      '"key"',
      '"request"',
      Buffer.from(answer).toString('base64').slice(0, 12),
    ]) {
      expect(rows).not.toContain(text);
    }
    time += DAY_MS;
    await forgetAnswers(services);
    expect(await storage.store.read().selectFrom('idempotency').selectAll().execute()).toEqual([]);
  });
});
