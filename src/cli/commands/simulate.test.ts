import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { simulate } from '../../core/simulate/simulate.ts';
import { decodeNpy } from '../../formats/decode/array/npy.ts';
import { decodePng } from '../../formats/decode/image/png.ts';
import { listZip } from '../../formats/decode/array/zip-directory.ts';
import { decodeTiff } from '../../formats/decode/tiff/tiff.ts';
import { optionNames } from './simulate-options.ts';
import { simulateCommand } from './simulate.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leith-simulate-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const bytesOf = (name: string) => new Uint8Array(readFileSync(at(name)));

async function leith(...args: string[]) {
  const said = { code: 0, stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({ write: (text: string) => (said[name] += text) });
  said.code = await simulateCommand.execute(args, { stdout: stream('stdout'), stderr: stream('stderr') });
  return said;
}

const small = ['--width', '96', '--height', '64'];

describe('leith simulate', () => {
  it('writes hologram, background and truth that hold what the core computes', async () => {
    const { code, stdout } = await leith(
      ...[
        '--object',
        'beads',
        '--mode',
        'off-axis',
        ...small,
        '--carrier',
        '-0.2,0.1',
        '--z-mm',
        '-3',
        '--seed',
        '7',
      ],
      ...['--aberration', '2,0:1.5', '--aberration', '1,1:-1', '--phase-rad', '2'],
      ...['-o', at('hologram.tif'), '--background', at('background.png'), '--truth', at('truth.npz')],
    );
    expect(code).toBe(0);
    expect(stdout).toContain('seed 7');
    const expected = simulate(await loadKernels(), {
      mode: 'off-axis',
      object: { kind: 'beads', phase_rad: 2 },
      width_px: 96,
      height_px: 64,
      carrier_cycles_per_px: [-0.2, 0.1],
      z_mm: -3,
      seed: 7,
      aberration: [
        { x: 2, y: 0, rad: 1.5 },
        { x: 1, y: 1, rad: -1 },
      ],
    });
    expect((await decodeTiff(bytesOf('hologram.tif'))).samples).toEqual(expected.hologram.samples);
    expect((await decodePng(bytesOf('background.png'))).samples).toEqual(expected.background!.samples);
    const arrays = new Map(listZip(bytesOf('truth.npz')).map(({ name, data }) => [name, data]));
    expect(decodeNpy(arrays.get('unwrapped_phase.npy')!).samples).toEqual(expected.truth.unwrappedPhase.data);
    expect([...decodeNumbers(arrays.get('carrier_cycles_per_px.npy')!)]).toEqual([-0.2, 0.1]);
  });

  it('writes float electrons as NPY', async () => {
    const { code } = await leith(
      ...[
        '--object',
        'star',
        '--mode',
        'inline',
        ...small,
        '--z-mm',
        '1',
        '--bit-depth',
        '32',
        '--no-photon-noise',
      ],
      ...['-o', at('star.npy')],
    );
    expect(code).toBe(0);
    const { samples, width, height } = decodeNpy(bytesOf('star.npy'));
    expect([samples.constructor.name, width, height]).toEqual(['Float32Array', 96, 64]);
  });

  it('paints a target as it lies and writes its geometry', async () => {
    const { code, stdout } = await leith(
      ...['--target', 'usaf-1951', '--mode', 'inline', ...small, '--pixel-pitch-um', '2'],
      ...['--rotation-deg', '90', '--shift-x-um', '10', '-o', at('usaf.png'), '--truth', at('truth.npz')],
    );
    expect(code).toBe(0);
    expect(stdout).toContain('usaf-1951, inline');
    const arrays = new Map(listZip(bytesOf('truth.npz')).map(({ name, data }) => [name, data]));
    expect(String.fromCharCode(...arrays.get('target_id.npy')!.slice(-9))).toBe('usaf-1951');
    // a quarter turn takes x to y: pixel (column, row) = (48 + 5 − y / 2 − ½, 32 + x / 2 − ½)
    const map = decodeNumbers(arrays.get('target_to_px.npy')!);
    expect([...map].map((value) => value + 0)).toEqual([0, -0.5, 52.5, 0.5, 0, 31.5]);
    expect([...decodeNumbers(arrays.get('target_placement.npy')!)]).toEqual([90, 10, 0, 1, 0]);
    const corners = decodeNumbers(arrays.get('target_corners_um.npy')!);
    expect(corners.length % 12).toBe(0);
    expect(Math.max(...corners.filter((_, i) => i % 3 === 0)) + 1).toBe(corners.length / 12);
  });

  it('lists every problem at once and writes nothing', async () => {
    const { code, stderr } = await leith(
      ...['--object', 'beads', '--mode', 'off-axis', '--wavelength-um', '633', '--bit-depth', '11'],
      ...['--carrier', '0.6,0', '--photoelectrons', '0', '--size-um', '-4'],
      ...['-o', at('hologram.gif'), '--truth', at('truth.zip')],
    );
    expect(code).toBe(2);
    for (const option of [
      'wavelength-um',
      'bit-depth',
      'carrier',
      'photoelectrons',
      'size-um',
      'output',
      'truth',
    ]) {
      expect(stderr).toContain(`--${option} is`);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    [['--mode', 'inline', '-o', 'a.png'], '--object is missing'],
    [['--object', 'bead', '--mode', 'inline', '-o', 'a.png'], '--object is "bead"'],
    [['--object', 'beads', '--mode', 'inline'], '--output is missing'],
    [['--object', 'beads', '--mode', 'inline', '-o', 'a.png', '--z-mm', 'far'], '--z-mm is "far"'],
    [['--object', 'beads', '--mode', 'off-axis', '-o', 'a.png', '--carrier', '0.2'], '--carrier is "0.2"'],
    [
      ['--object', 'beads', '--mode', 'off-axis', '-o', 'a.png', '--aberration', 'tilt'],
      '--aberration is "tilt"',
    ],
    [
      ['--object', 'beads', '--mode', 'inline', '-o', 'a.png', '--coherence', '0.5'],
      '--coherence has no meaning',
    ],
    [
      ['--object', 'beads', '--mode', 'inline', '-o', 'a.png', '--bit-depth', '32'],
      'PNG holds no float samples',
    ],
    [['--object', 'beads', '--mode', 'inline', '-o', 'a.png', '--background', 'a.png'], 'the same file'],
    [['--target', 'ruler', '--mode', 'inline', '-o', 'a.png'], '--target is "ruler"; it is one of usaf-1951'],
    [
      ['--target', 'usaf-1951', '--object', 'flat', '--mode', 'inline', '-o', 'a.png'],
      '--object contradicts --target',
    ],
    [
      ['--object', 'flat', '--mode', 'inline', '-o', 'a.png', '--shear', '0.1'],
      '--shear belongs to --target',
    ],
    [
      ['--target', 'usaf-1951', '--mode', 'inline', '-o', 'a.png', '--shear', '2'],
      '--shear is 2; it is a number from',
    ],
    [['--bead'], '--bead'],
  ])('refuses %j', async (args, problem) => {
    const { code, stderr } = await leith(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(problem);
  });

  it('explains itself, naming every option it takes', async () => {
    const { code, stdout } = await leith('--help');
    expect(code).toBe(0);
    expect(stdout).toContain('Examples');
    for (const option of optionNames) expect(stdout).toContain(`--${option}`);
  });
});

/** A one-dimensional float64 NPY: too small to be a frame, so no decoder of ours takes it. */
function decodeNumbers(file: Uint8Array): Float64Array {
  const start = 10 + (file[8]! | (file[9]! << 8));
  return new Float64Array(file.slice(start).buffer);
}
