import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { thorough } from '../../../test/short-form.ts';
import { parseProfile } from '../../core/calibrate-request/parse-profile.ts';
import { calibrateCommand } from './calibrate.ts';
import { reconstructCommand } from './reconstruct.ts';
import { simulateCommand as simulate } from './simulate.ts';

const software = { name: 'leith', version: '0', kernel_sha256: 'a'.repeat(64) };
const folder = mkdtempSync(join(tmpdir(), 'leith-calibrate-'));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

async function run(command: { execute(args: string[], io: never): Promise<number> }, ...args: string[]) {
  let [stdout, stderr] = ['', ''];
  const io = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
  };
  const code = await command.execute(args, io as never);
  return { code, stdout, stderr };
}

const calibrate = (...args: string[]) => run(calibrateCommand(software), ...args);
const guesses = ['--mode', 'off-axis', '--wavelength-um', '0.6328', '--pixel-pitch-um', '1', '--z-mm', '0.3'];

beforeAll(async () => {
  const size = ['--width', '128', '--height', '128', '--pixel-pitch-um', '1.02', '--z-mm', '0.315'];
  const target = ['--target', 'distortion-grid-50um', '--rotation-deg', '5'];
  await run(simulate, ...target, '--mode', 'off-axis', ...size, '-o', at('grid.png'));
  await run(simulate, '--object', 'beads', '--mode', 'off-axis', ...size, '-o', at('beads.png'));
});

describe('leith calibrate', () => {
  it('writes a profile and its picture, which leith reconstruct takes', { tags: 'further/rig' }, async () => {
    const target = ['--target', 'distortion-grid-50um', '--name', 'green'];
    const { code, stdout, stderr } = await calibrate(
      at('grid.png'),
      ...target,
      ...guesses,
      '-o',
      at('rig.json'),
    );
    expect([code, stderr]).toEqual([0, expect.stringContaining('fit')]);
    expect(stdout).toMatch(/pixel pitch +1 +1\.0\d+ +± \S+ +µm/);
    expect(stdout).toContain('--calibration');
    const rig = parseProfile(readFileSync(at('rig.json'), 'utf8'));
    // half of what the guess is off: how well it measures is tested with the fit
    expect(Math.abs(rig.corrections.pixel_pitch_um!.value / 1.02 - 1)).toBeLessThan(5e-4);
    expect(readFileSync(at('rig.png')).toString('latin1', 1, 4)).toBe('PNG');

    const args = [at('beads.png'), ...guesses, '--calibration', at('rig.json'), '-o', at('a.zip'), '-q'];
    const done = await run(reconstructCommand(software), ...args);
    expect([done.code, done.stdout]).toEqual([
      0,
      expect.stringContaining('calibrated: pixel_pitch_um 1 → 1.0'),
    ]);
    const other = args.map((word) => (word === '0.6328' ? '0.532' : word));
    const refused = await run(reconstructCommand(software), ...other);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('--wavelength-um is 0.532; the profile'),
    ]);
  });

  it('checks a rig against its profile, and keeps a record', { tags: 'further/rig' }, async () => {
    // each is a fit
    if (thorough) {
      const checked = await calibrate(at('grid.png'), '--check', at('rig.json'), '-q');
      expect([checked.code, checked.stderr]).toEqual([0, '']);
      expect(checked.stdout).toMatch(
        /^pass:.*same {3}pixel_pitch_um.*measured from, which tells nothing.*1 in the record/s,
      );
    }
    const profile = JSON.parse(readFileSync(at('rig.json'), 'utf8'));
    profile.corrections.pixel_pitch_um.value *= 1.01;
    writeFileSync(at('other.json'), JSON.stringify(profile));
    const moved = await calibrate(at('grid.png'), '--check', at('other.json'), '-q', '--json');
    expect(moved.code).toBe(1);
    const { pass, quantities } = JSON.parse(moved.stdout);
    expect([pass, quantities[0].name, quantities[0].agrees]).toEqual([false, 'pixel_pitch_um', false]);
    expect(JSON.parse(readFileSync(at('other.drift.jsonl'), 'utf8')).pass).toBe(false);

    // a frame that is refused is a point without values; an option that is wrong is none
    const still = ['--mode', 'inline', '--width', '128', '--height', '128', '--pixel-pitch-um', '1.02'];
    await run(simulate, '--object', 'beads', ...still, '--z-mm', '0.3', '-o', at('no-fringes.png'));
    const refused = await calibrate(at('no-fringes.png'), '--check', at('other.json'), '-q');
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringMatching(/^fail:.*2 in the record/s)]);
    const misspelt = await calibrate(at('no-fringes.png'), '--check', at('other.json'), '--z-mm', 'x', '-q');
    expect([misspelt.code, misspelt.stdout]).toEqual([1, '']);
    const [, last, ...more] = readFileSync(at('other.drift.jsonl'), 'utf8').trim().split('\n');
    const { quantities: none, refused: why, pass: passed } = JSON.parse(last!);
    expect([more, none, passed, why.code]).toEqual([[], [], false, 'SIDEBAND_NOT_FOUND']);
    expect(refused.stderr).toContain(why.reason.slice(0, 20));
  });

  it.runIf(thorough)(
    'measures with a target that is seen in reflection: how light meets it follows from the target',
    async () => {
      const size = ['--width', '128', '--height', '128', '--pixel-pitch-um', '0.4', '--z-mm', '0.02'];
      const target = ['--target', 'step-grating-100nm'];
      await run(
        simulate,
        ...target,
        '--rotation-deg',
        '5',
        '--mode',
        'off-axis',
        ...size,
        '-o',
        at('steps.png'),
      );
      const magnified = ['--pixel-pitch-basis', 'object_space', '--magnification', '8.625'];
      const rig = [
        '--mode',
        'off-axis',
        '--wavelength-um',
        '0.6328',
        '--pixel-pitch-um',
        '0.408',
        ...magnified,
      ];
      const args = [
        ...target,
        ...rig,
        '--z-min-mm',
        '0.018',
        '--z-max-mm',
        '0.022',
        '-o',
        at('steps-rig.json'),
      ];
      const { code, stderr } = await calibrate(at('steps.png'), ...args);
      expect([code, stderr]).toEqual([0, expect.stringContaining('fit')]);
      const { corrections } = parseProfile(readFileSync(at('steps-rig.json'), 'utf8'));
      expect(Math.abs(corrections.pixel_pitch_um!.value / 0.4 - 1)).toBeLessThan(1e-3);
    },
  );

  it('names what is wrong as it is called here, and writes nothing', async () => {
    const wrong = [
      '--target',
      'usaf',
      '--mode',
      'off-axis',
      '--wavelength-um',
      '632.8',
      '--pixel-pitch-um',
      '1',
    ];
    const { code, stderr } = await calibrate(at('grid.png'), ...wrong, '-o', at('no.json'));
    expect(code).toBe(1);
    for (const option of ['--target', '--wavelength-um', '--z-mm'])
      expect(stderr).toContain(`  ${option} is `);
    expect(existsSync(at('no.json')) || existsSync(at('no.png'))).toBe(false);
  });

  it.each([
    [[], 'the file with the frame'],
    [['a.png'], '-o profile.json'],
    [[...'abcdefghi'].map((name) => `${name}.png`), 'up to 8 calibrate together'],
    [['a.png', 'b.png', '-o', 'b.png'], 'the profile would be written over the frame b.png'],
    [['a.png', '--check', 'rig.json', '-o', 'b.json'], 'leave -o away'],
    [['a.png', '--record', 'r.jsonl', '-o', 'b.json'], 'of a --check'],
    [
      ['a.png', '-o', 'a.json'],
      'the overlay goes into a.png, beside a.json, and would be written over the frame',
    ],
    [['a.png', '-o', 'b.json', '--overlay', 'b.json'], 'over the profile b.json'],
    [['a.png', '--background', 'b.png', '-o', 'b.json'], 'the overlay goes into b.png'],
    [['a.tif', '-o', 'c.json', '--mode', 'inline', '--holography-mode', 'inline'], 'give one'],
    [['a.tif', '-o', 'c.json', '--zoom', '2'], '--zoom'],
  ])('refuses the form of %j', async (args, said) => {
    const { code, stderr } = await calibrate(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  });
});
