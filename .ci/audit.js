/**
 * `node .ci/audit.js`: asks the registry for known weaknesses of the packages that are shipped. Exit status 1 where one of
 * them is high or critical; 0 where none is, and also where the registry does not answer, which is said plainly.
 */
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

const GRAVE = ['high', 'critical'];
const TIMEOUT_MS = 60_000;

/** @returns what to say about the answer of `npm audit --json`, and whether it is a failure */
export function judge(text) {
  const answer = parsed(text);
  const counts = answer?.metadata?.vulnerabilities;
  if (!counts) {
    const reason = answer?.message ?? answer?.error?.summary ?? 'no answer';
    return { failed: false, said: `audit: NOT DONE, the registry does not say (${reason})` };
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

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const asked = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  });
  const { failed, said } = judge(asked.stdout ?? '');
  console.log(said);
  process.exitCode = failed ? 1 : 0;
}
