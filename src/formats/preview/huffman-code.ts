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
  const used = [...counts.keys()].filter((symbol) => counts[symbol]! > 0);
  const singles = used
    .map((symbol) => ({ weight: counts[symbol]!, symbols: [symbol] }))
    .sort((a, b) => a.weight - b.weight || a.symbols[0]! - b.symbols[0]!);
  if (singles.length === 1) lengths[used[0]!] = 1;
  if (singles.length < 2) return lengths;
  let packages: typeof singles = [];
  for (let round = 0; round < maxBits; round++) {
    const merged = [...singles, ...packages].sort((a, b) => a.weight - b.weight);
    if (round === maxBits - 1) {
      for (const { symbols } of merged.slice(0, 2 * singles.length - 2)) {
        for (const symbol of symbols) lengths[symbol]!++;
      }
      break;
    }
    packages = [];
    for (let i = 0; i + 1 < merged.length; i += 2) {
      const [left, right] = [merged[i]!, merged[i + 1]!];
      packages.push({ weight: left.weight + right.weight, symbols: [...left.symbols, ...right.symbols] });
    }
  }
  return lengths;
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
