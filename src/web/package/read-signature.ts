import {
  PAYLOAD_TYPE,
  PREDICATE_TYPE,
  preAuthentication,
  STATEMENT_TYPE,
  type Envelope,
  type Statement,
} from '../../formats/package/envelope.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';

const SIGNATURE = 'data/evidence.dsse.json';

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
    const envelope = JSON.parse(new TextDecoder().decode(bytes)) as Envelope;
    const payload = decode(envelope.payload);
    const statement = JSON.parse(new TextDecoder().decode(payload)) as Statement;
    const [first] = envelope.signatures;
    const ours =
      envelope.payloadType === PAYLOAD_TYPE &&
      statement._type === STATEMENT_TYPE &&
      statement.predicateType === PREDICATE_TYPE;
    if (!ours || !first) return broken('what was signed is no statement of this service about a package');
    const wrong = digests ? unlike(statement, digests) : [];
    if (wrong.length > 0) return broken(`what was signed differs for ${wrong.join(', ')}`);
    const { evidence_report_id, payload_sha256 } = statement.predicate;
    const same = evidence_report_id === report.evidence_report_id && payload_sha256 === report.payload_sha256;
    if (!same) return broken('what was signed is another report');
    return {
      ...{
        kind: 'signed',
        keyId: first.keyid,
        signature: decode(first.sig),
        files: statement.subject.length,
      },
      message: preAuthentication(PAYLOAD_TYPE, payload) as Uint8Array<ArrayBuffer>,
    };
  } catch {
    return broken(`${SIGNATURE} can’t be read`);
  }
}

function broken(detail: string): Signed {
  return { kind: 'broken', detail };
}

/** Files that were signed and are not there like that, and files that are there and were not signed. */
function unlike({ subject }: Statement, digests: ReadonlyMap<string, string>): string[] {
  const signed = new Map(subject.map(({ name, digest }) => [name, digest.sha256]));
  const present = [...digests.keys()].filter((path) => path.startsWith('data/') && path !== SIGNATURE);
  return [...new Set([...signed.keys(), ...present])].filter(
    (path) => signed.get(path) !== digests.get(path),
  );
}

function decode(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
