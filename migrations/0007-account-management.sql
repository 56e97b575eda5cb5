-- what a key may do, words with a space between them; NULL: everything
ALTER TABLE api_keys ADD COLUMN scopes TEXT;

-- the operator keeps its keys from being used; NULL: they can be
ALTER TABLE accounts ADD COLUMN disabled_at TEXT;

-- what operators did with accounts; goes when the account is closed
CREATE TABLE account_changes (
  account_change_id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (account_id),
  time TEXT NOT NULL,
  -- operator:<name>
  actor TEXT NOT NULL,
  -- in words, with the reason where there is one
  change TEXT NOT NULL
);
CREATE INDEX account_changes_of_account ON account_changes (account_id, account_change_id);
