import {
  fromBase64,
  openEnvelope,
  PAYLOAD_TYPE,
  PREDICATE_TYPE,
  SIGNATURE_PATH,
  STATEMENT_TYPE,
  TIMESTAMP_PATH,
  unlikeSigned,
  withSignature,
  type Statement,
} from '../package/envelope.ts';
import type { EvidenceReport } from '../report/evidence-report.ts';

/** What a package brings of its signature. The public key is not in it: that comes from elsewhere. */
export type Signed =
  | { readonly kind: 'unsigned' }
  /** in words why no key could make it hold */
  | { readonly kind: 'broken'; readonly detail: string }
  | SignedPackage;

export interface SignedPackage {
  readonly kind: 'signed';
  /** names the key, RFC 7638 */
  readonly keyId: string;
  readonly message: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
  /** when it was signed, as whoever signed it says */
  readonly createdAt: string;
  /** SHA-256 of every file under `data/` but the signature itself, in the order of the package */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Compares what was signed with the package: every file under `data/`, and the report it is about. Whether the
 * signature is one of a key is checked by check-signature.ts.
 * @param digests SHA-256 of every file that is there, hexadecimal
 * @param isPartial files that were signed may be absent
 */
export function readSigned(
  bytes: Uint8Array | undefined,
  digests: ReadonlyMap<string, string>,
  report: EvidenceReport | null,
  isPartial: boolean,
): Signed {
  if (!bytes) return { kind: 'unsigned' };
  try {
    const { payloadType, statement, message, first } = openEnvelope(bytes);
    const ours =
      payloadType === PAYLOAD_TYPE &&
      statement._type === STATEMENT_TYPE &&
      statement.predicateType === PREDICATE_TYPE;
    if (!ours || !first) return broken('what was signed is no statement of this service about a package');
    const wrong = unlikeSigned(statement, digests).filter((path) => !isPartial || digests.has(path));
    if (wrong.length > 0) return broken(`what was signed differs for ${wrong.join(', ')}`);
    if (!isAbout(statement, report)) return broken('what was signed is another report');
    const files = new Map(statement.subject.map(({ name, digest }) => [name, digest.sha256]));
    if (files.size !== statement.subject.length) return broken('a file was signed twice');
    return {
      ...{ kind: 'signed', keyId: first.keyid, message, signature: fromBase64(first.sig), files },
      createdAt: statement.predicate.created_at,
    };
  } catch {
    return broken(`${SIGNATURE_PATH} can’t be read, or is not written as it is made`);
  }
}

function isAbout({ predicate }: Statement, report: EvidenceReport | null): boolean {
  const names = ['evidence_report_id', 'archive_id', 'created_at', 'payload_sha256'] as const;
  return report !== null && names.every((name) => predicate[name] === report[name]);
}

/** The files of `data/` in the order that was signed, the signature and its timestamp in their place. */
export function signedOrder({ files }: SignedPackage, isTimestamped: boolean): string[] {
  const signed = [...files.keys()].map((path) => ({ path }));
  const about = [SIGNATURE_PATH, ...(isTimestamped ? [TIMESTAMP_PATH] : [])].map((path) => ({ path }));
  return withSignature(signed, about).map(({ path }) => path);
}

function broken(detail: string): Signed {
  return { kind: 'broken', detail };
}
