import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackPackage } from '../../src/formats/verify/unpack-package.ts';
import { lentService } from '../backends/lent-servers.ts';
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
  const crate = (...profile: string[]) =>
    spawnSync(python, [join(tools, 'check-crate.py'), join(bag, 'data'), ...profile], { encoding: 'utf8' });

  it('is a valid bag to bagit-python, and is none with a byte changed', () => {
    const validate = `import bagit; bagit.Bag(${JSON.stringify(bag)}).validate()`;
    execFileSync(python, ['-c', validate], { stdio: 'pipe' });
    const path = join(bag, 'data/report.html');
    const whole = readFileSync(path);
    writeFileSync(path, whole.toString().replace('<html', '<HTML'));
    expect(spawnSync(python, ['-c', validate], { encoding: 'utf8' }).stderr).toMatch(/BagValidationError/);
    writeFileSync(path, whole);
  });

  it.each([['ro-crate-1.2'], ['process-run-crate-0.5', '--alone']])(
    'is a valid crate to roc-validator: %s',
    (...profile) => {
      const { stdout, status } = crate(...profile);
      expect(stdout.trim()).toBe('{"passed": true, "issues": 0}');
      expect(status).toBe(0);
    },
  );

  it('is none without what the profile asks for', () => {
    const path = join(bag, 'data/ro-crate-metadata.json');
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, whole.replaceAll('"instrument"', '"agent"').replace(/"url": .*/, ''));
    expect(crate('ro-crate-1.2').status).toBe(1);
    expect(crate('process-run-crate-0.5', '--alone').status).toBe(1);
    writeFileSync(path, whole);
  });
});
