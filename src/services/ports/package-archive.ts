import type { Readable } from 'node:stream';

/** What is kept of a package beside its bytes. */
export interface ArchivedPackage {
  readonly evidence_report_id: string;
  readonly archive_id: string;
  /** RFC 3339, UTC */
  readonly created_at: string;
  /** account id or `public` */
  readonly requester: string;
  readonly input_sha256: string;
  /** of the ZIP */
  readonly sha256: string;
  /** of the ZIP */
  readonly bytes: number;
}

/** The first and the last byte wanted, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Keeps every package that was made. */
export interface PackageArchive {
  /** Returns once the package would survive a loss of power; before that it can't be found. */
  store(entry: ArchivedPackage, zip: readonly Uint8Array[]): Promise<void>;
  /** null: there is none of this name */
  find(evidenceReportId: string): Promise<ArchivedPackage | null>;
  read(entry: ArchivedPackage, range?: ByteRange): Promise<Readable>;
  /** @throws where nothing can be stored at the moment */
  check(): Promise<void>;
}
