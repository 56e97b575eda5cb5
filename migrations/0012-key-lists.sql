-- what the offline root key has said of the signing keys, newest version last
CREATE TABLE key_lists (
  version BIGINT PRIMARY KEY,
  -- a DSSE envelope
  envelope TEXT NOT NULL,
  -- the x of the root's Ed25519 JWK
  root_x TEXT NOT NULL,
  published_at TEXT NOT NULL
);
