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

  /** What was written, the last byte filled up with zeros. */
  finish(): Uint8Array<ArrayBuffer> {
    for (; this.bits > 0; this.bits -= 8) {
      this.bytes[this.length++] = this.held;
      this.held >>>= 8;
    }
    return this.bytes.subarray(0, this.length);
  }
}
