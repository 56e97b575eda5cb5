import { BitWriter, bits } from './bit-writer.ts';
import { huffmanCode, type HuffmanCode } from './huffman-code.ts';

const END_OF_BLOCK = 256;
const FIRST_LENGTH = 257;
const LITERALS = 286;
const MIN_RUN = 3;
const MAX_RUN = 258;
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const CODE_LENGTH_MAX_BITS = 7;
const ADLER_BASE = 65_521;
/** as many sums as fit 31 bits, which engines add as integers, before the remainder must be taken (RFC 1950, section 9) */
const ADLER_STRIDE = 3800;

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
  const { symbols, counts } = findRuns(bytes);
  const literals = huffmanCode(counts);
  const out = new BitWriter(2 * bytes.length + 1024);
  out.write(0x78, 8);
  out.write(0x01, 8);
  out.write(1, 1); // last block
  out.write(2, 2); // with its own codes
  writeCodes(out, literals.lengths);
  out.writeAll(symbols, ...codesOf(literals));
  const body = out.finish();
  const stream = new Uint8Array(body.length + 4);
  stream.set(body);
  new DataView(stream.buffer).setUint32(body.length, adler32(bytes));
  return stream;
}

interface Symbols {
  readonly symbols: Uint16Array;
  /** of each literal and length symbol */
  readonly counts: Uint32Array;
}

/** Bytes as they are; a repetition of the byte before as 257 + its length; at the end the end-of-block symbol. */
function findRuns(bytes: Uint8Array): Symbols {
  const symbols = new Uint16Array(bytes.length + 1);
  const counts = new Uint32Array(LITERALS);
  const end = bytes.length;
  let count = 0;
  let at = 0;
  while (at < end) {
    const byte = bytes[at++]!;
    symbols[count++] = byte;
    counts[byte]!++;
    // most bytes are followed by another one
    if (at === end || bytes[at] !== byte) continue;
    const start = at;
    while (at < end && bytes[at] === byte) at++;
    let left = at - start;
    for (; left >= MIN_RUN; left -= Math.min(left, MAX_RUN)) {
      const run = Math.min(left, MAX_RUN);
      symbols[count++] = FIRST_LENGTH + run;
      counts[SYMBOL_OF_RUN[run]!]!++;
    }
    counts[byte]! += left;
    for (; left > 0; left--) symbols[count++] = byte;
  }
  symbols[count++] = END_OF_BLOCK;
  counts[END_OF_BLOCK]!++;
  return { symbols: symbols.subarray(0, count), counts };
}

/** What stands for each symbol of `findRuns`, and what follows it: of runs the rest of their length and the distance. */
function codesOf({ codes, lengths }: HuffmanCode): [code: Uint32Array, more: Uint32Array] {
  const code = new Uint32Array(FIRST_LENGTH + MAX_RUN + 1);
  const more = new Uint32Array(code.length);
  for (let symbol = 0; symbol < FIRST_LENGTH; symbol++) {
    code[symbol] = bits(codes[symbol]!, lengths[symbol]!);
  }
  for (let run = MIN_RUN; run <= MAX_RUN; run++) {
    const symbol = SYMBOL_OF_RUN[run]!;
    const extra = LENGTH_EXTRA[symbol - FIRST_LENGTH]!;
    code[FIRST_LENGTH + run] = bits(codes[symbol]!, lengths[symbol]!);
    // the only distance there is, one byte back, is a zero of one bit
    more[FIRST_LENGTH + run] = bits(run - LENGTH_BASE[symbol - FIRST_LENGTH]!, extra + 1);
  }
  return [code, more];
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
      a = (a + bytes[i]!) | 0;
      b = (b + a) | 0;
    }
    a %= ADLER_BASE;
    b %= ADLER_BASE;
  }
  return b * 65_536 + a;
}
