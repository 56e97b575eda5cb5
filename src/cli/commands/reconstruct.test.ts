import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recipeFields } from '../../core/recipe/recipe.ts';
import { listZip } from '../../formats/decode/array/zip-directory.ts';
import { main } from '../main.ts';
import { reconstructCommand } from './reconstruct.ts';
import { optionOf } from '../field-options.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leith-cli-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const command = reconstructCommand({ name: 'leith', version: '0', kernel_sha256: 'a'.repeat(64) });
const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));

async function leith(...args: string[]) {
  const said = { code: 0, stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({ write: (text: string) => (said[name] += text) });
  said.code = await main(args, [command], '1.2.3', { stdout: stream('stdout'), stderr: stream('stderr') });
  return said;
}

const hologram = example('off-axis.png');
const given = ['--mode', 'off-axis', '--wavelength-um', '0.6328', '--pixel-pitch-um', '3.45'];

describe('leith reconstruct', () => {
  it('writes the package, a line for each stage and a summary', async () => {
    const output = join(folder, 'result.zip');
    const { code, stdout, stderr } = await leith(
      'reconstruct',
      hologram,
      ...given,
      '--z-mm',
      '5',
      '-o',
      output,
      '--json',
    );
    expect(code).toBe(0);
    const stages = stderr.trim().split('\n');
    expect(stages[0]).toMatch(/^decode +\d+ ms$/);
    expect(stages.at(-1)).toMatch(/^package +\d+ ms$/);

    const zip = new Uint8Array(readFileSync(output));
    const summary = JSON.parse(stdout);
    expect(summary.package).toEqual({
      path: output,
      bytes: zip.length,
      sha256: createHash('sha256').update(zip).digest('hex'),
    });
    const evidence = listZip(zip).find(({ name }) => name === 'data/evidence.json')!;
    expect(JSON.parse(new TextDecoder().decode(evidence.data))).toMatchObject({
      evidence_report_id: summary.evidence_report_id,
      requester: 'local',
      parameters: { requested: { holography_mode: 'off-axis', z_mm: '5' } },
    });
    expect(readdirSync(folder)).toEqual(['result.zip']);
  });

  it('takes a background, negative numbers and pairs, and says what to doubt', async () => {
    const { code, stdout, stderr } = await leith(
      ...['reconstruct', hologram, ...given, '--z-mm', '-0.5', '--carrier-cycles-per-px', '-0.18,-0.15'],
      ...['--background', example('off-axis-background.png'), '-q', '-o', join(folder, 'result.zip')],
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('768 × 768 px, 3.45 µm a pixel');
  });

  it.each([
    [
      ['--wavelength-um', '633', '--z-min-mm', '1'],
      ['--wavelength-um', '--pixel-pitch-um', '--mode', '--z-max-mm is missing: --z-min-mm comes'],
    ],
    [
      [...given, '--phase-retrieval', 'none', '--z-mm', '1', '--z-min-mm', '1'],
      ['--phase-retrieval belongs to --mode inline', '--z-min-mm contradicts --z-mm'],
    ],
    [[...given, '--background', 'nowhere.png'], ['nowhere.png']],
    [
      [...given, '--background', example('README.md')],
      ['background', 'HOLOGRAM_UNSUPPORTED'],
    ],
  ])('refuses %j, names everything and writes nothing', async (args, said) => {
    const { code, stderr, stdout } = await leith(
      'reconstruct',
      hologram,
      ...args,
      '-q',
      '-o',
      join(folder, 'result.zip'),
    );
    expect(code).toBe(1);
    expect(stdout).toBe('');
    for (const text of said) expect(stderr).toContain(text);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    [[]],
    [[hologram]],
    [[hologram, 'other.png', '-o', 'x.zip']],
    [[hologram, '-o', 'x.zip', '--frobnicate']],
    [[hologram, '-o', 'x.zip', '--mode', 'inline', '--holography-mode', 'inline']],
    [[hologram, '-o', 'x.zip', '--wavelength-um']],
  ])('says how it is used for %j', async (args) => {
    const { code, stderr } = await leith('reconstruct', ...args);
    expect(code).toBe(2);
    expect(stderr).toContain('See leith reconstruct --help');
  });

  it('explains every option', async () => {
    const { code, stdout } = await leith('reconstruct', '--help');
    expect(code).toBe(0);
    for (const field of Object.keys(recipeFields)) expect(stdout).toContain(optionOf(field));
    expect(stdout).toContain('Examples');
  });
});

describe('leith', () => {
  it.each([[[]], [['--help']], [['help']]])('%j lists the commands', async (args) => {
    const { code, stdout } = await leith(...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}reconstruct {2}\w/m);
  });

  it('knows its version, helps with one command, and refuses others', async () => {
    expect((await leith('--version')).stdout).toBe('leith 1.2.3\n');
    expect((await leith('help', 'reconstruct')).stdout).toBe(command.help);
    expect(await leith('reconstrct')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('reconstruct'),
    });
    expect((await leith('help', 'nothing')).code).toBe(2);
  });
});
