import { Problem } from '../../core/problem/problem.ts';
import { SIGNATURE_PATH, TIMESTAMP_PATH } from '../package/envelope.ts';
import { manifest } from '../package/manifest.ts';
import type { EvidenceReport } from '../report/evidence-report.ts';
import { failed, type Check, type Sha256 } from './check.ts';
import { archiveOf, checkForm, isPayload, tagPaths, type FoundPackage } from './check-form.ts';
import { listedIn } from './listed-in.ts';
import { EVIDENCE, readReport } from './read-report.ts';
import { readSigned, type Signed } from './read-signed.ts';
import { unpackPackage } from './unpack-package.ts';

/** What a package by itself shows: the digests and the form of all its files, and what its signature is about. */
export interface Inspection {
  /** null: there is none that could be read */
  readonly evidence: EvidenceReport | null;
  readonly checks: readonly Check[];
  readonly signed: Signed;
  /** of the archive, or of the one that a whole folder was; null: some of it is absent */
  readonly sha256: string | null;
  /** copies of their own: they may be handed on while the package is still read */
  readonly vouching: SignatureFiles;
}

/** The two files that no signature covers, copied: they go where the package may not; undefined: it is not there. */
export interface SignatureFiles {
  readonly envelope: Uint8Array | undefined;
  readonly timestamp: Uint8Array | undefined;
}

/** The files of a package that lie in a folder, as `unzip` leaves them. */
export interface FolderPackage {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** the paths of what else lies there; it is not read */
  readonly others: readonly string[];
}

/** The files of `data/` that are about the result rather than part of it. */
const ABOUT = /^data\/(evidence.*\.(json|tst)|report\.html|ro-crate-metadata\.json)$/;

export async function inspectArchive(zip: Uint8Array, sha256: Sha256): Promise<Inspection> {
  let files: ReadonlyMap<string, Uint8Array>;
  try {
    files = unpackPackage(zip);
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof RangeError)) throw error;
    const detail = 'the file is no ZIP of files that are stored as they are, or it is cut short';
    const checks = [failed('archive', detail)];
    const vouching = { envelope: undefined, timestamp: undefined };
    return { evidence: null, checks, signed: { kind: 'unsigned' }, sha256: null, vouching };
  }
  return inspect({ files, others: [], zip }, sha256);
}

export function inspectFolder(folder: FolderPackage, sha256: Sha256): Promise<Inspection> {
  return inspect({ ...folder, zip: null }, sha256);
}

async function inspect(found: Omit<FoundPackage, 'digests'>, sha256: Sha256): Promise<Inspection> {
  const { files, zip } = found;
  const digests = new Map<string, string>();
  for (const [path, bytes] of files) digests.set(path, await sha256(bytes));
  const evidence = readReport(files.get(EVIDENCE));
  const signed = readSigned(files.get(SIGNATURE_PATH), digests, evidence, zip === null);
  const lacks = lacking(files, signed, evidence);
  const form = checkForm({ ...found, digests }, evidence, signed, lacks);
  const checks = [
    ...(zip ? [] : [completeCheck(lacks)]),
    manifestCheck('manifest-sha256.txt', files, digests, isPayload, zip === null),
    manifestCheck('tagmanifest-sha256.txt', files, digests, isTag, zip === null),
    await reportCheck(evidence, digests, lacks, sha256),
    form,
  ].filter((check) => check !== null);
  const whole = lacks.length === 0 && form.passed === true;
  const archive = whole ? (zip ?? joined(archiveOf(found, signed))) : null;
  const copyOf = (path: string) => files.get(path)?.slice();
  const vouching = { envelope: copyOf(SIGNATURE_PATH), timestamp: copyOf(TIMESTAMP_PATH) };
  return { evidence, checks, signed, sha256: archive && (await sha256(archive)), vouching };
}

function isTag(path: string): boolean {
  return !isPayload(path) && path !== 'tagmanifest-sha256.txt';
}

/** What was signed, or is listed, or is part of every package, and is not there. */
function lacking(
  files: ReadonlyMap<string, Uint8Array>,
  signed: Signed,
  evidence: EvidenceReport | null,
): string[] {
  const listed = listedIn(files.get('manifest-sha256.txt'));
  const signedFiles = signed.kind === 'signed' ? [...signed.files.keys()] : [];
  const outputs = evidence?.outputs.map(({ path }) => path) ?? [];
  const wanted = new Set([...tagPaths(), EVIDENCE, ...signedFiles, ...listed.keys(), ...outputs]);
  return [...wanted].filter((path) => !files.has(path));
}

function completeCheck(lacks: readonly string[]): Check {
  const name = 'complete';
  if (lacks.length > 0) return failed(name, `the folder lacks ${lacks.join(', ')}`);
  return { name, passed: true, detail: 'every file of the package is there' };
}

/**
 * Every file is listed with its digest, and nothing else is.
 * @param isPartial what is absent is told of elsewhere
 */
function manifestCheck(
  name: string,
  files: ReadonlyMap<string, Uint8Array>,
  digests: ReadonlyMap<string, string>,
  covered: (path: string) => boolean,
  isPartial: boolean,
): Check | null {
  const bytes = files.get(name);
  if (!bytes) return isPartial ? null : failed(name, 'it is missing');
  const listed = listedIn(bytes);
  const paths = new Set([...listed.keys(), ...[...files.keys()].filter(covered)]);
  const wrong = [...paths].filter(
    (path) => listed.get(path) !== digests.get(path) && !(isPartial && !files.has(path)),
  );
  if (wrong.length > 0) return failed(name, `differs for ${wrong.join(', ')}`);
  const there = [...listed.keys()].filter((path) => files.has(path)).length;
  return { name, passed: true, detail: `${there} files are as listed` };
}

/** The report's own digests are those of the files. */
async function reportCheck(
  evidence: EvidenceReport | null,
  digests: ReadonlyMap<string, string>,
  lacks: readonly string[],
  digestOf: Sha256,
): Promise<Check> {
  const name = 'evidence report';
  if (!evidence) return failed(name, `${EVIDENCE} is missing or not valid`);
  const wrong = evidence.outputs.filter(
    ({ path, sha256 }) => digests.get(path) !== sha256 && !lacks.includes(path),
  );
  if (wrong.length > 0)
    return failed(name, `its digests differ for ${wrong.map(({ path }) => path).join(', ')}`);
  const results = new Set(evidence.outputs.map(({ path }) => path));
  const others = [...digests.keys()].filter(
    (path) => isPayload(path) && !ABOUT.test(path) && !results.has(path),
  );
  if (others.length > 0) return failed(name, `it does not name ${others.join(', ')}`);
  const { payload_sha256 } = evidence;
  const digest = await digestOf(new TextEncoder().encode(manifest(evidence.outputs)));
  return digest === payload_sha256
    ? { name, passed: true, detail: `payload_sha256 ${digest}` }
    : failed(name, `the payload’s digest is ${digest}, the report says ${payload_sha256}`);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}
