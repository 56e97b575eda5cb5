// @module-tag further/others
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const redocly = `${root}.ci/tools/node_modules/@redocly/cli/bin/cli.js`;
const unless = existsSync(redocly) ? '' : ' (not run: .ci/tools/install brings redocly)';

/** Whether there is a licence is for the owner of the service to say, not for its document. */
const skipped = ['--skip-rule', 'info-license'];

it.runIf(existsSync(redocly))(`the document is one that a linter finds nothing to say about${unless}`, () => {
  const args = [redocly, 'lint', 'openapi.json', '--format', 'json', ...skipped];
  const env = { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: { ruleId: string }[] };
  expect(problems).toEqual([]);
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
});
