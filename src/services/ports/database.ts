import type { Generated, Kysely, Selectable } from 'kysely';
import type {
  AccountChangesTable,
  AccountsTable,
  ApiKeysTable,
  ComputeUseTable,
  FeedbackTable,
  IdentitiesTable,
  PlansTable,
  UsageEventsTable,
  ZeroOrOne,
} from './account-tables.ts';
import type {
  ArchiveLogTable,
  HoldsTable,
  KeyListsTable,
  PackagesTable,
  RawUploadsTable,
  RemoteCopiesTable,
  TreeCheckpointsTable,
  TreeHashesTable,
  TreeLeavesTable,
  TreeOriginTable,
} from './archive-tables.ts';
import type { SequenceFilesTable, SequencesTable, SequenceShardsTable } from './sequence-tables.ts';

/**
 * The tables of `migrations/`, which say more about each column. Times are RFC 3339 in UTC with milliseconds
 * (`toISOString`), flags 0 or 1, counts of bytes and milliseconds whole numbers.
 */
export interface Tables {
  accounts: AccountsTable;
  identities: IdentitiesTable;
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
   * Transactions with the same word take turns: each sees what the one before it wrote, and none is undone for what others
   * read meanwhile. To those without the word it is no single moment: what they may do at the same time has to be right
   * however it falls, or to meet in a row that both change.
   */
  readonly turn?: string;
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
  /** where a request without an account came from, until the run ends; null: it has an account */
  address: string | null;
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
