/**
 * Undoes horizontal differencing (TIFF 6.0 section 14) in place, row by row, modulo the sample size.
 * @param samples little-endian view of whole rows
 */
export function undoHorizontal(
  samples: Uint8Array | Uint16Array | Uint32Array,
  rowSamples: number,
  channels: number,
): void {
  for (let row = 0; row < samples.length; row += rowSamples) {
    for (let i = row + channels; i < row + rowSamples; i++) samples[i] = samples[i]! + samples[i - channels]!;
  }
}

/**
 * Undoes the floating-point predictor (Adobe Photoshop TIFF technical note 3): a row holds the first bytes of all
 * samples, most significant first, then all second bytes and so on, differenced as one row of bytes.
 * The result is little-endian whatever the file is.
 */
export function undoFloat(bytes: Uint8Array, rowBytes: number, sampleBytes: number): void {
  const count = rowBytes / sampleBytes;
  const planes = new Uint8Array(rowBytes);
  for (let start = 0; start < bytes.length; start += rowBytes) {
    const row = bytes.subarray(start, start + rowBytes);
    undoHorizontal(row, rowBytes, 1);
    planes.set(row);
    for (let byte = 0; byte < sampleBytes; byte++) {
      const plane = (sampleBytes - 1 - byte) * count;
      for (let i = 0; i < count; i++) row[i * sampleBytes + byte] = planes[plane + i]!;
    }
  }
}
