import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadKernels } from '../../../test/load-kernels.ts';
import { darkFrame, driftAt, driftingFrame } from '../../core/sequence/drifting-frames.fixture.ts';
import { movingFrame, movingRig } from '../../core/sequence/moving-inline.fixture.ts';
import { decodeFrame } from '../../formats/decode/decode.ts';
import { buildTiff, greyTags } from '../../formats/decode/tiff/tiff.fixture.ts';
import { decodeTiff } from '../../formats/decode/tiff/tiff.ts';
import { openPages } from '../../formats/decode/tiff/pages-in-file.ts';
import { encodeFrame } from '../../formats/encode/frame.ts';
import { encodeNpyArray } from '../../formats/encode/npy-array.ts';
import { decodeShard, shardLayout } from '../../formats/sequence/shard.ts';
import { unpackPackage } from '../../formats/verify/unpack-package.ts';
import { SequenceWorker } from '../../services/sequence/sequence-worker.ts';
import { main } from '../main.ts';
import { thorough } from '../../../test/short-form.ts';
import { sequenceCommand } from './sequence.ts';
import { verifyCommand } from './verify.ts';

const FRAMES = 11;
const DARK = 4;
const SIDE = 112;
const given = ['--mode', 'off-axis', '--wavelength-um', '0.6328', '--pixel-pitch-um', '3.45', '--quiet'];
const here = new SequenceWorker(loadKernels);
const command = sequenceCommand(
  { name: 'leith', version: '0', kernel_sha256: 'a'.repeat(64) },
  (threads) => ({
    atOnce: threads ?? 1,
    sequence: (job, read, onProgress) => here.perform(job, read, onProgress),
    close: async () => {},
  }),
);

async function leith(...args: string[]) {
  const said = { code: 0, stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({ write: (text: string) => (said[name] += text) });
  const io = { stdout: stream('stdout'), stderr: stream('stderr') };
  said.code = await main(args, [command, verifyCommand], '1.2.3', io);
  return said;
}

let folder: string;
const at = (name: string) => join(folder, name);
const filesOf = (name: string) => unpackPackage(new Uint8Array(readFileSync(at(name))));
const textOf = (name: string, path: string) => new TextDecoder().decode(filesOf(name).get(path));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leith-sequence-'));
  const kernels = await loadKernels();
  const size = { width_px: SIDE, height_px: SIDE };
  const frames = Array.from(
    { length: FRAMES },
    (_, k) => driftingFrame(kernels, k, driftAt(k), size).hologram,
  );
  frames[DARK] = darkFrame(frames[0]!);
  const { width, height } = frames[0]!;
  const all = new Uint16Array(FRAMES * width * height);
  frames.forEach(({ samples }, k) => all.set(samples as Uint16Array, k * width * height));
  const pages = frames.map(({ samples }) => ({
    tags: greyTags(width, height, 16),
    segments: [new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)],
  }));
  writeFileSync(at('stack.tif'), buildTiff(pages));
  writeFileSync(at('stack.npy'), Buffer.concat(encodeNpyArray(all, [FRAMES, height, width])));
  mkdirSync(at('frames'));
  for (const [k, frame] of frames.entries())
    writeFileSync(at(`frames/f${k}.png`), Buffer.concat(await encodeFrame(frame, 'png', 3.45)));
  writeFileSync(at('frames/f6.png'), 'not a picture');
  writeFileSync(at('frames/settings.txt'), 'exposure 2 ms');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('leith sequence', () => {
  it('makes one package of a stack, the same from TIFF and from NPY', async () => {
    const made = await leith(
      'sequence',
      at('stack.tif'),
      ...given,
      '--interval-s',
      '0.5',
      '-o',
      at('tif.zip'),
      '--json',
    );
    expect(made.stderr).toBe('');
    expect(made.code).toBe(0);
    expect(JSON.parse(made.stdout)).toMatchObject({
      frames: FRAMES,
      unreadable: 0,
      marked: 1,
      interval_s: 0.5,
    });
    expect(
      (await leith('sequence', at('stack.npy'), ...given, '--interval-s', '0.5', '-o', at('npy.zip'))).code,
    ).toBe(0);
    const [tif, npy] = [filesOf('tif.zip'), filesOf('npy.zip')];
    for (const path of [...tif.keys()].filter((name) => /ome\.zarr|frames\.csv|\.tif$/.test(name)))
      expect(Buffer.compare(tif.get(path)!, npy.get(path)!)).toBe(0);
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('says in its report what one frame is, and how certain', () => {
    const evidence = JSON.parse(textOf('tif.zip', 'data/evidence.json'));
    const lines = textOf('tif.zip', 'data/frames.csv').split('\n');
    const [head, first] = [lines[0]!, lines[1]!].map((line) => line.split(','));
    const ofFirst = Number(first![head!.indexOf('median_sigma_rad')]);
    const stated = evidence.uncertainty.median_phase_sigma_rad;
    expect(stated / ofFirst).toBeCloseTo(1, 2);
    // it is that of the map beside it, edges and dim places included
    const map = Array.from(decodeTiff(filesOf('tif.zip').get('data/phase_uncertainty.tif')!).samples);
    const below = map.filter((sigma) => sigma < stated * (1 - 1e-6)).length;
    const above = map.filter((sigma) => sigma > stated * (1 + 1e-6)).length;
    expect(Math.max(below, above)).toBeLessThanOrEqual(map.length / 2);
    expect(evidence.uncertainty.total_median_rad).toBe(stated);
    const [, rows, cols] = evidence.outputs.find(
      ({ shape }: { shape: number[] }) => shape.length === 3,
    ).shape;
    expect(textOf('tif.zip', 'data/report.html')).toContain(`${cols} × ${rows} px`);
    expect(evidence.sequence).toMatchObject({
      frames: FRAMES,
      marked: 1,
      frames_sha256_root: evidence.input.sha256,
    });
  });

  it('writes the phase as OME-TIFF, too, where that is asked for', async () => {
    const made = await leith('sequence', at('stack.npy'), ...given, '-o', at('also.zip'), '--as', 'ome-tiff');
    expect(made.code).toBe(0);
    const tiff = new Uint8Array(readFileSync(at('also.phase.ome.tif')));
    const pages = await openPages(async (from, length) => tiff.slice(from, from + length));
    expect(pages.count).toBe(FRAMES);
    const { frame } = await decodeFrame(await pages.page(3));
    const shard = filesOf('also.zip').get('data/phase.ome.zarr/0/c/0/0/0')!.slice();
    const layout = shardLayout(FRAMES, frame.height, frame.width);
    expect(frame.samples).toEqual(decodeShard(layout, shard, FRAMES)[3]);
    expect((await leith('sequence', at('stack.npy'), ...given, '-o', at('x.zip'), '--as', 'avi')).code).toBe(
      2,
    );
  });

  it('holds mean and scatter of the frames that belong, and says what it is of', () => {
    const files = filesOf('tif.zip');
    const image = JSON.parse(textOf('tif.zip', 'data/phase.ome.zarr/zarr.json'));
    const array = JSON.parse(textOf('tif.zip', 'data/phase.ome.zarr/0/zarr.json'));
    const [frames, rows, cols] = array.shape as [number, number, number];
    expect(frames).toBe(FRAMES);
    const { axes, datasets } = image.attributes.ome.multiscales[0];
    expect(axes.map(({ name }: { name: string }) => name)).toEqual(['t', 'y', 'x']);
    expect(datasets[0].coordinateTransformations[0].scale[0]).toBe(0.5);
    expect(datasets[0].coordinateTransformations[0].scale[2]).toBeCloseTo((3.45 * SIDE) / cols, 6);
    const bytes = files.get('data/phase.ome.zarr/0/c/0/0/0')!.slice();
    const phases = decodeShard(shardLayout(frames, rows, cols), bytes, frames);
    const kept = phases.filter((_, k) => k !== DARK);
    const i = 20 * cols + 17;
    const mean = kept.reduce((sum, phase) => sum + phase[i]!, 0) / kept.length;
    return decodeFrame(files.get('data/mean_phase.tif')!).then(({ frame }) =>
      expect(frame.samples[i]).toBeCloseTo(mean, 5),
    );
  });

  it('takes a folder in natural order, and does without a frame that can’t be read', async () => {
    const made = await leith('sequence', at('frames'), ...given, '-o', at('folder.zip'));
    expect(made.stdout).toMatch(/11 frames, 2 of them marked/);
    const lines = textOf('folder.zip', 'data/frames.csv').trimEnd().split('\n').slice(1);
    expect(lines.map((line) => line.split(',').at(-1))).toEqual(
      Array.from({ length: FRAMES }, (_, k) => (k === DARK ? 'no_fringes' : k === 6 ? 'unreadable' : '')),
    );
    const sha256 = execFileSync('sha256sum', [at('frames/f10.png')], { encoding: 'utf8' }).slice(0, 64);
    expect(lines[10]).toContain(sha256);
    const report = textOf('folder.zip', 'data/report.html');
    expect(report).toContain('2 of 11 frames do not belong');
    expect(report).toContain('Defocus taken out');
  });

  it.each([
    ['nothing', [], 2, /the frames are missing/],
    ['one frame', ['frames/f1.png'], 1, /holds 1 frame; it has at least 2/],
    ['what is not there', ['absent'], 1, /there is no file/],
    [
      'inline at native sampling',
      ['stack.tif', '--mode', 'inline', '--output-sampling', 'native'],
      1,
      /at full sampling/,
    ],
    ['full sampling', ['stack.tif', '--output-sampling', 'full'], 1, /native sampling/],
    ['no interval', ['stack.tif', '--interval-s', '0'], 1, /interval-s is 0/],
    ['no pitch at all', ['stack.tif', '--pixel-pitch-um', '0'], 1, /pixel-pitch-um is 0/],
  ])('refuses %s', async (_, [name, ...more], code, words) => {
    const frames = name === undefined ? [] : [at(name)];
    const said = await leith('sequence', ...frames, ...given, ...more, '-o', at('none.zip'));
    expect([said.code, said.stderr]).toEqual([code, expect.stringMatching(words)]);
    expect(readdirSync(folder).filter((file) => file.startsWith('none'))).toEqual([]);
  });
});

it(
  'makes one of in-line frames, each from the one before, and does some again',
  { tags: 'further/rig' },
  async () => {
    const kernels = await loadKernels();
    const [count, side, sample] = thorough ? [10, 96, 3] : [3, 96, 2];
    const all = new Uint16Array(count * side * side);
    for (let k = 0; k < count; k++)
      all.set(movingFrame(kernels, k, { side, step: 0 }).hologram.samples as Uint16Array, k * side * side);
    writeFileSync(at('inline.npy'), Buffer.concat(encodeNpyArray(all, [count, side, side])));
    const rig = Object.entries(movingRig).flatMap(([name, value]) => [
      `--${name.replaceAll('_', '-')}`,
      String(value),
    ]);
    const made = await leith(
      'sequence',
      at('inline.npy'),
      '--mode',
      'inline',
      ...rig,
      '-q',
      '-o',
      at('inline.zip'),
    );
    expect([made.code, made.stderr]).toEqual([0, '']);
    const [head, ...lines] = textOf('inline.zip', 'data/frames.csv').trimEnd().split('\n');
    const column = (name: string) => lines.map((line) => line.split(',')[head!.split(',').indexOf(name)]);
    expect([column('piston_rad'), column('flags')]).toEqual([Array(count).fill(''), Array(count).fill('')]);
    // in frames this small what a retrieval leaves differs by more than a tenth
    expect(column('restarted').filter((restarted) => restarted === '0').length).toBeGreaterThan(0.4 * count);
    expect(Math.max(...column('data_misfit').map(Number))).toBeLessThan(1.5);
    const shape = JSON.parse(textOf('inline.zip', 'data/phase.ome.zarr/0/zarr.json')).shape;
    expect(shape).toEqual([count, side, side]);
    const again = ['--allow-unsigned', '-q', '--frames', at('inline.npy'), '--sample', String(sample)];
    const verified = await leith('verify', at('inline.zip'), ...again);
    expect([verified.code, verified.stdout]).toEqual([
      0,
      expect.stringContaining(`${sample} of ${count} frames`),
    ]);
  },
);

describe('leith verify', () => {
  const verify = (...args: string[]) =>
    leith('verify', at('tif.zip'), '--allow-unsigned', '--quiet', ...args);

  it('does some of the frames again, or all', async () => {
    expect((await verify()).stdout).toMatch(
      /ok +frames: the digests of 11 frames make the one of the report/,
    );
    expect((await verify('--frames', at('stack.npy'), '--sample', '3')).stdout).toMatch(
      /3 of 11 frames, drawn at random, come out the same/,
    );
    expect((await verify('--frames', at('stack.tif'), '--sample', 'all')).stdout).toMatch(
      /all 11 frames come out the same/,
    );
  });

  it('believes no other frames', async () => {
    const bytes = readFileSync(at('stack.npy'));
    bytes[bytes.length - 1000]! ^= 1;
    writeFileSync(at('other.npy'), bytes);
    const said = await verify('--frames', at('other.npy'));
    expect([said.code, said.stdout]).toEqual([1, expect.stringMatching(/frame 10 has the digest/)]);
  });
});

const hasZarr = (() => {
  try {
    execFileSync('python3', ['-c', 'import zarr; assert zarr.__version__ >= "3"'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

it.skipIf(!hasZarr)('is read by Zarr for Python', () => {
  const script = `
import sys, zipfile, zarr, numpy
zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])
a = zarr.open_group(sys.argv[2] + '/data/phase.ome.zarr', mode='r')['0']
assert a.shape[0] == ${FRAMES} and not numpy.isnan(a[:]).any()
assert (a[3] == a[:][3]).all()
`;
  execFileSync('python3', ['-c', script, at('tif.zip'), at('unpacked')]);
});
