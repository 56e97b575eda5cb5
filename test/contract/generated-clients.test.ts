// @module-tag further/others
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentService, type LentService } from '../backends/lent-servers.ts';
import { thorough } from '../short-form.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sources = fileURLToPath(new URL('generated-clients/', import.meta.url));
const openApi = join(root, 'openapi.json');
const hologram = join(root, 'examples/off-axis.png');
const tools = join(root, '.ci/tools');
const pythonPrograms = join(tools, '.venv/bin');
const generator = join(pythonPrograms, 'openapi-python-client');
const heyApi = join(tools, 'node_modules/@hey-api/openapi-ts/bin/run.js');
const tsc = join(root, 'node_modules/@typescript/native/bin/tsc');
/** What the types of httpx amount to takes a while to find out. */
const cache = ['--cache-dir', join(tools, '.venv/mypy-cache-generated')];
const unless = (program: string) => (existsSync(program) ? '' : ' (not run: .ci/tools/install brings it)');

let service: LentService;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leith-generated-'));
  service = await lentService();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
});

interface Said {
  readonly code: number | null;
  readonly out: string;
}

function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<Said> {
  const path = `${pythonPrograms}:${process.env.PATH}`;
  const child = spawn(program, args, { cwd: folder, env: { PATH: path, HOME: folder, ...env } });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void said.push(chunk));
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code, out: Buffer.concat(said).toString() })),
  );
}

/** What both programs print when all of their assertions hold. */
const WHOLE_PATH = /^INVALID_INPUT \/wavelength_um .*did you mean 0\.65.*\ndeleted rcpt_\w+\n$/;

describe.runIf(existsSync(generator))(`openapi-python-client${unless(generator)}`, () => {
  it('makes a client of the whole document, which goes the whole path', { timeout: 300_000 }, async () => {
    const config = join(sources, 'openapi-python-client.yml');
    const output = ['--output-path', join(folder, 'leith_generated'), '--meta', 'none', '--config', config];
    const made = await run(generator, ['generate', '--path', openApi, ...output, '--fail-on-warning']);
    // nothing of the document is left out
    expect(made.out).not.toMatch(/warning|cannot/i);
    expect(made.code).toBe(0);
    const python = join(pythonPrograms, 'python');
    const program = join(sources, 'whole_path.py');
    if (thorough) {
      const strict = ['--strict', '--follow-imports=silent', ...cache];
      const typed = await run(python, ['-m', 'mypy', ...strict, program], { MYPYPATH: folder });
      expect(typed.code, typed.out).toBe(0);
    }
    const said = await run(python, [program, service.url, hologram], { PYTHONPATH: folder });
    expect(said.out).toMatch(WHOLE_PATH);
    expect(said.code).toBe(0);
  });
});

describe.runIf(thorough && existsSync(heyApi))(`@hey-api/openapi-ts${unless(heyApi)}`, () => {
  it('makes a client of the whole document, which goes the whole path', { timeout: 300_000 }, async () => {
    const generated = join(folder, 'generated');
    const config = join(sources, 'openapi-ts.config.js');
    const env = { OPENAPI: openApi, GENERATED: generated };
    const made = await run(process.execPath, [heyApi, '-f', config], env);
    expect(made.code, made.out).toBe(0);
    const program = join(generated, 'whole-path.ts');
    writeFileSync(join(generated, 'package.json'), '{"type":"module"}');
    copyFileSync(join(sources, 'whole-path.ts'), program);
    const strict = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--allowImportingTsExtensions',
      '--types',
      'node',
    ];
    const modern = [
      '--target',
      'esnext',
      '--module',
      'nodenext',
      '--typeRoots',
      join(root, 'node_modules/@types'),
    ];
    const typed = await run(process.execPath, [tsc, ...strict, ...modern, program]);
    expect(typed.code, typed.out).toBe(0);
    const said = await run(process.execPath, [program, service.url, hologram]);
    expect(said.out).toMatch(WHOLE_PATH);
    expect(said.code).toBe(0);
  });
});
