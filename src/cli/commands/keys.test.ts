import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { SqliteStore } from '../../adapters/database/sqlite.ts';
import { growTree, carryLogOver } from '../../services/log/grow-tree.ts';
import { proveArchived } from '../../services/log/prove.ts';
import { appendToLog } from '../../services/archive/append-to-log.ts';
import { publicKeyOf, signerOf } from '../../services/signing/ed25519.ts';
import { faultOfSigningKey, latestKeyList } from '../../services/signing/publish-key-list.ts';
import { listSigningKeys, publishKey } from '../../services/signing/publish-key.ts';
import { smallPackage } from '../../services/verify/small-package.fixture.ts';
import { createHash } from 'node:crypto';
import { keysCommand } from './keys.ts';
import { verifyCommand } from './verify.ts';

const top = mkdtempSync(join(tmpdir(), 'leith-keys-'));
afterAll(() => rmSync(top, { recursive: true }));
const YEAR = new Date().getUTCFullYear();
const day = (years: number) => `${YEAR + years}-01-02T00:00:00.000Z`;

let folder: string;
let store: SqliteStore;
const now = () => new Date();
const at = (name: string) => join(folder, name);
const pem = (name: string) => readFileSync(at(name), 'utf8');
const kid = (name: string) => publicKeyOf(pem(name)).kid;

beforeEach(async () => {
  folder = mkdtempSync(join(top, 'case-'));
  store = await SqliteStore.open(join(folder, 'leith.db'));
  for (const name of ['root.pem', 'a.pem', 'b.pem']) await keys('new', '--out', at(name));
  await publishKey({ store, now }, pem('a.pem'));
  return () => store.close();
});

async function run(command: typeof verifyCommand, args: string[]) {
  let [out, err] = ['', ''];
  const stdout = { write: (text: string) => (out += text) };
  const stderr = { write: (text: string) => (err += text) };
  return { code: await command.execute(args, { stdout, stderr }), out, err };
}
async function keys(...args: string[]) {
  const open = async () => ({ store, now, close: async () => {} }) as never;
  const done = await run(keysCommand(open), args);
  return { ...done, said: done.out + done.err };
}
const change = (verb: string, key: string, ...more: string[]) =>
  keys(verb, key, '--root', at('root.pem'), '--list', at('list.json'), ...more);
const endorse = (name: string, from = day(-2), days = '1460') =>
  change('endorse', at(name), '--from', from, '--days', days);

/** What the service publishes, in a file. */
async function published(): Promise<string> {
  const document = { keys: await listSigningKeys({ store }), ...(await latestKeyList({ store })) };
  writeFileSync(at('keys.json'), JSON.stringify(document));
  return at('keys.json');
}
async function verify(signer: string, created_at: string, ...more: string[]) {
  writeFileSync(at('result.zip'), smallPackage(signerOf(pem(signer)), { created_at }));
  const from = more.includes('--keys') ? [] : ['--keys', await published()];
  return run(verifyCommand, [at('result.zip'), ...from, ...more]);
}

describe('leith keys', () => {
  it('makes keys that their owner alone can read, and overwrites none', async () => {
    expect(statSync(at('root.pem')).mode & 0o777).toBe(0o600);
    expect(await keys('new', '--out', at('root.pem'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('there already'),
    });
    expect((await keys('new')).code).toBe(2);
    expect((await keys('endorse', at('a.pem'))).err).toMatch(/--list is missing/);
    expect((await change('endorse', at('a.pem'), '--days', 'x')).code).toBe(2);
    const wrong = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    });
    writeFileSync(at('rsa.pem'), wrong);
    expect((await change('endorse', at('rsa.pem'))).err).toMatch(/no private Ed25519 key/);
    expect(existsSync(at('list.json'))).toBe(false);
  });

  it('has packages believed within the life of their key, and no others', async () => {
    await endorse('a.pem');
    expect((await keys('publish', at('list.json'))).said).toMatch(/It is published/);
    expect((await verify('a.pem', day(-1))).out).toMatch(/^Authentic/m);
    expect((await verify('a.pem', day(-3))).out).toMatch(/endorsed from .* it was signed/);
    // published as it is, but endorsed by nobody
    await publishKey({ store, now }, pem('b.pem'));
    expect(await verify('b.pem', day(-1))).toMatchObject({
      code: 1,
      out: expect.stringMatching(/not among the 1 keys/),
    });
  });

  it('believes no list but that of the root that was pinned', async () => {
    await endorse('a.pem');
    await keys('publish', at('list.json'));
    const root = kid('root.pem');
    expect((await verify('a.pem', day(-1), '--root', root)).code).toBe(0);
    expect((await verify('a.pem', day(-1), '--root', kid('b.pem'))).err).toMatch(/the root is .*, not/);
    const whole = JSON.parse(readFileSync(await published(), 'utf8')) as Record<string, never>;
    const given = (name: string, document: object) => {
      writeFileSync(at(name), JSON.stringify(document));
      return ['--keys', at(name), '--root', root];
    };
    const { root: _, list: __, ...stripped } = whole;
    expect((await verify('a.pem', day(-1), ...given('stripped.json', stripped))).err).toMatch(
      /no root has endorsed/,
    );
    const payload = Buffer.from((whole['list'] as { payload: string }).payload, 'base64').toString();
    const longer = Buffer.from(payload.replace(/("not_after":")\d{4}/, `$1${YEAR + 9}`)).toString('base64');
    const forged = { ...whole, list: { ...(whole['list'] as object), payload: longer } };
    expect((await verify('a.pem', day(-1), ...given('forged.json', forged))).err).toMatch(
      /not signed by its root/,
    );
    const posing = { ...whole, root: { ...(whole['root'] as object), x: publicKeyOf(pem('b.pem')).x } };
    expect((await verify('a.pem', day(-1), ...given('posing.json', posing))).err).toMatch(
      /not named by its own digest/,
    );
  });

  it('ends a key when the next one takes over, and revokes it with a reason', async () => {
    await endorse('a.pem');
    await change('rotate', at('b.pem'), '--overlap-days', '7');
    const list = JSON.parse((await keys('show', at('list.json'), '--json')).out) as {
      version: number;
      keys: { kid: string; not_after: string }[];
    };
    expect(list.version).toBe(2);
    const ends = Date.parse(list.keys.find((key) => key.kid === kid('a.pem'))!.not_after);
    expect(Math.round((ends - Date.now()) / 86_400_000)).toBe(7);
    await change('revoke', kid('a.pem'), '--reason', 'disk thrown away', '--at', day(-1));
    expect((await change('revoke', kid('a.pem'), '--reason', 'again')).err).toMatch(/was revoked/);
    expect((await endorse('a.pem')).err).toMatch(/which is for ever/);
    await keys('publish', at('list.json'));
    expect((await verify('a.pem', `${YEAR - 2}-06-01T00:00:00Z`)).code).toBe(0);
    expect((await verify('a.pem', `${YEAR - 1}-06-01T00:00:00Z`)).out).toMatch(
      /revoked .* \(disk thrown away\)/,
    );
    const fault = await faultOfSigningKey({ store, now }, kid('a.pem'));
    expect(fault).toMatchObject({ isRevoked: true });
    expect(await faultOfSigningKey({ store, now }, kid('b.pem'))).toBeNull();
    expect(await faultOfSigningKey({ store, now }, kid('root.pem'))).toMatchObject({ isRevoked: false });
  });

  it('takes nothing back that was published', async () => {
    await endorse('a.pem');
    const first = readFileSync(at('list.json'));
    await keys('publish', at('list.json'));
    expect((await keys('publish', at('list.json'))).err).toMatch(/version 1 is published/);
    await change('revoke', kid('a.pem'), '--reason', 'lost');
    await keys('publish', at('list.json'));
    // an older list, grown in another way: the revocation is missing
    writeFileSync(at('list.json'), first);
    for (let i = 0; i < 3; i++) await endorse('b.pem');
    expect((await keys('publish', at('list.json'))).err).toMatch(/takes .* back/);
    rmSync(at('list.json'));
    await keys('endorse', at('b.pem'), '--root', at('root.pem'), '--list', at('list.json'));
    expect((await keys('publish', at('list.json'))).err).toMatch(/which the list lacks/);
    await keys('new', '--out', at('other.pem'));
    for (const name of ['a.pem', 'b.pem', 'b.pem', 'b.pem']) {
      const files = ['--root', at('other.pem'), '--list', at('others.json')];
      await keys('endorse', at(name), ...files, '--from', day(-2));
    }
    expect((await keys('publish', at('others.json'))).err).toMatch(/the root was/);
  });

  it('publishes no list that would make forged what a key has signed already', async () => {
    await endorse('a.pem', new Date(Date.now() + 1000).toISOString());
    const { code, err } = await keys('publish', at('list.json'));
    expect(code).toBe(1);
    const from = /endorse it again with --from (\S+)/.exec(err)![1]!;
    await endorse('a.pem', from);
    expect((await keys('publish', at('list.json'))).said).toMatch(/It is published/);
  });

  /** The proof that the log had the package at that time, its checkpoint signed by that key. */
  async function proofFor(zip: Uint8Array, time: string, signer: string): Promise<string> {
    const checksum = createHash('sha256').update(zip).digest('hex');
    await publishKey({ store, now }, pem(signer));
    await store.transaction((trx) =>
      appendToLog(trx, new Date(time), [
        { kind: 'archived', archive_id: 'arc_1', checksum, requester: 'public', actor: 'public' },
      ]),
    );
    await carryLogOver(store, undefined);
    await store.transaction(growTree);
    writeFileSync(
      at('proof'),
      (await proveArchived({ store, now, signer: signerOf(pem(signer)) }, 'arc_1'))!,
    );
    return at('proof');
  }

  it.each(['expired', 'in other hands'])(
    'believes a key that is %s only where the log proves the time',
    async (how) => {
      if (how === 'expired') await endorse('a.pem', day(-2), '366');
      else {
        await endorse('a.pem');
        await change('compromise', kid('a.pem'), '--reason', 'break-in', '--since', day(-1));
      }
      await endorse('b.pem');
      const claimed = `${YEAR - 2}-06-01T00:00:00.000Z`;
      const zip = smallPackage(signerOf(pem('a.pem')), { created_at: claimed });
      await publishKey({ store, now }, pem('b.pem'));
      await keys('publish', at('list.json'));
      expect((await verify('a.pem', claimed)).out).toMatch(
        /--proof\) or .* can show that it was signed before/,
      );
      const early = await proofFor(zip, claimed, 'b.pem');
      expect((await verify('a.pem', claimed, '--proof', early)).out).toMatch(/^Authentic/m);
      // by the word of the very key that is in doubt, nothing is proven
      const byItself = await proofFor(zip, claimed, 'a.pem');
      expect((await verify('a.pem', claimed, '--proof', byItself)).code).toBe(1);
    },
  );

  it('does not believe a proof that came too late', async () => {
    await endorse('a.pem');
    await change('compromise', kid('a.pem'), '--reason', 'break-in', '--since', day(-1));
    await endorse('b.pem');
    await publishKey({ store, now }, pem('b.pem'));
    await keys('publish', at('list.json'));
    const claimed = `${YEAR - 2}-06-01T00:00:00.000Z`;
    const zip = smallPackage(signerOf(pem('a.pem')), { created_at: claimed });
    const late = await proofFor(zip, `${YEAR - 1}-06-01T00:00:00.000Z`, 'b.pem');
    expect((await verify('a.pem', claimed, '--proof', late)).out).toMatch(/others may have had since/);
  });
});
