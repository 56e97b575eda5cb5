// @module-tag further/set-up
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { opensslPresent, startAuthority, type LocalAuthority } from '../backends/local-authority.ts';
import { thorough } from '../short-form.ts';
import { part, startService, upload, type RunningService } from './running-service.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe.runIf(opensslPresent)('a service with a timestamp authority', () => {
  let authority: LocalAuthority;
  let service: RunningService;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'leith-timestamps-'));
    authority = await startAuthority('Town clerk');
    service = await startService({
      ...{ TIMESTAMP_URL: authority.url, TIMESTAMP_CERTIFICATE_FILE: authority.certificateFile },
      ...{ WORKERS: '1', LOG_LEVEL: 'error' },
    });
    writeFileSync(join(folder, 'hologram.png'), part.png);
  });
  afterAll(async () => {
    await service?.stop();
    await authority?.close();
    rmSync(folder, { recursive: true });
  });

  /** @returns where its package is, and how long it waited for its timestamp */
  async function reconstructed(name: string): Promise<readonly [zip: string, ms: number]> {
    const made = await fetch(`${service.url}/public/reconstruct`, { method: 'POST', body: upload() });
    expect(made.status, made.ok ? '' : await made.clone().text()).toBe(200);
    writeFileSync(join(folder, name), new Uint8Array(await made.arrayBuffer()));
    const [, ms] = /timestamp;dur=([\d.]+)/.exec(made.headers.get('server-timing')!) ?? [];
    return [join(folder, name), Number(ms)];
  }

  async function verified(zip: string) {
    const given = [
      '--keys',
      `${service.url}/.well-known/leith-keys.json`,
      '--tsa',
      authority.certificateFile,
    ];
    const again = ['--hologram', join(folder, 'hologram.png'), '--json'];
    const args = ['bin/leith.mjs', 'verify', zip, ...given, ...again];
    const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin/node'), args, { cwd: root });
    const { verdict, checks } = JSON.parse(stdout) as { verdict: string; checks: { name: string }[] };
    return { verdict, timestamp: checks.find(({ name }) => name === 'timestamp') };
  }

  it('puts a timestamp into packages, which others can check', async () => {
    const [zip] = await reconstructed('stamped.zip');
    expect(await verified(zip)).toEqual({
      verdict: 'reproduced',
      timestamp: expect.objectContaining({
        passed: true,
        detail: expect.stringMatching(/^signed before 2\S+Z, says Town clerk$/),
      }),
    });
  });

  it('gives results without one while the authority is away, and says so', async () => {
    authority.behave('hangs');
    const [zip, ms] = await reconstructed('bare.zip');
    // a stage of its own: no time limit of the run holds for it
    expect(ms).toBeGreaterThan(4900);
    if (thorough)
      expect(await verified(zip)).toMatchObject({
        verdict: 'reproduced',
        timestamp: { passed: null, detail: 'the package brings none' },
      });
    const said = service
      .log()
      .split('\n')
      .find((line) => line.includes('went out without its timestamp'));
    expect(said).toMatch(/did not answer within 5 s/);
  });
});
