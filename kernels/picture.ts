// Pictures into the bytes of a PNG: filters of rows, runs of equal bytes, Huffman codes and the checksum. The same bytes
// everywhere; the tables of codes come from `src/formats/preview`.
import { BlockAt, BytesAt, Count, FloatsAt, IntegersAt } from './types';

const FILTER_NONE: u8 = 0;
const FILTER_SUB: u8 = 1;
const FILTER_UP: u8 = 2;
const LANES: i32 = 16;

/** Lanes of bytes as differences, summed: each is as much above as below 0. */
@inline function costs(sum: v128, differences: v128): v128 {
  const pairs = i16x8.extadd_pairwise_i8x16_u(i8x16.abs(differences));
  return i32x4.add(sum, i32x4.extadd_pairwise_i16x8_u(pairs));
}

@inline function cost(difference: u8): i32 {
  const value = <i32>difference;
  return min(value, 256 - value);
}

@inline function lanes(v: v128): i32 {
  return (
    i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3)
  );
}

/** The filter whose result is smallest in sum: neighbouring palette entries are neighbouring values. */
function cheapestFilter(line: usize, above: usize, width: i32): u8 {
  let none = i32x4.splat(0);
  let sub = i32x4.splat(0);
  let up = i32x4.splat(0);
  const first = load<u8>(line);
  let noneRest = cost(first);
  let subRest = noneRest;
  let upRest = cost(first - load<u8>(above));
  let x = 1;
  for (; x + LANES <= width; x += LANES) {
    const values = v128.load(line + x);
    none = costs(none, values);
    sub = costs(sub, i8x16.sub(values, v128.load(line + x - 1)));
    up = costs(up, i8x16.sub(values, v128.load(above + x)));
  }
  for (; x < width; x++) {
    const value = load<u8>(line + x);
    noneRest += cost(value);
    subRest += cost(value - load<u8>(line + x - 1));
    upRest += cost(value - load<u8>(above + x));
  }
  noneRest += lanes(none);
  subRest += lanes(sub);
  upRest += lanes(up);
  if (upRest <= subRest && upRest <= noneRest) return FILTER_UP;
  return subRest <= noneRest ? FILTER_SUB : FILTER_NONE;
}

/** `to` becomes the line less what lies `before` it, byte by byte. */
@inline function differences(line: usize, before: usize, to: usize, width: i32): void {
  let x = 0;
  for (; x + LANES <= width; x += LANES) {
    v128.store(to + x, i8x16.sub(v128.load(line + x), v128.load(before + x)));
  }
  for (; x < width; x++) store<u8>(to + x, load<u8>(line + x) - load<u8>(before + x));
}

/**
 * Rows of bytes with the filter of PNG (third edition, 9.2) that suits each best, and its number before it.
 * @param filtered (width + 1) · height bytes
 * @param zeros room for `width` bytes
 */
export function filterRows(
  pixels: BytesAt,
  filtered: BytesAt,
  zeros: BytesAt,
  width: Count<i32>,
  height: Count<i32>,
): void {
  memory.fill(zeros, 0, width);
  let above = zeros;
  for (let row = 0; row < height; row++) {
    const line = pixels + <usize>row * width;
    const to = filtered + <usize>row * (width + 1);
    const filter = cheapestFilter(line, above, width);
    store<u8>(to, filter);
    if (filter == FILTER_NONE) memory.copy(to + 1, line, width);
    else if (filter == FILTER_UP) differences(line, above, to + 1, width);
    else {
      store<u8>(to + 1, load<u8>(line));
      differences(line + 1, line, to + 2, width - 1);
    }
    above = line;
  }
}

const END_OF_BLOCK: i32 = 256;
const FIRST_LENGTH: i32 = 257;
const MIN_RUN: i32 = 3;
const MAX_RUN: i32 = 258;

@inline function put(symbols: usize, counts: usize, symbol: i32): usize {
  store<u16>(symbols, symbol);
  const count = counts + (<usize>symbol << 2);
  store<i32>(count, load<i32>(count) + 1);
  return symbols + 2;
}

/**
 * Bytes as symbols of 16 bits: a byte as it is, a repetition of the byte before (3 to 258 times) as 257 + its length, at
 * the end 256.
 * @param symbols room for length + 1
 * @param counts of each of the 516 symbols, added to what is there
 * @returns how many symbols there are
 */
export function findRuns(bytes: BytesAt, length: Count<i32>, symbols: BlockAt, counts: IntegersAt): Count<i32> {
  const end = bytes + length;
  let at = bytes;
  let to = symbols;
  while (at < end) {
    const byte = <i32>load<u8>(at++);
    to = put(to, counts, byte);
    // most bytes are followed by another one
    if (at == end || load<u8>(at) != byte) continue;
    const start = at;
    while (at < end && load<u8>(at) == byte) at++;
    let left = <i32>(at - start);
    while (left >= MIN_RUN) {
      const run = min(left, MAX_RUN);
      to = put(to, counts, FIRST_LENGTH + run);
      left -= run;
    }
    for (; left > 0; left--) to = put(to, counts, byte);
  }
  return <i32>((put(to, counts, END_OF_BLOCK) - symbols) >> 1);
}

/**
 * Symbols of 16 bits as what stands for each of them, lowest bit first, the last byte filled up with zeros.
 * @param codes of each symbol the bits and, in the lowest 5, how many they are, at most 27; two for each: the second
 *   follows the first
 * @param begun bits that go before, `begunBits` of them, at most 31
 * @returns how many bytes there are
 */
export function writeCodes(
  symbols: BlockAt,
  count: Count<i32>,
  codes: IntegersAt,
  begun: Count<i32>,
  begunBits: Count<i32>,
  out: BytesAt,
): Count<i32> {
  let held: u64 = <u32>begun;
  let bits: u64 = begunBits;
  let to = out;
  for (let i = 0; i < count; i++) {
    const entry = load<u64>(codes + (<usize>load<u16>(symbols + ((<usize>i) << 1)) << 3));
    const first = entry & 0xffffffff;
    held |= (first >> 5) << bits;
    bits += first & 31;
    if (bits >= 32) {
      store<u32>(to, <u32>held);
      to += 4;
      held >>= 32;
      bits -= 32;
    }
    const second = entry >> 32;
    held |= (second >> 5) << bits;
    bits += second & 31;
    if (bits >= 32) {
      store<u32>(to, <u32>held);
      to += 4;
      held >>= 32;
      bits -= 32;
    }
  }
  for (; <i64>bits > 0; bits -= 8) {
    store<u8>(to++, <u8>held);
    held >>= 8;
  }
  return <i32>(to - out);
}

const ADLER_BASE: u64 = 65_521;
/** as many bytes as 32 bits have room for the sums of, before the remainder must be taken (RFC 1950, section 9) */
const ADLER_STRIDE: i32 = 5552;

@inline function unsignedLanes(v: v128): u64 {
  return (
    <u64><u32>i32x4.extract_lane(v, 0) +
    <u64><u32>i32x4.extract_lane(v, 1) +
    <u64><u32>i32x4.extract_lane(v, 2) +
    <u64><u32>i32x4.extract_lane(v, 3)
  );
}

/** The checksum of a zlib stream (RFC 1950), as a signed number. */
export function adler32(bytes: BytesAt, length: Count<i32>): Count<i32> {
  const nearer = i16x8(16, 15, 14, 13, 12, 11, 10, 9);
  const further = i16x8(8, 7, 6, 5, 4, 3, 2, 1);
  let a: u64 = 1;
  let b: u64 = 0;
  for (let start = 0; start < length; start += ADLER_STRIDE) {
    const end = min(length, start + ADLER_STRIDE);
    let sums = i32x4.splat(0);
    let before = i32x4.splat(0);
    let weighted = i32x4.splat(0);
    let i = start;
    for (; i + LANES <= end; i += LANES) {
      const values = v128.load(bytes + i);
      before = i32x4.add(before, sums);
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(values)));
      const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(values), nearer);
      const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(values), further);
      weighted = i32x4.add(weighted, i32x4.add(low, high));
    }
    b += a * <u64>(i - start) + <u64>LANES * unsignedLanes(before) + unsignedLanes(weighted);
    a += unsignedLanes(sums);
    for (; i < end; i++) {
      a += load<u8>(bytes + i);
      b += a;
    }
    a %= ADLER_BASE;
    b %= ADLER_BASE;
  }
  return <i32>((b << 16) | a);
}

const CRC_POLYNOMIAL: u32 = 0xedb88320;
const CRC_TABLES: i32 = 8;
/** Of each byte with 0 to 7 bytes after it; filled when first wanted. */
const CRC_OF_BYTE = memory.data(CRC_TABLES * 1024);

@inline function crcOf(byte: usize, after: i32): u32 {
  return load<u32>(CRC_OF_BYTE + ((<usize>after) << 10) + (byte << 2));
}

function fillCrcTables(): void {
  for (let byte = 0; byte < 256; byte++) {
    let crc = <u32>byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (crc & 1 ? CRC_POLYNOMIAL : 0);
    store<u32>(CRC_OF_BYTE + ((<usize>byte) << 2), crc);
  }
  for (let after = 1; after < CRC_TABLES; after++) {
    for (let byte = 0; byte < 256; byte++) {
      const before = crcOf(byte, after - 1);
      const crc = (before >> 8) ^ crcOf(before & 255, 0);
      store<u32>(CRC_OF_BYTE + ((<usize>after) << 10) + ((<usize>byte) << 2), crc);
    }
  }
}

/** The CRC-32 of PNG chunks (third edition, annex D), as a signed number. */
export function crc32(bytes: BytesAt, length: Count<i32>): Count<i32> {
  if (crcOf(1, 0) == 0) fillCrcTables();
  let crc: u32 = 0xffffffff;
  let i = 0;
  for (; i + 8 <= length; i += 8) {
    const low = <usize>(load<u32>(bytes + i) ^ crc);
    const high = <usize>load<u32>(bytes + i, 4);
    crc =
      crcOf(low & 255, 7) ^
      crcOf((low >> 8) & 255, 6) ^
      crcOf((low >> 16) & 255, 5) ^
      crcOf(low >> 24, 4) ^
      crcOf(high & 255, 3) ^
      crcOf((high >> 8) & 255, 2) ^
      crcOf((high >> 16) & 255, 1) ^
      crcOf(high >> 24, 0);
  }
  for (; i < length; i++) crc = (crc >> 8) ^ crcOf(<usize>((crc ^ load<u8>(bytes + i)) & 255), 0);
  return ~crc;
}

/**
 * Values as numbers of colours: 0 for `lowest` and below, `levels` − 1 for the highest and above.
 * @param scale colours per unit
 * @param none where there is no value
 */
export function paintLevels(
  values: FloatsAt,
  count: Count<i32>,
  lowest: f64,
  scale: f64,
  levels: Count<i32>,
  none: Count<i32>,
  to: BytesAt,
): void {
  for (let i: usize = 0; i < <usize>count; i++) {
    const value = load<f32>(values + (i << 2));
    const level = (value - lowest) * scale + 0.5;
    const painted = max<f64>(0, min<f64>(level, levels - 1));
    // NaN is not itself
    store<u8>(to + i, level == level ? <i32>painted : none);
  }
}
