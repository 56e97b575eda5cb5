import { bytesOf } from '../encode/bytes.ts';
import type { ZarrImage } from './ome-zarr.ts';

const HEADER_BYTES = 16;
const ENTRY_BYTES = 20;
const [ASCII, SHORT, LONG, RATIONAL, LONG8] = [2, 3, 4, 5, 16] as const;
const FLOAT_BYTES = 4;

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** a number, a fraction's two halves, or where a text lies */
  readonly value: number | readonly [number, number];
}

/**
 * Frames as one OME-TIFF (2016-06): a BigTIFF of float32 pages in the order of time, for programs that do not read OME-Zarr.
 * @param frames in order, rows · cols each
 */
export async function* omeTiff(
  image: ZarrImage,
  frames: AsyncIterable<Float32Array>,
): AsyncGenerator<Uint8Array> {
  const { layout } = image;
  const description = new TextEncoder().encode(`${omeXml(image)}\0`);
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  header.setUint16(0, 0x4949, true);
  header.setUint16(2, 43, true);
  header.setUint16(4, 8, true);
  // the text goes before the first directory, at an even place
  const text = new Uint8Array(description.length + (description.length % 2));
  text.set(description);
  header.setBigUint64(8, BigInt(HEADER_BYTES + text.length), true);
  yield new Uint8Array(header.buffer);
  yield text;
  let at = HEADER_BYTES + text.length;
  let page = 0;
  for await (const frame of frames) {
    const described =
      page === 0 ? [{ tag: 270, type: ASCII, count: description.length, value: HEADER_BYTES }] : [];
    const size = 8 + (ENTRIES + described.length) * ENTRY_BYTES + 8;
    const last = page === layout.frames - 1;
    const next = at + size + frame.length * FLOAT_BYTES;
    yield directory(entriesOf(image, described, at + size), last ? 0 : next);
    yield bytesOf(frame);
    at = next;
    page++;
  }
}

/** Without the description, which only the first page has. */
const ENTRIES = 13;

function entriesOf({ layout, pixelSizeUm }: ZarrImage, described: readonly Entry[], data: number): Entry[] {
  const { rows, cols } = layout;
  const one = (tag: number, type: number, value: Entry['value']): Entry => ({ tag, type, count: 1, value });
  return [
    one(256, LONG, cols),
    one(257, LONG, rows),
    one(258, SHORT, 32), // bits per sample
    one(259, SHORT, 1), // no compression
    one(262, SHORT, 1), // black is zero
    ...described,
    one(273, LONG8, data),
    one(277, SHORT, 1), // samples per pixel
    one(278, LONG, rows), // rows per strip
    one(279, LONG8, rows * cols * FLOAT_BYTES),
    one(282, RATIONAL, perCentimetre(pixelSizeUm.x)),
    one(283, RATIONAL, perCentimetre(pixelSizeUm.y)),
    one(296, SHORT, 3), // centimetres
    one(339, SHORT, 3), // IEEE float
  ];
}

const UM_PER_CM = 10_000;
const DENOMINATOR = 1_000_000;

function perCentimetre(sizeUm: number): readonly [number, number] {
  const scale = Math.min(DENOMINATOR, Math.floor((0xffffffff * sizeUm) / UM_PER_CM));
  return [Math.round((UM_PER_CM / sizeUm) * scale), scale];
}

function directory(entries: readonly Entry[], next: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 + entries.length * ENTRY_BYTES + 8));
  view.setBigUint64(0, BigInt(entries.length), true);
  entries.forEach(({ tag, type, count, value }, k) => {
    const at = 8 + k * ENTRY_BYTES;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setBigUint64(at + 4, BigInt(count), true);
    if (typeof value === 'number') view.setBigUint64(at + 12, BigInt(value), true);
    else value.forEach((half, i) => view.setUint32(at + 12 + 4 * i, half, true));
  });
  view.setBigUint64(8 + entries.length * ENTRY_BYTES, BigInt(next), true);
  return new Uint8Array(view.buffer);
}

/** Lengths are in µm and times in s, which the schema has for defaults. */
function omeXml({ name, layout, pixelSizeUm: { x, y }, interval_s }: ZarrImage): string {
  const { frames, rows, cols } = layout;
  const time = interval_s === null ? '' : ` TimeIncrement="${interval_s}"`;
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06">' +
    `<Image ID="Image:0" Name="${name}"><Pixels ID="Pixels:0" DimensionOrder="XYZCT" Type="float" BigEndian="false" ` +
    `SizeX="${cols}" SizeY="${rows}" SizeZ="1" SizeC="1" SizeT="${frames}" ` +
    `PhysicalSizeX="${x}" PhysicalSizeY="${y}"${time}>` +
    '<Channel ID="Channel:0:0" SamplesPerPixel="1"/><TiffData/></Pixels></Image></OME>'
  );
}
