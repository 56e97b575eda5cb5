import '../worker/symbol-dispose.ts';
import { Problem } from '../../core/problem/problem.ts';
import { parseRecipe } from '../../core/recipe/recipe.ts';
import { reconstruct } from '../../core/reconstruct.ts';
import { checkFrames } from '../../formats/judge/check-frames.ts';
import { verifyResult, type Again, type VerifiedResult } from '../../formats/judge/verify-result.ts';
import { encodePayload } from '../../formats/package/payload.ts';
import { payloadDigest } from '../../formats/package/payload-digest.ts';
import { buildEvidenceReport } from '../../formats/report/build-evidence-report.ts';
import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import { readAuthorities, type Authority } from '../../formats/timestamp/timestamp-token.ts';
import { failed, type Check } from '../../formats/verify/check.ts';
import {
  checkInputs,
  compareAgain,
  profileOf,
  refusedAgain,
  type Software,
} from '../../formats/verify/compare-again.ts';
import { readTrust, type KeyDocument, type TrustedKey } from '../../formats/verify/key-list.ts';
import { notRepeated, packageVerdict } from '../../formats/verify/verdict.ts';
import { readFrames } from '../engine/read-frames.ts';
import { verifierWith } from '../package/browser-verifier.ts';
import { loadKernels, sha256Of } from '../worker/load-kernels.ts';
import type { About, GivenFiles, Verified, VerifyReply, VerifyTask } from './verify-message.ts';

/*
 * `leith verify` in the page: the same checks and the same words (src/formats/judge), the service's own engine and
 * kernels. Nothing is sent, and once it is ready nothing is fetched.
 */

const loading = loadKernels();
loading.then(
  () => send({ ready: true }),
  () => undefined,
);

self.onmessage = ({ data }: MessageEvent<VerifyTask>) => void answer(data);

async function answer(task: VerifyTask): Promise<void> {
  try {
    send({ result: await verify(task) });
  } catch (cause) {
    send({ refusal: cause instanceof Error ? cause.message : String(cause) });
  }
}

function send(reply: VerifyReply): void {
  (self as unknown as Worker).postMessage(reply);
}

/** What a person gave that can't be used: named, and nothing is believed. */
class Unusable extends Error {
  readonly check: Check;
  constructor(name: string, cause: unknown) {
    super(name);
    this.check = failed(name, cause instanceof Error ? cause.message : String(cause));
  }
}

async function verify(task: VerifyTask): Promise<Verified> {
  let about: About | null = null;
  const allowed = { unsigned: false, partial: false };
  try {
    const { keys, root } = await keysOf(task);
    const { given } = task;
    const [proof, checkpoint, consistency] = await textsOf(given, ['proof', 'checkpoint', 'consistency']);
    const log = { proof: proof!, checkpoint: checkpoint!, consistency: consistency! };
    const believed = { keys, authorities: await authoritiesOf(given), log, allowed };
    const again: Again = (evidence, files) => {
      about = aboutOf(evidence);
      return repeated(evidence, files, given);
    };
    const found = new Uint8Array(await given.package.arrayBuffer());
    const now = new Date().toISOString();
    const result = await verifyResult(found, { ...believed, now }, verifierWith(crypto.subtle), again);
    return { ...result, about, root };
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    const checks = [error.check];
    const verdict: VerifiedResult = { ...packageVerdict(checks, allowed), checks };
    return { ...verdict, about, root: null };
  }
}

async function keysOf({ given, served, root }: VerifyTask): Promise<{
  readonly keys: readonly TrustedKey[] | null;
  readonly root: string | null;
}> {
  try {
    const document = given.keys ? (JSON.parse(await given.keys.text()) as KeyDocument) : served;
    if (!document) return { keys: null, root: null };
    const { verifies, sha256 } = verifierWith(crypto.subtle);
    const pin = root.trim() === '' ? null : root.trim();
    const keys = await readTrust(document, pin, verifies, sha256);
    return { keys, root: document.root?.kid ?? null };
  } catch (cause) {
    throw new Unusable('keys', cause);
  }
}

async function authoritiesOf({ authorities }: GivenFiles): Promise<Authority[] | null> {
  try {
    return authorities && readAuthorities(await authorities.text());
  } catch (cause) {
    throw new Unusable('timestamp', cause);
  }
}

function textsOf(given: GivenFiles, roles: readonly (keyof GivenFiles)[]): Promise<(string | null)[]> {
  return Promise.all(roles.map(async (role) => (await given[role]?.text()) ?? null));
}

function aboutOf({ evidence_report_id, created_at, software, input, background }: EvidenceReport): About {
  return {
    ...{ evidence_report_id, created_at, input_sha256: input.sha256 },
    software: `${software.name} ${software.version}`,
    hasBackground: Boolean(background),
  };
}

/** What doing it again shows, as src/services/verify does it on the command line. */
async function repeated(
  evidence: EvidenceReport,
  files: ReadonlyMap<string, Uint8Array>,
  { hologram, background }: GivenFiles,
): Promise<readonly Check[]> {
  if (evidence.sequence) {
    const detail = 'it is a sequence: leith verify --frames does some of its frames again';
    return [checkFrames(evidence, files), { ...notRepeated, detail }];
  }
  if (!hologram) return [notRepeated];
  const inputs = checkInputs(evidence, {
    hologram: await digestOf(hologram),
    background: background && (await digestOf(background)),
  });
  if (inputs.some(({ passed }) => passed === false)) return inputs;
  const { kernels, sha256 } = await loading;
  const software: Software = { version: import.meta.env.LEITH_VERSION, kernel_sha256: await sha256() };
  try {
    const recipe = parseRecipe(evidence.parameters.requested);
    tell('decode', 0);
    const read = await readFrames({ hologram, background }, recipe);
    const made = reconstruct(kernels, read.frames, recipe, tell, profileOf(evidence));
    tell('package', 0.98);
    const payload = encodePayload(kernels, made);
    const outputs = payload.files.map(({ output }) => output);
    const { evidence_report_id, archive_id, created_at, requester } = evidence;
    const context = {
      ...{ evidence_report_id, archive_id, created_at, requester, software: evidence.software },
      ...{ input: read.input, background: read.background, requested: evidence.parameters.requested },
      calibration: made.calibration ?? null,
    };
    const flags = [...read.flags, ...made.flags];
    const digest = payloadDigest(payload.files);
    const report = buildEvidenceReport({ ...made, flags }, context, outputs, digest);
    const bytes = () => new Map(payload.files.map(({ path, pieces }) => [path, joined(pieces)]));
    return [...inputs, compareAgain(evidence, files, { evidence: report, files: bytes }, software)];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [...inputs, refusedAgain(evidence, software, `it is refused: ${error.message}`)];
  }
}

async function digestOf(file: File): Promise<string> {
  return (await sha256Of(new Uint8Array(await file.arrayBuffer()))) ?? '';
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

let told = 0;

/** Not more often than one sees. */
function tell(stage: string, fraction: number): void {
  const now = performance.now();
  if (now - told < 50) return;
  told = now;
  send({ progress: { stage, fraction } });
}
