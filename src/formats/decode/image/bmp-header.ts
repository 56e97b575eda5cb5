import { unreadable, unsupported } from '../samples/refusals.ts';

/** Where the bits of one colour lie in a pixel of 16 or 32 bits. */
export interface BitField {
  readonly shift: number;
  readonly bits: number;
}

/** What a BMP's headers say. Sizes are those of the file, whatever it holds. */
export interface BmpHeader {
  readonly width: number;
  readonly height: number;
  /** the first row in the file is the picture's first; else its last */
  readonly topDown: boolean;
  readonly bitsPerPixel: 1 | 4 | 8 | 16 | 24 | 32;
  readonly runLengths: boolean;
  /** red, green, blue and alpha of 16- and 32-bit pixels; no alpha: null */
  readonly fields: readonly [BitField, BitField, BitField, BitField | null] | null;
  /** red, green, blue of each colour in turn; null where pixels hold their own */
  readonly palette: Uint8Array | null;
  /** byte where the pixels begin */
  readonly pixels: number;
}

const FILE_HEADER = 14;
/** Sizes of the headers that follow: OS/2, Windows 3, with masks, with alpha, OS/2 version 2, versions 4 and 5. */
const HEADER_SIZES = [12, 40, 52, 56, 64, 108, 124];
const RGB = 0;
const RUN_LENGTHS_8 = 1;
const RUN_LENGTHS_4 = 2;
const BIT_FIELDS = 3;
const ALPHA_BIT_FIELDS = 6;

const field = (shift: number, bits: number): BitField => ({ shift, bits });
/** What pixels hold where no masks are given; the fourth byte of 32 bits is unused. */
const USUAL_FIELDS = {
  16: [field(10, 5), field(5, 5), field(0, 5), null],
  32: [field(16, 8), field(8, 8), field(0, 8), null],
} as const;

/**
 * Reads the headers of a BMP (Microsoft, "Bitmap Storage"; OS/2 1.x for the short one) without touching a pixel.
 * @throws Problem HOLOGRAM_UNREADABLE, HOLOGRAM_UNSUPPORTED
 */
export function readBmpHeader(bytes: Uint8Array): BmpHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < FILE_HEADER + 12) throw cutShort();
  const size = view.getUint32(14, true);
  if (!HEADER_SIZES.includes(size)) {
    throw unreadable(`The BMP has a header of ${size} bytes, which no version of the format has.`);
  }
  if (bytes.length < FILE_HEADER + size) throw cutShort();
  const short = size === 12;
  const rawHeight = short ? view.getUint16(20, true) : view.getInt32(22, true);
  const bitsPerPixel = view.getUint16(short ? 24 : 28, true);
  const compression = short ? RGB : view.getUint32(30, true);
  if (!isDepth(bitsPerPixel)) throw unreadable(`The BMP states ${bitsPerPixel} bits for a pixel.`);
  const runLengths =
    compression === (bitsPerPixel === 4 ? RUN_LENGTHS_4 : RUN_LENGTHS_8) && bitsPerPixel <= 8;
  const masked = (compression === BIT_FIELDS || compression === ALPHA_BIT_FIELDS) && bitsPerPixel >= 16;
  if (compression !== RGB && !runLengths && !masked) {
    throw unsupported(
      'The BMP holds its pixels in a way that cameras do not write. Save the frame as grey PNG or TIFF.',
    );
  }
  const masks = masked && size === 40 ? (compression === ALPHA_BIT_FIELDS ? 16 : 12) : 0;
  return {
    width: short ? view.getUint16(18, true) : view.getInt32(18, true),
    height: Math.abs(rawHeight),
    topDown: rawHeight < 0,
    bitsPerPixel,
    runLengths,
    fields: fieldsOf(view, bitsPerPixel, masked, size >= 56 || masks === 16),
    palette: bitsPerPixel <= 8 ? paletteOf(bytes, view, { size, short, bitsPerPixel }) : null,
    pixels: view.getUint32(10, true),
  };
}

function isDepth(bits: number): bits is BmpHeader['bitsPerPixel'] {
  return [1, 4, 8, 16, 24, 32].includes(bits);
}

function fieldsOf(view: DataView, bits: number, masked: boolean, withAlpha: boolean): BmpHeader['fields'] {
  if (bits !== 16 && bits !== 32) return null;
  if (!masked) return USUAL_FIELDS[bits];
  if (view.byteLength < 54 + (withAlpha ? 16 : 12)) throw cutShort();
  const at = (k: number) => fieldOf(view.getUint32(54 + 4 * k, true));
  const [red, green, blue] = [at(0), at(1), at(2)];
  if (!red || !green || !blue) throw unreadable('The BMP has a colour without a place in its pixels.');
  return [red, green, blue, withAlpha ? at(3) : null];
}

/** The bits that a mask sets, which must be neighbours; null where it sets none. */
function fieldOf(mask: number): BitField | null {
  if (mask === 0) return null;
  const shift = 31 - Math.clz32(mask & -mask);
  const ones = mask >>> shift;
  const bits = 32 - Math.clz32(ones);
  if (bits < 32 && ones !== 2 ** bits - 1)
    throw unreadable('The BMP has a colour whose bits do not lie together.');
  if (bits > 16) throw unsupported(`The BMP has ${bits} bits for a colour; up to 16 are read.`);
  return { shift, bits };
}

function paletteOf(
  bytes: Uint8Array,
  view: DataView,
  {
    size,
    short,
    bitsPerPixel,
  }: { readonly size: number; readonly short: boolean; readonly bitsPerPixel: number },
): Uint8Array {
  const most = 2 ** bitsPerPixel;
  const stated = short ? 0 : view.getUint32(46, true);
  const count = stated === 0 || stated > most ? most : stated;
  const entry = short ? 3 : 4;
  const from = FILE_HEADER + size;
  if (from + count * entry > bytes.length) throw cutShort();
  const palette = new Uint8Array(3 * count);
  for (let k = 0; k < count; k++)
    for (let c = 0; c < 3; c++) palette[3 * k + c] = bytes[from + k * entry + 2 - c]!;
  return palette;
}

export function cutShort(): Error {
  return unreadable('The BMP is cut short. Export or upload the file again.');
}
