const COUNT_BITS = 5;

/** A value and how many bits it takes, in one number. */
export function bits(value: number, count: number): number {
  return (value << COUNT_BITS) | count;
}

/** Bits into bytes, lowest bit first, as deflate wants them. */
export class BitWriter {
  private readonly bytes: Uint8Array<ArrayBuffer>;
  private length = 0;
  private held = 0;
  private bits = 0;

  /** @param capacity bytes that will suffice */
  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
  }

  /** @param count at most 16 */
  write(value: number, count: number): void {
    this.held |= value << this.bits;
    this.bits += count;
    if (this.bits < 16) return;
    this.bytes[this.length++] = this.held;
    this.bytes[this.length++] = this.held >>> 8;
    this.held >>>= 16;
    this.bits -= 16;
  }

  /** For every symbol in turn its bits of `first`, then those of `second` where it has any, at most 16 each. */
  writeAll(symbols: Uint16Array, first: Uint32Array, second: Uint32Array): void {
    const { bytes } = this;
    let { length, held, bits: count } = this;
    for (let i = 0; i < symbols.length; i++) {
      const symbol = symbols[i]!;
      let entry = first[symbol]!;
      let next = second[symbol]!;
      do {
        held |= (entry >>> COUNT_BITS) << count;
        count += entry & ((1 << COUNT_BITS) - 1);
        if (count >= 16) {
          bytes[length++] = held;
          bytes[length++] = held >>> 8;
          held >>>= 16;
          count -= 16;
        }
        entry = next;
        next = 0;
      } while (entry !== 0);
    }
    Object.assign(this, { length, held, bits: count });
  }

  /** What was written, the last byte filled up with zeros. */
  finish(): Uint8Array<ArrayBuffer> {
    for (; this.bits > 0; this.bits -= 8) {
      this.bytes[this.length++] = this.held;
      this.held >>>= 8;
    }
    return this.bytes.subarray(0, this.length);
  }
}
