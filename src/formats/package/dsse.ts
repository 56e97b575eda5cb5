import { Buffer } from 'node:buffer';
import { textFile, type PackageFile } from './package-file.ts';
import type { EvidenceReport } from '../report/evidence-report.ts';
import {
  envelopeText,
  PAYLOAD_TYPE,
  PREDICATE_TYPE,
  preAuthentication,
  SIGNATURE_PATH,
  STATEMENT_TYPE,
  type Envelope,
  type Statement,
} from './envelope.ts';

/** Signs bytes with Ed25519 (RFC 8032). */
export interface Signer {
  /** names the public key in /.well-known/leith-keys.json */
  readonly keyId: string;
  /** 64 bytes */
  sign(message: Uint8Array): Uint8Array;
}

/** `data/evidence.dsse.json`: the digests of all other files under `data/`, signed. */
export function signedEvidence(
  report: EvidenceReport,
  files: readonly Pick<PackageFile, 'path' | 'sha256'>[],
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
  return textFile(SIGNATURE_PATH, envelopeText(envelope));
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
