import type { Frame, Samples } from '../../../core/field/frame.ts';
import { greyOf } from '../grey.ts';
import { informationBits } from '../information-bits.ts';
import { samplesFromBytes } from '../numeric-samples.ts';
import type { NumericSamples, SampleKind } from '../numeric-samples.ts';
import { unreadable, unsupported } from '../refusals.ts';
import { assemblePage } from './assemble.ts';
import { readDirectories } from './directory.ts';
import type { Directory } from './directory.ts';
import { readPage } from './page.ts';
import type { Page } from './page.ts';
import { applyGreyPalette } from './palette.ts';
import { tag } from './tags.ts';

/**
 * TIFF and BigTIFF in either byte order, in strips or tiles, uncompressed, LZW, deflate, PackBits or Zstandard,
 * with predictors. Samples come out as stored, with one exception: where the file says that zero is white they are
 * inverted, so that larger always means brighter. Orientation tags are not applied.
 */
export function decodeTiff(bytes: Uint8Array): Frame {
  if (bytes.length < 16) throw unreadable('The TIFF is cut short. Export or upload it again.');
  const { littleEndian, directories } = readDirectories(bytes);
  const directory = onlyFrame(directories);
  const page = readPage(directory, bytes.length);
  const { samples, bitDepth } = typedSamples(assemblePage(bytes, page, littleEndian), page);
  const { width, height } = page;
  if (page.photometric === 'palette') {
    const colorMap = directory.numbers(tag.colorMap) ?? [];
    const grey = applyGreyPalette(samples as Uint8Array, colorMap, page.bitsPerSample);
    return { width, height, samples: grey, bitDepth: grey.BYTES_PER_ELEMENT * 8 };
  }
  const grey = page.channels === 1 ? { samples, bitDepth } : withoutChannels(samples, page);
  if (page.photometric === 'white-is-zero') invert(grey.samples, 2 ** page.bitsPerSample - 1);
  return { width, height, ...grey };
}

function withoutChannels(samples: Samples, page: Page): NumericSamples {
  const grey = greyOf(samples as Uint8Array | Uint16Array, page.channels, page.width);
  return { samples: grey, bitDepth: informationBits(grey, page.bitsPerSample) };
}

/** Reduced copies and masks beside the frame are skipped; two frames of full size are a stack. */
function onlyFrame(directories: readonly Directory[]): Directory {
  const frames = directories.filter((directory) => !isReducedOrMask(directory));
  const [frame, ...others] = frames.length === 0 ? directories : frames;
  if (frame === undefined) throw unreadable('The TIFF holds no image.');
  // ImageJ writes stacks over 4 GB, and on request smaller ones, as one page and a count in its description.
  const imageJ = /^ImageJ=[\s\S]*\bimages=(\d+)/.exec(frame.text(tag.imageDescription))?.[1];
  const count = Math.max(1 + others.length, Number(imageJ ?? 1));
  if (count > 1)
    throw unsupported(`The TIFF holds ${count} pages; one frame is read. Save the one that is meant.`);
  return frame;
}

function isReducedOrMask(directory: Directory): boolean {
  const reducedOrMask = 0b101;
  return (
    (directory.number(tag.newSubfileType, 0) & reducedOrMask) !== 0 ||
    directory.number(tag.subfileType, 1) === 2
  );
}

function typedSamples(bytes: Uint8Array, page: Page): NumericSamples {
  const letter = { unsigned: 'u', signed: 'i', float: 'f' }[page.sampleFormat];
  const bits = page.bitsPerSample <= 8 ? 8 : page.bitsPerSample <= 16 ? 16 : page.bitsPerSample;
  const numeric = samplesFromBytes(bytes, `${letter}${bits}` as SampleKind);
  return page.bitsPerSample % 8 === 0 ? numeric : { ...numeric, bitDepth: page.bitsPerSample };
}

function invert(samples: Samples, white: number): void {
  for (let i = 0; i < samples.length; i++) samples[i] = white - samples[i]!;
}
