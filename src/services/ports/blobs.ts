import type { Readable } from 'node:stream';

/** The first and the last byte wanted, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What the chunks of a blob amount to: a blob that is anything else is not stored. */
export interface ExpectedBlob {
  /**
   * hexadecimal; null: nobody computes it but who stores the blob. What is told once all was read was computed by whoever made
   * the content, while it was made: it is not computed again
   */
  readonly sha256: Later<string> | null;
  readonly bytes: Later<number>;
}

/** A value, or what tells it once all of the content has been read. */
export type Later<T> = T | (() => T);

export function resolved<T extends string | number | object>(value: Later<T>): T {
  return typeof value === 'function' ? value() : value;
}

/** The bytes of a blob in order: in memory, or made while they are written, as often as they are asked for. */
export type BlobContent = readonly Uint8Array[] | (() => AsyncIterable<Uint8Array>);

/** Of the disk that blobs lie on. */
export interface Space {
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

/**
 * Bytes under names. A key is `<folder>/<name>`, e.g. `archive/arc_01k….zip` (`isBlobKey`).
 * Everything throws StorageUnavailable where the store is full, away or too slow.
 */
export interface Blobs {
  /**
   * Whether a put that failed may yet take effect: an upload that was given up can be on its way. Whoever gives one
   * up deletes its key now and again later.
   */
  readonly lateWrites: boolean;
  /**
   * Whether a put has to know the SHA-256 before its first byte goes out: one that nobody says is computed then, from
   * content that is made twice.
   */
  readonly needsDigest: boolean;
  /**
   * Returns once the blob would survive a loss of power. After an error there is no blob of this key, unless
   * `lateWrites`. A blob is written once: keys are not used again.
   * @returns its SHA-256, hexadecimal, of the bytes that were written
   */
  put(key: string, content: BlobContent, expected: ExpectedBlob): Promise<string>;
  /** null: there is no such blob. The stream can fail later, when the store goes away. */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  /** A blob that isn't there is deleted already. */
  delete(key: string): Promise<void>;
  stat(key: string): Promise<{ readonly bytes: number } | null>;
  /** The keys of a folder, in no particular order. */
  list(folder: string): AsyncIterable<string>;
  /** Removes what writers that died before this time left half written. */
  removeUnfinished(before: Date): Promise<void>;
  /** How much there is room for; null: nobody knows, as with a store elsewhere. */
  space(): Promise<Space | null>;
  /** @throws StorageUnavailable where nothing can be stored at the moment */
  check(): Promise<void>;
  close(): void;
}

const KEY = /^[a-z][a-z-]*\/[A-Za-z0-9_-][A-Za-z0-9_.-]{0,199}$/;

/** Whether a text can name a blob: nothing else may reach a file name. */
export function isBlobKey(text: string): boolean {
  return KEY.test(text);
}
