import { Buffer } from 'node:buffer';
import { textFile, type PackageFile } from './package-file.ts';
import type { EvidenceReport } from '../report/evidence-report.ts';

/** Signs bytes with Ed25519 (RFC 8032). */
export interface Signer {
  /** names the public key in /.well-known/leith-keys.json */
  readonly keyId: string;
  /** 64 bytes */
  sign(message: Uint8Array): Uint8Array;
}

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
export const PREDICATE_TYPE = 'urn:leith:evidence:v1';

/** A DSSE envelope (github.com/secure-systems-lab/dsse, protocol 1.0): payload and signature in base64. */
export interface Envelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** What is signed: an in-toto statement about every file of the package's payload. */
export interface Statement {
  readonly _type: string;
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[];
  readonly predicateType: string;
  readonly predicate: {
    readonly evidence_report_id: string;
    readonly archive_id: string;
    readonly created_at: string;
    readonly software: EvidenceReport['software'];
    readonly input_sha256: string;
    readonly background_sha256: string | null;
    readonly payload_sha256: string;
  };
}

/** `data/evidence.dsse.json`: the digests of all other files under `data/`, signed. */
export function signedEvidence(
  report: EvidenceReport,
  files: readonly PackageFile[],
  signer: Signer,
): PackageFile {
  const statement: Statement = {
    _type: STATEMENT_TYPE,
    subject: files.map(({ path, sha256 }) => ({ name: path, digest: { sha256 } })),
    predicateType: PREDICATE_TYPE,
    predicate: {
      evidence_report_id: report.evidence_report_id,
      archive_id: report.archive_id,
      created_at: report.created_at,
      software: report.software,
      input_sha256: report.input.sha256,
      background_sha256: report.background?.sha256 ?? null,
      payload_sha256: report.payload_sha256,
    },
  };
  const payload = new TextEncoder().encode(JSON.stringify(statement));
  const signature = signer.sign(preAuthentication(PAYLOAD_TYPE, payload));
  const envelope: Envelope = {
    payloadType: PAYLOAD_TYPE,
    payload: base64(payload),
    signatures: [{ keyid: signer.keyId, sig: base64(signature) }],
  };
  return textFile('data/evidence.dsse.json', `${JSON.stringify(envelope, null, 2)}\n`);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** DSSE's PAE: what is really signed, so that a signature over one type can't pass for one over another. */
export function preAuthentication(type: string, payload: Uint8Array): Uint8Array {
  const encode = (text: string) => new TextEncoder().encode(text);
  const head = encode(`DSSEv1 ${encode(type).byteLength} ${type} ${payload.byteLength} `);
  const message = new Uint8Array(head.byteLength + payload.byteLength);
  message.set(head);
  message.set(payload, head.byteLength);
  return message;
}
