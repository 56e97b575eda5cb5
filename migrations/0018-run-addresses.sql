-- where a request without an account came from: these share the queue by address. NULL: it has an account, or has ended
ALTER TABLE runs ADD COLUMN address TEXT;
CREATE INDEX runs_turn_of_address ON runs (address, turn);
