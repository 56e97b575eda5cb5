-- The archive's log as a Merkle tree (RFC 6962): its leaves in order, each an entry of the log or a deletion receipt.
CREATE TABLE tree_leaves (
  leaf_index BIGINT PRIMARY KEY,
  -- of the entry in archive_log
  seq BIGINT UNIQUE,
  receipt_id TEXT UNIQUE,
  CHECK ((seq IS NULL) <> (receipt_id IS NULL))
);

-- the hashes of its complete subtrees; level 0: of leaves
CREATE TABLE tree_hashes (
  level INTEGER NOT NULL,
  position BIGINT NOT NULL,
  -- SHA-256, hexadecimal
  hash TEXT NOT NULL,
  PRIMARY KEY (level, position)
);

-- what was ever signed about the tree
CREATE TABLE tree_checkpoints (
  size BIGINT NOT NULL,
  key_id TEXT NOT NULL,
  -- a C2SP signed note
  note TEXT NOT NULL,
  signed_at TEXT NOT NULL,
  PRIMARY KEY (size, key_id)
);

-- one row: how checkpoints name the log
CREATE TABLE tree_origin (
  origin TEXT PRIMARY KEY
);
