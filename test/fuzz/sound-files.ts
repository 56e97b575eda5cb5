import { readdirSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { buildBmp } from '../../src/formats/decode/image/bmp.fixture.ts';
import { pngChunk } from '../../src/formats/decode/image/png.fixture.ts';
import { buildNpy, npyDictionary } from '../../src/formats/decode/array/npy.fixture.ts';
import { buildZip } from '../../src/formats/decode/array/zip.fixture.ts';
import { buildTiff, greyTags } from '../../src/formats/decode/tiff/tiff.fixture.ts';

export interface SoundFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const fixtures = new URL('../fixtures/', import.meta.url);

function folder(name: string): SoundFile[] {
  const names = readdirSync(new URL(name, fixtures)).filter((file) => /\.(?!json)\w+$/.test(file));
  return names.sort().map((file) => ({
    name: name + file,
    bytes: new Uint8Array(readFileSync(new URL(name + file, fixtures))),
  }));
}

/** Files to be mutated: what the tools of the field write, in every format that is read, and what costs more than it weighs. */
export async function soundFiles(): Promise<SoundFile[]> {
  const files = ['decode/', 'decode/hostile/', 'stacks/', 'stated/'].flatMap(folder);
  return [...files, ...(await jpegs()), ...bitmaps(), ...bombs()];
}

async function jpegs(): Promise<SoundFile[]> {
  const pixels = Uint8Array.from({ length: 35 * 40 * 3 }, (_, i) => i % 251);
  const colour = sharp(pixels, { raw: { width: 40, height: 35, channels: 3 } });
  const grey = colour.clone().toColourspace('b-w');
  const made = {
    grey: grey.jpeg(),
    colour: colour.clone().jpeg(),
    progressive: colour.clone().jpeg({ progressive: true }),
  };
  const files = Object.entries(made).map(async ([name, image]) => ({
    name: `${name}.jpg`,
    bytes: new Uint8Array(await image.toBuffer()),
  }));
  return Promise.all(files);
}

function bitmaps(): SoundFile[] {
  const pixel = (x: number, y: number) => ((x + y) % 32) * 0x0841;
  return [
    { name: 'runs.bmp', bytes: buildBmp({ runLengths: true }) },
    { name: 'masks.bmp', bytes: buildBmp({ bitsPerPixel: 16, masks: [0xf800, 0x07e0, 0x001f], pixel }) },
    { name: 'short.bmp', bytes: buildBmp({ short: true, topDown: true }) },
    { name: 'four.bmp', bytes: buildBmp({ bitsPerPixel: 4, pixel: (x, y) => (x + y) % 16 }) },
  ];
}

/** Small files that unpack to a lot: within the limits of a frame, and far beyond what they state. */
function bombs(): SoundFile[] {
  const zeros = new Uint8Array(4000 * 4000 * 2);
  const packed = deflateSync(zeros, { level: 9 });
  const whole = buildNpy(npyDictionary('<u2', '(4000, 4000)'), zeros);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(4000, 0);
  header.writeUInt32BE(4000, 4);
  header.set([16, 0], 8);
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', packed), pngChunk('IEND', new Uint8Array())];
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
  const strip = { tags: { ...greyTags(4000, 4000, 16), 259: 8 }, segments: [packed] };
  const mat = Buffer.alloc(136 + packed.length);
  mat.write('MATLAB 5.0 MAT-file, zeros', 'latin1');
  mat.set([0, 1, 0x49, 0x4d], 124);
  mat.writeUInt32LE(15, 128);
  mat.writeUInt32LE(packed.length, 132);
  mat.set(packed, 136);
  return [
    { name: 'zeros.npz', bytes: buildZip([{ name: 'a.npy', data: whole, deflated: true }]) },
    {
      name: 'lying.npz',
      bytes: buildZip([{ name: 'a.npy', data: whole, deflated: true, claimedSize: 3000 }]),
    },
    { name: 'zeros.png', bytes: new Uint8Array(png) },
    { name: 'zeros.tif', bytes: buildTiff([strip]) },
    {
      name: 'many-pages.tif',
      bytes: buildTiff(
        Array.from({ length: 900 }, () => ({ tags: greyTags(16, 16, 8), segments: [new Uint8Array(256)] })),
      ),
    },
    { name: 'zeros.mat', bytes: new Uint8Array(mat) },
  ];
}
