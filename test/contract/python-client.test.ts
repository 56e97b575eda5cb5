// @module-tag further/others
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentService, type LentService } from '../backends/lent-servers.ts';
import { thorough } from '../short-form.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const client = join(root, 'clients/python');
const python = join(root, '.ci/tools/.venv/bin/python');
const unless = existsSync(python) ? '' : ' (not run: .ci/tools/install brings a Python for it)';

interface Said {
  readonly code: number | null;
  readonly out: string;
}

describe.runIf(existsSync(python))(`the Python package${unless}`, () => {
  let service: LentService;
  let folder: string;
  let site: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'leith-python-'));
    site = join(folder, 'site');
    service = await lentService();
    // as pip install clients/python, but from what is here already
    const offline = ['--no-index', '--no-build-isolation', '--no-deps', '--disable-pip-version-check'];
    const installed = await run(['-m', 'pip', 'install', '--quiet', ...offline, '--target', site, client]);
    expect(installed.code, installed.out).toBe(0);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
  });

  function run(
    args: readonly string[],
    environment: Record<string, string> = {},
    cwd = folder,
  ): Promise<Said> {
    const env = { PATH: process.env.PATH, HOME: folder, PYTHONDONTWRITEBYTECODE: '1', ...environment };
    const child = spawn(python, args, { cwd, env });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => void said.push(chunk));
    return new Promise((resolve) =>
      child.once('close', (code) => resolve({ code, out: Buffer.concat(said).toString() })),
    );
  }

  it('passes its own tests as it is installed, also those against a service', async () => {
    const live = { LEITH_URL: service.url, LEITH_EXAMPLES: join(root, 'examples'), PYTHONPATH: site };
    const said = await run(['-m', 'pytest', '-q'], live, client);
    expect(said.out).toMatch(/^\d+ passed in /m);
    expect(said.code).toBe(0);
  });

  // what NumPy’s types amount to takes 15 seconds to find out
  it.runIf(thorough)('is fully typed', async () => {
    const cache = ['--cache-dir', join(root, '.ci/tools/.venv/mypy-cache')];
    const said = await run(['-m', 'mypy', '--strict', ...cache, 'src', 'tests'], { MYPYPATH: 'src' }, client);
    expect(said.out).toMatch(/^Success: no issues found/);
    expect(existsSync(join(site, 'leith/py.typed'))).toBe(true);
  });

  it.runIf(thorough)('does what the notebook says', async () => {
    const notebook = join(root, 'examples/notebook.py');
    const said = await run([notebook], { LEITH_URL: service.url, PYTHONPATH: site });
    expect(said.code, said.out).toBe(0);
    const [, beads] = /(\d+) beads/.exec(said.out)!;
    expect(Number(beads)).toBe(6);
    expect(said.out).toMatch(/wavelength_um: .*did you mean 0\.6328/);
    expect(readFileSync(join(folder, 'result.zip')).toString('latin1', 0, 2)).toBe('PK');
  });
});
