import type { Frame, Samples } from '../../../core/field/frame.ts';
import { greyOf, interleaved, type Channel } from '../samples/grey.ts';
import { informationBits } from '../samples/information-bits.ts';
import { samplesFromBytes } from '../samples/numeric-samples.ts';
import type { NumericSamples, SampleKind } from '../samples/numeric-samples.ts';
import { unreadable, unsupported } from '../samples/refusals.ts';
import { assemblePage, samplesInPlace } from './assemble.ts';
import { checkStackCount, type FramesOfStack } from '../samples/stack-count.ts';
import { readDirectories } from './directory.ts';
import type { Directory } from './directory.ts';
import { readTiffPage } from './page.ts';
import type { TiffPage } from './page.ts';
import { laterPage } from './later-page.ts';
import { planesAsFrames, planesHint, framePlanes } from './planes.ts';
import { applyPalette } from './palette.ts';
import { tag } from './tags.ts';

/**
 * TIFF and BigTIFF in either byte order, in strips or tiles, uncompressed, LZW, deflate, PackBits or Zstandard,
 * with predictors. Samples come out as stored, with one exception: where the file says that zero is white they are
 * inverted, so that larger always means brighter. Orientation tags are not applied, but told (stated/orientation.ts).
 */
export function decodeTiff(bytes: Uint8Array, channel: Channel | null = null): Frame {
  const { littleEndian, frames, pagesOfFirst } = openTiff(bytes);
  const count = Math.max(frames.length, pagesOfFirst);
  if (count > 1) {
    throw unsupported(
      `The TIFF holds ${count} pages; one frame is read. Save the one that is meant, or, inline, send stack_z_mm with a distance for each.`,
    );
  }
  return decodePage(bytes, littleEndian, frames[0]!, { channel });
}

/** The frames of a multi-page TIFF, each decoded when its turn comes. */
export function decodeTiffStack(
  bytes: Uint8Array,
  expected: number | null,
  channel: Channel | null = null,
): FramesOfStack {
  const { littleEndian, frames, pagesOfFirst } = openTiff(bytes);
  const inOnePiece = frames.length === 1;
  const found = inOnePiece ? pagesOfFirst : frames.length;
  const planes = found === 1 ? framePlanes(frames[0]!) : null;
  if (planes !== null && (planes.count === expected || (planes.areGrey && expected === null))) {
    const plane = (k: number) => decodePage(bytes, littleEndian, frames[0]!, { plane: k, channel: null });
    const all = eachOf(planes.count, plane);
    return { ...planes, frames: planes.areGrey ? all : ofScenes(all), assumed: planesAsFrames(planes) };
  }
  const count = checkStackCount(
    found,
    expected,
    'TIFF',
    planesHint(frames[0]!.number(tag.samplesPerPixel, 1), found),
  );
  const page = (k: number) =>
    inOnePiece
      ? decodePage(bytes, littleEndian, frames[0]!, { later: k, channel })
      : decodePage(bytes, littleEndian, frames[k]!, { channel });
  return { count, frames: eachOf(count, page) };
}

interface OpenTiff {
  readonly littleEndian: boolean;
  /** the pages of full size: reduced copies and masks beside them are skipped */
  readonly frames: readonly Directory[];
  /** ImageJ writes a stack as one page, a count in its description, and the samples of all pages in one piece */
  readonly pagesOfFirst: number;
}

function openTiff(bytes: Uint8Array): OpenTiff {
  if (bytes.length < 16) throw unreadable('The TIFF is cut short. Export or upload it again.');
  const { littleEndian, directories } = readDirectories(bytes);
  const full = directories.filter((directory) => !isReducedOrMask(directory));
  const frames = full.length === 0 ? directories.slice(0, 1) : full;
  const imageJ = /^ImageJ=[\s\S]*\bimages=(\d+)/.exec(frames[0]!.text(tag.imageDescription))?.[1];
  return { littleEndian, frames, pagesOfFirst: Number(imageJ ?? 1) };
}

function* eachOf(count: number, frame: (k: number) => Frame): Generator<Frame> {
  for (let k = 0; k < count; k++) yield frame(k);
}

/** Grey that was saved as colour has one frame three times. */
function* ofScenes(frames: Iterable<Frame>): Generator<Frame> {
  let first: Frame | null = null;
  for (const frame of frames) {
    if (first?.samples.every((sample, i) => sample === frame.samples[i]))
      throw unsupported(
        'The TIFF has one frame, saved in colour: its red, green and blue are the same. Save a page for each frame of the stack.',
      );
    first ??= frame;
    yield frame;
  }
}

interface Wanted {
  /** so many pages on in the row of samples that begins with this one */
  readonly later?: number;
  /** of a page whose planes are frames: this one */
  readonly plane?: number;
  readonly channel: Channel | null;
}

function decodePage(
  bytes: Uint8Array,
  littleEndian: boolean,
  directory: Directory,
  { later = 0, plane, channel }: Wanted,
): Frame {
  const page = laterPage(readTiffPage(directory, bytes.length, plane), later, bytes.length);
  const { width, height, photometric } = page;
  // samples that are inverted are changed where they lie
  const inPlace = photometric === 'white-is-zero' ? null : samplesInPlace(bytes, page, littleEndian);
  const typed = typedSamples(inPlace ?? assemblePage(bytes, page, littleEndian), page);
  const { samples } = typed;
  if (photometric === 'palette') {
    const colorMap = directory.numbers(tag.colorMap) ?? [];
    const grey = applyPalette(samples as Uint8Array, colorMap, page, channel);
    return { width, height, samples: grey, bitDepth: grey.BYTES_PER_ELEMENT * 8 };
  }
  const grey = page.channels === 1 ? typed : withoutChannels(samples, page, channel);
  if (photometric === 'white-is-zero') return { width, height, ...inverted(grey, page.bitsPerSample) };
  return {
    ...{ width, height, samples: grey.samples },
    get bitDepth() {
      return grey.bitDepth;
    },
  };
}

function withoutChannels(samples: Samples, page: TiffPage, channel: Channel | null): NumericSamples {
  const grey = greyOf(samples, interleaved(page.channels, page.width), channel);
  return { samples: grey, bitDepth: informationBits(grey, page.bitsPerSample) };
}

function isReducedOrMask(directory: Directory): boolean {
  const reducedOrMask = 0b101;
  return (
    (directory.number(tag.newSubfileType, 0) & reducedOrMask) !== 0 ||
    directory.number(tag.subfileType, 1) === 2
  );
}

function typedSamples(bytes: Uint8Array, page: TiffPage): NumericSamples {
  const letter = { unsigned: 'u', signed: 'i', float: 'f' }[page.sampleFormat];
  const bits = page.bitsPerSample <= 8 ? 8 : page.bitsPerSample <= 16 ? 16 : page.bitsPerSample;
  const numeric = samplesFromBytes(bytes, `${letter}${bits}` as SampleKind);
  return page.bitsPerSample % 8 === 0 ? numeric : { ...numeric, bitDepth: page.bitsPerSample };
}

/** The samples are changed where they lie; which bits they use is what the file has. */
function inverted({ samples, bitDepth }: NumericSamples, bits: number): NumericSamples {
  const white = 2 ** bits - 1;
  for (let i = 0; i < samples.length; i++) samples[i] = white - samples[i]!;
  return { samples, bitDepth };
}
