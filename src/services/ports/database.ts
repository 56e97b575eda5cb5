import type { Generated, Kysely, Selectable } from 'kysely';
import type {
  AccountChangesTable,
  AccountsTable,
  ApiKeysTable,
  ComputeUseTable,
  FeedbackTable,
  PlansTable,
  UsageEventsTable,
  ZeroOrOne,
} from './account-tables.ts';
import type { SequenceFilesTable, SequencesTable, SequenceShardsTable } from './sequence-tables.ts';

/**
 * The tables of `migrations/`, which say more about each column. Times are RFC 3339 in UTC with milliseconds
 * (`toISOString`), flags 0 or 1, counts of bytes and milliseconds whole numbers.
 */
export interface Tables {
  accounts: AccountsTable;
  account_changes: AccountChangesTable;
  plans: PlansTable;
  compute_use: ComputeUseTable;
  api_keys: ApiKeysTable;
  packages: PackagesTable;
  archive_log: ArchiveLogTable;
  holds: HoldsTable;
  remote_copies: RemoteCopiesTable;
  raw_uploads: RawUploadsTable;
  profiles: ProfilesTable;
  feedback: FeedbackTable;
  key_lists: KeyListsTable;
  tree_leaves: TreeLeavesTable;
  tree_hashes: TreeHashesTable;
  tree_checkpoints: TreeCheckpointsTable;
  tree_origin: TreeOriginTable;
  usage_events: UsageEventsTable;
  runs: RunsTable;
  sequences: SequencesTable;
  sequence_files: SequenceFilesTable;
  sequence_shards: SequenceShardsTable;
  idempotency: IdempotencyTable;
  deletion_receipts: DeletionReceiptsTable;
  unpublished_blobs: UnpublishedBlobsTable;
  blob_removals: BlobRemovalsTable;
  signing_keys: SigningKeysTable;
  rate_limits: RateLimitsTable;
}

/** Kysely's builder over these tables: the language in which services ask. The dialect is the adapter's. */
export type Database = Kysely<Tables>;
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;

/** A database. Everything throws StorageUnavailable where it is full, away or too slow. */
export interface Store {
  /** For single queries outside a transaction: each sees what was committed before it. */
  read(): Database;
  /**
   * All or nothing, and as if no other transaction ran at the same time. `work` can run several times, so it does
   * nothing but query `trx`. An error from `work` undoes everything and passes through.
   */
  transaction<T>(work: (trx: Database) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** @throws StorageUnavailable where nothing can be written at the moment */
  check(): Promise<void>;
  /** What the database finds wrong with what it is kept in; empty: nothing, or it is for another program to look. */
  faults(): Promise<readonly string[]>;
  /**
   * Takes what was deleted or changed out of the files beside the tables, too, as far as nobody reads at the moment.
   * It may be that this is done later.
   */
  forget(): Promise<void>;
  /** Ends the connections; transactions that have begun come to their end first. */
  close(): Promise<void>;
}

export interface TransactionOptions {
  /** It will append to the archive's log: those that do take turns, instead of undoing each other's work. */
  readonly chain?: boolean;
  /**
   * Transactions with the same word take turns, and all that reads or writes what they do has to have it: each then sees
   * what the one before it wrote, and none is undone for what others read meanwhile.
   */
  readonly turn?: string;
}

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

export interface ProfilesTable {
  profile_id: string;
  account_id: string;
  name: string | null;
  target_id: string;
  holography_mode: string;
  input_sha256: string;
  /** JSON of a ProfileContent */
  profile: string;
  /** of the overlay */
  blob_key: string;
  /** of the overlay */
  sha256: string;
  /** of the overlay */
  bytes: number;
  created_at: string;
}

export interface RunsTable {
  run_id: string;
  /** account id or `public` */
  requester: string;
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  stage: string | null;
  /** 0 to 1 */
  fraction: number;
  /** given out when the run is accepted */
  evidence_report_id: string;
  archive_id: string;
  /** JSON: fields, files with name, sha256, bytes and blob_key, profile */
  request: string;
  /** JSON */
  problem: string | null;
  attempts: number;
  leased_by: string | null;
  lease_until: string | null;
  cancel_requested: ZeroOrOne;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  /** given out when a run that calibrates is accepted; null: it reconstructs */
  profile_id: string | null;
  /** runs are begun in this order; those with the same in the order of their identifiers */
  turn: Generated<number>;
  /** of processes that did it */
  deaths: Generated<number>;
  /** PNG of the phase in base64, while its package is made */
  picture: string | null;
  /** the run that this one does a part of; null: somebody asked for it */
  part_of: Generated<string | null>;
}

export interface IdempotencyTable {
  scope: string;
  key_sha256: string;
  request_sha256: string;
  state: 'in_progress' | 'done';
  /** who does it: an attempt whose process died is followed by another */
  attempt: string;
  /** encrypted */
  response: string | null;
  created_at: string;
  expires_at: string;
}

export interface DeletionReceiptsTable {
  receipt_id: string;
  account_id: string;
  /** JSON, as it was answered */
  receipt: string;
  requested_at: string;
}

/** A blob that is being written and that no row names yet. */
export interface UnpublishedBlobsTable {
  blob_key: string;
  /** the process that writes it */
  owner: string;
  created_at: string;
}

/** A blob that no row names any more and that is still to be removed. */
export interface BlobRemovalsTable {
  blob_key: string;
  created_at: string;
  /** its bytes may still come back; null: they are there */
  removed_at: string | null;
}

export interface SigningKeysTable {
  /** RFC 7638 thumbprint */
  key_id: string;
  /** the x of the Ed25519 JWK */
  x: string;
  first_used_at: string;
}

export interface RateLimitsTable {
  /** policy and client */
  bucket: string;
  /** JSON: ms since 1970 of the requests that were let through, oldest first */
  times: string;
  expires_ms: number;
}
