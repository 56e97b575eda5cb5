// @module-tag further/failing
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { oneIn } from '../short-form.ts';
import { COMPILED } from './running-service.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'leith-start-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts the service as `npm start` does. @param files how many it may have open */
function start(environment: Record<string, string>, files?: number): { code: number | null; said: string } {
  const limit = files === undefined ? '' : `ulimit -n ${files}; `;
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', `${limit}exec node_modules/.bin/node src/start/server.ts`],
    {
      ...{ cwd: root, encoding: 'utf8', timeout: 120_000 },
      env: { PATH: process.env.PATH, ...COMPILED, PORT: '0', LOG_LEVEL: 'silent', ...environment },
    },
  );
  return { code: status, said: stderr };
}

function folderWith(name: string, content: Record<string, string> = {}): string {
  const path = join(folder, name);
  mkdirSync(path);
  for (const [file, bytes] of Object.entries(content)) writeFileSync(join(path, file), bytes);
  return path;
}

const aFile = join(folder, 'a-file');
writeFileSync(aFile, '');

describe('a service that can’t start says why in one line, and ends with 2', () => {
  const faults: [string, Record<string, string>, RegExp][] = [
    [
      'its key is empty',
      { DATA_DIR: folderWith('key', { 'signing-key.pem': '' }) },
      /signing-key\.pem is empty/,
    ],
    [
      'its database is none',
      { DATA_DIR: folderWith('database', { 'leith.db': 'x'.repeat(9000) }) },
      /leith\.db is damaged \(file is not a database\)/,
    ],
    [
      'nobody is named whose timestamps are taken',
      {
        DATA_DIR: folderWith('tsa', { 'tsa.pem': 'none' }),
        TIMESTAMP_URL: 'http://127.0.0.1:9/',
        TIMESTAMP_CERTIFICATE_FILE: join(folder, 'tsa/tsa.pem'),
      },
      /TIMESTAMP_CERTIFICATE_FILE .*tsa\.pem can’t be used: there is no certificate in it/,
    ],
    ['its folder can’t be made', { DATA_DIR: '/proc/leith/data' }, /ENOENT.*proc.leith/],
    ['its folder is a file', { DATA_DIR: aFile }, /a-file.*has to be a folder/],
    ['its folder lies in a file', { DATA_DIR: join(aFile, 'data') }, /a-file.*lie in a folder/],
  ];
  // each is a start
  it.each(oneIn(6, faults))('where %s', (_what, environment, words) => {
    const { code, said } = start(environment);
    expect(said).toMatch(/^Can’t start: [^\n]+\n$/);
    expect(said).toMatch(words);
    expect(code).toBe(2);
  });

  it('where no thread that computes starts, after it has said where it is', () => {
    const broken = join(folder, 'broken.mjs');
    writeFileSync(
      broken,
      "if (!(await import('node:worker_threads')).isMainThread) throw new Error('broken');",
    );
    const { code, said } = start({ DATA_DIR: folderWith('broken'), NODE_OPTIONS: `--import ${broken}` });
    expect(said).toMatch(/^Leith is at [^\n]+\nCan’t start: No thread [^\n]+ started: broken\.\n$/);
    expect(code).toBe(2);
  });

  it('where it may have few files open', () => {
    const { code, said } = start({ DATA_DIR: folderWith('few') }, 40);
    expect(said).toMatch(/^Can’t start: EMFILE[^\n]+ulimit -n\)\n$/);
    expect(code).toBe(2);
  });
});
