-- what the accounts of a plan may use: JSON of numbers by the name of a quota, null: as much as they like
CREATE TABLE plans (
  plan TEXT PRIMARY KEY,
  quotas TEXT NOT NULL
);
INSERT INTO plans (plan, quotas) VALUES
  ('research', '{"queued_runs":null,"compute_seconds_per_day":36000,"stored_bytes":107374182400}');

-- the same for one account, where it differs from its plan; NULL: nowhere
ALTER TABLE accounts ADD COLUMN quotas TEXT;

-- how long was computed for whom: by the hour, for two days
CREATE TABLE compute_use (
  -- account id or 'public'
  requester TEXT NOT NULL,
  -- as 2026-01-31T12, in UTC
  hour TEXT NOT NULL,
  ms BIGINT NOT NULL,
  jobs BIGINT NOT NULL,
  PRIMARY KEY (requester, hour)
);
CREATE INDEX compute_use_by_hour ON compute_use (hour);

-- what an account stores is summed up for each of its requests
CREATE INDEX packages_bytes_of_requester ON packages (requester, bytes);
