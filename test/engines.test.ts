// @module-tag further/others
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { fingerprint } from './engines/fingerprint.ts';

const wasmFile = fileURLToPath(new URL('../kernels/kernels.wasm', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'leith-engines-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** SpiderMonkey's shell, as Debian packages it. */
const shell = ['js128', 'js115', 'js102'].find((name) => spawnSync(name, ['-e', '0']).status === 0);
if (!shell) console.log('skipped: no SpiderMonkey shell here (Debian: libmozjs-102-dev) to compare with V8');

async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('engines/in-shell.ts', import.meta.url));
  const lib = { entry, formats: ['iife' as const], name: 'leith' };
  const options = { write: false, minify: false, target: 'es2021', lib };
  const made = await build({ configFile: false, logLevel: 'error', build: options });
  const output = (Array.isArray(made) ? made[0]! : made) as unknown as { output: [{ code: string }] };
  return output.output[0].code;
}

test.runIf(shell)(
  'another engine simulates and reconstructs to the same bits',
  { timeout: 120_000 },
  async () => {
    const script = join(scratch, 'in-shell.js');
    writeFileSync(script, await bundle());
    const theirs = execFileSync(shell!, [script, wasmFile], { encoding: 'utf8' }).trim().split('\n');
    expect(theirs).toEqual(await fingerprint(new Uint8Array(readFileSync(wasmFile))));
  },
);
