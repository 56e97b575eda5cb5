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

  /** The bytes that are full, and the bits after them. */
  soFar(): { readonly bytes: Uint8Array<ArrayBuffer>; readonly held: number; readonly bits: number } {
    return { bytes: this.bytes.subarray(0, this.length), held: this.held, bits: this.bits };
  }
}
