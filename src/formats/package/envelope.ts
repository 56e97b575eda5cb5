import type { EvidenceReport } from '../report/evidence-report.ts';

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

/** DSSE's PAE: what is really signed, so that a signature over one type can't pass for one over another. */
export function preAuthentication(type: string, payload: Uint8Array): Uint8Array {
  const encode = (text: string) => new TextEncoder().encode(text);
  const head = encode(`DSSEv1 ${encode(type).byteLength} ${type} ${payload.byteLength} `);
  const message = new Uint8Array(head.byteLength + payload.byteLength);
  message.set(head);
  message.set(payload, head.byteLength);
  return message;
}
