CREATE TABLE packages (
  evidence_report_id TEXT PRIMARY KEY,
  archive_id TEXT NOT NULL UNIQUE,
  -- account id or 'public'
  requester TEXT NOT NULL,
  run_id TEXT,
  input_sha256 TEXT NOT NULL,
  -- of the ZIP
  sha256 TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  blob_key TEXT NOT NULL UNIQUE,
  holography_mode TEXT NOT NULL,
  profile_id TEXT,
  -- JSON
  summary TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX packages_of_requester ON packages (requester, evidence_report_id);
CREATE INDEX packages_by_time ON packages (requester, created_at);
CREATE INDEX packages_of_run ON packages (run_id);

-- append-only; each entry's hash covers the one before
CREATE TABLE archive_log (
  seq BIGINT PRIMARY KEY,
  kind TEXT NOT NULL
    CHECK (kind IN ('archived', 'deleted', 'held', 'released', 'replicated', 'remote_copy_purged')),
  archive_id TEXT NOT NULL,
  checksum TEXT NOT NULL,
  time TEXT NOT NULL,
  -- whose package it is: account id or 'public'
  requester TEXT NOT NULL,
  -- who did it: account id, 'public' or 'operator:<name>'
  actor TEXT NOT NULL,
  previous_hash TEXT NOT NULL UNIQUE,
  entry_hash TEXT NOT NULL UNIQUE
);
CREATE INDEX archive_log_of_requester ON archive_log (requester, seq);
CREATE INDEX archive_log_of_package ON archive_log (archive_id, seq);

-- always empty: PostgreSQL's writers of the log lock it to take turns
CREATE TABLE archive_log_turn (
  placeholder INTEGER
);

CREATE TABLE holds (
  hold_id TEXT PRIMARY KEY,
  archive_id TEXT NOT NULL,
  placed_by TEXT NOT NULL,
  reason TEXT NOT NULL,
  placed_at TEXT NOT NULL,
  released_by TEXT,
  release_reason TEXT,
  released_at TEXT
);
CREATE INDEX holds_on_package ON holds (archive_id, released_at);

-- of packages on the separate storage host
CREATE TABLE remote_copies (
  archive_id TEXT PRIMARY KEY,
  requester TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'copied', 'awaiting_purge', 'purged')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at TEXT NOT NULL,
  last_error TEXT,
  copied_at TEXT,
  purged_at TEXT
);
CREATE INDEX remote_copies_due ON remote_copies (state, next_attempt_at);
CREATE INDEX remote_copies_of_requester ON remote_copies (requester, state);

CREATE TABLE raw_uploads (
  raw_upload_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (account_id),
  evidence_report_id TEXT NOT NULL,
  -- the multipart part it came in
  part TEXT NOT NULL,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  blob_key TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL
);
CREATE INDEX raw_uploads_of_account ON raw_uploads (account_id, raw_upload_id);
CREATE INDEX raw_uploads_of_result ON raw_uploads (evidence_report_id);

-- blobs that are being written and that no row names yet
CREATE TABLE unpublished_blobs (
  blob_key TEXT PRIMARY KEY,
  -- the process that writes it
  owner TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX unpublished_blobs_by_time ON unpublished_blobs (created_at);

-- blobs that no row names any more and that are still to be removed
CREATE TABLE blob_removals (
  blob_key TEXT PRIMARY KEY,
  created_at TEXT NOT NULL
);
CREATE INDEX blob_removals_by_time ON blob_removals (created_at);
