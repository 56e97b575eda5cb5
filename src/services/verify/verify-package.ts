import {
  fromBase64,
  openEnvelope,
  PAYLOAD_TYPE,
  SIGNATURE_PATH,
  unlikeSigned,
} from '../../formats/package/envelope.ts';
import { bagFiles } from '../../formats/package/bag.ts';
import { sha256 } from '../../formats/package/digests.ts';
import { packageFile } from '../../formats/package/package-file.ts';
import { storedZip } from '../../formats/package/stored-zip.ts';
import { evidenceReportSchema, type EvidenceReport } from '../../formats/report/evidence-report.ts';
import { verifies, type PublicKey } from '../signing/ed25519.ts';
import { unpackPackage } from './read-package.ts';

export interface Check {
  /** what was checked, in a few words */
  readonly name: string;
  /** null: could not be checked with what was given */
  readonly passed: boolean | null;
  readonly detail: string;
}

export interface Verification {
  readonly evidence: EvidenceReport | null;
  readonly checks: readonly Check[];
}

const EVIDENCE = 'data/evidence.json';
/** The files of `data/` that are about the result rather than part of it. */
const ABOUT = /^data\/(evidence.*\.json|report\.html|ro-crate-metadata\.json)$/;

/**
 * Checks a result package against itself and against public keys: that nothing was changed since it was made, and who
 * vouches for it. Whether its numbers are right only doing it again shows.
 * @param keys null: the signature is only checked to be there
 */
export function verifyPackage(zip: Uint8Array, keys: readonly PublicKey[] | null): Verification {
  const files = unpackPackage(zip);
  const digests = new Map([...files].map(([path, bytes]) => [path, sha256([bytes])]));
  const evidence = parseEvidence(files.get(EVIDENCE));
  const checks = [
    manifestCheck('manifest-sha256.txt', files, digests, (path) => path.startsWith('data/')),
    manifestCheck('tagmanifest-sha256.txt', files, digests, (path) => isTag(path)),
    reportCheck(evidence, digests),
    formCheck(zip, files, evidence),
    signatureCheck(files.get(SIGNATURE_PATH), evidence, digests, keys),
  ];
  return { evidence, checks };
}

/**
 * The archive is, byte for byte, the one that is made of these files in this order. The bag's own files follow from what
 * is signed, so that nothing in a package is without a signature: no file more, no comment, no other header.
 */
function formCheck(
  zip: Uint8Array,
  files: ReadonlyMap<string, Uint8Array>,
  evidence: EvidenceReport | null,
): Check {
  const name = 'form';
  if (!evidence) return { name, passed: false, detail: 'without a report nothing says what it should be' };
  const data = [...files].filter(([path]) => path.startsWith('data/'));
  const payload = data.map(([path, bytes]) => packageFile(path, [bytes]));
  const bag = bagFiles(payload, evidence);
  const own = new Map(bag.map((file) => [file.path, file.sha256]));
  const strangers = [...files].filter(
    ([path, bytes]) => !path.startsWith('data/') && own.get(path) !== sha256([bytes]),
  );
  const missing = bag.filter(({ path }) => !files.has(path));
  const wrong = [...strangers.map(([path]) => path), ...missing.map(({ path }) => path)];
  if (wrong.length > 0)
    return {
      name,
      passed: false,
      detail: `not part of such a package, or not as it is made: ${wrong.join(', ')}`,
    };
  const same = sha256([zip]) === sha256(storedZip([...bag, ...payload]));
  const detail = same
    ? 'every byte belongs to a file of the package'
    : 'the archive holds bytes, an order or headers that no such package has';
  return { name, passed: same, detail };
}

function isTag(path: string): boolean {
  return !path.startsWith('data/') && path !== 'tagmanifest-sha256.txt';
}

/** Every file is listed with its digest, and nothing else is. */
function manifestCheck(
  name: string,
  files: ReadonlyMap<string, Uint8Array>,
  digests: ReadonlyMap<string, string>,
  covered: (path: string) => boolean,
): Check {
  const manifest = files.get(name);
  if (!manifest) return { name, passed: false, detail: 'it is missing' };
  const lines = new TextDecoder().decode(manifest).trimEnd().split('\n');
  const listed = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const wrong = [...new Set([...listed.keys(), ...[...files.keys()].filter(covered)])].filter(
    (path) => listed.get(path) !== digests.get(path),
  );
  const detail =
    wrong.length === 0 ? `${listed.size} files are as listed` : `differs for ${wrong.join(', ')}`;
  return { name, passed: wrong.length === 0, detail };
}

function parseEvidence(bytes: Uint8Array | undefined): EvidenceReport | null {
  try {
    return evidenceReportSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}

/** The report's own digests are those of the files. */
function reportCheck(evidence: EvidenceReport | null, digests: ReadonlyMap<string, string>): Check {
  const name = 'evidence report';
  if (!evidence) return { name, passed: false, detail: `${EVIDENCE} is missing or not valid` };
  const results = [...digests.keys()].filter((path) => path.startsWith('data/') && !ABOUT.test(path)).sort();
  const wrong = evidence.outputs.filter(({ path, sha256: digest }) => digests.get(path) !== digest);
  const manifest = results.map((path) => `${digests.get(path)}  ${path}\n`).join('');
  const payload = sha256([new TextEncoder().encode(manifest)]);
  if (wrong.length > 0) {
    return {
      name,
      passed: false,
      detail: `its digests differ for ${wrong.map(({ path }) => path).join(', ')}`,
    };
  }
  if (payload !== evidence.payload_sha256) {
    return {
      name,
      passed: false,
      detail: `the payload’s digest is ${payload}, the report says ${evidence.payload_sha256}`,
    };
  }
  return { name, passed: true, detail: `payload_sha256 ${payload}` };
}

function signatureCheck(
  bytes: Uint8Array | undefined,
  evidence: EvidenceReport | null,
  digests: ReadonlyMap<string, string>,
  keys: readonly PublicKey[] | null,
): Check {
  const name = 'signature';
  const failed = (detail: string): Check => ({ name, passed: false, detail });
  if (!bytes) return { name, passed: null, detail: 'the package is not signed' };
  try {
    const { payloadType, statement, message, first } = openEnvelope(bytes);
    const wrong = unlikeSigned(statement, digests);
    if (wrong.length > 0) return failed(`what was signed differs for ${wrong.join(', ')}`);
    const order = [...digests.keys()].filter((path) => path.startsWith('data/') && path !== SIGNATURE_PATH);
    if (statement.subject.some((subject, k) => subject.name !== order[k]))
      return failed('the files are in another order than they were signed in');
    if (statement.predicate.payload_sha256 !== evidence?.payload_sha256)
      return failed('it is of another report');
    if (payloadType !== PAYLOAD_TYPE || !first) return failed('the envelope is not one of ours');
    const { keyid, sig } = first;
    if (!keys) return { name, passed: null, detail: `by ${keyid}; give its public key to check it` };
    const key = keys.find(({ kid }) => kid === keyid);
    if (!key) return failed(`by ${keyid}, which is not among the ${keys.length} keys given`);
    if (!verifies(key, message, fromBase64(sig))) return failed(`it is not one of ${keyid}`);
    return { name, passed: true, detail: `by ${keyid}` };
  } catch {
    return failed(`${SIGNATURE_PATH} can’t be read`);
  }
}
