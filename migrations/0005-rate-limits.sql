-- what clients asked for lately, where several servers share the count
CREATE TABLE rate_limits (
  -- policy and client
  bucket TEXT PRIMARY KEY,
  -- JSON: ms since 1970 of the requests that were let through, oldest first
  times TEXT NOT NULL,
  -- ms since 1970 when none of them counts any more
  expires_ms BIGINT NOT NULL
);
CREATE INDEX rate_limits_by_expiry ON rate_limits (expires_ms);
