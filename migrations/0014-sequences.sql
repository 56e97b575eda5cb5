-- many frames of one rig, sent one after the other and then reconstructed as one
CREATE TABLE sequences (
  sequence_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (account_id),
  -- how many there are to be
  frames INTEGER NOT NULL,
  -- JSON, as they were sent
  fields TEXT NOT NULL,
  -- whether the account kept its raw uploads when the sequence was begun
  retain_raw_inputs INTEGER NOT NULL CHECK (retain_raw_inputs IN (0, 1)),
  -- of the run that reconstructs it; NULL: it was not started
  run_id TEXT UNIQUE,
  -- JSON of a ShardLayout; NULL: nothing was found of it yet
  layout TEXT,
  -- of all its steps so far
  compute_ms BIGINT NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  -- when its frames were deleted, as nobody started it
  expired_at TEXT
);
CREATE INDEX sequences_of_account ON sequences (account_id, sequence_id);

CREATE TABLE sequence_files (
  sequence_id TEXT NOT NULL,
  -- the number of its first frame; -1: the background
  first_frame INTEGER NOT NULL,
  frames INTEGER NOT NULL,
  is_stack INTEGER NOT NULL CHECK (is_stack IN (0, 1)),
  account_id TEXT NOT NULL,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  blob_key TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  PRIMARY KEY (sequence_id, first_frame)
);
CREATE INDEX sequence_files_of_account ON sequence_files (account_id, bytes);

-- what was computed and is not yet part of a package
CREATE TABLE sequence_shards (
  sequence_id TEXT NOT NULL,
  shard INTEGER NOT NULL,
  account_id TEXT NOT NULL,
  -- JSON of a DoneShard
  done TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  blob_key TEXT NOT NULL UNIQUE,
  PRIMARY KEY (sequence_id, shard)
);
CREATE INDEX sequence_shards_of_account ON sequence_shards (account_id, bytes);

-- the run that this one does a part of, which goes when it is done; NULL: somebody asked for the run itself
ALTER TABLE runs ADD COLUMN part_of TEXT;
CREATE INDEX runs_by_whole ON runs (part_of);
