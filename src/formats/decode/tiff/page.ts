import { limits } from '../../../core/limits/limits.ts';
import { checkFrameSize } from '../samples/frame-size.ts';
import { unreadable, unsupported } from '../samples/refusals.ts';
import type { Directory } from './directory.ts';
import { tag } from './tags.ts';

export type Compression = 'none' | 'lzw' | 'deflate' | 'packbits' | 'zstd';

/** What the tags of one page say about its samples, checked to be something that is read. */
export interface TiffPage {
  readonly width: number;
  readonly height: number;
  readonly bitsPerSample: number;
  readonly sampleFormat: 'unsigned' | 'signed' | 'float';
  readonly photometric: 'white-is-zero' | 'black-is-zero' | 'rgb' | 'palette';
  readonly channels: number;
  /** each channel in strips or tiles of its own */
  readonly planar: boolean;
  readonly compression: Compression;
  readonly predictor: 'none' | 'horizontal' | 'float';
  readonly segments: Segments;
}

/** Strips are segments as wide as the frame. */
export interface Segments {
  readonly tiled: boolean;
  readonly width: number;
  readonly height: number;
  readonly offsets: readonly number[];
  readonly byteCounts: readonly number[];
}

const compressions: Record<number, Compression> = {
  1: 'none',
  5: 'lzw',
  8: 'deflate',
  32946: 'deflate',
  32773: 'packbits',
  50000: 'zstd',
};

/** What programs call those that are not read. */
const otherCompressions: Readonly<Record<number, string>> = {
  ...{ 2: 'CCITT', 3: 'CCITT', 4: 'CCITT', 6: 'JPEG', 7: 'JPEG', 34712: 'JPEG 2000', 34925: 'LZMA' },
  ...{ 33003: 'JPEG 2000', 33005: 'JPEG 2000', 50001: 'WebP', 50002: 'JPEG XL', 52546: 'JPEG XL' },
};

const photometrics: Record<number, TiffPage['photometric']> = {
  0: 'white-is-zero',
  1: 'black-is-zero',
  2: 'rgb',
  3: 'palette',
};

const cameraRawCompressions = [34713, 32767, 34892, 65000];
const cameraRawPhotometrics = [32803, 34892];

const tileSide = { min: 16, max: 4096 };

/** undefined: one that is not read */
export function compressionOf(directory: Directory): Compression | undefined {
  return compressions[directory.number(tag.compression, 1)];
}

/** @param plane of a page whose planes are frames: this one by itself, as a page of grey */
export function readTiffPage(directory: Directory, fileBytes: number, plane: number | null = null): TiffPage {
  const width = directory.number(tag.width, 0);
  const height = directory.number(tag.height, 0);
  checkFrameSize(width, height);
  const compression = directory.number(tag.compression, 1);
  const photometric = directory.number(tag.photometric, 1);
  refuseCameraRaw(directory, compression, photometric);
  if (compressions[compression] === undefined) {
    const name = otherCompressions[compression] ?? `of number ${compression}`;
    throw unsupported(`The TIFF uses compression ${name}. Save it uncompressed, or with LZW or deflate.`);
  }
  const stored = photometrics[photometric];
  if (stored === undefined) {
    throw unsupported(`The TIFF stores colour (photometric ${photometric}). Save the frame as grey.`);
  }
  if (directory.number(tag.fillOrder, 1) !== 1)
    throw unsupported('The TIFF has its bits in reverse. Save it again.');
  const channels = plane === null ? directory.number(tag.samplesPerPixel, 1) : 1;
  const page = {
    width,
    height,
    ...readSampleType(directory, channels),
    photometric: plane !== null && stored === 'rgb' ? 'black-is-zero' : stored,
    channels,
    planar: channels > 1 && directory.number(tag.planarConfiguration, 1) === 2,
    compression: compressions[compression],
    predictor: readPredictor(directory, compressions[compression]),
  };
  refuseOddCombinations(page);
  return { ...page, segments: readSegments(directory, page, fileBytes, plane) };
}

function refuseCameraRaw(directory: Directory, compression: number, photometric: number): void {
  const raw = cameraRawCompressions.includes(compression) || cameraRawPhotometrics.includes(photometric);
  if (raw || directory.has(tag.dngVersion)) {
    throw unsupported(
      'The file is a camera raw file in a TIFF (DNG, NEF, ARW or alike). Export the frame as grey TIFF.',
    );
  }
}

function readSampleType(
  directory: Directory,
  channels: number,
): Pick<TiffPage, 'bitsPerSample' | 'sampleFormat'> {
  if (channels < 1 || channels > 4)
    throw unsupported(`The TIFF has ${channels} channels. Save the one with the hologram.`);
  const bits = firstOfEqual(directory.numbers(tag.bitsPerSample) ?? [1]);
  const format = firstOfEqual(directory.numbers(tag.sampleFormat) ?? [1]);
  if (bits === undefined || format === undefined)
    throw unsupported('The channels of the TIFF have different types.');
  const sampleFormat = ({ 1: 'unsigned', 2: 'signed', 3: 'float', 4: 'unsigned' } as const)[format];
  const readable =
    sampleFormat === 'unsigned'
      ? (bits >= 1 && bits <= 16) || bits === 32
      : sampleFormat === 'signed'
        ? [8, 16, 32].includes(bits)
        : sampleFormat === 'float' && [32, 64].includes(bits);
  if (sampleFormat === undefined || !readable) {
    throw unsupported(
      `The TIFF has ${bits}-bit samples of format ${format}. Save 8 or 16-bit integers or 32-bit floats.`,
    );
  }
  return { bitsPerSample: bits, sampleFormat };
}

function firstOfEqual(values: readonly number[]): number | undefined {
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}

function readPredictor(directory: Directory, compression: Compression): TiffPage['predictor'] {
  const predictor =
    compression === 'none' || compression === 'packbits' ? 1 : directory.number(tag.predictor, 1);
  const name = ({ 1: 'none', 2: 'horizontal', 3: 'float' } as const)[predictor];
  if (name === undefined) throw unsupported(`The TIFF uses predictor ${predictor}. Save it uncompressed.`);
  return name;
}

function refuseOddCombinations(page: Omit<TiffPage, 'segments'>): void {
  const wholeBytes = page.bitsPerSample % 8 === 0;
  if (page.channels > 1 && !(page.sampleFormat === 'unsigned' && wholeBytes && page.bitsPerSample <= 16)) {
    throw unsupported('The TIFF has several channels. Save the one that holds the hologram.');
  }
  if (page.photometric === 'rgb' && page.channels < 3)
    throw unreadable('The TIFF says RGB, but has fewer channels.');
  if (page.photometric !== 'rgb' && page.channels > 2) {
    throw unsupported(`The TIFF has ${page.channels} channels. Save the one that holds the hologram.`);
  }
  if (page.photometric === 'palette' && (page.channels > 1 || page.bitsPerSample > 8)) {
    throw unsupported('The TIFF has a palette for more than 8 bits. Save the frame as grey.');
  }
  if (page.photometric === 'white-is-zero' && page.sampleFormat !== 'unsigned') {
    throw unsupported(
      'The TIFF says that zero is white for signed or float samples. Save it with black as zero.',
    );
  }
  if (page.predictor === 'float' && page.sampleFormat !== 'float')
    throw unreadable('The TIFF predictor needs floats.');
  if (page.predictor === 'horizontal' && (!wholeBytes || page.bitsPerSample > 32)) {
    throw unsupported('The TIFF predicts samples of an uncommon size. Save it uncompressed.');
  }
}

function readSegments(
  directory: Directory,
  page: Omit<TiffPage, 'segments'>,
  fileBytes: number,
  plane: number | null,
): Segments {
  const tiled = directory.has(tag.tileWidth);
  const width = tiled ? directory.number(tag.tileWidth, 0) : page.width;
  const height = tiled
    ? directory.number(tag.tileHeight, 0)
    : Math.min(directory.number(tag.rowsPerStrip, page.height), page.height);
  if (height < 1) throw unreadable('The TIFF has strips without rows.');
  if (tiled && [width, height].some((side) => side < tileSide.min || side > tileSide.max)) {
    throw unsupported(
      `The TIFF has tiles of ${width} × ${height} px; ${tileSide.min} to ${tileSide.max} are read.`,
    );
  }
  const perPlane = Math.ceil(page.width / width) * Math.ceil(page.height / height);
  const planes = plane === null ? page.channels : directory.number(tag.samplesPerPixel, 1);
  const expected = perPlane * (page.planar || plane !== null ? planes : 1);
  const offsets = directory.numbers(tiled ? tag.tileOffsets : tag.stripOffsets) ?? [];
  const byteCounts =
    directory.numbers(tiled ? tag.tileByteCounts : tag.stripByteCounts) ??
    offsets.map((offset) => Math.max(0, fileBytes - offset));
  if (offsets.length !== expected || byteCounts.length !== expected) {
    throw unreadable(`The TIFF needs ${expected} pieces for its frame, but lists ${offsets.length}.`);
  }
  checkByteCounts(offsets, byteCounts, fileBytes);
  const own = (of: readonly number[]) =>
    plane === null ? of : of.slice(plane * perPlane, (plane + 1) * perPlane);
  return { tiled, width, height, offsets: own(offsets), byteCounts: own(byteCounts) };
}

/** Pieces may share bytes, but a file whose pieces add up to many times itself is made to keep a decoder busy. */
function checkByteCounts(offsets: readonly number[], byteCounts: readonly number[], fileBytes: number): void {
  let total = 0;
  for (let i = 0; i < offsets.length; i++) {
    if (offsets[i]! === 0 || offsets[i]! + byteCounts[i]! > fileBytes) {
      throw unreadable('The TIFF is cut short: samples lie beyond its end. Export or upload it again.');
    }
    total += byteCounts[i]!;
  }
  if (total > 2 * fileBytes + limits.frame_side_px.max) {
    throw unreadable('The TIFF is damaged: the pieces of its frame overlap.');
  }
}
