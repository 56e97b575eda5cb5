import type { EvidenceReport } from '../../formats/report/evidence-report.ts';
import type { Integrity } from './opened-package.ts';

/** SHA-256, hexadecimal. */
export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;

/**
 * Compares every file with the manifest in the package, and the outputs with what the evidence report says of them.
 * This tells damage, not forgery: who changes a file can change the manifest too. `leith verify` checks the signature.
 */
export async function checkDigests(
  files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>,
  report: EvidenceReport,
  sha256: Sha256 | null,
): Promise<Integrity> {
  const manifest = files['manifest-sha256.txt'];
  if (!sha256) {
    return unknown(
      'Not compared with its digests: this page was not served over HTTPS or from this machine.',
    );
  }
  if (!manifest) return unknown('The ZIP holds no manifest-sha256.txt to compare its files with.');
  const wanted = new Map(manifestLines(new TextDecoder().decode(manifest)));
  for (const { path, sha256: digest } of report.outputs) if (!wanted.has(path)) wanted.set(path, digest);
  const found = new Map<string, string>();
  for (const path of wanted.keys()) if (files[path]) found.set(path, await sha256(files[path]));
  const bad = [...wanted].filter(([path, digest]) => found.get(path) !== digest).map(([path]) => path);
  const unlike = report.outputs.filter(({ path, sha256: digest }) => found.get(path) !== digest);
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
