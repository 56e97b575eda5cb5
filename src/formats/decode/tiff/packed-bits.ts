/**
 * Samples of 1 to 15 bits, high bits first, each row padded to a whole byte, into one byte or little-endian word each.
 * @param target `rowSamples` words per row of `packed`
 */
export function unpackBits(
  packed: Uint8Array,
  bitsPerSample: number,
  rowSamples: number,
  target: Uint8Array | Uint16Array,
): void {
  const rowBytes = Math.ceil((rowSamples * bitsPerSample) / 8);
  const mask = (1 << bitsPerSample) - 1;
  for (let row = 0, to = 0; to < target.length; row += rowBytes) {
    let bits = 0;
    let bitCount = 0;
    let at = row;
    for (let i = 0; i < rowSamples; i++) {
      while (bitCount < bitsPerSample) {
        bits = ((bits << 8) | packed[at++]!) & 0xffffff;
        bitCount += 8;
      }
      bitCount -= bitsPerSample;
      target[to++] = (bits >>> bitCount) & mask;
    }
  }
}
