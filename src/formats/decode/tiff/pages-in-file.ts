import { unreadable } from '../samples/refusals.ts';
import { planesHint } from './planes.ts';
import { tag } from './tags.ts';

/** Reads a part of a file, into memory of its own; fewer bytes where the file ends. */
/** @param room memory that may become the part's, if it is large enough; it is given away */
export type ReadAt = (offset: number, length: number, room?: ArrayBuffer) => Promise<Uint8Array>;

/** The pages of a TIFF of any size: each is read when it is asked for, and nothing else of the file. */
export interface PagesInFile {
  readonly count: number;
  /** what may be wrong with a file of one page alone, or null */
  readonly hint: string | null;
  /** a TIFF of this page alone */
  page(k: number): Promise<Uint8Array<ArrayBuffer>>;
}

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly value: Uint8Array;
}

interface Header {
  readonly little: boolean;
  readonly big: boolean;
  readonly first: number;
}

const typeSizes: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8 }; // prettier-ignore
const MOST_ENTRIES = 512;
/** Some twenty entries. */
const USUAL_DIRECTORY_BYTES = 256;
const MOST_PAGES = 100_000;
const MOST_VALUE_BYTES = 4 * 1024 * 1024;
/** A page beyond it is larger than any frame that is read. */
const MOST_PAGE_BYTES = 512 * 1024 * 1024;
const REDUCED_OR_MASK = 0b101;

export async function openPages(read: ReadAt): Promise<PagesInFile> {
  const header = await readHeader(read);
  const offsets = await pageOffsets(read, header);
  const first = await entriesAt(read, header, offsets[0]!);
  const text = first.find((entry) => entry.tag === tag.imageDescription);
  const said = text ? String.fromCharCode(...text.value.subarray(0, 1000)) : '';
  const inOnePiece = Number(/^ImageJ=[\s\S]*\bimages=(\d+)/.exec(said)?.[1] ?? 1);
  if (offsets.length === 1 && inOnePiece > 1) {
    const count = Math.min(inOnePiece, MOST_PAGES);
    return { count, hint: null, page: (k) => onePage(read, header, first, k) };
  }
  return {
    count: offsets.length,
    hint: planesHint(samplesOf(first, header), offsets.length),
    page: async (k) => onePage(read, header, await entriesAt(read, header, offsets[k]!), 0),
  };
}

/** Per pixel. */
function samplesOf(entries: readonly Entry[], { little }: Header): number {
  const samples = entries.find((entry) => entry.tag === tag.samplesPerPixel);
  if (!samples || samples.count === 0) return 1;
  return numberIn(samples.value, 0, typeSizes[samples.type] ?? 1, little);
}

async function readHeader(read: ReadAt): Promise<Header> {
  const bytes = await read(0, 16);
  if (bytes.length < 16) throw cutShort();
  const little = bytes[0] === 0x49;
  const big = numberIn(bytes, 2, 2, little) === 43;
  return { little, big, first: big ? numberIn(bytes, 8, 8, little) : numberIn(bytes, 4, 4, little) };
}

/** Where the directories of full-sized pages lie; reduced copies and masks are skipped. */
async function pageOffsets(read: ReadAt, header: Header): Promise<number[]> {
  const { little, big } = header;
  const [sizeOfEntry, sizeOfNext] = big ? [20, 8] : [12, 4];
  const all: number[] = [];
  const full: number[] = [];
  const seen = new Set<number>();
  for (let offset = header.first; offset !== 0;) {
    if (seen.has(offset)) throw unreadable('The TIFF is damaged: its list of pages runs in a circle.');
    if (all.length === MOST_PAGES) break;
    seen.add(offset);
    const { count, body } = await directoryAt(read, offset, header);
    if (body.length < count * sizeOfEntry + sizeOfNext) throw cutShort();
    all.push(offset);
    if (!isReduced(body, count, sizeOfEntry, header)) full.push(offset);
    offset = numberIn(body, count * sizeOfEntry, sizeOfNext, little);
  }
  if (all.length === 0) throw unreadable('The TIFF holds no image.');
  return full.length > 0 ? full : all.slice(0, 1);
}

/** Its entries and the place of the next one, in one read where it is of a usual size: each read has its price. */
async function directoryAt(read: ReadAt, offset: number, { little, big }: Header) {
  const [sizeOfCount, sizeOfEntry, sizeOfNext] = big ? [8, 20, 8] : [2, 12, 4];
  const usual = await read(offset, USUAL_DIRECTORY_BYTES);
  const count = usual.length < sizeOfCount ? 0 : numberIn(usual, 0, sizeOfCount, little);
  if (count < 1 || count > MOST_ENTRIES) throw unreadable(`A TIFF directory claims ${count} entries.`);
  const bytes = count * sizeOfEntry + sizeOfNext;
  const isWhole = sizeOfCount + bytes <= USUAL_DIRECTORY_BYTES;
  const body = isWhole
    ? usual.subarray(sizeOfCount, sizeOfCount + bytes)
    : await read(offset + sizeOfCount, bytes);
  return { count, body };
}

function isReduced(body: Uint8Array, count: number, size: number, { little, big }: Header): boolean {
  for (let k = 0; k < count; k++)
    if (numberIn(body, k * size, 2, little) === tag.newSubfileType)
      return (numberIn(body, k * size + (big ? 12 : 8), 4, little) & REDUCED_OR_MASK) !== 0;
  return false;
}

async function entriesAt(read: ReadAt, header: Header, offset: number): Promise<Entry[]> {
  const { little, big } = header;
  const [size, room] = big ? [20, 8] : [12, 4];
  const { count, body } = await directoryAt(read, offset, header);
  const entries: Entry[] = [];
  for (let k = 0; k < count; k++) {
    const at = k * size;
    const type = numberIn(body, at + 2, 2, little);
    const values = numberIn(body, at + 4, room, little);
    const bytes = values * (typeSizes[type] ?? 1);
    if (bytes > MOST_VALUE_BYTES) throw unreadable(`A TIFF tag claims ${values} values.`);
    const field = at + 4 + room;
    const value =
      bytes <= room
        ? body.slice(field, field + bytes)
        : await read(numberIn(body, field, room, little), bytes);
    if (value.length < bytes) throw cutShort();
    entries.push({ tag: numberIn(body, at, 2, little), type, count: values, value });
  }
  return entries;
}

/** A TIFF of one page, its strips or tiles one after the other. @param later so many pages on in one piece */
async function onePage(
  read: ReadAt,
  header: Header,
  entries: readonly Entry[],
  later: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const numbers = (wanted: readonly number[]) => numbersOf(entries, wanted, header.little);
  const [from, sizes] = [numbers(PLACES), numbers([tag.stripByteCounts, tag.tileByteCounts])];
  const all = sizes.reduce((sum, size) => sum + size, 0);
  if (all > MOST_PAGE_BYTES || from.length !== sizes.length)
    throw unreadable(`A TIFF page claims ${all} bytes in ${from.length} pieces.`);
  // what a program says of all pages is not said of this one
  const own = entries.filter((entry) => entry.tag !== tag.imageDescription);
  const { head, dataAt } = headOfPage(header, own, sizes);
  const first = from[0]! + later * all;
  // what lies in one piece is read as it is, with room before it for the head
  if (first >= dataAt && from.every((offset, i) => i === 0 || offset === from[i - 1]! + sizes[i - 1]!)) {
    const piece = await read(first - dataAt, dataAt + all);
    if (piece.length < dataAt + all) throw cutShort();
    piece.set(head);
    return piece as Uint8Array<ArrayBuffer>;
  }
  const out = new Uint8Array(dataAt + all);
  out.set(head);
  let place = dataAt;
  for (const [i, bytes] of sizes.entries()) {
    const part = await read(from[i]! + later * all, bytes);
    if (part.length < bytes) throw cutShort();
    out.set(part, place);
    place += bytes;
  }
  return out;
}

const PLACES: readonly number[] = [tag.stripOffsets, tag.tileOffsets];

function numbersOf(entries: readonly Entry[], wanted: readonly number[], little: boolean): number[] {
  const entry = entries.find((one) => wanted.includes(one.tag));
  if (!entry) throw unreadable('The TIFF is damaged: a page does not say where its samples lie.');
  const size = typeSizes[entry.type] ?? 1;
  return Array.from({ length: entry.count }, (_, k) => numberIn(entry.value, k * size, size, little));
}

/** Samples that lie on multiples of it can be used where they lie. */
const ALIGNED = 8;

/** The header of a file and its one directory, and where samples of these sizes begin behind them. */
function headOfPage({ little, big }: Header, entries: readonly Entry[], sizes: readonly number[]) {
  const [sizeOfCount, size, room, head] = big ? [8, 20, 8, 16] : [2, 12, 4, 8];
  const wide = entries.map((entry) =>
    PLACES.includes(entry.tag) ? { ...entry, type: big ? 16 : 4, value: null } : entry,
  );
  const bytesOf = (entry: { readonly count: number; readonly type: number }) =>
    entry.count * (typeSizes[entry.type] ?? 1);
  let outside = head + sizeOfCount + wide.length * size + room;
  const further = wide.reduce((sum, entry) => sum + (bytesOf(entry) > room ? bytesOf(entry) : 0), 0);
  const dataAt = ALIGNED * Math.ceil((outside + further) / ALIGNED);
  const out = new Uint8Array(dataAt);
  const put = (at: number, value: number, bytes: number) => setNumber(out, at, value, bytes, little);
  out.set(little ? [0x49, 0x49] : [0x4d, 0x4d]);
  put(2, big ? 43 : 42, 2);
  if (big) put(4, 8, 2);
  put(big ? 8 : 4, head, room);
  put(head, wide.length, sizeOfCount);
  wide.forEach((entry, k) => {
    const at = head + sizeOfCount + k * size;
    put(at, entry.tag, 2);
    put(at + 2, entry.type, 2);
    put(at + 4, entry.count, room);
    const field = at + 4 + room;
    const isOutside = bytesOf(entry) > room;
    const to = isOutside ? outside : field;
    if (isOutside) put(field, outside, room);
    if (isOutside) outside += bytesOf(entry);
    if (entry.value) out.set(entry.value, to);
    else sizes.reduce((place, bytes, i) => (put(to + i * room, place, room), place + bytes), dataAt);
  });
  return { head: out, dataAt };
}

function numberIn(bytes: Uint8Array, at: number, size: number, little: boolean): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + size > bytes.byteLength) throw cutShort();
  if (size === 1) return view.getUint8(at);
  if (size === 2) return view.getUint16(at, little);
  return size === 4 ? view.getUint32(at, little) : Number(view.getBigUint64(at, little));
}

function setNumber(out: Uint8Array, at: number, value: number, size: number, little: boolean): void {
  const view = new DataView(out.buffer, out.byteOffset, out.byteLength);
  if (size === 2) view.setUint16(at, value, little);
  else if (size === 4) view.setUint32(at, value, little);
  else view.setBigUint64(at, BigInt(value), little);
}

function cutShort(): Error {
  return unreadable(
    'The TIFF is cut short or damaged: it points beyond its own end. Export or upload it again.',
  );
}
