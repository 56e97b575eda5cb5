import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import everything from '../vitest.config.ts';
import leftOut from '../vitest.further.config.ts';
import { further } from './further.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

interface Project {
  readonly test: { readonly name: string; readonly include: string[]; readonly exclude?: string[] };
}
const projectsOf = (config: typeof everything) =>
  ((config as { test: { projects: Project[] } }).test.projects ?? []).map(({ test }) => test);
const taking = (config: typeof everything, file: string) =>
  projectsOf(config)
    .filter(({ include }) => include.some((glob) => matchesGlob(file, glob)))
    .filter(({ exclude }) => !(exclude ?? []).some((glob) => matchesGlob(file, glob)))
    .map(({ name }) => name);

describe('what CI runs', () => {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts'];
  const files = execFileSync('git', listed, { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => !file.endsWith('.long.test.ts'));

  it('has each file of tests in one project, and in no second one', () => {
    expect(files.length).toBeGreaterThan(500);
    const wrong = files
      .map((file) => [file, ...taking(everything, file)])
      .filter(({ length }) => length !== 2);
    expect(wrong).toEqual([]);
  });

  it('takes every test in one of two commands: what has no further kind, and what has one', () => {
    expect(scripts['tests']).toMatch(/vitest run --project='!further' --tags-filter='!further\/\*'$/);
    expect(scripts['test:further']).toMatch(/vitest\.further\.config\.ts --tags-filter='further\/\*'$/);
    expect(further.map(({ name }) => name).filter((name) => !/^further\/[\w-]+$/.test(name))).toEqual([]);
    const run = textOf('.ci/run');
    expect(run.match(/^npm (test|run test:further) -- /gm)).toEqual([
      'npm test -- ',
      'npm run test:further -- ',
    ]);
  });

  it('has every file with tests of a further kind in the second command, however it says so', () => {
    const kind = /further\/|describeOn/;
    const some = files.filter((file) => file !== 'test/ci.test.ts' && kind.test(textOf(file)));
    expect(some.length).toBeGreaterThan(30);
    expect(some.filter((file) => taking(leftOut, file).length !== 1)).toEqual([]);
    // and nothing but these, so that no file of the project that npm test leaves out is without a kind
    expect(files.filter((file) => taking(leftOut, file).length > 0)).toEqual(some);
  });
});

describe('what CI counts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leith-count-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (status: string, ...tests: string[]) => ({
    ...{ status, assertionResults: tests.map((each) => ({ status: each })) },
  });
  const good = [file('passed', 'passed', 'passed', 'skipped')];

  it.each([
    [[good, '0'], [good, '0'], '4 passed, 0 failed'],
    [[good, '0'], [[file('failed', 'passed', 'failed')], '1'], '3 passed, 1 failed'],
    [[[file('failed', 'passed', 'failed')], '1'], [good, '0'], '3 passed, 1 failed'],
    [[good, '0'], [[...good, file('failed')], '1'], '4 passed, 1 failed'],
    // linters, types
    [[good, '1'], [good, '0'], '4 passed, 1 failed'],
    // one of the two did not start
    [[good, '0'], [null, '1'], '2 passed, 1 failed'],
    [[null, '0'], [good, '0'], '2 passed, 1 failed'],
    [[null, '1'], [null, '1'], '0 passed, 2 failed'],
  ] as const)('of %j and %j is %s', (first, second, said) => {
    const given = [first, second].flatMap(([results, status], k) => {
      const report = join(folder, `${k}.json`);
      writeFileSync(report, results === null ? '' : JSON.stringify({ testResults: results }));
      return [report, status];
    });
    const { stdout, status } = spawnSync(process.execPath, [join(root, '.ci/count-tests.js'), ...given]);
    expect([stdout.toString().trim(), status]).toEqual([said, said.endsWith(' 0 failed') ? 0 : 1]);
  });
});
