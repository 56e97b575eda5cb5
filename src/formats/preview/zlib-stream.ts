import { BitWriter } from './bit-writer.ts';
import { huffmanCode, type HuffmanCode } from './huffman-code.ts';

const END_OF_BLOCK = 256;
const FIRST_LENGTH = 257;
const LITERALS = 286;
const MIN_RUN = 3;
const MAX_RUN = 258;
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const CODE_LENGTH_MAX_BITS = 7;
const ADLER_BASE = 65_521;
/** as many sums as fit 32 bits before the remainder must be taken (RFC 1950, section 9) */
const ADLER_STRIDE = 5552;

/** Extra bits of the length symbols 257 to 285 (RFC 1951, section 3.2.5), and the shortest run of each. */
const LENGTH_EXTRA = [...new Array<number>(8).fill(0), ...[1, 2, 3, 4, 5].flatMap((n) => [n, n, n, n]), 0];
const LENGTH_BASE = lengthBases();
const SYMBOL_OF_RUN = runSymbols();

/**
 * Compresses bytes to a zlib stream (RFC 1950, 1951) with runs of one byte and one Huffman code, nothing else.
 * That suits pictures after a PNG filter, and it is the same bytes on every machine, which zlib's own does not
 * promise: its builds hash with whatever instructions the processor has.
 */
export function zlibStream(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const symbols = findRuns(bytes);
  const counts = countSymbols(symbols);
  const literals = huffmanCode(counts);
  const out = new BitWriter(2 * bytes.length + 1024);
  out.write(0x78, 8);
  out.write(0x01, 8);
  out.write(1, 1); // last block
  out.write(2, 2); // with its own codes
  writeCodes(out, literals.lengths);
  writeSymbols(out, symbols, literals);
  const body = out.finish();
  const stream = new Uint8Array(body.length + 4);
  stream.set(body);
  new DataView(stream.buffer).setUint32(body.length, adler32(bytes));
  return stream;
}

/** Bytes as they are; a repetition of the byte before as 257 + its length; at the end the end-of-block symbol. */
function findRuns(bytes: Uint8Array): Uint16Array {
  const symbols = new Uint16Array(bytes.length + 1);
  let count = 0;
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    symbols[count++] = byte;
    const start = ++at;
    while (at < bytes.length && bytes[at] === byte) at++;
    let left = at - start;
    for (; left >= MIN_RUN; left -= Math.min(left, MAX_RUN)) {
      symbols[count++] = FIRST_LENGTH + Math.min(left, MAX_RUN);
    }
    for (; left > 0; left--) symbols[count++] = byte;
  }
  symbols[count++] = END_OF_BLOCK;
  return symbols.subarray(0, count);
}

function countSymbols(symbols: Uint16Array): Uint32Array {
  const counts = new Uint32Array(LITERALS);
  for (let i = 0; i < symbols.length; i++) {
    const symbol = symbols[i]!;
    counts[symbol < FIRST_LENGTH ? symbol : SYMBOL_OF_RUN[symbol - FIRST_LENGTH]!]!++;
  }
  return counts;
}

function writeSymbols(out: BitWriter, symbols: Uint16Array, { codes, lengths }: HuffmanCode): void {
  for (let i = 0; i < symbols.length; i++) {
    const symbol = symbols[i]!;
    if (symbol < FIRST_LENGTH) {
      out.write(codes[symbol]!, lengths[symbol]!);
      continue;
    }
    const run = symbol - FIRST_LENGTH;
    const code = SYMBOL_OF_RUN[run]!;
    out.write(codes[code]!, lengths[code]!);
    out.write(run - LENGTH_BASE[code - FIRST_LENGTH]!, LENGTH_EXTRA[code - FIRST_LENGTH]!);
    out.write(0, 1); // the only distance there is: one byte back
  }
}

/** The code lengths of the literals and of one distance, themselves Huffman-coded (RFC 1951, section 3.2.7). */
function writeCodes(out: BitWriter, lengths: Uint8Array): void {
  const all = [...lengths, 1];
  const counts = new Uint32Array(CODE_LENGTH_ORDER.length);
  for (const length of all) counts[length]!++;
  const code = huffmanCode(counts, CODE_LENGTH_MAX_BITS);
  out.write(LITERALS - 257, 5);
  out.write(0, 5);
  out.write(CODE_LENGTH_ORDER.length - 4, 4);
  for (const symbol of CODE_LENGTH_ORDER) out.write(code.lengths[symbol]!, 3);
  for (const length of all) out.write(code.codes[length]!, code.lengths[length]!);
}

function lengthBases(): number[] {
  const bases: number[] = [];
  let base = MIN_RUN;
  for (const extra of LENGTH_EXTRA) {
    bases.push(base);
    base += 1 << extra;
  }
  bases[bases.length - 1] = MAX_RUN;
  return bases;
}

function runSymbols(): Uint16Array {
  const symbols = new Uint16Array(MAX_RUN + 1);
  LENGTH_BASE.forEach((base, index) => symbols.fill(FIRST_LENGTH + index, base));
  return symbols;
}

function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (let start = 0; start < bytes.length; start += ADLER_STRIDE) {
    const end = Math.min(bytes.length, start + ADLER_STRIDE);
    for (let i = start; i < end; i++) {
      a += bytes[i]!;
      b += a;
    }
    a %= ADLER_BASE;
    b %= ADLER_BASE;
  }
  return b * 65_536 + a;
}
