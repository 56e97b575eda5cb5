// @module-tag further/others
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Leith, Refused, type Run } from '../../examples/clients/leith.ts';
import { newEmail, password } from './json-client.ts';
import { lentService, type LentService } from '../backends/lent-servers.ts';
import { example } from './running-service.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
const hasPython = spawnSync(python, ['--version']).status === 0;
const hasNumpy = hasPython && spawnSync(python, ['-c', 'import numpy']).status === 0;
const hasCurl = spawnSync('curl', ['--version']).status === 0;
const hasOctave = hasCurl && spawnSync('octave-cli', ['--version']).status === 0;
const parameters = ['holography_mode=off-axis', 'wavelength_um=0.6328', 'pixel_pitch_um=3.45', 'z_mm=5'];
const offAxis = parameters.flatMap((parameter) => ['-F', parameter]);

let service: LentService;
let folder: string;
let apiKey: string;
beforeAll(async () => {
  service = await lentService();
  folder = mkdtempSync(join(tmpdir(), 'leith-clients-'));
  apiKey = (
    await new Leith(service.url).call('POST /users/signup', { body: { email: newEmail(), password } })
  ).api_key;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
});

interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a program in the test's folder as a person would, with the service and the key in its environment. */
function run(
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<Said> {
  const env = { PATH: process.env.PATH, LEITH_URL: service.url, ...environment };
  const child = spawn(program, args, { cwd: folder, env });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...said })));
}

const client = (name: string) => join(examples, 'clients', name);
const sample = (name: string) => join(examples, name);
const isZip = (name: string) => readFileSync(join(folder, name)).toString('latin1', 0, 2) === 'PK';

/** Why something is not run here, for the list of tests. */
const unless = (there: boolean, name: string) => (there ? '' : ` (not run: there is no ${name} here)`);

describe.runIf(hasPython)(`leith.py${unless(hasPython, 'python3')}`, () => {
  it('reconstructs without an account', async () => {
    const said = await run(python, [
      client('leith.py'),
      'reconstruct',
      sample('off-axis.png'),
      '-o',
      'public.zip',
      ...offAxis,
    ]);
    expect(said).toMatchObject({ code: 0, err: '' });
    expect(said.out).toMatch(/^evr_\w+\n$/);
    expect(isZip('public.zip')).toBe(true);
  });

  it('waits for a run and lists what the account has', async () => {
    const as = { LEITH_API_KEY: apiKey };
    const files = [
      sample('off-axis.png'),
      '--background',
      sample('off-axis-background.png'),
      '-o',
      'own.zip',
    ];
    const made = await run(python, [client('leith.py'), 'run', ...files, ...offAxis], as);
    expect(made.code, made.err).toBe(0);
    expect(made.err).toMatch(/succeeded 100 %/);
    expect(isZip('own.zip')).toBe(true);
    const listed = await run(python, [client('leith.py'), 'results'], as);
    expect(listed.out).toContain(made.out.trim());
  });

  it('says what is wrong with a request', async () => {
    const said = await run(python, [
      client('leith.py'),
      'reconstruct',
      sample('off-axis.png'),
      '-F',
      'wavelength_um=650',
    ]);
    expect(said.code).toBe(1);
    expect(said.err).toMatch(/wavelength_um .*did you mean 0\.65/);
    expect(said.err).toMatch(/holography_mode is missing/);
    const keyless = await run(python, [client('leith.py'), 'results']);
    expect(keyless.err).toMatch(/^refused: /);
  });
});

describe.runIf(hasNumpy)(`numpy_example.py${unless(hasNumpy, 'NumPy')}`, () => {
  it('reads phase, uncertainty and field, which agree', async () => {
    await run(python, [
      client('leith.py'),
      'reconstruct',
      sample('off-axis.png'),
      '-o',
      'numpy.zip',
      ...offAxis,
    ]);
    const said = await run(python, [client('numpy_example.py'), 'numpy.zip']);
    expect(said).toMatchObject({ code: 0, err: '' });
    expect(said.out).toContain('phase: 768 x 768 pixels of 3.45 x 3.45 um');
    const [, highest] = /phase: \S+ to (\S+) rad/.exec(said.out)!;
    // beads of 3 rad
    expect(Math.abs(Number(highest) - 3)).toBeLessThan(0.1);
    const [, difference] = /differ by (\S+) rad/.exec(said.out)!;
    expect(Number(difference)).toBeLessThan(1e-5);
  });
});

describe.runIf(hasCurl)(`curl.sh${unless(hasCurl, 'curl')}`, () => {
  it('goes the whole way from an account to the list of results', async () => {
    const said = await run('sh', [client('curl.sh')]);
    expect(said).toMatchObject({ code: 0, err: '' });
    const [verdict, list] = said.out.trim().split('\n');
    expect(verdict).toBe('tested');
    expect((JSON.parse(list!) as { items: unknown[] }).items).toHaveLength(2);
    expect([isZip('result.zip'), isZip('run.zip')]).toEqual([true, true]);
  });
});

describe.runIf(hasOctave)(`leith.m${unless(hasOctave, 'Octave')}`, () => {
  it('reconstructs and reads the maps, and says what is wrong with a request', async () => {
    const hologram = sample('off-axis.png');
    const program = `addpath('${join(examples, 'clients')}');
      p = struct('holography_mode', 'off-axis', 'wavelength_um', 0.6328, 'pixel_pitch_um', 3.45, 'z_mm', 5);
      r = leith('${hologram}', p, '${service.url}', '${apiKey}');
      printf('%s %d %d %.3f %g %s\\n', class(r.phase_rad), size(r.phase_rad), max(r.phase_rad(:)), ...
             r.pixel_size_um.x, r.evidence.requester);
      p.wavelength_um = 650;
      try, leith('${hologram}', p, '${service.url}'); catch problem, disp(problem.message); end`;
    writeFileSync(join(folder, 'program.m'), program);
    const said = await run('octave-cli', ['--no-gui', '--quiet', 'program.m'], { HOME: folder });
    expect(said.code, said.err).toBe(0);
    const [map, refused] = said.out.trim().split('\n');
    const [type, rows, columns, highest, pitch, requester] = map!.split(' ');
    expect([type, rows, columns, pitch]).toEqual(['single', '768', '768', '3.45']);
    expect(requester).toMatch(/^acc_/);
    // beads of 3 rad
    expect(Math.abs(Number(highest) - 3)).toBeLessThan(0.1);
    expect(refused).toMatch(/^INVALID_INPUT: .*did you mean 0\.65/);
  });
});

describe('leith.ts', () => {
  const upload = {
    hologram: new Blob([example('off-axis.png')]),
    holography_mode: 'off-axis',
    wavelength_um: 0.6328,
    pixel_pitch_um: 3.45,
    z_mm: 5,
    output_sampling: 'native',
  } as const;

  it('reconstructs, at once and as a run, and finds both among the results', async () => {
    const leith = new Leith(service.url, apiKey);
    const made = await leith.reconstruct(upload);
    const states: Run['status'][] = [];
    const later = await leith.reconstructLater(upload, ({ status }) => states.push(status));
    expect(states.at(-1)).toBe('succeeded');
    for (const one of [made, later]) expect(await one.package.slice(0, 2).text()).toBe('PK');
    const { items } = await leith.call('GET /results', { query: { limit: 2 } });
    expect(items.map(({ evidence_report_id }) => evidence_report_id)).toEqual([
      later.evidence_report_id,
      made.evidence_report_id,
    ]);
    const path = { evidence_report_id: made.evidence_report_id };
    expect(await leith.call('DELETE /results/{evidence_report_id}', { path })).toBeUndefined();
  });

  it('does so without an account', async () => {
    const { package: zip } = await new Leith(service.url).reconstructLater(upload);
    expect(await zip.slice(0, 2).text()).toBe('PK');
  });

  it('throws what the service refuses, and does not compile what it would', async () => {
    const leith = new Leith(service.url);
    const refused = leith.reconstruct({ ...upload, wavelength_um: 650 });
    await expect(refused).rejects.toThrow(Refused);
    await expect(refused).rejects.toMatchObject({ problem: { status: 422, code: 'INVALID_INPUT' } });
    // @ts-expect-error: geometry is missing
    await expect(leith.call('POST /public/workflow_fit', { body: { file_format: 'png' } })).rejects.toThrow(
      Refused,
    );
    // @ts-expect-error: there is no such field
    await expect(leith.reconstruct({ ...upload, wave_length: 1 })).rejects.toThrow(Refused);
    // @ts-expect-error: which run?
    await expect(leith.call('GET /runs/{run_id}', {})).rejects.toThrow(Refused);
  });
});
