const MAX_BITS = 15;

/** A canonical Huffman code: how many bits each symbol takes, and which (already reversed: deflate sends them so). */
export interface HuffmanCode {
  readonly lengths: Uint8Array;
  readonly codes: Uint16Array;
}

/**
 * The code for symbols that occur this often, no longer than `maxBits`. A symbol that never occurs has length 0.
 * Ties fall to the smaller symbol, so the code depends on the counts alone.
 */
export function huffmanCode(counts: Uint32Array, maxBits = MAX_BITS): HuffmanCode {
  const lengths = limitedLengths(counts, maxBits);
  return { lengths, codes: canonicalCodes(lengths) };
}

/**
 * Package-merge (Larmore and Hirschberg 1990, doi 10.1145/79147.79150): in each of `maxBits` rounds the cheapest
 * pairs are packed and merged with the single symbols; a symbol's length is how often it is in what is left.
 */
function limitedLengths(counts: Uint32Array, maxBits: number): Uint8Array {
  const lengths = new Uint8Array(counts.length);
  const singles: Package[] = [];
  counts.forEach((weight, symbol) => {
    if (weight > 0) singles.push({ weight, symbol, left: null, right: null });
  });
  singles.sort((a, b) => a.weight - b.weight || a.symbol - b.symbol);
  if (singles.length === 1) lengths[singles[0]!.symbol] = 1;
  if (singles.length < 2) return lengths;
  let merged = singles;
  for (let round = 1; round < maxBits; round++) {
    const packages: Package[] = [];
    for (let i = 0; i + 1 < merged.length; i += 2) {
      const [left, right] = [merged[i]!, merged[i + 1]!];
      packages.push({ weight: left.weight + right.weight, symbol: -1, left, right });
    }
    merged = [...singles, ...packages].sort((a, b) => a.weight - b.weight);
  }
  for (const each of merged.slice(0, 2 * singles.length - 2)) countSymbols(each, lengths);
  return lengths;
}

/** A symbol, or a pair of what was cheapest in the round before. */
interface Package {
  readonly weight: number;
  readonly symbol: number;
  readonly left: Package | null;
  readonly right: Package | null;
}

function countSymbols({ symbol, left, right }: Package, lengths: Uint8Array): void {
  if (left === null || right === null) {
    lengths[symbol]!++;
    return;
  }
  countSymbols(left, lengths);
  countSymbols(right, lengths);
}

/** RFC 1951, section 3.2.2. */
function canonicalCodes(lengths: Uint8Array): Uint16Array {
  const perLength = new Uint16Array(MAX_BITS + 2);
  for (const length of lengths) if (length > 0) perLength[length]!++;
  const next = new Uint16Array(MAX_BITS + 2);
  for (let bits = 1; bits <= MAX_BITS; bits++) next[bits + 1] = (next[bits]! + perLength[bits]!) << 1;
  return Uint16Array.from(lengths, (length) => (length === 0 ? 0 : reverseBits(next[length]!++, length)));
}

function reverseBits(value: number, bits: number): number {
  let reversed = 0;
  for (let i = 0; i < bits; i++) reversed |= ((value >> i) & 1) << (bits - 1 - i);
  return reversed;
}
