/**
 * `node .ci/audit.js`: asks the registry for known weaknesses of the packages that are shipped. Exit status 1 where one of
 * them is high or critical, and where that is not answered, unless audit-excused.json excuses this registry for answering
 * that it has no audit: by the SHA-256 of its address (`node .ci/audit.js --registry` prints it), the beginning of what
 * it says, a reason, and a day until which that holds. An outage is excused by nothing.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const GRAVE = ['high', 'critical'];
const TIMEOUT_MS = 60_000;

/**
 * @param excuses of this registry: what it may say instead, and why
 * @returns what to say about the answer of `npm audit --json`, and whether it is a failure
 */
export function judge(text, excuses) {
  const answer = parsed(text);
  const counts = answer?.metadata?.vulnerabilities;
  if (!counts) {
    const reason = answer?.message ?? answer?.error?.summary ?? 'no answer';
    const excuse = excuses.find(({ says }) => reason.startsWith(says))?.reason ?? null;
    const why = excuse === null ? 'and nothing excuses it' : `excused: ${excuse}`;
    return {
      failed: excuse === null,
      said: `audit: NOT DONE, the registry does not say (${reason}); ${why}`,
    };
  }
  const grave = Object.values(answer.vulnerabilities ?? {}).filter(({ severity }) =>
    GRAVE.includes(severity),
  );
  if (grave.length === 0) {
    return {
      failed: false,
      said: `audit: no known weakness that is high or critical (${counts.total} lesser)`,
    };
  }
  const names = grave.map(({ name, severity, range }) => `  ${name} ${range}: ${severity}`);
  return { failed: true, said: ['audit: known weaknesses in what is shipped', ...names].join('\n') };
}

/** @param excused entries of audit-excused.json; today as 2026-11-23 */
export function excusesOf(registry, excused, today) {
  return excused.filter(({ registry_sha256, until }) => registry_sha256 === registry && today <= until);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The address that npm asks, as a digest: where it lies is nobody's business. */
function registryDigest() {
  const { stdout } = spawnSync('npm', ['config', 'get', 'registry'], {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  });
  return createHash('sha256')
    .update((stdout ?? '').trim().replace(/\/+$/, ''))
    .digest('hex');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const registry = registryDigest();
  if (process.argv[2] === '--registry') console.log(registry);
  else {
    const excused = JSON.parse(readFileSync(new URL('audit-excused.json', import.meta.url), 'utf8'));
    const asked = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
    });
    const excuses = excusesOf(registry, excused, new Date().toISOString().slice(0, 10));
    const { failed, said } = judge(asked.stdout ?? '', excuses);
    console.log(said);
    process.exitCode = failed ? 1 : 0;
  }
}
