import {
  fromBase64,
  openEnvelope,
  PAYLOAD_TYPE,
  PREDICATE_TYPE,
  SIGNATURE_PATH,
  STATEMENT_TYPE,
  unlikeSigned,
} from '../../formats/package/envelope.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';

/** What a package brings of its signature. The public key is not in it: that comes from the service. */
export type Signed =
  | { readonly kind: 'unsigned' }
  /** in words why no key could make it hold */
  | { readonly kind: 'broken'; readonly detail: string }
  | {
      readonly kind: 'signed';
      /** names the key, RFC 7638 */
      readonly keyId: string;
      readonly message: Uint8Array<ArrayBuffer>;
      readonly signature: Uint8Array<ArrayBuffer>;
      /** how many the signature is about */
      readonly files: number;
    };

/**
 * Compares what was signed with the package: every file under `data/`, and the report it is about. Whether the
 * signature is one of a key is checked by check-signature.ts.
 * @param digests SHA-256 of every file, hexadecimal; null: not known, and not compared
 */
export function readSignature(
  bytes: Uint8Array | undefined,
  digests: ReadonlyMap<string, string> | null,
  report: EvidenceReport,
): Signed {
  if (!bytes) return { kind: 'unsigned' };
  try {
    const { payloadType, statement, message, first } = openEnvelope(bytes);
    const ours =
      payloadType === PAYLOAD_TYPE &&
      statement._type === STATEMENT_TYPE &&
      statement.predicateType === PREDICATE_TYPE;
    if (!ours || !first) return broken('what was signed is no statement of this service about a package');
    const wrong = digests ? unlikeSigned(statement, digests) : [];
    if (wrong.length > 0) return broken(`what was signed differs for ${wrong.join(', ')}`);
    const { evidence_report_id, payload_sha256 } = statement.predicate;
    const same = evidence_report_id === report.evidence_report_id && payload_sha256 === report.payload_sha256;
    if (!same) return broken('what was signed is another report');
    const signature = fromBase64(first.sig);
    return { kind: 'signed', keyId: first.keyid, message, signature, files: statement.subject.length };
  } catch {
    return broken(`${SIGNATURE_PATH} can’t be read`);
  }
}

function broken(detail: string): Signed {
  return { kind: 'broken', detail };
}
