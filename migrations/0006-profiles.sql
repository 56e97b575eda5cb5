-- what a rig was found to be, by the frame of a target
CREATE TABLE profiles (
  profile_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (account_id),
  name TEXT,
  target_id TEXT NOT NULL,
  holography_mode TEXT NOT NULL,
  input_sha256 TEXT NOT NULL,
  -- JSON
  profile TEXT NOT NULL,
  -- the overlay, a PNG
  blob_key TEXT NOT NULL UNIQUE,
  sha256 TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX profiles_of_account ON profiles (account_id, profile_id);

-- a kept file belongs to a result or to a profile
CREATE TABLE raw_uploads_of_both (
  raw_upload_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (account_id),
  evidence_report_id TEXT,
  profile_id TEXT,
  -- the multipart part it came in
  part TEXT NOT NULL,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  blob_key TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  CHECK ((evidence_report_id IS NULL) <> (profile_id IS NULL))
);
INSERT INTO raw_uploads_of_both
  (raw_upload_id, account_id, evidence_report_id, part, name, sha256, bytes, blob_key, created_at)
  SELECT raw_upload_id, account_id, evidence_report_id, part, name, sha256, bytes, blob_key, created_at
  FROM raw_uploads;
DROP TABLE raw_uploads;
ALTER TABLE raw_uploads_of_both RENAME TO raw_uploads;
CREATE INDEX raw_uploads_of_account ON raw_uploads (account_id, raw_upload_id);
CREATE INDEX raw_uploads_of_result ON raw_uploads (evidence_report_id);
CREATE INDEX raw_uploads_of_profile ON raw_uploads (profile_id);
