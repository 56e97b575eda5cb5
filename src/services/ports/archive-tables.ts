export interface PackagesTable {
  evidence_report_id: string;
  archive_id: string;
  /** account id or `public` */
  requester: string;
  run_id: string | null;
  input_sha256: string;
  /** of the ZIP */
  sha256: string;
  /** of the ZIP */
  bytes: number;
  blob_key: string;
  holography_mode: string;
  profile_id: string | null;
  /** JSON of a Summary */
  summary: string;
  created_at: string;
  /** of the hologram; null: it had none, or the result has no account */
  file_name: string | null;
  sample: string | null;
  note: string | null;
  /** the three before it, in small letters */
  search_text: string | null;
  /** JSON of KeyParameters; null: an older package */
  parameters: string | null;
}

export type LogKind = 'archived' | 'deleted' | 'held' | 'released' | 'replicated' | 'remote_copy_purged';

export interface ArchiveLogTable {
  /** 1, 2, 3, … without gaps */
  seq: number;
  kind: LogKind;
  archive_id: string;
  /** SHA-256 of the package */
  checksum: string;
  time: string;
  /** whose package it is: account id or `public` */
  requester: string;
  /** who did it: account id, `public` or `operator:<name>` */
  actor: string;
  previous_hash: string;
  entry_hash: string;
}

export interface KeyListsTable {
  version: number;
  /** JSON of a DSSE envelope */
  envelope: string;
  root_x: string;
  published_at: string;
}

/** A leaf of the log's tree: an entry of the log, or a deletion receipt. */
export interface TreeLeavesTable {
  /** 0, 1, 2, … without gaps */
  leaf_index: number;
  seq: number | null;
  receipt_id: string | null;
}

/** A complete subtree of the log's tree. */
export interface TreeHashesTable {
  /** it has 2^level leaves */
  level: number;
  position: number;
  hash: string;
}

export interface TreeCheckpointsTable {
  size: number;
  /** who signed it */
  key_id: string;
  note: string;
  signed_at: string;
}

export interface TreeOriginTable {
  origin: string;
}

export interface HoldsTable {
  hold_id: string;
  archive_id: string;
  placed_by: string;
  reason: string;
  placed_at: string;
  released_by: string | null;
  release_reason: string | null;
  released_at: string | null;
}

export interface RemoteCopiesTable {
  archive_id: string;
  requester: string;
  sha256: string;
  bytes: number;
  state: 'pending' | 'copied' | 'awaiting_purge' | 'purged';
  attempts: number;
  next_attempt_at: string;
  last_error: string | null;
  copied_at: string | null;
  purged_at: string | null;
}

export interface RawUploadsTable {
  raw_upload_id: string;
  account_id: string;
  /** of the result it belongs to; null: it belongs to a profile */
  evidence_report_id: string | null;
  profile_id: string | null;
  /** the multipart part it came in */
  part: string;
  name: string;
  sha256: string;
  bytes: number;
  blob_key: string;
  created_at: string;
}
