import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import type { EvidenceReport } from '../report/evidence-report.ts';
import { signedEvidence, vouchFor, type Signer } from './dsse.ts';
import {
  envelopeText,
  fromBase64,
  openEnvelope,
  preAuthentication,
  unlikeSigned,
  withSignature,
  type Statement,
} from './envelope.ts';
import { textFile } from './package-file.ts';

const report = {
  ...{ evidence_report_id: 'evr_1', archive_id: 'arc_1', created_at: '2026-05-04T10:11:12Z' },
  ...{ software: { name: 'Leith', version: '1' }, payload_sha256: 'cc' },
  ...{ input: { sha256: 'aa' }, background: { sha256: 'bb' } },
} as unknown as EvidenceReport;
const files = [textFile('data/phase.tif', 'é'), textFile('data/evidence.json', '{}')];
const hex = (value: string) => createHash('sha256').update(value).digest('hex');

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const signer: Signer = { keyId: 'key_1', sign: (message) => sign(null, message, privateKey) };
const envelopeOf = (of = report) => {
  const { path, pieces } = signedEvidence(of, files, signer);
  return { path, bytes: Buffer.concat(pieces) };
};

it('signs the digests of the files, as an in-toto statement says them', () => {
  const { path, bytes } = envelopeOf();
  expect(path).toBe('data/evidence.dsse.json');
  const envelope = JSON.parse(bytes.toString()) as Record<string, never>;
  expect(Object.keys(envelope)).toEqual(['payloadType', 'payload', 'signatures']);
  expect(envelope['payloadType']).toBe('application/vnd.in-toto+json');
  const payload = Buffer.from(envelope['payload']!, 'base64');
  expect(JSON.parse(payload.toString())).toEqual({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: 'data/phase.tif', digest: { sha256: hex('é') } },
      { name: 'data/evidence.json', digest: { sha256: hex('{}') } },
    ],
    predicateType: 'urn:leith:evidence:v1',
    predicate: {
      ...{ evidence_report_id: 'evr_1', archive_id: 'arc_1', created_at: '2026-05-04T10:11:12Z' },
      software: { name: 'Leith', version: '1' },
      ...{ input_sha256: 'aa', background_sha256: 'bb', payload_sha256: 'cc' },
    },
  });
  const [{ keyid, sig }] = envelope['signatures'] as unknown as [{ keyid: string; sig: string }];
  expect(keyid).toBe('key_1');
  // the protocol’s own words for what is signed (DSSE v1)
  const type = 'application/vnd.in-toto+json';
  const signed = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload]);
  expect(verify(null, signed, publicKey, Buffer.from(sig, 'base64'))).toBe(true);
});

it('names no background where there is none', () => {
  const { bytes } = envelopeOf({ ...report, background: null });
  expect(openEnvelope(bytes).statement.predicate.background_sha256).toBeNull();
});

it('is opened again, and its signature holds over the message', () => {
  const { bytes } = envelopeOf();
  const { payloadType, statement, message, first } = openEnvelope(bytes);
  expect(payloadType).toBe('application/vnd.in-toto+json');
  expect(statement.subject).toHaveLength(2);
  expect(first!.keyid).toBe('key_1');
  expect(verify(null, message, publicKey, fromBase64(first!.sig))).toBe(true);
});

it('signs the example of the protocol', () => {
  // https://github.com/secure-systems-lab/dsse/blob/master/protocol.md, test vectors
  const message = preAuthentication('http://example.com/HelloWorld', new TextEncoder().encode('hello world'));
  expect(new TextDecoder().decode(message)).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world');
  // bytes are counted, not characters
  expect(new TextDecoder().decode(preAuthentication('é', new Uint8Array()))).toBe('DSSEv1 2 é 0 ');
});

it('says which files are not what was signed', () => {
  const subject = files.map(({ path, sha256 }) => ({ name: path, digest: { sha256 } }));
  const statement = { subject } as unknown as Statement;
  const present = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const others = [
    ['data/evidence.dsse.json', 'x'],
    ['bagit.txt', 'x'],
  ] as const;
  expect(unlikeSigned(statement, new Map([...present, ...others]))).toEqual([]);
  expect(unlikeSigned(statement, new Map([...present, ['data/more.tif', 'x']]))).toEqual(['data/more.tif']);
  expect(unlikeSigned(statement, new Map([...present, ['data/phase.tif', 'x']]))).toEqual(['data/phase.tif']);
  expect(unlikeSigned(statement, new Map([...present].slice(1)))).toEqual(['data/phase.tif']);
});

it('is not opened with a second signature, nor written in another way', () => {
  const { bytes } = envelopeOf();
  const envelope = JSON.parse(bytes.toString()) as Parameters<typeof envelopeText>[0];
  const written = (of: typeof envelope) => new TextEncoder().encode(envelopeText(of));
  expect(openEnvelope(written(envelope)).first).toEqual(envelope.signatures[0]);
  const twice = { ...envelope, signatures: [...envelope.signatures, ...envelope.signatures] };
  expect(() => openEnvelope(written(twice))).toThrow('written in another way');
  expect(() => openEnvelope(new TextEncoder().encode(`${envelopeText(envelope)} `))).toThrow(
    'in another way',
  );
});

it('vouches for nothing without a key, and says why a timestamp is missing', async () => {
  expect(await vouchFor(report, files, null)).toEqual({ files: [], timestampFault: null });
  const paths = async (given: Signer) => {
    const vouched = await vouchFor(report, files, given);
    return [vouched.files.map(({ path }) => path), vouched.timestampFault];
  };
  expect(await paths(signer)).toEqual([['data/evidence.dsse.json'], null]);
  const fault = async () => ({ fault: 'nobody answers' });
  expect(await paths({ ...signer, timestamp: fault })).toEqual([
    ['data/evidence.dsse.json'],
    'nobody answers',
  ]);
  const asked: Uint8Array[] = [];
  const token = async (envelope: Uint8Array) => {
    asked.push(envelope);
    return { token: new Uint8Array([1]) };
  };
  const [signed, none] = await paths({ ...signer, timestamp: token });
  expect([signed![0], signed!.length, none]).toEqual(['data/evidence.dsse.json', 2, null]);
  // what is stamped is the envelope
  expect(asked).toEqual(signedEvidence(report, files, signer).pieces);
});

it('puts the signature after the report that it is of', () => {
  const of = (...paths: string[]) => paths.map((path) => ({ path }));
  const signed = of('data/phase.tif', 'data/evidence.json', 'data/report.html');
  expect(withSignature(signed, of('a', 'b')).map(({ path }) => path)).toEqual([
    ...['data/phase.tif', 'data/evidence.json', 'a', 'b', 'data/report.html'],
  ]);
});
