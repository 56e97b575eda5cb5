import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  opensslPresent,
  startAuthority,
  type LocalAuthority,
} from '../../../test/backends/local-authority.ts';
import { thorough } from '../../../test/short-form.ts';
import { timestampAuthority } from '../../adapters/timestamp-authority/timestamp-authority.ts';
import {
  readAuthorities,
  readToken,
  timestampQuery,
  tokenOfReply,
} from '../../formats/timestamp/timestamp-token.ts';
import type { EndorsedKey, Revocation } from '../../formats/verify/key-list.ts';
import { unpackPackage } from '../../formats/verify/unpack-package.ts';
import { publicKeyOf, signerOf } from '../signing/ed25519.ts';
import { newKey, packageKey, smallPackage } from './small-package.fixture.ts';
import { verifyHere } from './verify-result.ts';

const signer = signerOf(packageKey);
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

describe.runIf(opensslPresent)('a timestamp', () => {
  let authority: LocalAuthority;
  let other: LocalAuthority;
  let envelope: Uint8Array<ArrayBuffer>;
  let token: Uint8Array<ArrayBuffer>;
  let zip: Buffer<ArrayBuffer>;
  const about = { created_at: new Date().toISOString() };
  beforeAll(async () => {
    [authority, other] = [await startAuthority('Town clerk'), await startAuthority('Somebody')];
    smallPackage(signer, about, (bytes) => {
      envelope = Uint8Array.from(bytes);
      return null;
    });
    token = tokenFrom(authority, envelope);
    zip = smallPackage(signer, about, () => token);
  });
  afterAll(async () => {
    await authority.close();
    await other.close();
  });

  function tokenFrom(from: LocalAuthority, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    const imprint = createHash('sha256').update(bytes).digest('hex');
    return tokenOfReply(from.reply(timestampQuery(imprint, 5n)));
  }

  interface Asked {
    readonly found?: Parameters<typeof verifyHere>[0]['found'];
    readonly life?: Partial<EndorsedKey>;
    readonly now?: string;
    readonly by?: readonly LocalAuthority[] | null;
    readonly partial?: boolean;
  }
  const verify = ({ found = zip, life, now = inDays(0), by = [authority], partial = false }: Asked = {}) => {
    const key = publicKeyOf(packageKey);
    const whole = { not_before: inDays(-30), not_after: inDays(30), revoked: null, ...key, ...life };
    return verifyHere(
      {
        ...{ found, now, original: null, allowed: { unsigned: false, partial } },
        keys: [{ ...key, life: whole }],
        authorities: by && by.flatMap(({ certificate }) => readAuthorities(certificate)),
        log: { proof: null, checkpoint: null, consistency: null },
      },
      () => Promise.reject(new Error('not done again')),
      () => {},
    );
  };
  const compromised = (compromised_since: string | null): Revocation => {
    return { at: inDays(0), reason: 'break-in', compromised_since };
  };

  it('is one to openssl, too', () => {
    const folder = mkdtempSync(join(tmpdir(), 'leith-token-'));
    writeFileSync(join(folder, 'token'), token);
    writeFileSync(join(folder, 'envelope'), envelope);
    const args = [
      '-in',
      'token',
      '-token_in',
      '-data',
      'envelope',
      '-CAfile',
      authority.certificateFile,
      '-untrusted',
      authority.certificateFile,
    ];
    const said = execFileSync('openssl', ['ts', '-verify', ...args], { cwd: folder, stdio: 'pipe' });
    expect(said.toString()).toMatch(/Verification: OK/);
    rmSync(folder, { recursive: true });
  });

  it('is checked with the authority’s certificate, and only said to be there without', async () => {
    const { verdict, checks } = await verify();
    expect(verdict).toBe('authentic');
    expect(checks).toContainEqual({
      ...{ name: 'timestamp', passed: true },
      detail: `signed before ${readToken(token)!.time}, says Town clerk`,
    });
    const alone = await verify({ by: null });
    expect(alone.verdict).toBe('authentic');
    expect(alone.reasons.join()).toMatch(/timestamp: says .*--tsa/);
    const bare = await verify({ found: smallPackage(signer, about) });
    expect(bare.reasons.join()).toMatch(/timestamp: the package brings none/);
    expect((await verify({ by: [other, authority] })).verdict).toBe('authentic');
  });

  it('has a signature outlive its key: expired, retired, or in other hands since', async () => {
    const lives = [
      { now: inDays(400) },
      { now: inDays(400), life: { revoked: compromised(null), not_after: inDays(1) } },
      { now: inDays(3), life: { revoked: compromised(inDays(2)) } },
    ];
    for (const asked of lives) expect((await verify(asked)).verdict, JSON.stringify(asked)).toBe('authentic');
    for (const asked of [lives[0]!, lives[2]!]) {
      const { verdict, reasons } = await verify({ ...asked, by: null });
      expect([verdict, reasons.join()]).toEqual([
        'not_to_be_trusted',
        expect.stringMatching(/or a timestamp \(--tsa\) can show/),
      ]);
    }
  });

  it('does not help where it came too late', async () => {
    const late = await verify({ life: { revoked: compromised(inDays(-1)) } });
    expect(late.reasons).toEqual([expect.stringMatching(/^signature: .*others may have had since/)]);
    // a thief writes an old date into the package, and has it stamped today
    const old = { created_at: inDays(-20) };
    let stolen = new Uint8Array() as Uint8Array<ArrayBuffer>;
    const found = smallPackage(signer, old, (bytes) => (stolen = tokenFrom(authority, bytes)));
    expect(stolen.length).toBeGreaterThan(300);
    expect((await verify({ found, life: { not_after: inDays(-10) } })).reasons.join()).toMatch(/expired/);
  });

  it('is not believed of another authority, nor of another signature', async () => {
    expect((await verify({ by: [other] })).reasons).toEqual([
      'timestamp: none of the 1 authorities given made it',
    ]);
    const foreign = smallPackage(signerOf(newKey()), about, () => token);
    for (const found of [foreign, smallPackage(signer, { ...about, archive_id: 'arc_2' }, () => token)])
      for (const by of [null, [authority]])
        expect((await verify({ found, by })).reasons).toContain('timestamp: it is not of this signature');
  });

  it('holds no byte that nobody signed', async () => {
    let least = Infinity;
    for (let at = 0; at < token.length; at += thorough ? 1 : 7) {
      const spoiled = Uint8Array.from(token);
      spoiled[at]! ^= 1 + (at % 255);
      const { verdict } = await verify({ found: smallPackage(signer, about, () => spoiled) });
      if (verdict !== 'not_to_be_trusted') least = Math.min(least, at);
    }
    expect(least).toBe(Infinity);
    const more = [Buffer.concat([token, Buffer.from('!')]), new Uint8Array(), Buffer.alloc(100_000, 48)];
    for (const spoiled of more)
      expect((await verify({ found: smallPackage(signer, about, () => spoiled) })).reasons).toContain(
        'timestamp: it can’t be read, or is not written as it is made',
      );
  });

  it('is taken without the certificates and the words that nobody signed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leith-query-'));
    writeFileSync(join(folder, 'envelope'), envelope);
    const args = ['-query', '-data', 'envelope', '-sha256', '-cert'];
    const query = execFileSync('openssl', ['ts', ...args], { cwd: folder, stdio: 'pipe' });
    rmSync(folder, { recursive: true });
    const long = authority.reply(query, '-token_out');
    const bare = tokenOfReply(authority.reply(query));
    expect(bare.length).toBeLessThan(long.length - 300);
    expect((await verify({ found: smallPackage(signer, about, () => bare) })).verdict).toBe('authentic');
    expect((await verify({ found: smallPackage(signer, about, () => long) })).verdict).toBe(
      'not_to_be_trusted',
    );
  });

  it('belongs to a folder, and is missed where it is not there', async () => {
    const files = new Map(unpackPackage(zip));
    expect((await verify({ found: { files, others: [] } })).verdict).toBe('authentic');
    files.delete('data/evidence.dsse.tst');
    const { reasons } = await verify({ found: { files, others: [] } });
    expect(reasons).toEqual(['complete: the folder lacks data/evidence.dsse.tst']);
    expect((await verify({ found: { files, others: [] }, partial: true })).verdict).toBe('authentic');
  });

  it('takes certificates that are made for timestamps', async () => {
    const web = await startAuthority('www', 'serving');
    expect(() => readAuthorities(web.certificate)).toThrow(
      'the certificate of www is not one for timestamps',
    );
    await web.close();
    expect(() => readAuthorities('')).toThrow('there is no certificate in it');
    expect(() => readAuthorities(authority.certificate.replace('MII', 'MIJ'))).toThrow('can’t be read');
  });

  describe('that is asked for over HTTP', () => {
    let time: number;
    beforeEach(() => {
      time = Date.now();
      authority.behave('answers');
    });
    const asking = (timeoutMs = 30_000, by = authority) =>
      timestampAuthority({
        ...{ url: authority.url, timeoutMs, now: () => time },
        authorities: readAuthorities(by.certificate),
      });

    it('is one of these bytes', async () => {
      const answer = await asking()(envelope);
      expect(answer).toHaveProperty('token');
      const found = smallPackage(signer, about, () => ('token' in answer ? answer.token : null));
      expect((await verify({ found })).verdict).toBe('authentic');
    });

    it.each([
      ['hangs', /^127\.0\.0\.1:\d+: it did not answer within 1 s$/, 1000],
      ['fails', /it answers 500/, undefined],
      ['refuses', /it refused \(status 2/, undefined],
      ['floods', /its answer is too long/, undefined],
      ['repeats', /its answer is not of what was asked/, undefined],
    ] as const)(
      'goes without, where the authority %s, and does not ask again at once',
      async (manner, why, ms) => {
        authority.behave(manner);
        const ask = asking(ms);
        expect(await ask(envelope)).toEqual({ fault: expect.stringMatching(why) });
        const before = authority.asked();
        expect(await ask(envelope)).toEqual({
          fault: expect.stringMatching(/not asked again for a minute$/),
        });
        expect(authority.asked()).toBe(before);
        authority.behave('answers');
        time += 61_000;
        expect(await ask(envelope)).toHaveProperty('token');
      },
    );

    it('goes without, where somebody else answers, or whose clock is wrong', async () => {
      expect(await asking(undefined, other)(envelope)).toEqual({
        fault: expect.stringMatching(/not signed with a certificate of TIMESTAMP_CERTIFICATE_FILE/),
      });
      time += 400_000;
      expect(await asking()(envelope)).toEqual({ fault: expect.stringMatching(/it says that it is 2/) });
    });
  });
});
