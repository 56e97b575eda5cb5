/**
 * The memory of an array as file bytes, without copying. WebAssembly memory and every platform Node runs on are
 * little-endian, which is what the TIFF and NPY headers written here announce.
 */
export function bytesOf(values: Float32Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

/** Text without accents as bytes, for headers whose formats allow nothing else. */
export function asciiBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 0x7f);
}

export function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}
