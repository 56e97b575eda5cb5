export interface TiffPage {
  /** by tag number; a text becomes ASCII, numbers 32-bit integers unless they all fit in 16 bits */
  tags: Record<number, number | number[] | string>;
  /** the strips or tiles, each in its file encoding */
  segments: Uint8Array[];
  tiled?: boolean;
}

/** A classic little-endian TIFF put together by hand: segments first, then directories. Offsets are filled in. */
export function buildTiff(pages: TiffPage[], options: { next?: number } = {}): Uint8Array {
  const parts: Buffer[] = [Buffer.from('49492a0000000000', 'hex')];
  let length = 8;
  const append = (part: Uint8Array): number => {
    const at = length;
    const padded = Buffer.concat([part, Buffer.alloc(part.length % 2)]);
    parts.push(padded);
    length += padded.length;
    return at;
  };
  let pointer = { part: 0, offset: 4 };
  for (const page of pages) {
    const offsets = page.segments.map(append);
    const [offsetTag, countTag] = page.tiled ? [324, 325] : [273, 279];
    const tags = {
      [offsetTag]: offsets,
      [countTag]: page.segments.map(({ length }) => length),
      ...page.tags,
    };
    const entries = Object.entries(tags).map(([tag, value]) => entry(Number(tag), value, append));
    const directory = Buffer.alloc(2 + entries.length * 12 + 4);
    directory.writeUInt16LE(entries.length, 0);
    entries.forEach((bytes, i) => directory.set(bytes, 2 + i * 12));
    const at = append(directory);
    parts[pointer.part]!.writeUInt32LE(at, pointer.offset);
    pointer = { part: parts.length - 1, offset: directory.length - 4 };
  }
  if (options.next !== undefined) parts[pointer.part]!.writeUInt32LE(options.next, pointer.offset);
  return new Uint8Array(Buffer.concat(parts));
}

/** The tags of one grey page, to be overridden. */
export function greyTags(width: number, height: number, bits: number): Record<number, number> {
  return { 256: width, 257: height, 258: bits, 259: 1, 262: 1, 277: 1, 278: height };
}

function entry(tag: number, value: number | number[] | string, append: (part: Uint8Array) => number): Buffer {
  const text = typeof value === 'string' ? Buffer.from(`${value}\0`, 'latin1') : undefined;
  const numbers = typeof value === 'number' ? [value] : typeof value === 'string' ? [] : value;
  const isShort = numbers.every((number) => number < 65536);
  const values = text ?? Buffer.alloc(numbers.length * (isShort ? 2 : 4));
  numbers.forEach((number, i) =>
    isShort ? values.writeUInt16LE(number, i * 2) : values.writeUInt32LE(number, i * 4),
  );
  const bytes = Buffer.alloc(12);
  bytes.writeUInt16LE(tag, 0);
  bytes.writeUInt16LE(text ? 2 : isShort ? 3 : 4, 2);
  bytes.writeUInt32LE(text?.length ?? numbers.length, 4);
  if (values.length <= 4) bytes.set(values, 8);
  else bytes.writeUInt32LE(append(values), 8);
  return bytes;
}
