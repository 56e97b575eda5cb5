-- One text for SQLite and PostgreSQL. Times are RFC 3339 in UTC with milliseconds, so they sort as text; booleans
-- are 0 or 1; identifiers come from the services. A statement ends with a semicolon at the end of a line.

CREATE TABLE accounts (
  account_id TEXT PRIMARY KEY,
  -- both are NULL once the account is closed
  email TEXT UNIQUE,
  password_hash TEXT,
  plan TEXT NOT NULL,
  retain_raw_inputs INTEGER NOT NULL DEFAULT 0 CHECK (retain_raw_inputs IN (0, 1)),
  created_at TEXT NOT NULL,
  closed_at TEXT
);

CREATE TABLE api_keys (
  key_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (account_id),
  name TEXT,
  secret_sha256 TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT,
  revoked_at TEXT
);
CREATE INDEX api_keys_of_account ON api_keys (account_id, key_id);

CREATE TABLE usage_events (
  usage_event_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (account_id),
  kind TEXT NOT NULL,
  time TEXT NOT NULL,
  run_id TEXT,
  profile_id TEXT,
  input_bytes BIGINT,
  compute_ms BIGINT
);
CREATE INDEX usage_events_of_account ON usage_events (account_id, usage_event_id);

CREATE TABLE feedback (
  feedback_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (account_id),
  evidence_report_id TEXT NOT NULL,
  rating INTEGER,
  comment TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX feedback_of_account ON feedback (account_id, feedback_id);
CREATE INDEX feedback_on_result ON feedback (evidence_report_id);

CREATE TABLE deletion_receipts (
  receipt_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (account_id),
  -- JSON, as it was answered
  receipt TEXT NOT NULL,
  requested_at TEXT NOT NULL
);
CREATE INDEX deletion_receipts_of_account ON deletion_receipts (account_id, receipt_id);

-- what a POST with an Idempotency-Key was answered
CREATE TABLE idempotency (
  scope TEXT NOT NULL,
  key_sha256 TEXT NOT NULL,
  request_sha256 TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('in_progress', 'done')),
  -- who does it: an attempt whose process died is followed by another
  attempt TEXT NOT NULL,
  -- encrypted: it may hold an API key
  response TEXT,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (scope, key_sha256)
);
CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);
