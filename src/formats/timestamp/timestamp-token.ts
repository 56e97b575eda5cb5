import { Integer, ObjectIdentifier, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  ExtKeyUsage,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

/*
 * Timestamps of RFC 3161: the word of an authority that some bytes were there at a time. The only file that knows ASN.1.
 */

const SHA256 = '2.16.840.1.101.3.4.2.1';
/** SHA-256, SHA-384 and SHA-512: what an authority may sign with */
const DIGESTS = [SHA256, '2.16.840.1.101.3.4.2.2', '2.16.840.1.101.3.4.2.3'];
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
/** granted, and granted with modifications */
const GRANTED = [0, 1];
/** Such a token has less than 1 kB; with a long signature and a long name, a few. */
const MOST_BYTES = 65_536;

/** A certificate of an authority whose word is believed. */
export interface Authority {
  readonly name: string;
  readonly certificate: Certificate;
}

export interface TimestampToken {
  /** SHA-256 of what was there, hexadecimal */
  readonly imprint: string;
  /** not later than this, RFC 3339: the authority's time and what it may be off by */
  readonly time: string;
  /** what the question gave; null: it gave none */
  readonly nonce: bigint | null;
  /** as it was read */
  readonly bytes: Uint8Array;
}

/**
 * A question about bytes. No certificate is asked for: whoever checks has it already, and nobody signs those in an answer.
 * @param imprint SHA-256 of the bytes, hexadecimal
 * @param nonce a number that nobody can guess
 */
export function timestampQuery(imprint: string, nonce: bigint): Uint8Array<ArrayBuffer> {
  const query = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }),
      hashedMessage: new OctetString({ valueHex: bytesOf(imprint).buffer }),
    }),
    nonce: Integer.fromBigInt(nonce),
    certReq: false,
  });
  return new Uint8Array(query.toSchema().toBER());
}

/**
 * The token of an authority's answer, in the one form that is taken here: without the certificates and further words that
 * its signature does not cover.
 * @throws Error in words
 */
export function tokenOfReply(reply: Uint8Array): Uint8Array<ArrayBuffer> {
  const { status, timeStampToken } = TimeStampResp.fromBER(exactly(reply));
  if (!GRANTED.includes(status.status) || !timeStampToken) {
    const why = status.statusStrings?.map(({ valueBlock }) => valueBlock.value).join('; ');
    throw new Error(`it refused (status ${status.status}${why ? `: ${why}` : ''})`);
  }
  const signed = new SignedData({ schema: timeStampToken.content });
  delete signed.certificates;
  delete signed.crls;
  for (const signer of signed.signerInfos) delete signer.unsignedAttrs;
  return encoded(signed);
}

/** null: it is no such token, or one that is written in another way, so that something in it may be nobody's word. */
export function readToken(bytes: Uint8Array): TimestampToken | null {
  try {
    if (bytes.byteLength > MOST_BYTES) return null;
    const { contentType, content } = ContentInfo.fromBER(exactly(bytes));
    if (contentType !== SIGNED_DATA) return null;
    const signed = new SignedData({ schema: content });
    const again = encoded(signed);
    const isWritten = again.byteLength === bytes.byteLength && again.every((byte, i) => byte === bytes[i]);
    return isWritten && isBare(signed) ? tokenOf(signed, bytes) : null;
  } catch {
    return null;
  }
}

/** One signature over this kind of content and nothing beside it. */
function isBare({
  certificates,
  crls,
  signerInfos,
  encapContentInfo,
  digestAlgorithms,
}: SignedData): boolean {
  const [signer, ...others] = signerInfos;
  if (!signer || others.length > 0 || certificates || crls || signer.unsignedAttrs) return false;
  const types = (signer.signedAttrs?.attributes ?? []).filter(({ type }) => type === CONTENT_TYPE);
  const said = types.flatMap(({ values }) =>
    values.map((value) => value instanceof ObjectIdentifier && value.getValue()),
  );
  const digest = signer.digestAlgorithm.algorithmId;
  const isOfTime = encapContentInfo.eContentType === TST_INFO && said.length === 1 && said[0] === TST_INFO;
  const isOfOne = digestAlgorithms.length === 1 && digestAlgorithms[0]!.algorithmId === digest;
  return isOfTime && isOfOne && DIGESTS.includes(digest);
}

function tokenOf(signed: SignedData, bytes: Uint8Array): TimestampToken | null {
  const content = signed.encapContentInfo.eContent;
  if (!content) return null;
  const { version, messageImprint, genTime, accuracy, nonce } = TSTInfo.fromBER(content.getValue());
  const { hashAlgorithm, hashedMessage } = messageImprint;
  if (version !== 1 || hashAlgorithm.algorithmId !== SHA256) return null;
  const { seconds = 0, millis = 0, micros = 0 } = accuracy ?? {};
  genTime.setTime(genTime.getTime() + 1000 * seconds + millis + Math.ceil(micros / 1000));
  return {
    imprint: hex(hashedMessage.valueBlock.valueHexView),
    time: genTime.toISOString(),
    nonce: nonce ? nonce.toBigInt() : null,
    bytes,
  };
}

/**
 * Which authority signed a token, while its certificate was good and for this purpose; null: none of them did.
 * @param message what the imprint is of
 */
export async function signerOfToken(
  { bytes, time }: TimestampToken,
  message: Uint8Array<ArrayBuffer>,
  authorities: readonly Authority[],
): Promise<Authority | null> {
  for (const authority of authorities) {
    const { certificate } = authority;
    const [from, until] = [certificate.notBefore, certificate.notAfter].map(({ value }) =>
      value.toISOString(),
    );
    // all of them in UTC with milliseconds
    if (time < from! || time > until!) continue;
    const signed = new SignedData({ schema: ContentInfo.fromBER(exactly(bytes)).content });
    signed.certificates = [certificate];
    const data = exactly(message);
    if (await signed.verify({ signer: 0, data }).catch(() => false)) return authority;
  }
  return null;
}

/**
 * The certificates in a PEM file, of those who may give timestamps.
 * @throws Error in words
 */
export function readAuthorities(pem: string): Authority[] {
  const blocks = [
    ...pem.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g),
  ];
  if (blocks.length === 0) throw new Error('there is no certificate in it (PEM)');
  return blocks.map(([, base64]) => {
    const certificate = readCertificate(base64!.replaceAll(/\s/g, ''));
    const usage = certificate?.extensions?.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)?.parsedValue;
    if (!certificate) throw new Error('a certificate in it can’t be read');
    const name = certificate.subject.typesAndValues
      .map(({ value }) => String(value.valueBlock.value))
      .join(', ');
    if (!(usage instanceof ExtKeyUsage) || !usage.keyPurposes.includes(TIME_STAMPING))
      throw new Error(`the certificate of ${name} is not one for timestamps`);
    return { name, certificate };
  });
}

function readCertificate(base64: string): Certificate | null {
  try {
    return Certificate.fromBER(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
  } catch {
    return null;
  }
}

function encoded(signed: SignedData): Uint8Array<ArrayBuffer> {
  const content = new ContentInfo({ contentType: SIGNED_DATA, content: signed.toSchema(true) });
  return new Uint8Array(content.toSchema().toBER());
}

/** Memory of its own, as the library reads from where a buffer begins. */
function exactly(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}

function bytesOf(hexadecimal: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hexadecimal.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
