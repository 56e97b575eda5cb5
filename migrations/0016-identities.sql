-- who a provider of OpenID Connect says that somebody is, and whose account that opens
CREATE TABLE identities (
  issuer TEXT NOT NULL,
  -- sub: never given to another person by the same issuer
  subject TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (account_id),
  created_at TEXT NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_of_account ON identities (account_id);
