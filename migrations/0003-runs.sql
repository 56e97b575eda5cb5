CREATE TABLE runs (
  run_id TEXT PRIMARY KEY,
  -- account id or 'public'
  requester TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  stage TEXT,
  fraction DOUBLE PRECISION NOT NULL DEFAULT 0,
  -- both are given out when the run is accepted, so that doing it twice can't archive two packages
  evidence_report_id TEXT NOT NULL UNIQUE,
  archive_id TEXT NOT NULL UNIQUE,
  -- JSON: fields, files with name, sha256, bytes and blob_key, profile
  request TEXT NOT NULL,
  -- JSON
  problem TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  leased_by TEXT,
  lease_until TEXT,
  cancel_requested INTEGER NOT NULL DEFAULT 0 CHECK (cancel_requested IN (0, 1)),
  created_at TEXT NOT NULL,
  started_at TEXT,
  finished_at TEXT
);
CREATE INDEX runs_of_requester ON runs (requester, run_id);
CREATE INDEX runs_to_do ON runs (status, run_id);
CREATE INDEX runs_by_lease ON runs (status, lease_until);
