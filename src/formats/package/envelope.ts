import type { EvidenceReport } from '../report/evidence-report.ts';

export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
export const PREDICATE_TYPE = 'urn:leith:evidence:v1';

/** Where a package keeps its envelope. */
export const SIGNATURE_PATH = 'data/evidence.dsse.json';

/** And the token (RFC 3161) that shows when the envelope was there: the one file that the signature can't cover, but which covers it. */
export const TIMESTAMP_PATH = 'data/evidence.dsse.tst';

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

/** An envelope as it is written: nothing in its file is without a meaning, so nothing can be added that was not signed. */
export function envelopeText(envelope: Envelope): string {
  const { payloadType, payload, signatures } = envelope;
  const written = { payloadType, payload, signatures: signatures.map(({ keyid, sig }) => ({ keyid, sig })) };
  return `${JSON.stringify(written, null, 2)}\n`;
}

/** The files of `data/` in their order: the signature, and its timestamp, come after the report that it is of. */
export function withSignature<File extends { readonly path: string }>(
  signed: readonly File[],
  signature: readonly File[],
): File[] {
  return signed.flatMap((file) => (file.path === 'data/evidence.json' ? [file, ...signature] : [file]));
}

/** DSSE's PAE: what is really signed, so that a signature over one type can't pass for one over another. */
export function preAuthentication(type: string, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const encode = (text: string) => new TextEncoder().encode(text);
  const head = encode(`DSSEv1 ${encode(type).byteLength} ${type} ${payload.byteLength} `);
  const message = new Uint8Array(head.byteLength + payload.byteLength);
  message.set(head);
  message.set(payload, head.byteLength);
  return message;
}

/** What an envelope says, without a word on whether its signature holds. */
export interface OpenedEnvelope {
  readonly payloadType: string;
  readonly statement: Statement;
  /** what was signed if `payloadType` is ours */
  readonly message: Uint8Array<ArrayBuffer>;
  /** the service writes one; undefined: there is none */
  readonly first: Envelope['signatures'][number] | undefined;
}

/** @throws where the bytes are no envelope, or one that is written in another way than ours */
export function openEnvelope(bytes: Uint8Array): OpenedEnvelope {
  const envelope = JSON.parse(new TextDecoder().decode(bytes)) as Envelope;
  const { payloadType, payload, signatures } = envelope;
  const first = signatures[0];
  // decoding forgives: what is read has to be what is written
  const written = new TextEncoder().encode(envelopeText(envelope));
  const encoded = [payload, ...signatures.map(({ sig }) => sig)];
  const same = isSame(bytes, written) && encoded.every((text) => btoa(atob(text)) === text);
  if (!same || signatures.length > 1) throw new Error('the envelope is written in another way');
  const signed = fromBase64(payload);
  return {
    payloadType,
    statement: JSON.parse(new TextDecoder().decode(signed)) as Statement,
    message: preAuthentication(PAYLOAD_TYPE, signed),
    first,
  };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, i) => byte === b[i]);
}

/**
 * Files that were signed and are not there like that, and files that are there and were not signed.
 * @param digests SHA-256 of every file of a package, hexadecimal
 */
export function unlikeSigned({ subject }: Statement, digests: ReadonlyMap<string, string>): string[] {
  const signed = new Map(subject.map(({ name, digest }) => [name, digest.sha256]));
  const present = [...digests.keys()].filter((path) => path.startsWith('data/') && !isAboutSignature(path));
  return [...new Set([...signed.keys(), ...present])].filter(
    (path) => signed.get(path) !== digests.get(path),
  );
}

/** What a signature can't cover: itself, and what shows when it was there. */
export function isAboutSignature(path: string): boolean {
  return path === SIGNATURE_PATH || path === TIMESTAMP_PATH;
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
