import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signedEvidence } from '../../formats/package/dsse.ts';
import { textFile } from '../../formats/package/package-file.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import type { SigningKey } from '../api/signing-keys.ts';
import { checkSignature } from './check-signature.ts';
import { readSignature, type Signed } from './read-signature.ts';

const SERVICE = 'https://holograms.example.org';
const report = {
  ...{ evidence_report_id: 'evr_1', archive_id: 'arc_1', created_at: '2026-11-21T12:00:00Z' },
  ...{ software: { name: 'Leith', version: '1', kernel_sha256: '0' }, payload_sha256: 'a'.repeat(64) },
  ...{ input: { sha256: 'b'.repeat(64) }, background: null },
} as unknown as EvidenceReport;
const files = [textFile('data/evidence.json', '{}'), textFile('data/phase.tif', 'phase')];

function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' }) as { x: string };
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  const signer = {
    keyId: kid,
    sign: (message: Uint8Array) => new Uint8Array(sign(null, message, privateKey)),
  };
  return { signer, published: { kid, x } };
}

const key = newKey();
const envelope = signedEvidence(report, files, key.signer).pieces[0]!;
const digests = new Map(files.map(({ path, sha256 }) => [path, sha256]));

const check = (
  signed: Signed,
  keys: readonly SigningKey[] | Error = [newKey().published, key.published],
  subtle: SubtleCrypto | undefined = crypto.subtle,
) => {
  const fetchKeys = async () => {
    if (keys instanceof Error) throw keys;
    return keys;
  };
  return checkSignature(signed, SERVICE, fetchKeys, subtle);
};

describe('the signature of a package', () => {
  it('holds with a published key, and says which and whose', async () => {
    const verdict = await check(readSignature(envelope, digests, report));
    expect(verdict.holds).toBe(true);
    expect(verdict.detail).toContain(`Signed by ${SERVICE}: the signature over 2 files`);
  });

  it('does not hold where a file was changed, added or taken away since', async () => {
    const changed = new Map([...digests, ['data/phase.tif', 'c'.repeat(64)]]);
    const added = new Map([...digests, ['data/more.tif', 'c'.repeat(64)]]);
    const taken = new Map([...digests].slice(0, 1));
    for (const [others, name] of [
      [changed, 'data/phase.tif'],
      [added, 'data/more.tif'],
      [taken, 'data/phase.tif'],
    ] as const) {
      expect(await check(readSignature(envelope, others, report))).toEqual({
        holds: false,
        detail: `The signature does not hold: what was signed differs for ${name}.`,
      });
    }
    const other = { ...report, evidence_report_id: 'evr_2' };
    expect((await check(readSignature(envelope, digests, other))).detail).toContain('another report');
  });

  it('does not hold where the statement was made to fit and the key is not at hand', async () => {
    const { payload, ...rest } = JSON.parse(new TextDecoder().decode(envelope)) as { payload: string };
    const statement = atob(payload).replace(digests.get('data/phase.tif')!, 'c'.repeat(64));
    const forged = new TextEncoder().encode(JSON.stringify({ ...rest, payload: btoa(statement) }));
    const changed = new Map([...digests, ['data/phase.tif', 'c'.repeat(64)]]);
    const verdict = await check(readSignature(forged, changed, report));
    expect(verdict.holds).toBe(false);
    expect(verdict.detail).toContain(`it is not one of the key ${key.published.kid}`);
    // signed anew with a key of the forger's own: valid, and no key of this service
    const own = newKey();
    const anew = signedEvidence(report, files, own.signer).pieces[0]!;
    const foreign = await check(readSignature(anew, digests, report));
    expect(foreign.holds).toBeNull();
    expect(foreign.detail).toContain(`Not signed by ${SERVICE}: the key ${own.published.kid} is none`);
    // signed with a key of the forger's own under the service's name
    const posing = { ...own.signer, keyId: key.published.kid };
    const posed = signedEvidence(report, files, posing).pieces[0]!;
    expect((await check(readSignature(posed, digests, report))).holds).toBe(false);
  });

  it('is called unchecked, with the reason, where it can’t be checked', async () => {
    const signed = readSignature(envelope, digests, report);
    const lacking = { importKey: () => Promise.reject(new Error('NotSupportedError')) } as never;
    for (const [verdict, reason] of [
      [check({ kind: 'unsigned' }), 'The package is not signed.'],
      [check(signed, new Error('away')), `the keys of ${SERVICE} can’t be fetched now`],
      [check(signed, [key.published], lacking), 'this browser lacks Ed25519'],
    ] as const) {
      expect((await verdict).holds).toBeNull();
      expect((await verdict).detail).toContain(reason);
    }
    const unsafe = await checkSignature(signed, SERVICE, async () => [key.published], undefined);
    expect(unsafe).toMatchObject({ holds: null, detail: expect.stringContaining('not served over HTTPS') });
  });

  it.each([
    ['no JSON', new Uint8Array([1, 2])],
    ['nothing of an envelope', new TextEncoder().encode('{}')],
    [
      'an envelope of another kind',
      new TextEncoder().encode('{"payloadType":"x","payload":"e30=","signatures":[]}'),
    ],
  ])('does not hold where its file is %s', async (_, bytes) => {
    expect((await check(readSignature(bytes, digests, report))).holds).toBe(false);
  });
});
