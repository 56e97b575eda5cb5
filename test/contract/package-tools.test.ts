// @module-tag further/others
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackPackage } from '../../src/formats/verify/unpack-package.ts';
import { lentService } from '../backends/lent-servers.ts';
import { thorough } from '../short-form.ts';
import { wholeUpload } from './running-service.ts';

const tools = fileURLToPath(new URL('../../.ci/tools/', import.meta.url));
const python = join(tools, '.venv/bin/python');
const installed =
  existsSync(python) && spawnSync(python, ['-c', 'import bagit, rocrate_validator, rocrate']).status === 0;

// what others made of these standards, with their own programs (.ci/tools/install)
describe.runIf(installed)('a package, before programs of others', () => {
  let bag: string;
  beforeAll(async () => {
    const { url } = await lentService();
    const made = await fetch(`${url}/public/reconstruct`, { method: 'POST', body: wholeUpload() });
    bag = mkdtempSync(join(tmpdir(), 'leith-bag-'));
    for (const [path, bytes] of unpackPackage(new Uint8Array(await made.arrayBuffer()))) {
      mkdirSync(dirname(join(bag, path)), { recursive: true });
      writeFileSync(join(bag, path), bytes);
    }
  });
  afterAll(() => bag && rmSync(bag, { recursive: true }));
  /** What is found wrong with the crate of a folder, and with others. */
  function checked(...asked: readonly string[]): { passed: boolean; issues: string[] }[] {
    const said = spawnSync(python, [join(tools, 'check-crate.py'), ...asked], { encoding: 'utf8' });
    expect(said.status, said.stderr).toBe(0);
    const lines = said.stdout.trim().split('\n');
    return lines.map((line) => JSON.parse(line) as { passed: boolean; issues: string[] });
  }

  it('is a valid bag to bagit-python, and is none with a byte changed', () => {
    const validate = `import bagit; bagit.Bag(${JSON.stringify(bag)}).validate()`;
    execFileSync(python, ['-c', validate], { stdio: 'pipe' });
    const path = join(bag, 'data/report.html');
    const whole = readFileSync(path);
    writeFileSync(path, whole.toString().replace('<html', '<HTML'));
    expect(spawnSync(python, ['-c', validate], { encoding: 'utf8' }).stderr).toMatch(/BagValidationError/);
    writeFileSync(path, whole);
  });

  // in npm test ro-crate.test.ts holds what it asks for
  it.runIf(thorough)('is a valid crate to roc-validator, and is none without what a profile asks for', () => {
    const data = join(bag, 'data');
    const lacking = `${data}-lacking`;
    cpSync(data, lacking, { recursive: true });
    const path = join(lacking, 'ro-crate-metadata.json');
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, whole.replaceAll('"instrument"', '"agent"').replace(/"url": .*/, ''));
    const profiles = ['ro-crate-1.2', 'process-run-crate-0.5,alone'];
    const asked = [data, lacking].flatMap((folder) => profiles.map((each) => `${folder}=${each}`));
    // each takes the validator seconds
    const found = checked(...(thorough ? asked : asked.slice(0, 1)));
    const sound = { passed: true, issues: [] };
    expect(found.slice(0, 2)).toEqual(thorough ? [sound, sound] : [sound]);
    expect(found.slice(2).map(({ passed }) => passed)).toEqual(thorough ? [false, false] : []);
  });
});
