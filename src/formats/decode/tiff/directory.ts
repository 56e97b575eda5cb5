import { unreadable } from '../samples/refusals.ts';

/** One image file directory: the numbers and texts under its tags, looked up on demand. */
export interface Directory {
  has(tag: number): boolean;
  /** All values of a numeric tag; undefined where it is absent. */
  numbers(tag: number): number[] | undefined;
  /** The first value of a numeric tag. */
  number(tag: number, otherwise: number): number;
  text(tag: number): string;
  /** The first so many bytes under a tag; none where it is absent. */
  bytes(tag: number, most: number): Uint8Array;
  /** The first fraction under a tag, e.g. a resolution; undefined where there is none. */
  fraction(tag: number): number | undefined;
}

export interface TiffFile {
  readonly littleEndian: boolean;
  readonly directories: readonly Directory[];
}

interface Entry {
  readonly type: number;
  readonly count: number;
  readonly valueOffset: number;
}

const typeSizes: Record<number, number> = {
  1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8,
}; // prettier-ignore

/** A stack of more pages is refused by its second one; the chain is only followed to tell thumbnails from frames. */
const maxDirectories = 1000;
const maxEntries = 512;
/** tiles of 16 × 16 px in four planes of the largest frame are fewer */
const maxValues = 300_000;

/** Follows the chain of directories of a classic TIFF or a BigTIFF. Every offset is checked against the file. */
export function readDirectories(bytes: Uint8Array): TiffFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const littleEndian = bytes[0] === 0x49;
  const reader = new TiffReader(view, littleEndian, view.getUint16(2, littleEndian) === 43);
  const directories: Directory[] = [];
  const seen = new Set<number>();
  for (let offset = reader.firstDirectory(); offset !== 0;) {
    if (seen.has(offset)) throw unreadable('The TIFF is damaged: its list of pages runs in a circle.');
    if (seen.size === maxDirectories) break;
    seen.add(offset);
    const { entries, next } = reader.directory(offset);
    directories.push(new TagTable(reader, entries));
    offset = next;
  }
  if (directories.length === 0) throw unreadable('The TIFF holds no image.');
  return { littleEndian, directories };
}

class TiffReader {
  readonly #view: DataView;
  readonly #littleEndian: boolean;
  readonly #big: boolean;

  constructor(view: DataView, littleEndian: boolean, big: boolean) {
    this.#view = view;
    this.#littleEndian = littleEndian;
    this.#big = big;
  }

  firstDirectory(): number {
    if (this.#big && this.integer(4, 3) !== 8) throw unreadable('The BigTIFF header is damaged.');
    return this.#big ? this.integer(8, 16) : this.integer(4, 4);
  }

  directory(offset: number): { entries: Map<number, Entry>; next: number } {
    const count = this.#big ? this.integer(offset, 16) : this.integer(offset, 3);
    if (count < 1 || count > maxEntries) throw unreadable(`A TIFF directory claims ${count} entries.`);
    const start = offset + (this.#big ? 8 : 2);
    const size = this.#big ? 20 : 12;
    const entries = new Map<number, Entry>();
    for (let i = 0; i < count; i++) {
      const at = start + i * size;
      entries.set(this.integer(at, 3), this.#entry(at));
    }
    const next = this.integer(start + count * size, this.#big ? 16 : 4);
    return { entries, next };
  }

  #entry(at: number): Entry {
    const type = this.integer(at + 2, 3);
    const count = this.integer(at + 4, this.#big ? 16 : 4);
    const inline = this.#big ? 8 : 4;
    const field = at + (this.#big ? 12 : 8);
    const fits = count * (typeSizes[type] ?? 1) <= inline;
    return { type, count, valueOffset: fits ? field : this.integer(field, this.#big ? 16 : 4) };
  }

  /** One integer of a TIFF type; floats and fractions belong to no tag that is read here. */
  integer(at: number, type: number): number {
    if (at + (typeSizes[type] ?? 0) > this.#view.byteLength) throw cutShort();
    switch (type) {
      case 1:
      case 7:
        return this.#view.getUint8(at);
      case 3:
        return this.#view.getUint16(at, this.#littleEndian);
      case 4:
      case 13:
        return this.#view.getUint32(at, this.#littleEndian);
      case 16:
      case 18:
        return Number(this.#view.getBigUint64(at, this.#littleEndian));
      default:
        throw unreadable(`The TIFF is damaged: a tag that should count has values of type ${type}.`);
    }
  }

  integers({ type, count, valueOffset }: Entry): number[] {
    const size = typeSizes[type] ?? 1;
    if (count > maxValues) throw unreadable(`A TIFF tag claims ${count} values.`);
    if (valueOffset + count * size > this.#view.byteLength) throw cutShort();
    return Array.from({ length: count }, (_, i) => this.integer(valueOffset + i * size, type));
  }

  fraction({ type, count, valueOffset }: Entry): number | undefined {
    const rational = 5;
    if (type !== rational || count < 1) return undefined;
    return this.integer(valueOffset, 4) / this.integer(valueOffset + 4, 4);
  }

  bytes({ type, count, valueOffset }: Entry, most: number): Uint8Array {
    const { buffer, byteOffset, byteLength } = this.#view;
    const from = Math.min(valueOffset, byteLength);
    const length = Math.min(count * (typeSizes[type] ?? 1), most, byteLength - from);
    return new Uint8Array(buffer, byteOffset + from, length);
  }

  text({ count, valueOffset }: Entry): string {
    const end = Math.min(valueOffset + Math.min(count, 1000), this.#view.byteLength);
    let text = '';
    for (let at = valueOffset; at < end; at++) text += String.fromCharCode(this.#view.getUint8(at));
    return text;
  }
}

class TagTable implements Directory {
  readonly #reader: TiffReader;
  readonly #entries: ReadonlyMap<number, Entry>;

  constructor(reader: TiffReader, entries: ReadonlyMap<number, Entry>) {
    this.#reader = reader;
    this.#entries = entries;
  }

  has(tag: number): boolean {
    return this.#entries.has(tag);
  }

  numbers(tag: number): number[] | undefined {
    const entry = this.#entries.get(tag);
    return entry === undefined ? undefined : this.#reader.integers(entry);
  }

  number(tag: number, otherwise: number): number {
    const entry = this.#entries.get(tag);
    if (entry === undefined || entry.count < 1) return otherwise;
    return this.#reader.integer(entry.valueOffset, entry.type);
  }

  fraction(tag: number): number | undefined {
    const entry = this.#entries.get(tag);
    return entry && this.#reader.fraction(entry);
  }

  bytes(tag: number, most: number): Uint8Array {
    const entry = this.#entries.get(tag);
    return entry === undefined ? new Uint8Array() : this.#reader.bytes(entry, most);
  }

  text(tag: number): string {
    const entry = this.#entries.get(tag);
    return entry === undefined ? '' : this.#reader.text(entry);
  }
}

function cutShort(): Error {
  return unreadable(
    'The TIFF is cut short or damaged: it points beyond its own end. Export or upload it again.',
  );
}
