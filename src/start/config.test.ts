import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig, variables } from './config.ts';
import { configurationPage, operationsPage } from './write-configuration.ts';
import { describeConfig } from './describe-config.ts';

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({ PORT: 8080, HOST: '127.0.0.1', DATA_DIR: './data' });
    expect(readConfig({ PORT: '', UNRELATED: 'x' })).toMatchObject({ PORT: 8080 });
  });

  it('reads numbers and addresses', () => {
    expect(readConfig({ PORT: '0', WORKERS: '3', BASE_URL: 'https://leith.example.org/a/' })).toMatchObject({
      PORT: 0,
      WORKERS: 3,
      BASE_URL: 'https://leith.example.org/a',
    });
  });

  it('lists everything that is wrong', () => {
    const result = readConfig({ PORT: '80a', WORKERS: '0', BASE_URL: 'example.org', LOG_LEVEL: 'loud' });
    expect('problems' in result && result.problems.map((line) => line.split(' ')[0])).toEqual([
      'PORT',
      'BASE_URL',
      'WORKERS',
      'LOG_LEVEL',
    ]);
  });

  it.each(Object.keys(variables))('says in words of ours, and once, what is wrong with %s', (name) => {
    for (const value of ['x', '-1', '1e99', '1.5']) {
      const result = readConfig({ [name]: value });
      const problems = 'problems' in result ? result.problems : [];
      expect(problems.filter((line) => /Invalid|Too (big|small)|expected/.test(line))).toEqual([]);
      expect([...new Set(problems)]).toEqual(problems);
    }
  });

  it('says which numbers it takes', () => {
    const refused = (value: string) => readConfig({ WORKERS: value });
    for (const value of ['0', '257', '1.5', 'x', '1e99'])
      expect(refused(value)).toEqual({
        problems: [`WORKERS is "${value}": a whole number from 1 to 256 is needed`],
      });
    expect([refused('1'), refused('256')]).toMatchObject([{ WORKERS: 1 }, { WORKERS: 256 }]);
  });
});

describe('CORS_ORIGINS', () => {
  it.each([
    ['', []],
    ['*', ['*']],
    ['https://a.example, http://localhost:5173', ['https://a.example', 'http://localhost:5173']],
  ])('takes %j', (value, origins) => {
    expect(readConfig({ CORS_ORIGINS: value })).toMatchObject({ CORS_ORIGINS: origins });
  });

  it.each([
    'example.org',
    'https://a.example/',
    'https://a.example/path',
    'https://*.example',
    'null',
    'ftp://a',
  ])('refuses %s', (value) => {
    expect(readConfig({ CORS_ORIGINS: value })).toMatchObject({
      problems: [expect.stringContaining('CORS_ORIGINS')],
    });
  });
});

describe('the addresses of storage', () => {
  it('are absent by default, and read where they are set', () => {
    const { DATABASE_URL, ARCHIVE_URL } = readConfig({}) as Record<string, unknown>;
    expect([DATABASE_URL, ARCHIVE_URL]).toEqual([undefined, undefined]);
    expect(
      readConfig({ DATABASE_URL: 'postgresql://u:p@db/leith', ARCHIVE_URL: 's3://bucket/a?region=eu' }),
    ).toMatchObject({
      DATABASE_URL: 'postgresql://u:p@db/leith',
      ARCHIVE_URL: { bucket: 'bucket', prefix: 'a/', region: 'eu' },
    });
  });

  it.each([
    ['DATABASE_URL', 'mysql://u:hunter2@db/leith', 'postgres://'],
    ['DATABASE_URL', 'hunter2', 'postgres://'],
    ['ARCHIVE_URL', 's3://key:hunter2@bucket', 'AWS_SECRET_ACCESS_KEY'],
    ['ARCHIVE_URL', 'https://bucket/hunter2', 's3://'],
    ['REMOTE_ARCHIVE_URL', 's3://key:hunter2@bucket', 'AWS_SECRET_ACCESS_KEY'],
  ])('that are wrong are refused without repeating their secrets: %s=%s', (name, value, hint) => {
    const { problems } = readConfig({ [name]: value }) as { problems: string[] };
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${name} is not valid: `);
    expect(problems[0]).toContain(hint);
    expect(problems[0]).not.toContain('hunter2');
  });
});

describe('describeConfig', () => {
  it('has a line for each variable, with what it means', () => {
    const lines = describeConfig().split('\n');
    expect(lines.map((line) => line.trim().split(' ')[0])).toEqual(Object.keys(variables));
    for (const line of lines) expect(line.trim().split(/ {2,}/)).toHaveLength(3);
  });
});

describe('the table in docs/operations.md', () => {
  it('is that of the variables: node src/start/write-configuration.ts', () => {
    const page = readFileSync(operationsPage, 'utf8');
    expect(page).toBe(configurationPage(page));
    for (const name of Object.keys(variables)) expect(page).toContain(`| \`${name}\` |`);
  });
});
