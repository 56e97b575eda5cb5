import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
// @ts-expect-error plain JavaScript, which runs before anything is installed
import { excusesOf, judge } from '../.ci/audit.js';

const script = fileURLToPath(new URL('../.ci/audit.js', import.meta.url));

/** Runs the audit with an npm that prints this. */
function audit(answer: string, status: number): { status: number | null; said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'leith-audit-'));
  try {
    writeFileSync(join(folder, 'answer'), answer);
    writeFileSync(join(folder, 'npm'), `#!/bin/sh\ncat "${join(folder, 'answer')}"\nexit ${status}\n`);
    chmodSync(join(folder, 'npm'), 0o755);
    const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` };
    const { status: code, stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8', env });
    return { status: code, said: stdout.trim() };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const report = (...severities: string[]) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(
      severities.map((severity, i) => [`module-${i}`, { name: `module-${i}`, severity, range: '<1.2.3' }]),
    ),
    metadata: { vulnerabilities: { total: severities.length } },
  });

describe('the audit of dependencies', () => {
  it('passes where nothing grave is known', () => {
    expect(audit(report(), 0)).toMatchObject({ status: 0, said: expect.stringContaining('(0 lesser)') });
    expect(audit(report('low', 'moderate'), 1)).toMatchObject({ status: 0 });
  });

  it('fails by name on what is high or critical', () => {
    const { status, said } = audit(report('low', 'high', 'critical'), 1);
    expect(status).toBe(1);
    expect(said).toMatch(/module-1 <1\.2\.3: high[^]*module-2 <1\.2\.3: critical/);
    expect(said).not.toContain('module-0');
  });

  it.each([
    ['an endpoint that is not there', '{"message": "405 Method Not Allowed", "error": {"summary": "x"}}'],
    ['no answer', ''],
    ['something else', '<html>'],
  ])('fails, and says plainly that it was not done, on %s', (_what, answer) => {
    const { status, said } = audit(answer, 1);
    expect(status).toBe(1);
    expect(said).toMatch(/^audit: NOT DONE.*nothing excuses it$/);
  });

  it('is excused for one registry, one answer and a time, and never for an outage', () => {
    const entry = { registry_sha256: 'aa', says: '405 ', reason: 'a mirror', until: '2026-12-31' };
    expect(excusesOf('aa', [entry], '2026-12-31')).toEqual([entry]);
    expect(excusesOf('aa', [entry], '2027-01-01')).toEqual([]);
    expect(excusesOf('bb', [entry], '2026-12-31')).toEqual([]);
    const answer = '{"message": "405 Method Not Allowed"}';
    expect(judge(answer, [entry])).toMatchObject({
      failed: false,
      said: expect.stringContaining('a mirror'),
    });
    expect(judge('', [entry])).toMatchObject({ failed: true });
    expect(judge('{"message": "502 Bad Gateway"}', [entry])).toMatchObject({ failed: true });
  });
});

describe('the notices of others', () => {
  const notices = fileURLToPath(new URL('../.ci/notices.js', import.meta.url));
  const made = (components: object[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'leith-notices-'));
    try {
      const bill = join(folder, 'sbom.json');
      writeFileSync(bill, JSON.stringify({ components }));
      return spawnSync(process.execPath, [notices, bill], { encoding: 'utf8' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  const mit = { 'bom-ref': 'a', name: 'a', version: '1', licenses: [{ license: { id: 'MIT' } }] };

  it('name every licence, and fail where one has none or nothing is listed', () => {
    expect(made([mit])).toMatchObject({ status: 0, stdout: expect.stringContaining('a 1: MIT') });
    expect(made([mit, { 'bom-ref': 'b', name: 'b', version: '2' }])).toMatchObject({
      ...{ status: 1, stderr: expect.stringContaining('b 2') },
    });
    expect(made([]).status).toBe(1);
  });
});
