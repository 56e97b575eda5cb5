import { createHash, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { describeOn } from '../../../test/backends/describe-on.ts';
import { lentSetUps } from '../../../test/backends/lent-servers.ts';
import { parseInclusion } from '../../formats/log/proof-text.ts';
import type { OpenStorage } from '../../start/storage.ts';
import { logHash } from '../archive/log-hash.ts';
import { storePackage } from '../archive/store-package.ts';
import { makeAccount, makeResult } from '../deletion/account.fixture.ts';
import { deleteAccountData } from '../deletion/delete-account-data.ts';
import { findReceipt } from '../deletion/receipts.ts';
import { mintId } from '../mint-id.ts';
import type { Database } from '../ports/database.ts';
import { publicKeyOf, signerOf } from '../signing/ed25519.ts';
import { publishKey } from '../signing/publish-key.ts';
import { smallPackage } from '../verify/small-package.fixture.ts';
import { smallPackage as packageRow } from '../archive/archive.fixture.ts';
import type { LogFiles } from '../../formats/judge/verify-result.ts';
import { verifyHere } from '../verify/verify-result.ts';
import { carryLogOver, growTree } from './grow-tree.ts';
import { proveArchived, proveConsistency, proveReceipt, readTile } from './prove.ts';
import { signCheckpoint } from './sign-checkpoint.ts';
import { rootAt } from './tree.ts';
import { verifyTree } from './verify-tree.ts';

const setUps = await lentSetUps();
afterAll(() => setUps.remove());

const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
const signer = signerOf(pem);

describeOn(setUps, 'the log’s tree', ({ open }) => {
  let storage: OpenStorage;
  let account: string;
  beforeEach(async () => {
    storage = await open();
    await publishKey(storage, pem);
    account = await makeAccount(storage);
    return () => storage.close();
  });
  const services = () => ({ ...storage, signer });
  const begin = () => carryLogOver(storage.store, undefined);
  const faults = async (...kept: string[]) => (await verifyTree(storage.store, kept)).faults;
  const change = (work: (trx: Database) => Promise<unknown>) => storage.store.transaction(work);

  /** A package whose ZIP is one, archived as the service does. */
  async function archive(): Promise<{ zip: Buffer<ArrayBuffer>; archive_id: string }> {
    const archive_id = mintId('arc', storage.now());
    const zip = smallPackage(signer, { archive_id });
    const row = { ...packageRow([zip]), archive_id, requester: account };
    await storePackage(storage, row);
    return { zip, archive_id };
  }
  const verify = (found: Uint8Array, log: Partial<LogFiles>, keys = [publicKeyOf(pem)]) =>
    verifyHere(
      {
        ...{
          found,
          keys: keys.map((key) => ({ ...key, life: null })),
          now: new Date().toISOString(),
          original: null,
          authorities: null,
          allowed: { unsigned: false, partial: false },
        },
        log: { proof: null, checkpoint: null, consistency: null, ...log },
      },
      () => Promise.reject(new Error('not done again')),
      () => {},
    );

  it('carries the log of a version without a tree over, and grows with it', async () => {
    const first = await archive();
    await deleteAccountData(storage, account);
    for (const table of ['tree_leaves', 'tree_hashes'] as const)
      await change((trx) => trx.deleteFrom(table).execute());
    expect(await faults()).toContain('entry 1 is not in the log’s tree');
    await begin();
    const second = await archive();
    expect(await faults()).toEqual([]);
    const [, later] = [
      await proveArchived(services(), first.archive_id),
      await proveArchived(services(), second.archive_id),
    ];
    expect(parseInclusion(later!)).toMatchObject({ index: 3, checkpoint: { size: 4 } });
    expect(await verify(second.zip, { proof: later })).toMatchObject({ verdict: 'authentic' });
  });

  it('proves packages and receipts to whoever has them, in 2 kB, and nothing else with the same words', async () => {
    await begin();
    const [first, second] = [await archive(), await archive()];
    const proof = (await proveArchived(services(), first.archive_id))!;
    expect(proof.length).toBeLessThan(2048);
    expect(await verify(first.zip, { proof })).toMatchObject({ verdict: 'authentic' });
    const of = async (zip: Uint8Array, text: string) => (await verify(zip, { proof: text })).reasons.join();
    expect(await of(second.zip, proof)).toMatch(/^log: the proof is of something else/);
    const elsewhere = proof.replace('index 0', 'index 1');
    expect(await of(first.zip, elsewhere)).toMatch(/does not lead to the tree/);
    const forged = proof.replace(/\n— (\S+) (.{9})(.)/, (_, name, kept, one) => {
      return `\n— ${name} ${kept}${one === 'A' ? 'B' : 'A'}`;
    });
    expect(await of(first.zip, forged)).toMatch(/none of the 1 keys/);
    const posing = generateKeyPairSync('ed25519').privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    }) as string;
    expect((await verify(first.zip, { proof }, [publicKeyOf(posing)])).verdict).toBe('not_to_be_trusted');

    const { receipt_id } = await deleteAccountData(storage, account);
    const other = await makeAccount(storage);
    await makeResult(storage, other);
    const swapped = await deleteAccountData(storage, other);
    const receipt = Buffer.from(JSON.stringify(await findReceipt(services(), account, receipt_id)));
    const ofReceipt = (await proveReceipt(services(), receipt_id))!;
    expect(ofReceipt.length).toBeLessThan(2048);
    expect(await verify(receipt, { proof: ofReceipt })).toMatchObject({ verdict: 'authentic' });
    const ofOther = (await proveReceipt(services(), swapped.receipt_id))!;
    expect(await of(receipt, ofOther)).toMatch(/of something else: its receipt_id, checksum/);
    expect(
      await of(Buffer.from(receipt.toString().replace('"deleted":2', '"deleted":1')), ofReceipt),
    ).toMatch(/says something else than what was signed/);
    // the leaf stays, for whoever has the package
    expect(
      await verify(first.zip, { proof: await proveArchived(services(), first.archive_id) }),
    ).toMatchObject({
      verdict: 'authentic',
    });
    expect(await faults()).toEqual([]);
    expect(Buffer.from(proof.match(/extra (\S+)/)![1]!, 'base64').toString()).not.toContain(account);
  });

  it('shows that nothing before a kept checkpoint was rewritten', async () => {
    await begin();
    const { zip, archive_id } = await archive();
    const { note: kept, size } = await signCheckpoint(services());
    for (let i = 0; i < 5; i++) await archive();
    const proof = (await proveArchived(services(), archive_id))!;
    const consistency = (await proveConsistency(services(), size))!;
    const log = { proof, checkpoint: kept, consistency };
    expect((await verify(zip, log)).checks).toContainEqual({
      ...{ name: 'log’s past', passed: true },
      detail: 'the log of 6 leaves begins with the kept one of 1',
    });
    expect(await proveConsistency(services(), 7)).toBeNull();
    // a second log under the same name, signed with the same key
    await change((trx) => trx.deleteFrom('tree_leaves').execute());
    await change((trx) => trx.deleteFrom('tree_hashes').execute());
    await change((trx) => trx.deleteFrom('tree_checkpoints').execute());
    await change((trx) => trx.updateTable('archive_log').set({ time: '2020-01-01T00:00:00.000Z' }).execute());
    await change(growTree);
    expect(await faults()).toEqual([]);
    expect(await faults(kept)).toEqual(['the kept checkpoint 1 is of another log: it was rewritten']);
    const forked = { checkpoint: kept, consistency: (await proveConsistency(services(), size))! };
    const { verdict, reasons } = await verify(zip, forked);
    expect([verdict, reasons.join()]).toEqual([
      'not_to_be_trusted',
      expect.stringMatching(/does not begin with/),
    ]);
    const twice = await verify(zip, { proof, checkpoint: (await signCheckpoint(services())).note });
    expect(twice.reasons.join()).toMatch(/two logs of 6 leaves under one name/);
  });

  describe('that somebody tampered with', () => {
    let kept: string;
    let receipts: string[];
    beforeEach(async () => {
      await begin();
      receipts = [];
      for (let i = 0; i < 3; i++) {
        await archive();
        receipts.push((await deleteAccountData(storage, account)).receipt_id);
      }
      await archive();
      kept = (await signCheckpoint(services())).note;
      await archive();
      expect(await faults(kept)).toEqual([]);
    });

    /** Chain and tree made to fit what the log says now. */
    async function rebuilt(trx: Database): Promise<void> {
      let previous_hash = '0'.repeat(64);
      for (const { entry_hash: _, ...entry } of await trx
        .selectFrom('archive_log')
        .selectAll()
        .orderBy('seq')
        .execute()) {
        const entry_hash = logHash({ ...entry, previous_hash });
        await trx
          .updateTable('archive_log')
          .set({ entry_hash, previous_hash })
          .where('seq', '=', entry.seq)
          .execute();
        previous_hash = entry_hash;
      }
      await trx.deleteFrom('tree_leaves').execute();
      await trx.deleteFrom('tree_hashes').execute();
      await growTree(trx);
    }

    it('shows an entry that was replaced, with chain and tree made to fit too', async () => {
      const replace = (trx: Database) =>
        trx
          .updateTable('archive_log')
          .set({ checksum: 'f'.repeat(64) })
          .where('seq', '=', 3)
          .execute();
      await change(replace);
      expect((await faults()).join()).toMatch(
        /the leaf 3 of the log’s tree is not the one that the log makes/,
      );
      await change(rebuilt);
      expect((await faults()).join()).toMatch(/signed checkpoint of 10 leaves is of another log/);
    });

    it('shows a receipt that was changed, or swapped with another', async () => {
      const [first, second] = await storage.store
        .read()
        .selectFrom('deletion_receipts')
        .selectAll()
        .orderBy('receipt_id')
        .execute();
      const set = (receipt_id: string, receipt: string) => (trx: Database) =>
        trx.updateTable('deletion_receipts').set({ receipt }).where('receipt_id', '=', receipt_id).execute();
      await change(set(first!.receipt_id, second!.receipt));
      expect((await faults()).join()).toMatch(/the leaf 2 of the log’s tree is not the one/);
      await change(set(second!.receipt_id, first!.receipt));
      expect((await faults()).filter((fault) => /the leaf/.test(fault))).toHaveLength(2);
    });

    it('shows leaves and nodes that were replaced or taken away', async () => {
      await change((trx) =>
        trx
          .updateTable('tree_hashes')
          .set({ hash: 'f'.repeat(64) })
          .where('level', '=', 2)
          .execute(),
      );
      expect((await faults()).join()).toMatch(/the node 2\/0 of the log’s tree is not the one/);
      await change((trx) => trx.deleteFrom('tree_leaves').where('leaf_index', '=', 4).execute());
      expect((await faults()).join()).toMatch(/the leaf 4 is missing/);
    });

    it('shows an end that was cut off, by what was signed, or by what somebody kept', async () => {
      const { seq } = await storage.store
        .read()
        .selectFrom('archive_log')
        .select('seq')
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow();
      await change(async (trx) => {
        await trx
          .deleteFrom('archive_log')
          .where('seq', '>', seq - 2)
          .execute();
        await rebuilt(trx);
      });
      expect((await faults()).join()).toMatch(/is of 10 leaves, and there are 9: the log was cut off/);
      await change((trx) => trx.deleteFrom('tree_checkpoints').execute());
      const left = await faults();
      expect(left.filter((fault) => /cut off|another log/.test(fault))).toEqual([]);
      expect((await faults(kept)).join()).toMatch(/the kept checkpoint 1 is of 10 leaves/);
    });

    it('shows a checkpoint that nobody of this service signed', async () => {
      const forged = kept.replace(/\n\d+\n/, '\n3\n');
      expect(await faults(forged)).toEqual(['the kept checkpoint 1 is not signed by a key of this service']);
      expect(await faults('')).toEqual(['the kept checkpoint 1 is not signed by a key of this service']);
    });
  });

  it('is the same from tiles as from proofs', async () => {
    await begin();
    for (let i = 0; i < 3; i++) await archive();
    const tile = (await readTile(storage, 0, 0, 3))!;
    const [a, b, c] = [0, 32, 64].map((at) => tile.subarray(at, at + 32));
    const node = (...parts: Uint8Array[]) =>
      createHash('sha256')
        .update(Buffer.concat([Buffer.of(1), ...parts]))
        .digest();
    expect(node(node(a!, b!), c!).toString('hex')).toBe(await rootAt(storage.store.read(), 3));
    expect(await readTile(storage, 0, 0, 4)).toBeNull();
    expect(await readTile(storage, 0, 0, null)).toBeNull();
    expect(await readTile(storage, 1, 0, 1)).toBeNull();
  });

  it('has every leaf once where packages are archived at the same time', async () => {
    await begin();
    await Promise.all(Array.from({ length: 8 }, archive));
    expect(await verifyTree(storage.store, [])).toMatchObject({ leaves: 8, faults: [] });
  });
});
