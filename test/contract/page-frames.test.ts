import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zstdCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Frame } from '../../src/core/field/frame.ts';
import { simulate } from '../../src/core/simulate/simulate.ts';
import { decodeFrame } from '../../src/formats/decode/decode.ts';
import { decodeStack } from '../../src/formats/decode/decode-stack.ts';
import { buildTiff, greyTags } from '../../src/formats/decode/tiff/tiff.fixture.ts';
import { encodeFrame } from '../../src/formats/encode/frame.ts';
import { encodeNpyArray } from '../../src/formats/encode/npy-array.ts';
import { loadKernels } from '../load-kernels.ts';
import { oneIn, thorough } from '../short-form.ts';
import {
  accessibilityViolations,
  browserPresent,
  expectToFit,
  eventually,
  beginAnew,
  openPageBefore,
  said,
  type PageService,
} from './page-browser.ts';
import { fileOf } from './page-files.ts';
import { exampleFrame } from './page-package.ts';

const further = { tags: 'further/page' };

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
const SIDE = 80;

/** What the panel says of a frame's values. */
function exposure({ samples }: Frame): RegExp {
  let [min, max, sum] = [Infinity, -Infinity, 0];
  for (const value of samples) {
    [min, max] = [Math.min(min, value), Math.max(max, value)];
    sum += value;
  }
  return new RegExp(`Values from ${min} to ${max}, mean ${(sum / samples.length).toFixed(1)}\\.`);
}

/** Two frames of one chart from two distances, as files and as one. */
async function recordedStack() {
  const kernels = await loadKernels();
  const frames = [1.2, 1.6].map((z_mm) => {
    const { hologram } = simulate(kernels, {
      ...{ mode: 'inline', object: { kind: 'absorbing-chart' }, width_px: SIDE, height_px: SIDE },
      ...{ wavelength_um: 0.532, pixel_pitch_um: 1.67, z_mm, background: false },
    });
    return { z_mm, hologram };
  });
  const files = frames.map(async ({ z_mm, hologram }) =>
    fileOf(`at-${z_mm}.png`, Buffer.concat(await encodeFrame(hologram, 'png', 1.67))),
  );
  const counts = Uint16Array.from(frames.flatMap(({ hologram }) => [...hologram.samples]));
  const buffer = Buffer.concat(encodeNpyArray(counts, [2, SIDE, SIDE]));
  return {
    files: await Promise.all(files),
    single: fileOf('stack.npy', buffer),
  };
}

describe.runIf(browserPresent)('frames of every kind in a browser', () => {
  let service: PageService;
  let page: Page;

  openPageBefore((opened) => void ({ service, page } = opened));

  beginAnew(() => ({ service, page }));

  test('a frame is shown with its spectrum and the sideband that will be used', async () => {
    const buffer = await exampleFrame('off-axis.png');
    await page.setInputFiles('#hologram', fileOf('off-axis.png', buffer));
    await said(page, '.frame-panel', /Sideband at \(0\.180\d, 0\.150\d\) cycles\/px/);
    await page.check('input[name=holography_mode][value=inline]');
    await said(page, '.frame-panel', 'has no sideband');
  });

  test(
    'what a file states of wavelength and pixels is filled in, said, and can be changed',
    further,
    async () => {
      await page.setInputFiles('#hologram', fixture('stated/ome-types.ome.tif'));
      await said(page, '[data-stated=wavelength_um]', 'light of 0.6328 µm (OME-XML, its laser)');
      await eventually(async () => expect(await page.inputValue('#wavelength_um')).toBe('0.6328'));
      // no camera has pixels of 0.345 µm: only with the magnification is it known what the pitch is
      await said(page, '[data-stated=pixel_pitch_um]', 'pixels of 0.345 µm (OME-XML)');
      expect(await page.inputValue('#pixel_pitch_um')).toBe('');
      await page.click('details:has(#magnification) > summary');
      await page.fill('#magnification', '10');
      await eventually(async () => expect(await page.inputValue('#pixel_pitch_um')).toBe('3.45'));
      await page.fill('#wavelength_um', '0.532');
      await page.click('[data-stated=wavelength_um] button');
      expect(await page.inputValue('#wavelength_um')).toBe('0.6328');
    },
  );

  test('an HDF5 file is shown, and the library for it fetched only then', further, async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.setInputFiles('#hologram', fixture('decode/numpy-u2.npy'));
    await said(page, '[data-facts]', /NPY, 40 × 35 px, 16 bit/);
    expect(asked.filter((url) => url.includes('hdf5'))).toEqual([]);
    await page.setInputFiles('#hologram', fixture('decode/h5py-u2-gzip-chunks.h5'));
    await said(page, '[data-facts]', /HDF5, 40 × 35 px, 16 bit/);
    const { frame } = await decodeFrame(readFileSync(fixture('decode/h5py-u2-gzip-chunks.h5')));
    await said(page, '.frame-panel', exposure(frame));
    expect(asked.some((url) => /\/assets\/hdf5-.*\.wasm$/.test(url))).toBe(true);
    await said(page, '.verdict', 'HDF5');

    const bytes = readFileSync(fixture('decode/h5py-u2.h5'));
    const buffer = bytes.subarray(0, 3000);
    await page.setInputFiles('#hologram', fileOf('cut.h5', buffer));
    await said(page, '#hologram-error', /^The HDF5 file is damaged, cut short/);
  });

  const others: [string, RegExp][] = [
    ['pillow-u1-palette.bmp', /BMP, 40 × 35 px, 8 bit/],
    ['octave-u2-v7.mat', /MAT, 40 × 35 px, 16 bit/],
  ];
  test.each(oneIn(2, others, 1))('%s is shown as the service reads it', further, async (name, facts) => {
    await page.setInputFiles('#hologram', fixture(`decode/${name}`));
    await said(page, '[data-facts]', facts);
    const { frame } = await decodeFrame(readFileSync(fixture(`decode/${name}`)));
    await said(page, '.frame-panel', exposure(frame));
  });

  test('a frame in colour is refused until the channel of the laser is chosen', further, async () => {
    const { frame } = await decodeFrame(readFileSync(fixture('decode/numpy-u2.npy')));
    const colour = Uint16Array.from([...frame.samples].flatMap((value) => [7, value, 11]));
    const buffer = Buffer.concat(encodeNpyArray(colour, [35, 40, 3]));
    const file = fileOf('colour.npy', buffer);
    await page.setInputFiles('#hologram', file);
    await said(page, '#hologram-error', /in colour.*green channel varies most/);
    await page.click('summary:has-text("More: optics")');
    await page.selectOption('#channel', 'green');
    await said(page, '[data-facts]', /NPY, 40 × 35 px, 16 bit/);
    await said(page, '.frame-panel', exposure(frame));
  });

  test('a TIFF with Zstandard is shown, and what unpacks it fetched only then', further, async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const path = fixture('decode/numpy-u2.npy');
    await page.setInputFiles('#hologram', path);
    await said(page, '[data-facts]', /NPY, 40 × 35 px, 16 bit/);
    expect(asked.filter((url) => url.includes('zstd'))).toEqual([]);
    const { frame } = await decodeFrame(readFileSync(path));
    const packed = zstdCompressSync(frame.samples);
    const tiff = (segment: Buffer) =>
      fileOf(
        'zstandard.tif',
        Buffer.from(buildTiff([{ tags: { ...greyTags(40, 35, 16), 259: 50000 }, segments: [segment] }])),
      );
    await page.setInputFiles('#hologram', tiff(packed));
    await said(page, '[data-facts]', /TIFF, 40 × 35 px, 16 bit/);
    await said(page, '.frame-panel', exposure(frame));
    expect(asked.some((url) => /\/assets\/zstd-.*\.js$/.test(url))).toBe(true);
    await page.setInputFiles('#hologram', tiff(packed.subarray(0, packed.length / 2)));
    await said(page, '#hologram-error', 'A piece of the TIFF is damaged');
  });

  const stacks = [
    'pages-deflate.tif',
    'imagej.tif',
    'fortran-order.npy',
    'one-array.npz',
    'three-arrays.npz',
  ];
  test.each(oneIn(5, stacks))(
    'each frame of the stack %s is shown, and what it still needs is asked for',
    further,
    async (name) => {
      const path = fixture(`stacks/${name}`);
      await page.setInputFiles('#hologram', path);
      await said(page, '[data-facts]', /3 frames, 40 × 35 px, 16 bit/);
      // as one frame it is refused, in the words of the service, and the form’s for its fields
      const refusal = await decodeFrame(readFileSync(path)).then(String, (cause: Error) => cause.message);
      await said(page, '#hologram-error', refusal.replace('stack_z_mm', '“Distances of the stack”'));
      await page.click('input[value=inline]');
      await said(page, '#hologram-error', /^$/);
      const frames = [...decodeStack(readFileSync(path), 3).frames];
      for (const [index, frame] of frames.entries()) {
        await page.selectOption('.frame-choice select', String(index));
        await said(page, '.frame-panel', exposure(frame));
      }
      await said(page, '[data-hint=distances]', '3 frames of one sample');
      await page.click('text=Fill in the distances');
      await eventually(() => page.evaluate('document.activeElement.id')).toBe('stack_z_mm');
      await page.keyboard.type('1, 2, 3');
      await page.waitForSelector('[data-hint=distances]', { state: 'detached' });
      await said(page, '.frame-choice', '2 of 3, at 2 mm');
    },
  );

  test('a file that can be read both ways is read the way that is chosen', further, async () => {
    const path = fixture('decode/numpy-named.npz');
    await page.setInputFiles('#hologram', path);
    await said(page, '[data-facts]', /NPZ, 40 × 35 px/);
    const { frame } = await decodeFrame(readFileSync(path));
    await said(page, '.frame-panel', exposure(frame));
    await page.click('input[value=inline]');
    await page.click('input[value=stack]');
    const { count, frames } = decodeStack(readFileSync(path), null);
    expect(count).toBeGreaterThan(1);
    await said(page, '[data-facts]', `${count} frames`);
    await said(page, '.frame-panel', exposure([...frames][0]!));
    expect(await accessibilityViolations(page)).toEqual([]);
    await expectToFit(page, 'stack');
  });

  test('a stack is sent as several files or as one, with one distance for each frame', further, async () => {
    const { files, single } = await recordedStack();
    const sendWithDistances = async (): Promise<void> => {
      await page.fill('#stack_z_mm', '1.2,1.4,1.6');
      await page.click('#submit');
      await said(page, '#stack_z_mm-error', 'holds 3 distances; there are 2 frames');
      await page.fill('#stack_z_mm', '1.2,1.6');
      await page.click('#submit');
      await page.waitForSelector('.identity');
    };
    await page.click('input[value=inline]');
    await page.setInputFiles('#hologram', files);
    await said(page, '.frames', /at-1.2.png.*at-1.6.png/s);
    await page.fill('#wavelength_um', '0.532');
    await page.fill('#pixel_pitch_um', '1.67');
    if (thorough) {
      await sendWithDistances();
      await page.click('text=Change the parameters');
    }
    await page.setInputFiles('#hologram', single);
    await said(page, '[data-facts]', /NPY, 2 frames, 80 × 80 px/);
    await sendWithDistances();
    await page.waitForSelector('[data-control=map] option:text-is("Hologram, the first of 2")', {
      state: 'attached',
    });
  });

  test('a file of several frames among several files is named', further, async () => {
    await page.click('input[value=inline]');
    const paths = ['decode/numpy-u2.npy', 'stacks/pages.tif'].map(fixture);
    await page.setInputFiles('#hologram', paths);
    const fields = { wavelength_um: '0.532', pixel_pitch_um: '1.67', stack_z_mm: '1,2' };
    for (const [name, value] of Object.entries(fields)) await page.fill(`#${name}`, value);
    await page.click('#submit');
    await said(page, '[role=alert]', `${basename(paths[1]!)}: The TIFF holds 3 pages`);
  });
});
