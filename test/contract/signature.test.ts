import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentService, type LentService } from '../backends/lent-servers.ts';
import { part, upload } from './running-service.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
let service: LentService;
let folder: string;
beforeAll(async () => {
  service = await lentService();
  folder = mkdtempSync(join(tmpdir(), 'leith-signature-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
});

describe('a package of the service', () => {
  it('is signed by a key that the service publishes, and comes out the same when it is done again', async () => {
    const response = await fetch(`${service.url}/public/reconstruct`, {
      method: 'POST',
      body: upload(),
    });
    expect(response.status).toBe(200);
    const [path, hologram] = [join(folder, 'result.zip'), join(folder, 'hologram.png')];
    writeFileSync(hologram, part.png);
    writeFileSync(path, new Uint8Array(await response.arrayBuffer()));
    const keys = `${service.url}/.well-known/leith-keys.json`;
    const { stdout } = await promisify(execFile)(
      join(root, 'node_modules/.bin/node'),
      ['bin/leith.mjs', 'verify', path, '--keys', keys, '--hologram', hologram, '--json'],
      { cwd: root },
    );
    const { verdict, checks } = JSON.parse(stdout) as {
      verdict: string;
      checks: { passed: boolean | null }[];
    };
    expect(verdict).toBe('reproduced');
    expect(new Set(checks.map((check) => check.passed))).toEqual(new Set([true]));
  });

  it('keeps its private key to itself', async () => {
    const keys = await (await fetch(`${service.url}/.well-known/leith-keys.json`)).text();
    expect(JSON.parse(keys)).toMatchObject({ keys: [{ kty: 'OKP', crv: 'Ed25519', use: 'sig' }] });
    expect(keys).not.toMatch(/"d"|PRIVATE/);
  });
});
