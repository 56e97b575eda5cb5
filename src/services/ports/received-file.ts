/** A file as it came in: known by its digest, gone when the request ends. */
export interface ReceivedFile {
  /** as the sender calls it; empty: not at all */
  readonly name: string;
  /** the contents in order; each block owns its memory, so it can move to another thread without a copy */
  readonly blocks: readonly Uint8Array<ArrayBuffer>[];
  readonly bytes: number;
  /** hexadecimal */
  readonly sha256: string;
}
