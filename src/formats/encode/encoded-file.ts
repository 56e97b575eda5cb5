/** A file as the pieces it is written in: a small header of its own, then a view of the array it carries. */
export type EncodedFile = readonly Uint8Array[];

export function byteLength(file: EncodedFile): number {
  return file.reduce((sum, piece) => sum + piece.byteLength, 0);
}
