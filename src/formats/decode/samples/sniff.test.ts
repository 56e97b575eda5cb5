import { expect, test } from 'vitest';
import { decodeFrame } from '../decode.ts';

const latin1 = (text: string) => new Uint8Array(Buffer.from(text.padEnd(600, '\0'), 'latin1'));

test.each([
  ['MP4', '\0\0\0\x18ftypmp42'],
  ['QuickTime MOV', '\0\0\0\x14ftypqt  '],
  ['AVI', 'RIFF\0\0\0\0AVI LIST'],
  ['Matroska', '\x1a\x45\xdf\xa3'],
  ['GIF', 'GIF89a'],
  ['WebP', 'RIFF\0\0\0\0WEBPVP8 '],
  ['HEIC', '\0\0\0\x18ftypheic'],
  ['Canon CR2', 'II*\0\x10\0\0\0CR\x02\0'],
  ['Canon CR3', '\0\0\0\x18ftypcrx '],
  ['Fujifilm RAF', 'FUJIFILMCCD-RAW 0201'],
  ['Panasonic RW2', 'IIU\0'],
  ['FITS', 'SIMPLE  =                    T'],
  ['Nikon ND2', '\xda\xce\xbe\x0a'],
  ['Leica LIF', 'p\0\0\0'],
  ['Andor SIF', 'Andor Technology Multi-Channel File\n'],
  ['OpenEXR', 'v/1\x01'],
  ['gzip', '\x1f\x8b\x08'],
  ['PGM', 'P5\n1280 1024\n255\n'],
  ['PGM', 'P2 4 4 255 1 2 3 4'],
])('%s is refused by name, also under a hologram’s name', async (format, start) => {
  await expect(decodeFrame(latin1(start), { name: 'hologram.png' })).rejects.toMatchObject({
    code: 'HOLOGRAM_UNSUPPORTED',
    message: expect.stringContaining(format),
  });
});

test('unknown content is unsupported, under a hologram’s name it is not what it claims', async () => {
  const text = latin1('just some words');
  await expect(decodeFrame(text)).rejects.toMatchObject({ code: 'HOLOGRAM_UNSUPPORTED' });
  await expect(decodeFrame(text, { name: 'notes.txt' })).rejects.toMatchObject({
    code: 'HOLOGRAM_UNSUPPORTED',
  });
  await expect(decodeFrame(text, { name: 'Frame.TIF' })).rejects.toMatchObject({
    code: 'HOLOGRAM_UNREADABLE',
    message: expect.stringContaining('.TIF'),
  });
});

test('a table of numbers as text is told from other text', async () => {
  const rows = '1.5e2,\t-3\n4, 5\n'.repeat(40);
  const table = new Uint8Array(Buffer.from(rows, 'latin1'));
  await expect(decodeFrame(table, { name: 'frame.csv' })).rejects.toMatchObject({
    code: 'HOLOGRAM_UNSUPPORTED',
    message: expect.stringContaining('table of numbers'),
  });
  await expect(decodeFrame(latin1('2026 words'))).rejects.toMatchObject({
    message: expect.stringContaining('no known format'),
  });
});

test('an empty file is unreadable', async () => {
  await expect(decodeFrame(new Uint8Array())).rejects.toMatchObject({ code: 'HOLOGRAM_UNREADABLE' });
});
