-- every public key that packages of this service were ever signed with
CREATE TABLE signing_keys (
  -- RFC 7638 thumbprint
  key_id TEXT PRIMARY KEY,
  -- the x of the Ed25519 JWK
  x TEXT NOT NULL,
  first_used_at TEXT NOT NULL
);
