import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import type { Integrity } from './opened-package.ts';

/** SHA-256, hexadecimal. */
export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;

/** SHA-256 of every file; null where it can't be computed. */
export async function digestsOf(
  files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>,
  sha256: Sha256 | null,
): Promise<ReadonlyMap<string, string> | null> {
  if (!sha256) return null;
  const found = new Map<string, string>();
  for (const [path, bytes] of Object.entries(files)) found.set(path, await sha256(bytes));
  return found;
}

/**
 * Compares every file with the manifest in the package, and the outputs with what the evidence report says of them.
 * This tells damage, not forgery: who changes a file can change the manifest too. The signature tells that.
 */
export function checkDigests(
  files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>,
  report: EvidenceReport,
  digests: ReadonlyMap<string, string> | null,
): Integrity {
  const manifest = files['manifest-sha256.txt'];
  if (!digests) {
    return unknown(
      'Not compared with its digests: this page was not served over HTTPS or from this machine.',
    );
  }
  if (!manifest) return unknown('The ZIP holds no manifest-sha256.txt to compare its files with.');
  const wanted = new Map(manifestLines(new TextDecoder().decode(manifest)));
  for (const { path, sha256: digest } of report.outputs) if (!wanted.has(path)) wanted.set(path, digest);
  const bad = [...wanted].filter(([path, digest]) => digests.get(path) !== digest).map(([path]) => path);
  const unlike = report.outputs.filter(({ path, sha256: digest }) => digests.get(path) !== digest);
  const wrong = [...new Set([...bad, ...unlike.map(({ path }) => path)])];
  if (wrong.length === 0) {
    return {
      holds: true,
      files: wanted.size,
      detail: `All ${wanted.size} files match their SHA-256 digests.`,
    };
  }
  const names = wrong.map((path) => (files[path] ? path : `${path} (missing)`)).join(', ');
  return {
    holds: false,
    files: wanted.size,
    detail: `${wrong.length} of ${wanted.size} files differ from their SHA-256 digests: ${names}.`,
  };
}

function* manifestLines(text: string): Generator<[string, string]> {
  for (const line of text.split('\n')) {
    const [, digest, path] = /^([0-9a-f]{64})\s+(.+?)\s*$/.exec(line) ?? [];
    if (digest && path) yield [path, digest];
  }
}

function unknown(detail: string): Integrity {
  return { holds: null, files: 0, detail };
}
