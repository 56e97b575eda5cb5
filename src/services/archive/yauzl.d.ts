// The part of yauzl that is used here and in tests; its npm package carries no types.
declare module 'yauzl' {
  import type { Readable } from 'node:stream';

  type Done = (error: Error | null, bytesRead?: number) => void;
  export interface Entry {
    readonly fileName: string;
    readonly versionMadeBy: number;
    readonly versionNeededToExtract: number;
    readonly generalPurposeBitFlag: number;
    readonly compressionMethod: number;
    readonly lastModFileTime: number;
    readonly lastModFileDate: number;
    readonly crc32: number;
    readonly compressedSize: number;
    readonly uncompressedSize: number;
    readonly extraFieldLength: number;
    readonly fileCommentLength: number;
    readonly internalFileAttributes: number;
    readonly externalFileAttributes: number;
    readonly relativeOffsetOfLocalHeader: number;
  }
  export interface Archive {
    readonly entryCount: number;
    eachEntry(): AsyncIterable<Entry>;
    readLocalFileHeaderPromise(
      entry: Entry,
      options: { readonly minimal: true },
    ): Promise<{ readonly fileDataStart: number }>;
    openReadStreamPromise(entry: Entry): Promise<Readable>;
  }
  class RandomAccessReader {
    read(buffer: Uint8Array, offset: number, length: number, position: number, callback: Done): void;
    /** @param end the byte after the last one */
    _readStreamForRange(start: number, end: number): Readable;
  }
  const yauzl: {
    readonly RandomAccessReader: typeof RandomAccessReader;
    fromBufferPromise(zip: Uint8Array): Promise<Archive>;
    fromRandomAccessReaderPromise(
      reader: RandomAccessReader,
      totalSize: number,
      options: { readonly autoClose: false },
    ): Promise<Archive>;
  };
  export default yauzl;
}
