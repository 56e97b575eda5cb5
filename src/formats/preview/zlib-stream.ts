import type { BytesAt } from '../../core/kernel/addresses.ts';
import type { Kernels } from '../../core/kernel/kernels.ts';
import { BitWriter, bits } from './bit-writer.ts';
import { huffmanCode, type HuffmanCode } from './huffman-code.ts';

const FIRST_LENGTH = 257;
const LITERALS = 286;
const MIN_RUN = 3;
const MAX_RUN = 258;
/** bytes, the end, and runs by their length, as `findRuns` of the kernels tells them apart */
const SYMBOLS = FIRST_LENGTH + MAX_RUN + 1;
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const CODE_LENGTH_MAX_BITS = 7;
const CHECKSUM_BYTES = 4;
/** of the head of a stream, its codes included */
const HEAD_BYTES = 1024;

/** Extra bits of the length symbols 257 to 285 (RFC 1951, section 3.2.5), and the shortest run of each. */
const LENGTH_EXTRA = [...new Array<number>(8).fill(0), ...[1, 2, 3, 4, 5].flatMap((n) => [n, n, n, n]), 0];
const LENGTH_BASE = lengthBases();
const SYMBOL_OF_RUN = runSymbols();

/**
 * Compresses bytes to a zlib stream (RFC 1950, 1951) with runs of one byte and one Huffman code, nothing else.
 * That suits pictures after a PNG filter, and it is the same bytes on every machine, which zlib's own does not
 * promise: its builds hash with whatever instructions the processor has.
 * @param bytes where they lie in the kernels' memory
 */
export function zlibStream(kernels: Kernels, bytes: BytesAt, length: number): Uint8Array<ArrayBuffer> {
  using scope = kernels.scope();
  const symbols = scope.bytes(2 * (length + 1));
  const countsAt = scope.integers(SYMBOLS);
  kernels.integers(countsAt, SYMBOLS).fill(0);
  const count = kernels.wasm.findRuns(bytes, length, symbols, countsAt);
  const literals = huffmanCode(countsOfCodes(kernels.integers(countsAt, SYMBOLS)));

  const head = new BitWriter(HEAD_BYTES);
  head.write(0x78, 8);
  head.write(0x01, 8);
  head.write(1, 1); // last block
  head.write(2, 2); // with its own codes
  writeCodes(head, literals.lengths);
  const { bytes: written, held, bits: begunBits } = head.soFar();

  const codes = scope.integers(2 * SYMBOLS);
  kernels.integers(codes, 2 * SYMBOLS).set(codesOf(literals));
  const body = scope.bytes(2 * length + HEAD_BYTES);
  const bodyBytes = kernels.wasm.writeCodes(symbols, codes, body, { count, begun: held, begunBits });

  const stream = new Uint8Array(written.length + bodyBytes + CHECKSUM_BYTES);
  stream.set(written);
  stream.set(kernels.bytes(body, bodyBytes), written.length);
  new DataView(stream.buffer).setInt32(stream.length - CHECKSUM_BYTES, kernels.wasm.adler32(bytes, length));
  return stream;
}

/** From how often each symbol of `findRuns` is there to how often each of deflate's codes is. */
function countsOfCodes(counts: Int32Array): Uint32Array {
  const codes = new Uint32Array(LITERALS);
  counts.forEach((count, symbol) => {
    codes[symbol < FIRST_LENGTH ? symbol : SYMBOL_OF_RUN[symbol - FIRST_LENGTH]!]! += count;
  });
  return codes;
}

/** What stands for each symbol of `findRuns`, and what follows it: of runs the rest of their length and the distance. */
function codesOf({ codes, lengths }: HuffmanCode): Int32Array {
  const pairs = new Int32Array(2 * SYMBOLS);
  for (let symbol = 0; symbol < FIRST_LENGTH; symbol++) {
    pairs[2 * symbol] = bits(codes[symbol]!, lengths[symbol]!);
  }
  for (let run = MIN_RUN; run <= MAX_RUN; run++) {
    const symbol = SYMBOL_OF_RUN[run]!;
    const extra = LENGTH_EXTRA[symbol - FIRST_LENGTH]!;
    pairs[2 * (FIRST_LENGTH + run)] = bits(codes[symbol]!, lengths[symbol]!);
    // the only distance there is, one byte back, is a zero of one bit
    pairs[2 * (FIRST_LENGTH + run) + 1] = bits(run - LENGTH_BASE[symbol - FIRST_LENGTH]!, extra + 1);
  }
  return pairs;
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
