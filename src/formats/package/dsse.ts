import { Buffer } from 'node:buffer';
import { packageFile, textFile, type PackageFile } from './package-file.ts';
import type { EvidenceReport } from '../report/evidence-report.ts';
import {
  envelopeText,
  PAYLOAD_TYPE,
  PREDICATE_TYPE,
  preAuthentication,
  SIGNATURE_PATH,
  STATEMENT_TYPE,
  TIMESTAMP_PATH,
  type Envelope,
  type Statement,
} from './envelope.ts';

/** Signs bytes with Ed25519 (RFC 8032). */
export interface Signer {
  /** names the public key in /.well-known/leith-keys.json */
  readonly keyId: string;
  /** 64 bytes */
  sign(message: Uint8Array): Uint8Array;
  /** Has somebody else say when these bytes were there; absent: nobody is asked. Never fails. */
  timestamp?(bytes: Uint8Array): Promise<Timestamped>;
}

/** A token of RFC 3161, or why there is none. */
export type Timestamped = { readonly token: Uint8Array<ArrayBuffer> } | { readonly fault: string };

/** What vouches for a package: the envelope, and its timestamp where there is one. */
export interface Vouched {
  readonly files: readonly PackageFile[];
  /** why there is no timestamp; null: there is, or none was wanted */
  readonly timestampFault: string | null;
}

/** @param signer null: nobody vouches for it */
export async function vouchFor(
  report: EvidenceReport,
  files: readonly Pick<PackageFile, 'path' | 'sha256'>[],
  signer: Signer | null,
): Promise<Vouched> {
  if (!signer) return { files: [], timestampFault: null };
  const envelope = signedEvidence(report, files, signer);
  if (!signer.timestamp) return { files: [envelope], timestampFault: null };
  const answer = await signer.timestamp(envelope.pieces[0]!);
  if ('fault' in answer) return { files: [envelope], timestampFault: answer.fault };
  return { files: [envelope, packageFile(TIMESTAMP_PATH, [answer.token])], timestampFault: null };
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
